"""Between the columns of the database and the types of the rules."""

from __future__ import annotations

from collections.abc import Iterable

from rules.game import Outcome, Termination
from rules.move import Move, Route
from rules.piece import Color
from rules.position import Position


def squares_text(squares: Iterable[int]) -> str:
    """Squares as they are kept; `squares_in` gives them back."""
    return ",".join(map(str, squares))


def squares_in(text: str) -> tuple[int, ...]:
    """Raises ValueError where the text is damaged."""
    return tuple(int(part) for part in text.split(",")) if text else ()


def outcome_in(winner: str | None, termination: str | None) -> Outcome | None:
    """The result of a row; raises ValueError where it is damaged."""
    if termination is None:
        return None
    return Outcome(Color(winner) if winner else None, Termination(termination))


def outcome_text(outcome: Outcome | None) -> str:
    """The score, or * for a game without a result."""
    return outcome.text if outcome else "*"


def move_in(
    before: Position, path: tuple[int, ...], captured: tuple[int, ...], promotes: bool
) -> Move | None:
    """The legal move that was kept, with all its routes; else the motion as it was made."""
    if not path:
        return None
    for move in before.legal_moves():
        if (move.start, move.end) == (path[0], path[-1]) and set(move.captured) == set(captured):
            return move
    return Move(path[0], path[-1], (Route(path, captured),), promotes)
