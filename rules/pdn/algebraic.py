"""Squares by letter and digit, as Russian, Brazilian and Czech games name them: a1 is the lower
left corner as white sees it."""

from __future__ import annotations

import re

from rules.geometry import Geometry
from rules.variant import Variant

LETTERED = (25, 26, 29, 30, 41)  # GameType codes of games that are written so (PDN 3.0)
_COLON = (25, 41)  # those that write captures with a colon
_SQUARE = re.compile(r"([A-La-l])([0-9]{1,2})")
_LETTERED_FEN = re.compile(r":[WBwb][Kk]?[A-Ja-j][0-9]")
_IN_FEN = re.compile(r"([:,][WBwb]?[Kk]?)([A-Ja-j][0-9]{1,2})")


def path_of(board: Geometry, text: str) -> tuple[int, ...]:
    """The squares of a move; 0 stands for a square that the board does not have."""
    return tuple(_number(board, *found) for found in _SQUARE.findall(text))


def name_of(board: Geometry, square: int) -> str:
    """The square as letter and digit."""
    return f"{chr(ord('a') + board.column(square) - 1)}{board.height + 1 - board.row(square)}"


def spelled(variant: Variant, text: str) -> str:
    """A move in numbers as the variant writes it."""
    if variant.game_type not in LETTERED:
        return text
    board = variant.geometry
    text = re.sub("[0-9]+", lambda found: name_of(board, int(found[0])), text)
    return text.replace("x", ":") if variant.game_type in _COLON else text


def numbered_fen(board: Geometry, fen: str) -> str:
    """A FEN in which squares go by number, whichever way they are written."""
    fen = "".join(fen.split())
    if not _LETTERED_FEN.search(fen):
        return fen
    return _IN_FEN.sub(lambda found: f"{found[1]}{path_of(board, found[2])[0]}", fen)


def _number(board: Geometry, letter: str, digits: str) -> int:
    column = ord(letter.lower()) - ord("a") + 1
    return board.at(board.height + 1 - int(digits), column) or 0
