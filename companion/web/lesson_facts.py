"""What pages show of lessons, as plain data in the language of who looks. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from announcer.catalogue import Catalogue
from companion.lessons.model import Lesson
from companion.lessons.practice import question
from companion.lessons.progress import Report
from companion.lessons.telling import as_announcement
from companion.lessons.texts import LessonTexts, load_lesson_texts
from companion.lessons.view import LessonView, answers_of, title_of
from companion.view import GuestView
from companion.web.picture import Value


def lesson_facts(guest: GuestView | None, language: str) -> Value:
    """The exercise that is being done on the board; None where there is none."""
    if not isinstance(guest, LessonView) or guest.lesson is None or guest.exercise is None:
        return None
    texts = load_lesson_texts(language)
    task = as_announcement(question(guest.exercise))
    answers = answers_of(guest.exercise, texts)
    return {
        "title": title_of(guest.lesson, texts),
        "task": Catalogue.load(language).sentence(task),
        "answers": [{"value": value, "text": text} for value, text in answers],
    }


def ladder_facts(lessons: Iterable[Lesson], texts: LessonTexts) -> list[Value]:
    """Every lesson with its exercises, in the order in which they are learned."""
    return [
        {
            "id": lesson.id,
            "level": lesson.level,
            "title": title_of(lesson, texts),
            "exercises": [exercise.id for exercise in lesson.exercises],
        }
        for lesson in lessons
    ]


def child_facts(report: Report | None) -> dict[str, Value]:
    """What one child solved, and where it cannot go on; None: nothing yet."""
    if report is None:
        return {"solved": [], "alone": [], "stuck": None}
    solved: list[Value] = [*sorted(report.solved)]
    alone: list[Value] = [*sorted(report.alone)]
    return {"solved": solved, "alone": alone, "stuck": report.stuck_on}


def class_facts(
    reports: Sequence[Report], lessons: Sequence[Lesson], texts: LessonTexts
) -> dict[str, Value]:
    """The class at a glance: child by child, those who are stuck first, and theme by theme."""
    titles = {lesson.id: title_of(lesson, texts) for lesson in lessons}
    children: list[Value] = [_child_line(report, titles) for report in reports]
    themes = [_theme_line(lesson, titles[lesson.id], reports) for lesson in lessons]
    return {"children": children, "themes": [one for one in themes if one is not None]}


def _child_line(report: Report, titles: Mapping[str, str]) -> Value:
    stuck = report.stuck_on
    of, _, number = (stuck or "").rpartition("-")
    return {
        "name": report.child,
        "solved": len(report.solved),
        "alone": len(report.alone),
        "tries": report.tries,
        "day": report.last.at.date().isoformat(),
        "stuck": {"title": titles.get(of, of), "number": number} if stuck else None,
    }


def _theme_line(lesson: Lesson, title: str, reports: Sequence[Report]) -> Value:
    """Who has done all of a theme, who some, who is stuck in it; None where nobody began."""
    ids = {exercise.id for exercise in lesson.exercises}
    done: list[Value] = [one.child for one in reports if ids <= one.solved]
    begun: list[Value] = [
        one.child for one in reports if one.solved & ids and one.child not in done
    ]
    stuck: list[Value] = [one.child for one in reports if one.stuck_on in ids]
    if not (done or begun or stuck):
        return None
    return {"title": title, "done": done, "begun": begun, "stuck": stuck}
