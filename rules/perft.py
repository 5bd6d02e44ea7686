"""Counting lines of play, to check and to time move generators."""

from __future__ import annotations

from typing import NamedTuple

from rules.position import Position


class Perft(NamedTuple):
    """Lines of play of one length: counted by moves, and with the last move by its routes."""

    moves: int
    routes: int


def perft(position: Position, depth: int) -> Perft:
    """The number of lines of `depth` plies from `position`; depth 0 is one line."""
    if depth <= 0:
        return Perft(1, 1)
    legal = position.legal_moves()
    if depth == 1:
        return Perft(len(legal), sum(len(move.routes) for move in legal))
    found = [perft(position.play(move), depth - 1) for move in legal]
    return Perft(sum(p.moves for p in found), sum(p.routes for p in found))
