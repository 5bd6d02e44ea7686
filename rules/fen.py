"""FEN: a position as text, `W:W31,32,K45:B1,2`. Read tolerantly, written in one form.

Squares are numbered from the top as white sees it; `national` means as the game itself counts.
Letters, `W:Wa3,c3:Bb8`, are understood as well.
"""

from __future__ import annotations

import re

from rules.errors import FenError
from rules.names import from_national, squares_in
from rules.piece import Color, Piece, Role
from rules.position import Position
from rules.traits import SquareNames
from rules.variant import Variant
from rules.variants import INTERNATIONAL

_SQUARES = re.compile(r"(K?)(\d{1,3})(?:-(\d{1,3}))?", re.ASCII)
_LETTERED = re.compile(r"(K?)([A-J][0-9]{1,2})")
_EXTRA = re.compile(r"[HF]\d+|\+\d\+\d", re.ASCII)  # counters that some programs append
_LONGEST = 2000
_LETTERED_WIDTH = 8  # squares go by letter and digit on boards of this width only


def parse_fen(
    text: str,
    variant: Variant = INTERNATIONAL,
    *,
    national: bool = False,
    uncrowned: bool = False,
) -> Position:
    """The position that `text` describes, on the board of `variant`.

    Accepts ranges, spaces, lower case, a final dot, leading zeros, the colours in either order and
    an empty side; with `uncrowned` also men on the row where they would be kings. Raises FenError,
    in one line, for anything else: squares off the board or named twice, such men.
    """
    if len(text) > _LONGEST:
        raise FenError(f"FEN of {len(text)} characters: a position needs fewer than {_LONGEST}")
    cleaned = "".join(text.split()).upper().removesuffix(".")
    turn, *sides = cleaned.split(":")
    sides = [side for side in sides if not _EXTRA.fullmatch(side)]
    reader = _Pieces(variant, national, uncrowned)
    seen: set[Color] = set()
    for side in sides:
        color = _color(side[:1], "a list of squares")
        if color in seen:
            raise FenError(f"colour {color.value} occurs twice in the FEN: give each colour once")
        seen.add(color)
        for token in side[1:].split(",") if side[1:] else ():
            reader.read(color, token)
    if len(seen) != 2:
        raise FenError("the FEN must name both colours, as in W:W31,32:B1,2")
    if reader.far and not uncrowned:
        squares = ", ".join(map(str, reader.far))
        kings = ", ".join(f"K{square}" for square in reader.far)
        raise FenError(f"a man cannot stand on its far row (square {squares}): write {kings}")
    return Position.of(variant, _color(turn, "the FEN"), reader.pieces)


def format_fen(position: Position, *, national: bool = False) -> str:
    """The canonical FEN of a position."""
    if not national or position.variant.square_names is not SquareNames.NUMBERS_FROM_BELOW:
        return position.fen
    variant, pieces = position.variant, position.pieces()
    turned = {from_national(variant, square): piece for square, piece in pieces.items()}
    # Only the numbers change: how the pieces would stand on a turned board does not matter.
    return Position.of(variant, position.turn, turned).fen


def _color(letter: str, where: str) -> Color:
    if letter not in ("W", "B"):
        raise FenError(f"{where} begins with {letter[:10]!r}: it must begin with W or B")
    return Color(letter)


class _Pieces:
    """The pieces as they are read."""

    def __init__(self, variant: Variant, national: bool, uncrowned: bool) -> None:
        self.variant = variant
        self.national = national
        self.uncrowned = uncrowned
        self.pieces: dict[int, Piece] = {}
        self.far: list[int] = []  # squares of men that should be kings

    def read(self, color: Color, token: str) -> None:
        """One token between commas: a square, or a range of squares."""
        for king, square in self._squares(token):
            self._put(square, Piece(color, Role.KING if king else Role.MAN))

    def _squares(self, token: str) -> list[tuple[bool, int]]:
        lettered = _LETTERED.fullmatch(token)
        if lettered and self.variant.width == _LETTERED_WIDTH:
            return [(bool(lettered[1]), self._lettered(token, lettered[2]))]
        match = _SQUARES.fullmatch(token)
        if match is None:
            raise FenError(f"{token[:20]!r} in the FEN is not a square: use 31, K31 or 31-35")
        king, first, last = match.groups()
        numbers = range(int(first), int(last or first) + 1)
        if not (numbers and numbers[0] >= 1 and numbers[-1] <= self.variant.squares):
            squares = self.variant.squares
            raise FenError(f"{token} in the FEN is off the board: squares are 1 to {squares}")
        return [(bool(king), self._numbered(number)) for number in numbers]

    def _lettered(self, token: str, name: str) -> int:
        square = squares_in(self.variant.geometry, name)[0]
        if not square:
            raise FenError(f"{token} in the FEN is no square that is played on")
        return square

    def _numbered(self, number: int) -> int:
        return from_national(self.variant, number) if self.national else number

    def _put(self, square: int, piece: Piece) -> None:
        if square in self.pieces:
            raise FenError(f"square {square} occurs twice in the FEN: give each square once")
        if piece.role is Role.MAN and self.variant.promotes_on(piece.color, square):
            self.far.append(square)
        self.pieces[square] = piece
