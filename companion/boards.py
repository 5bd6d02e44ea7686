"""The boards that `play` can follow, by the name that people give them.

sim                   the simulated board: the real firmware, with a hand that obeys
auto                  a board on USB or in range of Bluetooth, ours, DGT's or one that speaks the
                      Chess Peripheral Protocol, whichever answers
serial, serial:PORT   a board on USB; without a port it is looked for
ble, ble:NAME         a board in range of Bluetooth; a name where there are several
dgt, dgt:PORT         a board of DGT, on USB, a serial port or paired Bluetooth
pegasus, chessnut, millennium, squareoff, ichessone
                      a chess board in range of Bluetooth; with :NAME where there are several
cpp, cpp:NAME, cpp:PORT
                      a board that speaks the Chess Peripheral Protocol
millennium:PORT, certabo:PORT, tabutronic:PORT
                      a chess board on a serial port
chessnut:usb          a Chessnut on USB (Linux); chessnut:/dev/hidrawN where there are several
tcp:HOST:PORT         a board in the network
trace:FILE            a recorded trace, at the speed at which it was recorded
camera, camera:N      a camera over an ordinary board, by its number, its name or its device;
camera:URL            the stream of a phone (rtsp, http)
camera:FILE           a film, at the speed at which it was taken
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from board_io.driver import BoardDriver
from board_io.errors import LinkFault
from board_io.events import BoardEvent, LinkDown
from board_io.link import Link, LinkFactory
from board_io.wire_log import LoggedLinks, WireLog
from companion.choices import CHESS_BOARDS
from companion.conversations import sessions_of
from companion.errors import InputError
from companion.scenario import Scenario, read_scenarios
from firmware_protocol.dgt.commands import ClockRun
from firmware_protocol.requests import Light
from reconciler.timing import CAMERA, DEFAULT, Timing
from rules.game import Game
from rules.piece import Piece
from rules.position import Position

if TYPE_CHECKING:
    from board_io.simulated import SimulatedBoard
    from companion.camera.scene import CameraScene

AFTER_TRACE_S = 3.0
"""So long after the last event of a trace whatever is due still comes."""

Post = Callable[[BoardEvent], None]


class Driver(Protocol):
    """A board as it is driven; see `board_io.driver.BoardDriver`."""

    def start(self) -> None: ...

    def stop(self) -> None: ...

    def set_leds(self, lights: Sequence[Light]) -> None: ...

    def request_snapshot(self) -> None: ...


@runtime_checkable
class ExpectingDriver(Protocol):
    """A driver that learns from what should stand on its board; see `companion.camera.driver`."""

    def expect(self, position: Position) -> None: ...


@runtime_checkable
class FollowingDriver(Protocol):
    """A driver whose board may want to know how the game and the clock are; see
    `board_io.driver`."""

    def follow(self, game: Game) -> None: ...

    def tell_times(self, white_s: float, black_s: float) -> None: ...


@runtime_checkable
class ClockDriver(Protocol):
    """A driver that can talk to a clock beside its board; see `board_io.dgt.driver`."""

    def set_clock(self, left_s: float, right_s: float, run: ClockRun = ...) -> None: ...

    def show_on_clock(self, text: str, short: str, seconds: float | None = ...) -> None: ...

    def show_times(self) -> None: ...


class Board:
    """A board to play on. `magnets` is there only where a program can move the pieces, `scene` only
    where a camera looks; `open_for` gives the driver for games that begin so, on such squares."""

    def __init__(
        self,
        name: str,
        open_for: Callable[[Position], Driver],
        start: Position,
        magnets: SimulatedMagnets | None = None,
        scene: CameraScene | None = None,
    ) -> None:
        self.name = name
        self.magnets = magnets
        self.scene = scene
        self._open_for = open_for
        self._squares = start.variant.geometry
        self._driver = open_for(start)
        self._lights: tuple[Light, ...] = ()

    def start(self) -> None:
        self._driver.start()

    def change_to(self, start: Position) -> None:
        """Another game begins, from this position: where it is played on other squares the board
        is met anew, laid out for it."""
        squares = start.variant.geometry
        if squares == self._squares:
            self._follow(Game(start))
            return
        self._driver.stop()
        if self.magnets is not None:
            self.magnets.rebuild(start)
        self._squares, self._lights = squares, ()
        self._driver = self._open_for(start)
        self._driver.start()

    def stop(self) -> None:
        self._driver.stop()
        if self.magnets is not None:
            self.magnets.stop()

    def request_snapshot(self) -> None:
        self._driver.request_snapshot()

    def expect(self, game: Game) -> None:
        """The game is so now, and its position should stand on the board."""
        if isinstance(self._driver, ExpectingDriver):
            self._driver.expect(game.position)
        self._follow(game)

    def tell_times(self, white_s: float, black_s: float) -> None:
        """So much time both sides have left now; to be told whenever a clock starts or stops."""
        if isinstance(self._driver, FollowingDriver):
            self._driver.tell_times(white_s, black_s)

    def _follow(self, game: Game) -> None:
        if isinstance(self._driver, FollowingDriver):
            self._driver.follow(game)

    @property
    def clock(self) -> ClockDriver | None:
        """The clock beside the board, where one may be: it can be told things."""
        return self._driver if isinstance(self._driver, ClockDriver) else None

    def light(self, lights: tuple[Light, ...]) -> None:
        """Show these lights and no others; only a changed pattern is sent."""
        if lights != self._lights:
            self._lights = lights
            self._driver.set_leds(lights)


class SimulatedMagnets:
    """The pieces on a simulated board."""

    def __init__(self, start: Position) -> None:
        self._board = _simulated(start)

    def link(self) -> Link:
        return self._board.link()

    def rebuild(self, start: Position) -> None:
        """Another board, for the game that begins with this position, which stands on it."""
        self._board.stop()
        self._board = _simulated(start)

    def change(self, pieces: dict[int, Piece | None]) -> None:
        self._board.change(pieces)

    def stop(self) -> None:
        self._board.stop()


def _simulated(start: Position) -> SimulatedBoard:
    """A board that runs and shows this position."""
    from board_io.simulated import SimulatedBoard

    squares = start.variant.geometry
    board = SimulatedBoard(rows=squares.height, per_row=squares.per_row)
    board.set_position(start.pieces())
    board.start()
    return board


class TraceDriver:
    """Plays a trace at the speed at which it was recorded; then the link is closed."""

    def __init__(self, scenario: Scenario, post: Post) -> None:
        self._scenario = scenario
        self._post = post
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="trace", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        if self._thread.ident is not None:
            self._thread.join()

    def set_leds(self, lights: Sequence[Light]) -> None:
        """A trace has no lights."""

    def request_snapshot(self) -> None:
        """A trace tells what it tells."""

    def _run(self) -> None:
        from board_io.trace_board import TraceBoard

        origin = time.monotonic()
        board = TraceBoard(self._scenario.board, self._scenario.sensor, origin)
        self._post(board.first())
        for event in self._scenario.events:
            wait = origin + event.t_ms / 1000 - time.monotonic()
            if self._stopped.wait(max(0.0, wait)):
                return
            if (heard := board.apply(event)) is not None:
                self._post(heard)
        if not self._stopped.wait(AFTER_TRACE_S):
            self._post(LinkDown(time.monotonic(), LinkFault.CLOSED))


def trace_start(spec: str) -> Position | None:
    """The position at the start of a trace; None for a board that is no trace."""
    kind, _, path = spec.partition(":")
    return _scenario(Path(path)).start if kind == "trace" and path else None


def timing_of(spec: str) -> Timing:
    """How long what this board shows must rest; that of a trace as when it was recorded."""
    kind, _, path = spec.partition(":")
    if kind == "trace" and path:
        return _scenario(Path(path)).timing
    return CAMERA if kind == "camera" else DEFAULT


def _scenario(path: Path) -> Scenario:
    scenarios, errors = read_scenarios(path)
    if errors or len(scenarios) != 1:
        raise errors[0] if errors else InputError(f"{path} holds more than one scenario")
    return scenarios[0]


def open_board(spec: str, start: Position, post: Post, wire: WireLog | None = None) -> Board:
    """The board of this name, not started yet; `wire` gets the bytes. Raises InputError for a name
    that is none, and SimulatorError where the simulated board does not run."""
    kind, _, rest = spec.partition(":")
    match kind, rest:
        case "sim", "":
            magnets = SimulatedMagnets(start)
            links = _logged(magnets.link, wire)
            return Board(spec, lambda _: BoardDriver(links, post=post), start, magnets)
        case "auto", "":
            return Board("auto: USB, Bluetooth", lambda on: _whatever(on, post, wire), start)
        case "dgt", _:
            return Board(spec, lambda on: _dgt(rest, on, post, wire), start)
        case "cpp", _:
            return Board(spec, lambda on: _cpp(rest, on, post, wire), start)
        case "trace", _ if rest:
            scenario = _scenario(Path(rest))
            return Board(spec, lambda _: TraceDriver(scenario, post), start)
        case "camera", _:
            return _camera(rest, start, post)
        case _ if kind in CHESS_BOARDS:
            return Board(spec, lambda on: _chess_board(spec, on, post, wire), start)
        case _:
            links = _logged(links_to(spec), wire)
            return Board(spec, lambda _: BoardDriver(links, post=post), start)


def _camera(spec: str, start: Position, post: Post) -> Board:
    from companion.camera.driver import CameraDriver
    from companion.camera.scene import CameraScene
    from vision.streams import without_password

    scene = CameraScene()

    def watching(begun: Position) -> Driver:
        return CameraDriver(spec, begun.variant.geometry, start, post, scene)

    name = f"camera:{without_password(spec)}" if spec else "camera"
    return Board(name, watching, start, scene=scene)


def _logged(links: LinkFactory, wire: WireLog | None) -> LinkFactory:
    return links if wire is None else LoggedLinks(links, wire)


def _whatever(start: Position, post: Post, wire: WireLog | None) -> Driver:
    from board_io.any_board import AnyBoard, Family
    from board_io.ble_finder import is_ours
    from board_io.cpp.central import CppSession
    from board_io.cpp.finder import CppFinder
    from board_io.dambord_session import DambordSession
    from board_io.dgt.finder import DgtFinder, is_bluetooth
    from board_io.dgt.session import BLUETOOTH_QUIET_S, QUIET_S, DgtSession

    def dgt_session(link: Link) -> DgtSession:
        quiet_s = BLUETOOTH_QUIET_S if is_bluetooth(link.name) else QUIET_S
        return DgtSession(quiet_s=quiet_s, board=start.variant.geometry)

    ours = Family(links_to("auto"), lambda _: DambordSession())
    dgt = Family(DgtFinder(), dgt_session)
    # Ours may speak both: its own protocol tells more.
    cpp = Family(CppFinder(passed_over=is_ours), lambda _: CppSession(Game(start)))
    board = AnyBoard([ours, dgt, cpp])
    return BoardDriver(_logged(board, wire), session=board, post=post)


def _dgt(port: str, start: Position, post: Post, wire: WireLog | None) -> Driver:
    from board_io.dgt.driver import DgtDriver
    from board_io.dgt.finder import DgtFinder, is_bluetooth, open_port

    links = (lambda: open_port(port)) if port else DgtFinder()
    radio = is_bluetooth(port)
    board = start.variant.geometry
    return DgtDriver(_logged(links, wire), bluetooth=radio, board=board, post=post)


def _cpp(which: str, start: Position, post: Post, wire: WireLog | None) -> Driver:
    from board_io.cpp.central import CppSession
    from board_io.cpp.finder import CppFinder, open_port

    links = (lambda: open_port(which)) if _is_port(which) else CppFinder(which)
    return BoardDriver(_logged(links, wire), session=CppSession(Game(start)), post=post)


def _chess_board(spec: str, start: Position, post: Post, wire: WireLog | None) -> Driver:
    kind, _, rest = spec.partition(":")
    (session,) = sessions_of(spec, start)
    return BoardDriver(_logged(_chess_board_links(kind, rest), wire), session=session, post=post)


def _chess_board_links(kind: str, rest: str) -> LinkFactory:
    from board_io.chess_boards.finder import (
        ON_HID,
        ON_RADIO,
        ON_SERIAL,
        NamedFinder,
        find_node,
        open_node,
        open_port,
    )

    if kind in ON_HID and rest == "usb":
        return lambda: find_node(kind)
    if kind in ON_HID and rest.startswith("/"):
        return lambda: open_node(kind, rest)
    if kind not in ON_SERIAL or (kind in ON_RADIO and not _is_port(rest)):
        return NamedFinder(kind, rest)
    if not rest:
        raise InputError(f"say which port the board is on: {kind}:PORT")
    return lambda: open_port(rest)


def _is_port(text: str) -> bool:
    return text.startswith("/") or text.upper().startswith("COM")


def links_to(spec: str) -> LinkFactory:
    """The way to a board of our own that is no simulated one. Raises InputError for a name that
    is none."""
    kind, _, rest = spec.partition(":")
    match kind, rest:
        case "auto", "":
            return _any_board()
        case "ble", _:
            return _ble_board(rest)
        case "serial", _:
            return _serial(rest)
        case "tcp", _ if rest:
            return _tcp(rest)
    raise InputError(
        f"no board is called {spec!r}; use sim, auto, serial, serial:PORT, ble, ble:NAME, "
        "dgt, dgt:PORT, cpp, cpp:NAME, tcp:HOST:PORT, trace:FILE, camera, camera:N "
        f"or a chess board: {', '.join(CHESS_BOARDS)}"
    )


def _serial(port: str) -> LinkFactory:
    from board_io.discovery import BoardFinder
    from board_io.link.serial_link import SerialLink

    return (lambda: SerialLink(port)) if port else BoardFinder()


def _ble_board(name: str) -> LinkFactory:
    from board_io.ble_finder import BleFinder

    return BleFinder(name)


def _any_board() -> LinkFactory:
    from board_io.ble_finder import BleFinder
    from board_io.discovery import BoardFinder, FirstFound

    return FirstFound([BoardFinder(), BleFinder()])


def _tcp(address: str) -> LinkFactory:
    from board_io.link.tcp_link import TcpLink

    host, _, port = address.rpartition(":")
    if not host or not port.isascii() or not port.isdigit() or not 0 < int(port) < 65536:
        raise InputError(f"tcp:{address} is no address; use tcp:HOST:PORT, port 1 to 65535")
    return lambda: TcpLink(host, int(port))
