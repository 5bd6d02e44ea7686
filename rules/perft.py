"""Counting lines of play, to check and to time move generators."""

from __future__ import annotations

from typing import NamedTuple

from rules.position import Position


class Perft(NamedTuple):
    """Lines of play of one length: counted by moves, and by the routes of every move."""

    moves: int
    routes: int


def perft(position: Position, depth: int) -> Perft:
    """The number of lines of `depth` plies from `position`; depth 0 is one line."""
    if depth <= 0:
        return Perft(1, 1)
    legal = position.legal_moves()
    if depth == 1:
        # Captures come first: where the first move is quiet, each has one route.
        forced = legal and legal[0].is_capture
        return Perft(len(legal), sum(len(m.routes) for m in legal) if forced else len(legal))
    moves = routes = 0
    for move in legal:
        found = perft(position.play(move), depth - 1)
        moves += found[0]
        routes += len(move.routes) * found[1]
    return Perft(moves, routes)
