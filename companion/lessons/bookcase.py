"""All lessons there are on this computer: those of the program and a teacher's own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from companion.errors import InputError
from companion.lessons.library import exercise, lesson, lesson_ids, lessons
from companion.lessons.model import Exercise, Lesson
from companion.lessons.own import own_lessons, read_lesson
from companion.settings import data_folder


def own_folder() -> Path:
    """Where the lessons of one's own are."""
    return data_folder() / "lessons"


def every_lesson() -> tuple[list[Lesson], Sequence[str]]:
    """Every lesson, those of one's own last; and what is wrong with files, one line each."""
    own = own_lessons(own_folder())
    return [*lessons(), *own.lessons], own.problems


def find_lesson(name: str) -> Lesson:
    """The lesson with this id, one of one's own where the program has none. Raises InputError."""
    own = {path.stem: path for path in own_folder().glob("*.toml")}
    if name in lesson_ids() or name not in own:
        return lesson(name)
    return read_lesson(own[name])


def find_exercise(name: str) -> Exercise:
    """The exercise with this id, such as "coup_turc-2". Raises InputError."""
    of = name.rpartition("-")[0]
    if of in lesson_ids() or not of:
        return exercise(name)
    found = next((one for one in find_lesson(of).exercises if one.id == name), None)
    if found is None:
        raise InputError(f"there is no exercise {name[:40]!r} in your lesson {of[:40]}")
    return found


def exercises_named(names: Iterable[str]) -> list[Exercise]:
    """The exercises of these levels, lessons and exercises, in this order. Raises InputError."""
    found: list[Exercise] = []
    for name in names:
        if name in ("1", "2", "3"):
            found += [one for each in lessons(int(name)) for one in each.exercises]
        elif name.rpartition("-")[2].isdigit():
            found.append(find_exercise(name))
        else:
            found += find_lesson(name).exercises
    return found
