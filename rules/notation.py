"""Moves as text: 32-28, 28x19, and 47x36x27 where start and end alone would be ambiguous."""

from __future__ import annotations

import re

from rules.errors import AmbiguousMoveError, IllegalMoveError, MalformedMoveError
from rules.move import Move, Route
from rules.names import squares_in
from rules.position import Position

_MOVE = re.compile(r"\d{1,3}(?:[-x:]\d{1,3})+", re.ASCII)
_LETTERED = re.compile(r"[a-hA-H][1-8](?:[-x:]?[a-hA-H][1-8])+")
_LETTERED_WIDTH = 8
_BARE = re.compile(r"(\d\d)(\d\d)", re.ASCII)
_SIGN = re.compile(r"[-x:]")


def format_move(position: Position, move: Move) -> str:
    """The move as PDN writes it: start and end, and every square in between only where another
    legal move of the position has the same start and end (PDN 3.0)."""
    if not _has_twin(position, move):
        return move.short
    written = (route.path for route in move.routes if _is_written(position, route))
    return ("x" if move.is_capture else "-").join(str(square) for square in min(written))


def parse_move(position: Position, text: str) -> Move:
    """The legal move that `text` names. Accepts spaces, leading zeros, x or : for a capture, the
    wrong sign, squares in between, all of them or some, and c3-d4 on boards of 64 squares. Raises
    MalformedMoveError, IllegalMoveError or AmbiguousMoveError."""
    squares = _squares(position, text)
    ends = (squares[0], squares[-1])
    found = [move for move in position.legal_moves() if (move.start, move.end) == ends]
    found = by_sign(found, "-" not in text)
    exact = [move for move in found if any(route.path == squares for route in move.routes)]
    if len(exact) == 1:
        return exact[0]
    found = [m for m in found if any(r.passes(squares) for r in m.routes)]
    if len(found) == 1:
        return found[0]
    if found:
        ways = " or ".join(format_move(position, move) for move in found)
        raise AmbiguousMoveError(f"{text.strip()} is ambiguous: write {ways}")
    raise IllegalMoveError(f"{text.strip()} is not a legal move in {position.fen}")


def by_sign(moves: list[Move], capture: bool) -> list[Move]:
    """Of moves with the same ends those that are captures, or not; all of them where none is as
    the sign says. They differ where the house does not oblige anybody to capture."""
    return [move for move in moves if move.is_capture is capture] or moves


def _has_twin(position: Position, move: Move) -> bool:
    ends = (move.start, move.end)
    return sum((other.start, other.end) == ends for other in position.legal_moves()) > 1


def _is_written(position: Position, route: Route) -> bool:
    """Whether a route may be written in full: where a king goes straight on it lands directly
    behind the captured piece (PDN 3.0)."""
    board = position.variant.geometry
    path, captured = route.path, route.captured
    for before, at, after, over in zip(path, path[1:], path[2:], captured, strict=False):
        straight = board.direction(before, at) == board.direction(at, after)
        if straight and board.between(over, at):
            return False
    return True


def _squares(position: Position, text: str) -> tuple[int, ...]:
    cleaned = "".join(text.split()).replace("X", "x").replace("×", "x")
    if position.variant.width == _LETTERED_WIDTH and _LETTERED.fullmatch(cleaned):
        return squares_in(position.variant.geometry, cleaned)
    bare = _BARE.fullmatch(cleaned)
    if bare:
        return (int(bare[1]), int(bare[2]))
    if not _MOVE.fullmatch(cleaned):
        raise MalformedMoveError(f"{text.strip()[:30]!r} is not a move: write 32-28 or 28x19")
    return tuple(int(number) for number in _SIGN.split(cleaned))
