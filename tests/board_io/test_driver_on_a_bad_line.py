"""The driver, the real firmware, and a line between them that loses, invents and breaks."""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from board_io.driver import BoardDriver
from board_io.errors import LinkFault
from board_io.events import (
    BoardEvent,
    BoardMessage,
    LinkDown,
    LinkUp,
    Notice,
    Searching,
    SnapshotSeen,
)
from board_io.link.serial_link import SerialLink
from board_io.sensing import snapshot_of
from board_io.simulated import SimulatedBoard
from firmware_protocol.codec import encode
from firmware_protocol.codes import LedColor, RestartMode
from firmware_protocol.messages import Light, Restart
from rules.piece import BLACK_MAN, WHITE_MAN, Piece
from rules.snapshot import SensorKind, Snapshot

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")

START = dict.fromkeys(range(1, 21), BLACK_MAN) | dict.fromkeys(range(31, 51), WHITE_MAN)
# Lifted (None) and placed, as in 32-28 19-23 28x19 14x23: a quiet move each, a capture each.
GAME: list[tuple[int, Piece | None]] = [
    (32, None),
    (28, WHITE_MAN),
    (19, None),
    (23, BLACK_MAN),
    (28, None),
    (19, WHITE_MAN),
    (23, None),
    (14, None),
    (23, BLACK_MAN),
    (19, None),
]
SETTLED_S = 0.06  # after this a change has passed the board's debouncing

Listen = Callable[[BoardDriver], Any]
MakeRelay = Callable[..., Any]


class Table:
    """The board with START on it, and every state that it has been in."""

    def __init__(self, board: SimulatedBoard) -> None:
        self.board = board
        self.pieces: dict[int, Piece] = dict(START)
        self.states = [self.now()]

    def now(self) -> Snapshot:
        return snapshot_of(self.pieces, 50, SensorKind.COLOR)

    def change(self, square: int, piece: Piece | None) -> None:
        if piece is None:
            del self.pieces[square]
            self.board.lift(square)
        else:
            self.pieces[square] = piece
            self.board.put(square, piece)
        self.states.append(self.now())
        time.sleep(SETTLED_S)

    def assert_only_true_states(self, events: list[BoardEvent]) -> None:
        """What was told is what the board went through, in that order, perhaps with gaps. On a
        busy machine two changes fall into one scan: then squares are told one after the other."""
        at = 0
        for event in events:
            if isinstance(event, (SnapshotSeen, LinkUp)):
                found = [i for i in range(at, len(self.states)) if self._told(event.snapshot, i)]
                assert found, "a state that never was"
                at = found[0]

    def _told(self, snapshot: Snapshot, at: int) -> bool:
        """Whether every square shows what it showed in the state `at` or one of the next two."""
        near = self.states[at : at + 3]
        return all(any(state[square] is told for state in near) for square, told in snapshot)


@pytest.fixture
def table() -> Iterator[Table]:
    board = SimulatedBoard()
    board.set_position(START)
    with board:
        yield Table(board)


def driver_on(relay: Any) -> BoardDriver:
    return BoardDriver(lambda: SerialLink(relay.port))


class Noise:
    """Loses, flips and invents bytes, one in `every` each; the same for the same seed."""

    def __init__(self, seed: int, every: int) -> None:
        self._rng = random.Random(seed)
        self._every = every
        self.damaged = 0

    def __call__(self, data: bytes) -> bytes:
        out = bytearray()
        for byte in data:
            kind = self._rng.randrange(self._every)
            self.damaged += kind < 3
            if kind == 0:
                continue
            out.append(byte ^ 1 << self._rng.randrange(8) if kind == 1 else byte)
            if kind == 2:
                out += self._rng.randbytes(3)
        return bytes(out)


@pytest.mark.parametrize(("seed", "every"), [(1, 200), (2, 100), (3, 60)])
def test_noise_delays_the_truth_and_never_changes_it(
    table: Table, relay: MakeRelay, listen: Listen, seed: int, every: int
) -> None:
    noise = Noise(seed, every)
    listener = listen(driver_on(relay(table.board.port, to_host=noise, to_board=noise)))
    listener.next(LinkUp, within_s=20.0)
    for change in GAME:
        table.change(*change)
    for square in (1, 2, 3, 4, 5) * 2:
        table.change(square, None if square in table.pieces else BLACK_MAN)
    listener.snapshot(table.now(), within_s=20.0)
    table.assert_only_true_states(listener.heard)
    assert noise.damaged > 0


def test_the_link_cut_and_restored_at_every_event_of_a_game(
    table: Table, relay: MakeRelay, listen: Listen
) -> None:
    line = relay(table.board.port)
    listener = listen(driver_on(line))
    listener.next(LinkUp)
    for change in GAME:
        line.cut()
        table.change(*change)
        line.restore()
        assert listener.next(LinkUp, within_s=5.0).snapshot == table.now()
    table.assert_only_true_states(listener.heard)
    downs = [event.reason for event in listener.heard if isinstance(event, LinkDown)]
    assert downs == [LinkFault.UNPLUGGED] * len(GAME)


@pytest.mark.parametrize("count", [0, 1, 3, 7, 12, 17, 18, 19, 25, 36, 40, 60])
def test_the_link_cut_after_so_many_bytes(
    table: Table, relay: MakeRelay, listen: Listen, count: int
) -> None:
    line = relay(table.board.port)
    listener = listen(driver_on(line))
    listener.next(LinkUp)
    line.cut_after(count)
    for change in GAME[:4]:
        table.change(*change)
    if not line.is_cut:
        listener.driver.request_snapshot()
        time.sleep(0.1)
    assert line.is_cut
    line.restore()
    assert listener.next(LinkUp, within_s=5.0).snapshot == table.now()
    table.assert_only_true_states(listener.heard)


def test_the_line_cut_while_the_board_introduces_itself(
    table: Table, relay: MakeRelay, listen: Listen
) -> None:
    line = relay(table.board.port)
    line.cut_after(20)
    listener = listen(driver_on(line))
    assert listener.next(Searching).reason is LinkFault.UNPLUGGED
    line.restore()
    assert listener.next(LinkUp, within_s=5.0).snapshot == table.now()


def test_a_board_that_restarts_under_an_open_link_is_noticed(
    table: Table, relay: MakeRelay, listen: Listen
) -> None:
    line = relay(table.board.port)
    listener = listen(driver_on(line))
    first = listener.next(LinkUp)
    line.inject(encode(Restart(RestartMode.FIRMWARE), seq=200))
    table.change(32, None)
    assert listener.next(LinkDown, within_s=5.0).reason is LinkFault.RESTARTED
    again = listener.next(LinkUp, within_s=5.0)
    assert again.snapshot == table.now()
    assert again.board.boot_id != first.board.boot_id


@pytest.mark.slow
def test_a_line_that_goes_dead_is_given_up_and_tried_again(
    table: Table, relay: MakeRelay, listen: Listen
) -> None:
    dead = False

    def dying(data: bytes) -> bytes:
        return b"" if dead else data

    listener = listen(driver_on(relay(table.board.port, to_host=dying)))
    listener.next(LinkUp)
    dead, begun = True, time.monotonic()
    assert listener.next(LinkDown, within_s=20.0).reason is LinkFault.SILENT
    assert time.monotonic() - begun > 1.9
    assert listener.next(Searching, within_s=20.0).reason is LinkFault.UNANSWERED
    table.change(32, None)
    dead = False
    assert listener.next(LinkUp, within_s=20.0).snapshot == table.now()


def test_lights_written_to_a_dead_line_end_nothing(
    table: Table, relay: MakeRelay, listen: Listen
) -> None:
    line = relay(table.board.port)
    driver = driver_on(line)
    listener = listen(driver)
    listener.next(LinkUp)
    line.cut()
    for square in range(1, 30):
        driver.set_leds([Light(square, LedColor.BLUE)])
    line.restore()
    listener.next(LinkUp, within_s=5.0)
    deadline = time.monotonic() + 20.0
    while set(table.board.lights) != {29}:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_lights_that_get_lost_are_told(table: Table, relay: MakeRelay, listen: Listen) -> None:
    deaf = False

    def deafening(data: bytes) -> bytes:
        return b"" if deaf else data

    driver = driver_on(relay(table.board.port, to_board=deafening))
    listener = listen(driver)
    listener.next(LinkUp)
    deaf = True
    driver.set_leds([Light(7, LedColor.RED)])
    message = listener.next(BoardMessage, within_s=5.0)
    assert message.notice is Notice.LEDS_UNACKNOWLEDGED
    table.change(32, None)
    listener.snapshot(table.now())
