"""Which legal moves a written move may be. More tolerant than `rules.notation`, because the moves
that follow decide where a text fits several."""

from __future__ import annotations

from rules.move import Move
from rules.position import Position

Path = tuple[int, ...]


def fitting(position: Position, path: Path) -> list[Move]:
    """The legal moves that go from the first to the last square of the path. Squares in between
    single out a move where they can: by a route that is just this path, else by one that passes
    these squares; where neither exists they are left out of account."""
    start, end = path[0], path[-1]
    ends = [move for move in position.legal_moves() if move.start == start and move.end == end]
    if len(path) == 2 or len(ends) == 0:
        return ends
    exact = [move for move in ends if any(route.path == path for route in move.routes)]
    return exact or [move for move in ends if passes(move, path)] or ends


def passes(move: Move, path: Path) -> bool:
    """Whether some route of the move visits these squares in this order."""
    return any(_in_order(path, route.path) for route in move.routes)


def begins_capture(position: Position, path: Path) -> bool:
    """Whether a longer legal capture begins with these squares: old files split captures."""
    return any(
        _in_order(path, route.path[:-1])
        for move in position.legal_moves()
        if move.start == path[0] and move.is_capture
        for route in move.routes
    )


def _in_order(part: Path, whole: Path) -> bool:
    if part[0] != whole[0]:
        return False
    remaining = iter(whole)
    return all(square in remaining for square in part)
