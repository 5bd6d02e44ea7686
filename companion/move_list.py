"""The moves of a game as they are read: written as the game writes them, a huffed piece with the
move of who took it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rules.game import Game, Ply
from rules.huffing import huffed_square
from rules.names import spelled, square_name
from rules.notation import format_move
from rules.ruling import Reason

UNKNOWN = "?"
"""A move that nobody saw."""
TO_COME = "…"
"""Who took a piece has not moved yet."""


@dataclass(frozen=True, slots=True)
class Written:
    """One move. `huffed`: the square of the piece that was taken before it, as the game names it;
    empty where none was."""

    text: str
    irregular: Reason | None = None
    huffed: str = ""


def moves_of(game: Game) -> list[Written]:
    """The moves in order; white and black in turn, whoever began."""
    moves: list[Written] = []
    huffed = ""
    for ply in game.plies:
        if (square := huffed_square(ply)) is not None:
            huffed = square_name(game.variant, square)
            continue
        moves.append(Written(_text(ply), ply.irregular, huffed))
        huffed = ""
    return [*moves, Written(TO_COME, huffed=huffed)] if huffed else moves


@lru_cache(maxsize=1024)
def _text(ply: Ply) -> str:
    if ply.move is None:
        return UNKNOWN
    return spelled(ply.before.variant, format_move(ply.before, ply.move))
