"""Positions that are given as FEN: the start of a game, and setups among its moves."""

from __future__ import annotations

from rules.errors import FenError
from rules.fen import parse_fen
from rules.pdn.algebraic import numbered_fen
from rules.piece import Color, Piece, Role
from rules.position import Position
from rules.variant import Variant


def start_positions(text: str, variant: Variant) -> list[Position]:
    """The position of a FEN; two where it leaves open who is to move. Raises FenError."""
    text = numbered_fen(variant.geometry, text)
    if text.startswith("?"):
        return [parse_fen(color.value + text[1:], variant) for color in Color]
    return [parse_fen(text, variant)]


def setup_positions(text: str, before: Position) -> list[Position]:
    """The position of a setup after `before`; a null move, `B::`, is one too. A setup says what
    stood on a board, so a man on its far row that nobody crowned is accepted. Raises FenError."""
    text = text.strip()
    if text.rstrip(":").upper() in ("W", "B"):
        return [before.with_turn(Color(text[0].upper()))]
    try:
        return start_positions(text, before.variant)
    except FenError:
        rest, men = _without_uncrowned(text.upper(), before.variant)
        if not men:
            raise
        return [_joined(position, men) for position in start_positions(rest, before.variant)]


def _without_uncrowned(text: str, variant: Variant) -> tuple[str, dict[int, Piece]]:
    """The FEN without the men that stand on their far rows, and these men."""
    turn, *sides = text.split(":")
    men: dict[int, Piece] = {}
    kept = [turn]
    for side in sides:
        squares = side[1:].split(",")
        found = [s for s in squares if _is_uncrowned(side[:1], s, variant)]
        kept.append(side[:1] + ",".join(s for s in squares if s not in found))
        men.update({int(s): Piece(Color(side[0]), Role.MAN) for s in found})
    return ":".join(kept), men


def _is_uncrowned(color: str, square: str, variant: Variant) -> bool:
    if color not in ("W", "B") or not (square.isascii() and square.isdigit() and len(square) < 4):
        return False
    number = int(square)
    return 1 <= number <= variant.squares and variant.promotes_on(Color(color), number)


def _joined(position: Position, men: dict[int, Piece]) -> Position:
    pieces = position.pieces()
    twice = pieces.keys() & men.keys()
    if twice:
        raise FenError(f"square {min(twice)} occurs twice in the FEN: give each square once")
    return Position.of(position.variant, position.turn, pieces | men)
