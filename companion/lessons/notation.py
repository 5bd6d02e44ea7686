"""Solutions as people write them down."""

from __future__ import annotations

from companion.lessons.model import Exercise, Line, Play
from rules.notation import format_move
from rules.position import Position


def line_text(position: Position, line: Line) -> str:
    """A line as notation, moves with spaces between."""
    words = []
    for move in line:
        words.append(format_move(position, move))
        position = position.play(move)
    return " ".join(words)


def solution_text(exercise: Exercise) -> list[str]:
    """The lines of a played exercise as notation; none for other tasks."""
    if not isinstance(exercise.task, Play):
        return []
    return [line_text(exercise.position, line) for line in exercise.task.lines]
