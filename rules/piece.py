"""Colours, roles and pieces."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Color(enum.Enum):
    """A side; the value is its letter in FEN."""

    WHITE = "W"
    BLACK = "B"

    @property
    def other(self) -> Color:
        return Color.BLACK if self is Color.WHITE else Color.WHITE


class Role(enum.Enum):
    """What a piece may do: a man (Dutch: schijf) or a king (dam)."""

    MAN = "man"
    KING = "king"


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece; a king is a man with a second disc on top."""

    color: Color
    role: Role


WHITE_MAN = Piece(Color.WHITE, Role.MAN)
WHITE_KING = Piece(Color.WHITE, Role.KING)
BLACK_MAN = Piece(Color.BLACK, Role.MAN)
BLACK_KING = Piece(Color.BLACK, Role.KING)
