"""The lessons that come with the program, in the order in which they are learned."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources

from companion.errors import InputError
from companion.lessons.files import parse_lesson
from companion.lessons.model import Exercise, Lesson

_FOLDER = resources.files("companion.lessons") / "themes"
_ORDER = "order.txt"


@lru_cache(maxsize=1)
def lesson_ids() -> tuple[str, ...]:
    """Every lesson, the first to be learned first."""
    return tuple((_FOLDER / _ORDER).read_text(encoding="utf-8").split())


@lru_cache(maxsize=128)
def lesson(name: str) -> Lesson:
    """The lesson with this id. Raises InputError."""
    if name not in lesson_ids():
        raise InputError(
            f"there is no lesson {name!r}; `dambord lesson list` shows which there are"
        )
    return parse_lesson(name, (_FOLDER / f"{name}.toml").read_text(encoding="utf-8"))


def lessons(level: int | None = None) -> tuple[Lesson, ...]:
    """Every lesson, or those of one level."""
    return tuple(found for found in map(lesson, lesson_ids()) if level in (None, found.level))


def exercise(name: str) -> Exercise:
    """The exercise with this id, such as "coup_turc-2". Raises InputError."""
    of, _, number = name.rpartition("-")
    found = lesson(of or name).exercises
    if not (number.isascii() and number.isdigit() and 1 <= int(number) <= len(found)):
        raise InputError(f"there is no exercise {name!r}; {of or name} has 1 to {len(found)}")
    return found[int(number) - 1]
