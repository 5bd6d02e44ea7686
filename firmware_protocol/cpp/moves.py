"""Moves on the wire: squares in a row, and `d` behind them for a man that becomes a king.

Squares are a file and a row, `a3b4` and `j10i9`, or on apps that number them two digits each,
`3228`. A capture may name its two ends, or every square that the piece stood on.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from firmware_protocol.errors import BodyError, MessageError

PROMOTION = "d"
MOST_SQUARES = 24  # more than any capture has
_LETTERED = "[a-l](?:1[0-2]|[1-9])"
_NUMBERED = "[0-9]{2}"
_CROWNS = "[dDkKqQ]?"  # apps that come from chess crown queens
_LETTERS = re.compile(rf"({_LETTERED}(?:[-x:]?{_LETTERED})+)({_CROWNS})")
_NUMBERS = re.compile(rf"({_NUMBERED}(?:[-x:]?{_NUMBERED})+)({_CROWNS})")
_SHORT_NUMBERS = re.compile(rf"([0-9]{{1,2}}(?:[-x:][0-9]{{1,2}})+)({_CROWNS})")


class Notation(enum.StrEnum):
    """How squares are written."""

    LETTERS = "letters"
    NUMBERS = "numbers"


_SQUARES = {
    Notation.LETTERS: re.compile(_LETTERED),
    Notation.NUMBERS: re.compile("[0-9]{1,2}"),
}


@dataclass(frozen=True, slots=True)
class Uci:
    """The squares that a piece stood on, the first and the last at least, `a3` or `32`;
    `promotes`: it was said that a man becomes a king."""

    squares: tuple[str, ...]
    promotes: bool = False

    def __post_init__(self) -> None:
        if not 2 <= len(self.squares) <= MOST_SQUARES:
            raise MessageError(f"a move of {len(self.squares)} squares; 2 to {MOST_SQUARES} go")
        forms = (_LETTERED, _NUMBERED)
        if not any(all(re.fullmatch(form, s) for s in self.squares) for form in forms):
            raise MessageError(f"{self.squares} are no squares as a3, or as 32")

    @property
    def notation(self) -> Notation:
        return Notation.NUMBERS if self.squares[0].isdigit() else Notation.LETTERS

    @property
    def text(self) -> str:
        """As it is on the wire."""
        return "".join(self.squares) + (PROMOTION if self.promotes else "")


def parse_uci(text: str) -> Uci:
    """The inverse of `Uci.text`; signs between the squares are understood. Raises BodyError."""
    for notation, form in (
        (Notation.LETTERS, _LETTERS),
        (Notation.NUMBERS, _NUMBERS),
        (Notation.NUMBERS, _SHORT_NUMBERS),
    ):
        if (found := form.fullmatch(text)) is not None:
            squares = tuple(square.zfill(2) for square in _SQUARES[notation].findall(found[1]))
            if len(squares) > MOST_SQUARES:
                break
            return Uci(squares, promotes=bool(found[2]))
    raise BodyError(f"{text[:40]!r} is no move; a3b4 and 3228 are")
