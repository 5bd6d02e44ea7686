"""Positions that are given as FEN: the start of a game, and setups among its moves."""

from __future__ import annotations

from rules.fen import parse_fen
from rules.piece import Color
from rules.position import Position
from rules.variant import Variant


def start_positions(text: str, variant: Variant) -> list[Position]:
    """The position of a FEN; two where it leaves open who is to move. Raises FenError."""
    return _positions(text, variant, uncrowned=False)


def setup_positions(text: str, before: Position) -> list[Position]:
    """The position of a setup after `before`; a null move, `B::`, is one too. A setup says what
    stood on a board, so a man on its far row that nobody crowned is accepted. Raises FenError."""
    text = text.strip()
    if text.rstrip(":").upper() in ("W", "B"):
        return [before.with_turn(Color(text[0].upper()))]
    return _positions(text, before.variant, uncrowned=True)


def _positions(text: str, variant: Variant, uncrowned: bool) -> list[Position]:
    text = text.strip()
    turns = [color.value for color in Color] if text.startswith("?") else [text[:1]]
    return [
        parse_fen(turn + text[1:], variant, national=True, uncrowned=uncrowned) for turn in turns
    ]
