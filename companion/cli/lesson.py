"""`dambord lesson`: the lessons, exercises of one's own, and sheets to print."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli.play import add_board, page_wishes
from companion.cli.shape import (
    EXIT_FINE,
    EXIT_NO,
    Parsers,
    add_json,
    add_settings,
    print_json,
    settings_of,
    verb_parser,
    warn,
)

if TYPE_CHECKING:
    from companion.lessons.model import Exercise, Lesson
    from companion.lessons.texts import LessonTexts


def add_parser(parsers: Parsers[argparse.ArgumentParser]) -> None:
    parser = verb_parser(
        parsers, "lesson", "lessons and exercises", "dambord lesson list --level 1", None
    )
    acts = parser.add_subparsers(dest="act", metavar="ACT", required=True)
    listed = verb_parser(acts, "list", "every lesson", "dambord lesson list --level 1", _list)
    shown = verb_parser(
        acts, "show", "one exercise", "dambord lesson show coup_turc-1 --solution", _show
    )
    checked = verb_parser(
        acts, "check", "files with exercises of your own", "dambord lesson check mine.toml", _check
    )
    sheet = verb_parser(
        acts,
        "sheet",
        "an exercise sheet to print, as HTML",
        "dambord lesson sheet most_pieces coup_turc --output sheet.html",
        _sheet,
    )
    started = verb_parser(
        acts,
        "start",
        "give a lesson on a board",
        "dambord lesson start coup_turc --child Anna --board auto",
        _start,
    )
    add_board(started)
    started.add_argument(
        "which",
        metavar="ID",
        nargs="?",
        default="",
        help="a lesson or an exercise; default: where the child was, or the first",
    )
    started.add_argument("--child", metavar="NAME", default="", help="whose progress is kept")
    for act in (listed, shown, checked, sheet):
        add_settings(act)
    for act in (listed, shown, checked):
        add_json(act)
    listed.add_argument("--level", type=int, choices=(0, 1, 2, 3), help="0: your own lessons")
    shown.add_argument("exercise", metavar="ID", help="a lesson and a number: coup_turc-1")
    shown.add_argument("--solution", action="store_true", help="also the solution")
    checked.add_argument("files", metavar="FILE", type=Path, nargs="+")
    sheet.add_argument("which", metavar="LEVEL|ID", nargs="+", help="levels, lessons, exercises")
    sheet.add_argument("--output", metavar="FILE", type=Path, help="default: the screen")


def _texts(given: argparse.Namespace) -> LessonTexts:
    from companion.lessons.texts import load_lesson_texts

    return load_lesson_texts(settings_of(given).language)


def _list(given: argparse.Namespace) -> int:
    from companion.lessons.bookcase import every_lesson

    texts = _texts(given)
    found, problems = every_lesson()
    for problem in problems:
        warn(problem)
    chosen = [lesson for lesson in found if given.level in (None, lesson.level)]
    if given.json:
        print_json([_lesson_facts(lesson, texts) for lesson in chosen])
        return EXIT_FINE
    for lesson in chosen:
        print(
            f"{lesson.level}  {lesson.id:<18} {len(lesson.exercises):>3}  {_title(lesson, texts)}"
        )
    return EXIT_FINE


def _title(lesson: Lesson, texts: LessonTexts) -> str:
    if lesson.level == 0:
        return lesson.title or lesson.id
    return texts.plain(f"lesson.{lesson.id}.title")


def _lesson_facts(lesson: Lesson, texts: LessonTexts) -> dict[str, object]:
    return {
        "id": lesson.id,
        "level": lesson.level,
        "title": _title(lesson, texts),
        "exercises": [exercise.id for exercise in lesson.exercises],
    }


def _show(given: argparse.Namespace) -> int:
    from companion.lessons.bookcase import find_exercise
    from companion.lessons.practice import question
    from companion.lessons.sheet import answer_text
    from rules.diagram import diagram

    texts = _texts(given)
    exercise = find_exercise(given.exercise)
    if given.json:
        print_json(_exercise_facts(exercise, texts, given.solution))
        return EXIT_FINE
    print(texts.written(question(exercise)))
    print(diagram(exercise.position))
    if given.solution:
        print(answer_text(exercise, texts))
    return EXIT_FINE


def _exercise_facts(exercise: Exercise, texts: LessonTexts, solved: bool) -> dict[str, object]:
    from companion.lessons.practice import question
    from companion.lessons.sheet import answer_text

    facts: dict[str, object] = {
        "id": exercise.id,
        "task": type(exercise.task).__name__.lower(),
        "fen": exercise.position.fen,
        "question": texts.written(question(exercise)),
        "spoken": texts.spoken(question(exercise)),
    }
    return facts | ({"solution": answer_text(exercise, texts)} if solved else {})


def _check(given: argparse.Namespace) -> int:
    from companion.errors import InputError
    from companion.lessons.own import read_lesson
    from companion.lessons.sheet import answer_text

    texts = _texts(given)
    good: list[Lesson] = []
    problems: list[str] = []
    for path in given.files:
        try:
            good.append(read_lesson(path))
        except InputError as error:
            problems.append(str(error))
            warn(str(error))
    if given.json:
        print_json({"lessons": [_lesson_facts(one, texts) for one in good], "problems": problems})
    else:
        for exercise in (exercise for lesson in good for exercise in lesson.exercises):
            print(f"{exercise.id}: {answer_text(exercise, texts)}")
    return EXIT_NO if problems else EXIT_FINE


def _start(given: argparse.Namespace) -> int:
    from companion.play import LessonWish, Wishes, play

    settings = settings_of(given)
    lesson = LessonWish(given.which, given.child)
    wishes = Wishes(page=page_wishes(given, settings), lesson=lesson)
    return play(settings, wishes, speech=settings.speech and not given.no_speech)


def _sheet(given: argparse.Namespace) -> int:
    from companion.lessons.bookcase import exercises_named
    from companion.lessons.sheet import exercise_sheet
    from companion.pdn_export import write_file
    from companion.web.shell import static_text

    texts = _texts(given)
    style = f"<style>\n{static_text('exercise-sheet.css')}</style>"
    html = exercise_sheet("", exercises_named(given.which), texts, style)
    if given.output:
        write_file(given.output, html)
    else:
        print(html, end="")
    return EXIT_FINE
