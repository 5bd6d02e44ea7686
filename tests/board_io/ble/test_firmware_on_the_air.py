"""The real firmware with its own radio part: our program, a board of the Chess Peripheral Protocol
and a phone at the other end, one by one and all at once."""

from __future__ import annotations

import contextlib
import queue
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

pytest.importorskip("bumble", reason="no virtual radio here: pip install bumble")

from bumble.core import UUID
from bumble.device import Peer
from bumble.hci import Address

from board_io.ble_finder import BleFinder
from board_io.cpp.central import CppSession
from board_io.cpp.finder import CppFinder
from board_io.driver import BoardDriver
from board_io.events import BoardButton, LinkDown, LinkUp, SnapshotSeen
from board_io.hand.player import perform
from board_io.hand.profiles import CAREFUL
from board_io.link.ble_link import NORDIC_UART
from board_io.sensing import snapshot_of
from board_io.simulated import SimulatedBoard
from firmware_protocol.codes import LedColor
from firmware_protocol.cpp.names import SERVICE, TO_APP, TO_BOARD
from firmware_protocol.messages import Light
from reconciler.reconciler import Reconciler
from rules.fen import parse_fen
from rules.game import Game
from rules.move import Move
from rules.piece import BLACK_MAN, WHITE_MAN, Piece
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot
from tests.board_io.ble.firmware_radio import FirmwareRadio
from tests.board_io.ble.virtual_radio import VirtualRadio
from tests.board_io.cpp.table import shown

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the virtual radio is for POSIX")
START = Game.new()
FEN = (
    "1m1m1m1m1m/m1m1m1m1m1/1m1m1m1m1m/m1m1m1m1m1/10/10/1M1M1M1M1M/M1M1M1M1M1/1M1M1M1M1M/M1M1M1M1M1"
)
Settle = Callable[[Callable[[], bool]], None]


@pytest.fixture
def on_air(ether: VirtualRadio) -> Iterator[FirmwareRadio]:
    radio = FirmwareRadio(ether)
    yield radio
    radio.stop()


@pytest.fixture
def board(on_air: FirmwareRadio) -> Iterator[SimulatedBoard]:
    with SimulatedBoard(radio=on_air.address) as board:
        board.set_position(dict(START.position.pieces()))
        yield board


class Phone:
    """An app on a device of its own; `said` is what the board notified it of."""

    def __init__(self, ether: VirtualRadio, address: str, mtu: int = 247) -> None:
        self.said: list[str] = []
        self._ether = ether
        ether.do(self._connect(address, mtu))

    async def _connect(self, address: str, mtu: int) -> None:
        device = self._ether.device("phone", "F0:00:00:00:00:0A")
        await device.power_on()
        self._connection = await device.connect(Address(address))
        peer = Peer(self._connection)
        await peer.request_mtu(mtu)
        await peer.discover_services([SERVICE])
        (service,) = (one for one in peer.services if one.uuid == UUID(SERVICE))
        await service.discover_characteristics()
        (self._to_board,) = service.get_characteristics_by_uuid(UUID(TO_BOARD))
        (self._to_app,) = service.get_characteristics_by_uuid(UUID(TO_APP))
        await self._to_app.subscribe(lambda data: self.said.append(bytes(data).decode()))

    def say(self, text: str) -> None:
        self._ether.do(self._to_board.write_value(text.encode(), with_response=True))

    def read(self) -> str:
        return bytes(self._ether.do(self._to_app.read_value())).decode()

    def leave(self) -> None:
        self._ether.do(self._connection.disconnect())


class Program:
    """Our program as the app: it keeps the game, and hears of the board by the radio."""

    def __init__(
        self, ether: VirtualRadio, listen: Callable[[BoardDriver], Any], game: Game
    ) -> None:
        find = CppFinder("", lambda: ether.radio, scan_s=0.5, answer_s=3.0)
        self.driver = BoardDriver(find, session=CppSession(game))
        self.listener = listen(self.driver)
        self.reconciler = Reconciler(game, SensorKind.COLOR)
        self.see(self.listener.next(LinkUp).snapshot)

    @property
    def moves(self) -> list[Move | None]:
        return [ply.move for ply in self.reconciler.game.plies]

    @property
    def rests(self) -> bool:
        """Nothing is to be concluded any more."""
        return self.reconciler.next_deadline is None

    def see(self, snapshot: Snapshot) -> None:
        self.seen = snapshot
        self.reconciler.observe(snapshot, time.monotonic())

    def until(self, happened: Callable[[], bool], within_s: float = 40.0) -> None:
        """Follow the board until this has happened."""
        deadline = time.monotonic() + within_s
        while not happened():
            assert time.monotonic() < deadline, (self.moves, self.listener.heard[-4:])
            with contextlib.suppress(queue.Empty):
                event = self.driver.events.get(timeout=0.02)
                self.listener.heard.append(event)
                if isinstance(event, SnapshotSeen):
                    self.see(event.snapshot)
            self.reconciler.advance(time.monotonic())
            self.driver.follow(self.reconciler.game)


class Hands:
    """Hands at the board, which go on when the app has seen what they did."""

    def __init__(self, board: SimulatedBoard, program: Program, start: Position) -> None:
        self.board, self.program = board, program
        self.pieces = dict(start.pieces())

    def do(self, changes: dict[int, Piece | None]) -> None:
        for square, piece in changes.items():
            self.pieces.pop(square, None)
            if piece is not None:
                self.pieces[square] = piece
            self.board.change({square: piece})
            wanted = snapshot_of(self.pieces, 50, SensorKind.COLOR)
            self.program.until(lambda wanted=wanted: self.program.seen == wanted)

    def play(self, game: Game) -> None:
        """All of this game, each ply when the app has the one before."""
        performance = perform(game, CAREFUL, seed=1)
        before = len(self.program.moves)
        for number, played in enumerate(performance.plies, start=before + 1):
            for touch in performance.touches:
                if played.first_ms <= touch.t_ms <= played.last_ms:
                    self.do({touch.square: touch.piece})
            self.program.until(lambda number=number: len(self.program.moves) >= number)


def test_two_services_and_a_name_fit_the_advertisement(
    on_air: FirmwareRadio, board: SimulatedBoard, ether: VirtualRadio, settle: Settle
) -> None:
    settle(lambda: bool(on_air.advertised))
    assert [len(part) for part in on_air.advertised[0]] == [21, 31]
    found = ether.do(ether.radio.scan(0.5, lambda near: len(near.services) == 2))
    (near,) = found
    assert set(near.services) == {NORDIC_UART.service.lower(), SERVICE}
    assert near.name == "Dambord5244"
    link = BleFinder("5244", lambda: ether.radio, scan_s=0.5)()
    assert link.name == near.name
    link.close()


def game_of(start: str, moves: str) -> Game:
    game = Game(parse_fen(start))
    for text in moves.split():
        game = game.play(next(m for m in game.position.legal_moves() if str(m) == text))
    return game


SHORT = game_of("W:W36,8,28,29:B26,9,7", "29-24 7-11 8-3 11-17 3x14 17-21 14-9 26-31 36x16")


@pytest.mark.slow
def test_a_whole_game_by_hand_comes_to_the_app(
    ether: VirtualRadio, board: SimulatedBoard, listen: Any
) -> None:
    start = Game(SHORT.start)
    board.set_position(dict(start.position.pieces()))
    program = Program(ether, listen, start)
    Hands(board, program, start.position).play(SHORT)
    assert program.moves == [ply.move for ply in SHORT.plies]
    assert program.reconciler.game.outcome == SHORT.outcome


def shift(hands: Hands, move: str) -> None:
    start, end = map(int, move.split("-"))
    hands.do({start: None, end: hands.pieces[start]})


def test_a_wrong_move_is_lit_until_it_is_put_back_and_a_take_back_until_it_is_done(
    ether: VirtualRadio, board: SimulatedBoard, listen: Any, settle: Settle
) -> None:
    program = Program(ether, listen, START)
    hands = Hands(board, program, START.position)
    shift(hands, "32-23")
    program.until(lambda: set(board.lights) == {23, 32})
    shift(hands, "23-32")
    program.until(lambda: not board.lights)
    assert program.moves == []
    shift(hands, "32-28")
    program.until(lambda: len(program.moves) == 1)
    shift(hands, "19-23")
    program.until(lambda: len(program.moves) == 2)
    program.reconciler.take_back(2, time.monotonic())
    program.until(lambda: {28, 32, 19, 23} <= set(board.lights))
    shift(hands, "23-19")
    program.until(lambda: set(board.lights) == {28, 32})
    shift(hands, "28-32")
    program.until(lambda: not board.lights and program.rests)
    shift(hands, "31-27")
    program.until(lambda: len(program.moves) == 1)
    assert [str(move) for move in program.moves] == ["31-27"]


@pytest.mark.parametrize("ether", [23], indirect=True)
def test_a_board_that_is_not_set_up_shows_what_is_missing_however_small_the_packets(
    ether: VirtualRadio, board: SimulatedBoard, listen: Any
) -> None:
    board.change({31: None, 28: BLACK_MAN})
    program = Program(ether, listen, START)
    program.until(lambda: set(board.lights) == {28, 31})
    board.change({28: None, 31: WHITE_MAN})
    program.until(lambda: program.seen == shown(START.position) and program.rests)
    assert not board.lights
    shift(Hands(board, program, START.position), "31-27")
    program.until(lambda: len(program.moves) == 1)


def test_a_program_and_a_phone_have_the_board_at_once(
    ether: VirtualRadio, on_air: FirmwareRadio, board: SimulatedBoard, listen: Any, settle: Settle
) -> None:
    listener = listen(BoardDriver(BleFinder("", lambda: ether.radio, scan_s=0.5)))
    listener.next(LinkUp)
    settle(lambda: len(on_air.advertised) == 2)
    phone = Phone(ether, on_air.on_air)
    for name in ("moved", "draw_offer"):
        phone.say(f"feature {name}")
    phone.say("set_variant draughts_standard")
    phone.say(f"begin {FEN} w")
    settle(lambda: phone.said[-1:] == [f"sync {FEN} w"])
    board.change({32: None, 28: WHITE_MAN})
    settle(lambda: phone.said[-1] == "move d4e5")
    assert listener.next(SnapshotSeen)
    phone.say("ok")
    phone.say("move 1923")
    settle(lambda: set(board.lights) == {19, 23})
    board.change({19: None, 23: BLACK_MAN})
    settle(lambda: phone.said[-2:] == ["moved", "moved"] and not board.lights)
    board.hold(BoardButton.DRAW)
    settle(lambda: phone.said[-1] == "draw_offer")
    board.hold()
    phone.say("end draw_offer")
    listener.driver.set_leds([Light(7, LedColor.RED)])
    settle(lambda: set(board.lights) == {7})
    phone.leave()
    settle(lambda: on_air.hosts == 1 and len(on_air.advertised) == 3)
    board.change({28: None})
    left = board_of(START.position) - {32, 19} | {23}
    listener.until(lambda event: seen_on(event) == left, 20.0)
    assert not [event for event in listener.heard if isinstance(event, LinkDown)]


def test_the_smallest_packets_cut_a_message_and_the_whole_can_be_read(
    ether: VirtualRadio, on_air: FirmwareRadio, board: SimulatedBoard, settle: Settle
) -> None:
    settle(lambda: bool(on_air.advertised))
    phone = Phone(ether, on_air.on_air, mtu=23)
    phone.say(f"begin {FEN} w")
    settle(lambda: phone.said == [f"sync {FEN}"[:20]])
    assert phone.read() == f"sync {FEN} w"
    assert on_air.written == [f"begin {FEN} w".encode()]
    phone.leave()
    settle(lambda: len(on_air.advertised) == 3)
    assert on_air.hosts == 0


def board_of(position: Position) -> set[int]:
    return set(position.pieces())


def seen_on(event: Any) -> set[int] | None:
    """The squares with a piece."""
    if not isinstance(event, SnapshotSeen):
        return None
    return {square for square, reading in event.snapshot if reading.occupied}
