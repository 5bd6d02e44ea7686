"""Squares and moves as each game writes them: by number, by number from below, by letter and
digit. Inside the rules squares are always numbered row by row from the top as white sees it."""

from __future__ import annotations

import re

from rules.geometry import Geometry
from rules.traits import SquareNames
from rules.variant import Variant

_LETTERED = re.compile(r"([A-La-l])([0-9]{1,2})")
_NUMBER = re.compile("[0-9]+")


def square_name(variant: Variant, square: int) -> str:
    """The square as the game writes it: 28, or c3. Raises SquareError."""
    board = variant.geometry
    board.check(square)
    if variant.square_names is SquareNames.LETTERS:
        return lettered(board, square)
    return str(from_national(variant, square))


def from_national(variant: Variant, number: int) -> int:
    """The square of a number as the game counts; the way back is the same."""
    if variant.square_names is SquareNames.NUMBERS_FROM_BELOW:
        return variant.geometry.turned(number)
    return number


def lettered(board: Geometry, square: int) -> str:
    """The square by column and row: a1 is the lower left corner as white sees it."""
    return f"{chr(ord('a') + board.column(square) - 1)}{board.height + 1 - board.row(square)}"


def squares_in(board: Geometry, text: str) -> tuple[int, ...]:
    """The squares named by letter and digit in a text; 0 stands for one that is not played on."""
    return tuple(_square(board, *found) for found in _LETTERED.findall(text))


def spelled(variant: Variant, text: str) -> str:
    """A move in numbers, 11x2, as the game writes it."""
    text = _NUMBER.sub(lambda found: square_name(variant, int(found[0])), text)
    return text.replace("x", variant.capture_sign)


def _square(board: Geometry, letter: str, digits: str) -> int:
    column = ord(letter.lower()) - ord("a") + 1
    return board.at(board.height + 1 - int(digits), column) or 0
