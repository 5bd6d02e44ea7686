"""Boards of every shape: lines, numbers and bits."""

from __future__ import annotations

import pytest

from rules.errors import SquareError
from rules.geometry import DIAGONALS, STRAIGHTS, Geometry, geometry

SHAPES = [(10, 10, True), (8, 8, True), (8, 8, False), (12, 12, True), (10, 8, True)]


@pytest.fixture(params=SHAPES, ids=lambda shape: "{}x{}{}".format(*shape[:2], "LR"[not shape[2]]))
def board(request: pytest.FixtureRequest) -> Geometry:
    return geometry(*request.param)


def test_a_step_in_each_direction_is_one_shift(board: Geometry) -> None:
    shifts = (-board.long, -board.short, board.short, board.long)
    for way, shift in zip(DIAGONALS, shifts, strict=True):
        for square in range(1, board.squares + 1):
            bit = board.bits[square]
            moved = (bit << shift if shift > 0 else bit >> -shift) & board.board
            assert board.listed(moved) == board.line(square, way)[:1]


def test_lines_lead_there_and_back(board: Geometry) -> None:
    for way in (*DIAGONALS, *STRAIGHTS):
        back = (-way[0], -way[1])
        for square in range(1, board.squares + 1):
            assert all(square in board.line(other, back) for other in board.line(square, way))


def test_packing_and_unpacking_undo_each_other(board: Geometry) -> None:
    every = (1 << board.squares) - 1
    assert board.pack(board.board) == every
    assert board.unpack(every) == board.board
    for square in range(1, board.squares + 1):
        assert board.pack(board.bits[square]) == 1 << (square - 1)
        assert board.unpack(1 << (square - 1)) == board.bits[square]


def test_direction_and_between_follow_the_lines(board: Geometry) -> None:
    for square in range(1, board.squares + 1):
        for way in DIAGONALS:
            line = board.line(square, way)
            for index, other in enumerate(line):
                assert board.direction(square, other) == way
                assert board.between(square, other) == line[:index]
    assert board.direction(1, 1) is None
    assert board.between(1, 2) == ()


def test_turning_the_board_twice_changes_nothing(board: Geometry) -> None:
    for square in range(1, board.squares + 1):
        assert board.turned(board.turned(square)) == square
        assert board.row(board.turned(square)) == board.height + 1 - board.row(square)
    with pytest.raises(SquareError):
        board.check(board.squares + 1)
