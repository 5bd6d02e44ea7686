"""FEN: a position as text, `W:W31,32,K45:B1,2`. Read tolerantly, written in one form."""

from __future__ import annotations

import re

from rules.errors import FenError
from rules.piece import Color, Piece, Role
from rules.position import Position
from rules.variant import Variant
from rules.variants import INTERNATIONAL

_SQUARES = re.compile(r"(K?)(\d{1,3})(?:-(\d{1,3}))?", re.ASCII)
_EXTRA = re.compile(r"[HF]\d+", re.ASCII)  # counters that some programs append
_LONGEST = 2000


def parse_fen(text: str, variant: Variant = INTERNATIONAL) -> Position:
    """The position that `text` describes, on the board of `variant`.

    Accepts ranges, spaces, lower case, a final dot, leading zeros, the colours in either order and
    an empty side. Raises FenError, in one line, for anything else: squares off the board or named
    twice, men on the row where they would be kings.
    """
    if len(text) > _LONGEST:
        raise FenError(f"FEN of {len(text)} characters: a position needs fewer than {_LONGEST}")
    cleaned = "".join(text.split()).upper().removesuffix(".")
    turn, *sides = cleaned.split(":")
    sides = [side for side in sides if not _EXTRA.fullmatch(side)]
    pieces: dict[int, Piece] = {}
    seen: set[Color] = set()
    for side in sides:
        color = _color(side[:1], "a list of squares")
        if color in seen:
            raise FenError(f"colour {color.value} occurs twice in the FEN: give each colour once")
        seen.add(color)
        _read_side(variant, color, side[1:], pieces)
    if len(seen) != 2:
        raise FenError("the FEN must name both colours, as in W:W31,32:B1,2")
    return Position.of(variant, _color(turn, "the FEN"), pieces)


def format_fen(position: Position) -> str:
    """The canonical FEN of a position."""
    return position.fen


def _color(letter: str, where: str) -> Color:
    if letter not in ("W", "B"):
        raise FenError(f"{where} begins with {letter[:10]!r}: it must begin with W or B")
    return Color(letter)


def _read_side(variant: Variant, color: Color, listed: str, pieces: dict[int, Piece]) -> None:
    for token in listed.split(",") if listed else ():
        match = _SQUARES.fullmatch(token)
        if match is None:
            raise FenError(f"{token[:20]!r} in the FEN is not a square: use 31, K31 or 31-35")
        king, first, last = match.groups()
        piece = Piece(color, Role.KING if king else Role.MAN)
        for square in _range(variant, token, int(first), int(last or first)):
            _put(variant, square, piece, pieces)


def _range(variant: Variant, token: str, first: int, last: int) -> range:
    if not 1 <= first <= last <= variant.squares:
        raise FenError(f"{token} in the FEN is off the board: squares are 1 to {variant.squares}")
    return range(first, last + 1)


def _put(variant: Variant, square: int, piece: Piece, pieces: dict[int, Piece]) -> None:
    if square in pieces:
        raise FenError(f"square {square} occurs twice in the FEN: give each square once")
    if piece.role is Role.MAN and variant.promotes_on(piece.color, square):
        raise FenError(f"a man cannot stand on its far row (square {square}): write K{square}")
    pieces[square] = piece
