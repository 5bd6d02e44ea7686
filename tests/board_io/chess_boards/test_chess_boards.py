"""Draughts of 8x8 on chess boards: every family against its emulated board, in made-up time."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from board_io.chess_boards.emulators import (
    EMULATED,
    EmulatedCertabo,
    EmulatedChessBoard,
    EmulatedMillennium,
)
from board_io.chess_boards.families import FAMILIES, Certabo, Millennium
from board_io.chess_boards.session import ChessBoardSession
from board_io.errors import LinkError, LinkFault
from board_io.events import BatteryLevel, BoardEvent, LinkDown, LinkUp, Searching, SnapshotSeen
from board_io.sensing import snapshot_of
from firmware_protocol.codes import LedColor
from firmware_protocol.dgt.pieces import dark_indexes
from firmware_protocol.messages import Light
from rules.piece import BLACK_MAN, WHITE_MAN, Piece
from rules.snapshot import Reading, SensorKind, Snapshot

DARK = dark_indexes(8)
START: dict[int, Piece] = dict.fromkeys(range(1, 13), BLACK_MAN) | dict.fromkeys(
    range(21, 33), WHITE_MAN
)
Damage = Callable[[bytes], bytes]


class Table:
    """A session and its emulated board; the board tells all the time where it does so by itself."""

    def __init__(self, name: str, board: EmulatedChessBoard | None = None) -> None:
        self.family = FAMILIES[name]()
        self.board = board or EMULATED[name]()
        self.board.set_position({DARK[n - 1]: letter(piece) for n, piece in START.items()})
        self.session = ChessBoardSession(self.family)
        self.pieces = dict(START)
        self.now = 0.0
        self.damage: Damage = bytes
        self.session.link_opened(0.0)

    def run(self, seconds: float) -> list[BoardEvent]:
        events: list[BoardEvent] = []
        for _ in range(round(seconds / 0.05)):
            self.now += 0.05
            events += self.session.advance(self.now)
            self.board.receive(self.session.take_output())
            if isinstance(self.board, EmulatedCertabo):
                self.board.tell(1)
            data = self.damage(self.board.take_output())
            cut = len(data) // 3
            for piece in (data[:cut], data[cut:]):
                if piece:
                    events += self.session.receive(piece, self.now)
        return events

    def put(self, square: int, piece: Piece | None) -> None:
        self.board.put(DARK[square - 1], letter(piece))

    def move(self, start: int, end: int) -> None:
        self.pieces[end] = self.pieces.pop(start)
        self.put(start, None)
        self.put(end, self.pieces[end])

    def shown(self) -> Snapshot:
        return snapshot_of(self.pieces, 32, self.family.sensor)


def letter(piece: Piece | None) -> str:
    if piece is None:
        return "."
    return "P" if piece == WHITE_MAN else "p"


def last(events: list[BoardEvent]) -> Snapshot:
    return [e.snapshot for e in events if isinstance(e, (SnapshotSeen, LinkUp))][-1]


@pytest.mark.parametrize("name", FAMILIES)
def test_a_board_is_met_with_its_pieces_and_its_moves_are_seen(name: str) -> None:
    table = Table(name)
    (up,) = [event for event in table.run(2.0) if isinstance(event, LinkUp)]
    assert up.snapshot == table.shown()
    assert (up.board.squares, up.board.sensor) == (32, table.family.sensor)
    for start, end in ((22, 18), (9, 14), (18, 9)):
        table.move(start, end)
        assert last(table.run(1.0)) == table.shown()


@pytest.mark.parametrize("name", FAMILIES)
def test_squares_are_lit_and_go_dark(name: str) -> None:
    table = Table(name)
    table.run(2.0)
    table.session.set_leds([Light(1, LedColor.RED), Light(32, LedColor.BLUE)], table.now)
    table.run(1.0)
    assert table.board.lit == {DARK[0], DARK[31]}
    table.session.set_leds([], table.now)
    table.run(1.0)
    assert table.board.lit == frozenset()


@pytest.mark.parametrize("name", ["chessnut", "ichessone", "pegasus", "squareoff"])
def test_the_battery_is_told(name: str) -> None:
    table = Table(name)
    levels = [event for event in table.run(65.0) if isinstance(event, BatteryLevel)]
    assert len(levels) >= 2
    assert {level.percent for level in levels} == {77}


@pytest.mark.parametrize("name", FAMILIES)
def test_damage_on_the_line_passes(name: str) -> None:
    table, rng = Table(name), random.Random(3)
    table.run(2.0)

    def damage(data: bytes) -> bytes:
        return bytes(b ^ 1 << rng.randrange(8) if rng.random() < 0.02 else b for b in data)

    table.damage = damage
    for square in (22, 23, 24):
        table.put(square, None)
        table.run(0.3)
        table.put(square, WHITE_MAN)
        table.run(0.3)
    table.damage = bytes
    table.session.request_snapshot(table.now)
    table.put(21, None)
    seen = last(table.run(3.0))
    assert seen[21] is Reading.EMPTY
    assert [n for n, reading in seen if reading.occupied] == sorted(table.pieces.keys() - {21})


@pytest.mark.parametrize("name", FAMILIES)
def test_a_lost_link_comes_back_with_the_whole_board(name: str) -> None:
    table = Table(name)
    table.run(2.0)
    (down,) = table.session.link_failed(LinkError(LinkFault.UNPLUGGED, "x"), table.now)
    assert isinstance(down, LinkDown)
    assert table.session.board is None
    table.move(22, 18)
    table.run(0.5)
    assert table.session.wants_link
    table.session.link_opened(table.now)
    assert last(table.run(2.0)) == table.shown()


@pytest.mark.parametrize("name", FAMILIES)
def test_what_never_answers_is_given_up_and_told_once(name: str) -> None:
    session, now = ChessBoardSession(FAMILIES[name]()), 0.0
    told: list[BoardEvent] = []
    while now < 40.0:
        now += 0.1
        if session.wants_link and session.next_deadline is None:
            session.link_opened(now)
        told += session.advance(now)
        session.take_output()
    assert [type(event) for event in told] == [Searching]
    assert told[0].reason is LinkFault.UNANSWERED  # type: ignore[union-attr]


@pytest.mark.parametrize("name", FAMILIES)
def test_a_board_that_falls_silent_is_noticed(name: str) -> None:
    table = Table(name)
    table.run(2.0)
    table.damage = lambda data: b""
    downs = [event for event in table.run(150.0) if isinstance(event, LinkDown)]
    assert {down.reason for down in downs} == {LinkFault.SILENT}


def test_a_report_is_sent_when_it_is_asked_for() -> None:
    table = Table("pegasus")
    table.run(2.0)
    table.session.request_snapshot(table.now)
    assert last(table.run(0.5)) == table.shown()


@pytest.mark.parametrize("mirrored", [False, True])
def test_a_millennium_is_read_whichever_side_its_cable_is_on(mirrored: bool) -> None:
    table = Table("millennium", EmulatedMillennium(mirrored=mirrored))
    assert last(table.run(2.0)) == table.shown()
    table.move(22, 18)
    table.session.set_leds([Light(22, LedColor.GREEN)], table.now)
    assert last(table.run(2.0)) == table.shown()
    assert table.board.lit == {DARK[21]}
    assert isinstance(table.family, Millennium)


def test_a_certabo_knows_no_colours_before_a_start_position() -> None:
    board = EmulatedCertabo()
    table = Table("certabo", board)
    board.set_position({DARK[4]: "p", DARK[20]: "P"})
    seen = last(table.run(2.0))
    assert [n for n, reading in seen if reading is Reading.OCCUPIED] == [5, 21]
    assert isinstance(table.family, Certabo)


def test_a_chip_that_flickers_on_a_certabo_does_not_count() -> None:
    board = EmulatedCertabo()
    table = Table("certabo", board)
    table.run(2.0)
    chip = board._chip_of[DARK[0]]
    board._chip_of[DARK[0]] = 0
    board.tell(1)
    board._chip_of[DARK[0]] = chip
    assert not any(isinstance(event, SnapshotSeen) for event in table.run(1.0))


def test_boards_that_know_colours_say_so() -> None:
    blind = {name for name in FAMILIES if FAMILIES[name]().sensor is SensorKind.OCCUPANCY}
    assert blind == {"pegasus", "squareoff", "tabutronic"}
