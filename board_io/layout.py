"""Which squares of a board that senses all of them a game is played on.

Such a board numbers its squares row by row from the top left, light ones too. A `Way` holds its
number (from 0) of square 1, 2, ... of the game. Italian and Spanish draughts want a dark corner at
the lower right: people turn the board a quarter, or leave it as it lies and play on light squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from firmware_protocol.dgt.pieces import dark_indexes
from rules.geometry import Geometry, Grid, geometry

CHESS = 8
"""Rows of a chess board."""
USUAL = geometry(CHESS, CHESS)
Way = tuple[int, ...]


def fits_chess_board(board: Geometry) -> bool:
    """Whether a game on this board can be played on a chess board."""
    return board.width == board.height == CHESS


@cache
def ways(board: Geometry, size: int) -> tuple[Way, ...]:
    """The ways to lay a game out on a board of `size` rows; the usual one of that board where the
    game does not fit it."""
    usual = dark_indexes(size)
    if (board.width, board.height) != (size, size):
        return (usual,)
    straight = tuple(_index(board, square) for square in range(1, board.squares + 1))
    if board.grid is Grid.CROSS or straight == usual:
        return (straight,)
    quarter = tuple(index % size * size + size - 1 - index // size for index in straight)
    return (straight, quarter)


def way_shown(possible: Sequence[Way], occupied: Sequence[object]) -> Way:
    """The way that has most pieces on its squares; `occupied` tells of each of the board's."""
    return max(possible, key=lambda way: sum(bool(occupied[index]) for index in way))


def is_on_dark(board: Geometry) -> bool:
    """Whether the pieces of this game stand on the dark squares of a board that lies as usual."""
    return board.grid is not Grid.CROSS and board.dark_corner_left


def _index(board: Geometry, square: int) -> int:
    return (board.row(square) - 1) * board.width + board.column(square) - 1
