"""Irregular plies in PDN.

A wrong move that was let stand is written as a move, followed by a NAG and by a comment that says
why it was wrong:

    32-27 $2 {irregular: must_capture}

A reader works out from the squares what was captured and whether the piece was crowned. Where
that is not what happened the comment goes on with it (each way as its squares, then the squares
taken), and where the position is not the one that follows, a setup stands after the move:

    32x21 $2 {irregular: wrong_removal; ways 32-21/17; promotes} /FEN "B:W21:B3"/
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise

from rules.errors import SquareError
from rules.game import Ply
from rules.move import Move, Route
from rules.piece import Role
from rules.position import Position
from rules.ruling import Reason

NAG = 2  # a poor move
_UNNAMED = "unnamed"
_SQUARE = "[0-9]{1,3}"
_WAY = f"{_SQUARE}(?:-{_SQUARE})*/(?:{_SQUARE}(?:,{_SQUARE})*)?"
_FORM = re.compile(
    "irregular: (?P<reason>[a-z_]+)"
    f"(?:; ways (?P<ways>{_WAY}(?: {_WAY})*)(?P<promotes>; promotes)?)?"
)


@dataclass(frozen=True, slots=True)
class Mark:
    """What the comment on an irregular ply says. `routes` is empty where they follow from the
    squares."""

    reason: Reason | None
    routes: tuple[Route, ...] = ()
    promotes: bool = False

    def __str__(self) -> str:
        text = f"irregular: {self.reason or _UNNAMED}"
        if self.routes:
            text += "; ways " + " ".join(map(_way, self.routes))
        return text + ("; promotes" if self.promotes else "")


def parse_mark(comment: str) -> Mark | None:
    """The mark that a comment is, None for any other comment."""
    match = _FORM.fullmatch(comment)
    if match is None or match["reason"] not in (*Reason, _UNNAMED):
        return None
    reason = None if match["reason"] == _UNNAMED else Reason(match["reason"])
    routes = tuple(_route(way) for way in (match["ways"] or "").split())
    return Mark(reason, routes, match["promotes"] is not None)


def mark_of(ply: Ply, path: tuple[int, ...]) -> Mark:
    """The mark to write on a ply whose move is written with the squares in `path`."""
    move = ply.move
    plain = Mark(ply.irregular)
    if move is None or motion(ply.before, path, move.is_capture, plain) == move:
        return plain
    return Mark(ply.irregular, move.routes, move.promotes)


def motion(before: Position, path: tuple[int, ...], capture: bool, mark: Mark) -> Move:
    """The move that was written with these squares: by the mark if it says so, else the legal
    move if it is one, else as a piece that goes these ways would capture and be crowned."""
    if mark.routes:
        return Move(path[0], path[-1], mark.routes, mark.promotes)
    for move in before.legal_moves():
        if any(route.path == path for route in move.routes):
            return move
    captured = _jumped(before, path) if capture else ()
    return Move(path[0], path[-1], (Route(path, captured),), _is_crowned(before, path))


def follow(before: Position, move: Move) -> Position | None:
    """The position after any motion; None where it names squares that the board lacks."""
    try:
        return before.after(move.start, move.end, move.captured, move.promotes)
    except SquareError:
        return None


def _jumped(before: Position, path: tuple[int, ...]) -> tuple[int, ...]:
    """The opponent's pieces between the squares of the path, each once."""
    board = before.variant.geometry
    enemies = set(before.squares(before.turn.other))
    jumped: list[int] = []
    for start, end in pairwise(path):
        if min(start, end) >= 1 and max(start, end) <= board.squares:
            jumped += [s for s in board.between(start, end) if s in enemies and s not in jumped]
    return tuple(jumped)


def _is_crowned(before: Position, path: tuple[int, ...]) -> bool:
    if not all(1 <= square <= before.variant.squares for square in (path[0], path[-1])):
        return False
    piece = before.piece_at(path[0])
    if piece is None or piece.role is Role.KING:
        return False
    return before.variant.promotes_on(piece.color, path[-1])


def _way(route: Route) -> str:
    return "-".join(map(str, route.path)) + "/" + ",".join(map(str, route.captured))


def _route(way: str) -> Route:
    path, captured = way.split("/")
    return Route(
        tuple(int(square) for square in path.split("-")),
        tuple(int(square) for square in captured.split(",") if square),
    )
