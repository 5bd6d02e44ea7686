"""Where the squares of a game lie on a board that senses all of them."""

from __future__ import annotations

import pytest

from board_io.chess_boards.emulators import EmulatedChessnut
from board_io.chess_boards.families import FAMILIES
from board_io.chess_boards.session import ChessBoardSession
from board_io.dgt.emulator import EmulatedDgt
from board_io.dgt.session import DgtSession
from board_io.events import LinkUp
from board_io.layout import Way, fits_chess_board, way_shown, ways
from board_io.sensing import snapshot_of
from firmware_protocol.codes import LedColor
from firmware_protocol.dgt.pieces import Coding, dark_indexes
from firmware_protocol.requests import Light
from rules.piece import Color
from rules.position import Position
from rules.snapshot import SensorKind
from rules.variants import VARIANTS, variant_named

QUARTER = ("italian", "spanish")
ON_8X8 = [name for name, variant in VARIANTS.items() if variant.width == 8]
SIGNS = {Color.WHITE: "P", Color.BLACK: "p"}
CODES = {Color.WHITE: 1, Color.BLACK: 7}


def laid_out(position: Position, way: Way) -> dict[int, Color]:
    return {way[square - 1]: piece.color for square, piece in position.pieces().items()}


def test_what_fits_a_chess_board_is_what_is_played_on_eight_rows() -> None:
    assert [n for n, v in VARIANTS.items() if fits_chess_board(v.geometry)] == ON_8X8
    assert ways(variant_named("canadian").geometry, 10) == (dark_indexes(10),)


@pytest.mark.parametrize("name", ON_8X8)
def test_every_way_keeps_diagonals_and_the_side_of_the_players(name: str) -> None:
    board = variant_named(name).geometry
    for way in ways(board, 8):
        assert len(set(way)) == board.squares
        for square in range(1, board.squares + 1):
            row, column = divmod(way[square - 1], 8)
            for direction in board.grid.slides:
                for near in board.line(square, direction)[:1]:
                    other = divmod(way[near - 1], 8)
                    apart = sorted((abs(other[0] - row), abs(other[1] - column)))
                    assert apart == sorted(map(abs, direction))


@pytest.mark.parametrize("name", QUARTER)
def test_a_board_turned_a_quarter_is_known_by_its_pieces(name: str) -> None:
    start = Position.start(variant_named(name))
    straight, quarter = ways(start.variant.geometry, 8)
    assert set(quarter) == set(dark_indexes(8))
    assert not set(straight) & set(quarter)
    for way in (straight, quarter):
        there = laid_out(start, way)
        assert way_shown((straight, quarter), [index in there for index in range(64)]) == way


@pytest.mark.parametrize("name", ON_8X8)
def test_a_chess_board_shows_and_lights_the_squares_of_the_game(name: str) -> None:
    start = Position.start(variant_named(name))
    for way in ways(start.variant.geometry, 8):
        board = EmulatedChessnut()
        board.set_position({i: SIGNS[color] for i, color in laid_out(start, way).items()})
        session, now, events = (
            ChessBoardSession(FAMILIES["chessnut"](), start.variant.geometry),
            0.0,
            [],
        )
        session.link_opened(now)
        for _ in range(40):
            now += 0.05
            session.advance(now)
            board.receive(session.take_output())
            events += session.receive(board.take_output(), now)
        (up,) = [event for event in events if isinstance(event, LinkUp)]
        assert up.board.is_chess_board
        assert up.snapshot == snapshot_of(start.pieces(), len(way), SensorKind.COLOR)
        session.set_leds([Light(len(way), LedColor.RED)], now)
        session.advance(now + 1)
        board.receive(session.take_output())
        assert board.lit == {way[-1]}


@pytest.mark.parametrize("name", ON_8X8)
def test_a_dgt_chess_board_shows_the_squares_of_the_game(name: str) -> None:
    start = Position.start(variant_named(name))
    for way in ways(start.variant.geometry, 8):
        board = EmulatedDgt(8, Coding.CHESS)
        for index, color in laid_out(start, way).items():
            board.put_on_index(index, CODES[color])
        session, now, events = DgtSession(board=start.variant.geometry), 0.0, []
        session.link_opened(now)
        for _ in range(100):
            now += 0.05
            events += session.advance(now)
            board.receive(session.take_output())
            board.advance(now)
            events += session.receive(board.take_output(now), now)
        (up,) = [event for event in events if isinstance(event, LinkUp)]
        assert up.board.is_chess_board
        colors = [reading.color for _, reading in up.snapshot]
        pieces = start.pieces()
        squares = range(1, len(way) + 1)
        assert colors == [pieces[n].color if n in pieces else None for n in squares]
