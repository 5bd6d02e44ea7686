"""Squares and piece codes of a DGT board.

The board numbers its squares row by row from the top left, light ones too, whichever way it lies.
For draughts pieces there are two tables of codes: a change of 2011 swapped those of the white king
and the black man. No message says which one holds; the start position shows it.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from functools import cache

from firmware_protocol.codes import Content

CHESS_LETTERS = ".PRNBKQprnbkq"
_LETTERS = {
    Content.EMPTY: "e",
    Content.WHITE_MAN: "w",
    Content.BLACK_MAN: "b",
    Content.WHITE_KING: "W",
    Content.BLACK_KING: "B",
    Content.WHITE: "w",
    Content.BLACK: "b",
}
_WHITE_MAN, _BLACK_KING = 1, 10


class Coding(enum.Enum):
    """Which piece a code means."""

    SINCE_2011 = "2011"
    BEFORE_2011 = "pre-2011"
    CHESS = "chess"  # chess figures: the colour alone means something

    def content(self, code: int) -> Content:
        """What stands on a square of this code; UNKNOWN where it is none of this table."""
        return _TABLES[self].get(code, Content.UNKNOWN)

    def letter(self, code: int) -> str:
        """w b W B for the pieces, e for an empty square, ? for an unknown code."""
        return _LETTERS.get(self.content(code), "?")


_TABLES = {
    Coding.SINCE_2011: {
        0: Content.EMPTY,
        _WHITE_MAN: Content.WHITE_MAN,
        4: Content.BLACK_MAN,
        7: Content.WHITE_KING,
        _BLACK_KING: Content.BLACK_KING,
    },
    Coding.BEFORE_2011: {
        0: Content.EMPTY,
        _WHITE_MAN: Content.WHITE_MAN,
        7: Content.BLACK_MAN,
        4: Content.WHITE_KING,
        _BLACK_KING: Content.BLACK_KING,
    },
    Coding.CHESS: {0: Content.EMPTY}
    | dict.fromkeys(range(1, 7), Content.WHITE)
    | dict.fromkeys(range(7, 13), Content.BLACK),
}


@cache
def dark_indexes(size: int) -> tuple[int, ...]:
    """The board's index of square 1, 2, ... of a board with `size` rows."""
    return tuple(
        row * size + column for row in range(size) for column in range(1 - row % 2, size, 2)
    )


def light_occupied(codes: Sequence[int], size: int) -> int:
    """How many pieces stand on light squares; many: the board lies a quarter turn wrong."""
    dark = set(dark_indexes(size))
    return sum(bool(code) for index, code in enumerate(codes) if index not in dark)


def start_coding(squares: Sequence[int]) -> Coding | None:
    """The coding that this start position shows, None where it is none. `squares`: the codes of
    squares 1, 2, ...; the board may lie either way round. Where all 64 are played on the men of
    Turkish draughts leave the outer rows free."""
    if len(squares) == 64 and not any((*squares[:8], *squares[-8:])):
        squares = squares[8:-8]
    men = {50: 20, 48: 16}.get(len(squares), 12)
    upper, middle, lower = squares[:men], squares[men:-men], squares[-men:]
    if any(middle) or not (all(upper) and all(lower)):
        return None
    sides = {frozenset(upper), frozenset(lower)}
    if sides == {frozenset({_WHITE_MAN}), frozenset({4})}:
        return Coding.SINCE_2011
    if sides == {frozenset({_WHITE_MAN}), frozenset({7})}:
        return Coding.BEFORE_2011
    white, black = sorted((upper, lower), key=max)
    if max(white) <= 6 < min(black) and max(black) <= 12:
        return Coding.CHESS
    return None
