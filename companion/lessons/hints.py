"""Hints in three steps: that there is something, which piece, the way."""

from __future__ import annotations

from collections.abc import Sequence

from announcer.announcement import Values
from announcer.moves import way_of
from companion.lessons.model import Aim, Choose, Exercise, Goal, Judge, Point
from companion.lessons.rulings import verdict_on
from companion.lessons.texts import Saying, Told
from rules.move import Move
from rules.position import Position


def rule_of(exercise: Exercise) -> Saying:
    """What the lesson is about, in one sentence."""
    return Saying(f"lesson.{exercise.lesson}.rule")


def move_hint(exercise: Exercise, goal: Goal, position: Position, move: Move, step: int) -> Saying:
    """A hint for `move`, the learner's next one."""
    if step <= 1:
        if goal.aim is Aim.LEGAL:
            return rule_of(exercise)
        key = "hint.go_on" if move.is_capture else f"hint.{goal.aim}"
        return Saying(key, values=Values(color=position.turn))
    return Saying("hint.piece", (move.start,)) if step == 2 else way_told(position, move)


def way_told(position: Position, move: Move) -> Saying:
    """The way of a move in words."""
    squares = (move.start, move.end)
    if not move.is_capture:
        return Saying("hint.way_quiet", squares, way_of(move, position.turn))
    route = move.route
    values = Values(
        color=position.turn, route=route.path, captured=route.captured, count=len(route.captured)
    )
    return Saying("hint.way_capture", squares, values)


def point_hint(exercise: Exercise, task: Point, left: Sequence[int], step: int) -> Saying:
    """A hint for the squares that were not pointed at yet."""
    if step <= 1:
        return rule_of(exercise)
    if step == 2 and not task.any_one:
        return Saying("hint.how_many", values=Values(count=len(left)))
    return Saying("hint.square", tuple(left[:1]))


def judge_hint(exercise: Exercise, task: Judge, step: int) -> Sequence[Told]:
    """The rule, what it says here, the answer."""
    if step <= 1:
        return [rule_of(exercise)]
    answer = [Saying("hint.allowed" if task.allowed else "hint.not_allowed")] if step > 2 else []
    reason = verdict_on(exercise.position, task.attempt)
    return [*answer, reason or rule_of(exercise)]


def choose_hint(exercise: Exercise, task: Choose, step: int) -> Told:
    """The rule, the note of the exercise, the answer."""
    if step <= 1 or (step == 2 and not exercise.note):
        return rule_of(exercise)
    if step == 2:
        return Saying(f"note.{exercise.note}")
    if task.answer.isdigit():
        return Saying("hint.number", values=Values(count=int(task.answer)))
    return Saying(f"hint.choice.{task.answer}")
