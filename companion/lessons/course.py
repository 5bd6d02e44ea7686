"""Which exercises are done, one after the other: from one on, up the ladder."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.errors import InputError
from companion.lessons.bookcase import find_exercise, find_lesson
from companion.lessons.library import lesson_ids, lessons
from companion.lessons.model import Exercise, Lesson


class Course:
    """Lessons in their order, and the exercise that is being done. Needs at least one exercise."""

    def __init__(self, lessons: Sequence[Lesson], first: str = "") -> None:
        self._places = [(lesson, n) for lesson in lessons for n in range(len(lesson.exercises))]
        ids = [lesson.exercises[n].id for lesson, n in self._places]
        self._at = ids.index(first) if first in ids else 0

    @property
    def lesson(self) -> Lesson:
        return self._places[self._at][0]

    @property
    def exercise(self) -> Exercise:
        lesson, number = self._places[self._at]
        return lesson.exercises[number]

    @property
    def number(self) -> int:
        """Which exercise of its lesson it is, from 1."""
        return self._places[self._at][1] + 1

    @property
    def has_next(self) -> bool:
        return self._at + 1 < len(self._places)

    def go_on(self) -> None:
        """To the next exercise."""
        self._at += 1


def course_from(what: str, solved: Collection[str] = ()) -> Course:
    """From an exercise on; from the first of a lesson that is not among the `solved`; or, where
    nothing is said, from the first of the ladder. Lessons of one's own are no part of the ladder.
    Raises InputError."""
    ladder = lessons()
    if not what:
        return Course(ladder, _first_open(ladder, solved))
    if what.rpartition("-")[2].isdigit():
        exercise = find_exercise(what)
        lesson, first = find_lesson(what.rpartition("-")[0]), exercise.id
    else:
        lesson = find_lesson(what)
        first = _first_open([lesson], solved)
    if lesson.id not in lesson_ids():
        return Course([lesson], first)
    at = lesson_ids().index(lesson.id)
    return Course(ladder[at:], first)


def _first_open(lessons: Sequence[Lesson], solved: Collection[str]) -> str:
    exercises = (exercise for lesson in lessons for exercise in lesson.exercises)
    found = next((exercise for exercise in exercises if exercise.id not in solved), None)
    if not lessons or not lessons[0].exercises:
        raise InputError("there is no exercise in this lesson")
    return found.id if found else lessons[0].exercises[0].id
