"""What screen and page show of a lesson."""

from __future__ import annotations

from dataclasses import dataclass

from companion.lessons.course import Course
from companion.lessons.model import Exercise, Lesson, Point
from companion.lessons.practising import AnyPractice
from companion.lessons.texts import LessonTexts
from companion.lessons.wishes import options_of
from companion.view import GuestView


@dataclass(frozen=True, slots=True)
class LessonView(GuestView):
    """`exercise` and `lesson` for what depends on the language of those who look."""

    lesson: Lesson | None = None
    exercise: Exercise | None = None


def lesson_view(
    course: Course, practice: AnyPractice, texts: LessonTexts, stage: str, child: str
) -> LessonView:
    """How far it is. The values are: id, title, at, of, stage, child, hints, solved, points."""
    lesson, exercise = course.lesson, practice.exercise
    return LessonView(
        "lesson",
        {
            "id": exercise.id,
            "title": title_of(lesson, texts),
            "at": course.number,
            "of": len(lesson.exercises),
            "stage": stage,
            "child": child,
            "hints": practice.hints,
            "solved": practice.solved,
            "points": isinstance(exercise.task, Point),
        },
        lesson=lesson,
        exercise=exercise,
    )


def title_of(lesson: Lesson, texts: LessonTexts) -> str:
    """What a lesson is called."""
    if lesson.level == 0:
        return lesson.title or lesson.id
    return texts.plain(f"lesson.{lesson.id}.title")


def answers_of(exercise: Exercise, texts: LessonTexts) -> list[tuple[str, str]]:
    """The answers to choose from, and how they read."""
    return [(option, texts.choice(option)) for option in options_of(exercise)]
