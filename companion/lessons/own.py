"""Exercises of a teacher's own: TOML files in the data folder, in the form of `lessons.files`.

Where a file gives no solutions the machine finds them: the captures that come out best where one is
obligatory, else the shot that gains most in at most three moves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.errors import InputError, why_unread
from companion.lessons.files import LARGEST, parse_lesson
from companion.lessons.goals import best_captures, lines_to
from companion.lessons.library import lesson_ids
from companion.lessons.model import Aim, Choose, Goal, Lesson, Line
from companion.lessons.notation import line_text
from companion.lessons.texts import languages, load_lesson_texts
from companion.pdn_export import write_file
from rules.position import Position

_MOST_MOVES = 3
_MOST_GAINED = 9
_MOST_LINES = 40
_MOST_KINGS = 8
"""Beyond so many kings a search would keep the teacher waiting."""


@dataclass(frozen=True, slots=True)
class Found:
    """The lessons that could be read, and what is wrong with the other files, one line each."""

    lessons: tuple[Lesson, ...]
    problems: tuple[str, ...]


def own_lessons(folder: Path) -> Found:
    """Every lesson of the folder, in the order of their names; no folder: none."""
    lessons, problems = [], []
    for path in sorted(folder.glob("*.toml")):
        try:
            lessons.append(read_lesson(path))
        except InputError as error:
            problems.append(str(error))
    return Found(tuple(lessons), tuple(problems))


def read_lesson(path: Path) -> Lesson:
    """The lesson of a file; its id is the name of the file. Raises InputError, one line."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LARGEST + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {why_unread(error)}") from error
    try:
        return _checked(parse_lesson(path.stem, text, find_lines))
    except InputError as error:
        raise InputError(f"{path}: {error}") from error


def _checked(lesson: Lesson) -> Lesson:
    """The same lesson, if everything that it names is there."""
    if lesson.id in lesson_ids():
        raise InputError(f"the program has a lesson {lesson.id!r}; give the file another name")
    known = load_lesson_texts(languages()[0]).keys  # the same in every language
    for exercise in lesson.exercises:
        wanted = [f"ask.{exercise.ask}", *([f"note.{exercise.note}"] if exercise.note else [])]
        if isinstance(exercise.task, Choose):
            words = (option for option in exercise.task.options if not option.isdigit())
            wanted += [f"choice.{word}" for word in words]
        if missing := [key for key in wanted if key not in known]:
            raise InputError(f"{exercise.id}: there is no sentence {missing[0]!r}; use text = ...")
    return lesson


def find_lines(position: Position, goal: Goal) -> tuple[Line, ...]:
    """Every line that reaches the goal; for LEGAL the best that the machine sees, see above. Empty
    where there is none. Raises InputError where it would take too long or is not clear enough."""
    if sum(piece.role.value == "king" for piece in position.pieces().values()) > _MOST_KINGS:
        raise InputError("too many kings to find the solution; give solutions")
    lines = _best(position) if goal.aim is Aim.LEGAL else lines_to(position, goal, _MOST_MOVES)
    if len(lines) > _MOST_LINES:
        raise InputError(f"there are {len(lines)} solutions; give those that you mean")
    return tuple(lines)


def _best(position: Position) -> list[Line]:
    if lines := best_captures(position):
        return lines
    best: list[Line] = []
    for count in range(1, _MOST_GAINED + 1):
        lines = lines_to(position, Goal(Aim.GAIN, count), _MOST_MOVES)
        if not lines:
            break
        best = lines
    return best


def made_from(position: Position, text: str, lines: Sequence[Line] = ()) -> str:
    """The TOML of one exercise, to be added to a file: a position, the sentence of the teacher and
    the solutions; without them they are looked for. Raises InputError where none is found."""
    found = tuple(lines) or find_lines(position, Goal(Aim.LEGAL))
    if not found:
        raise InputError("nothing is to be won here in three moves; give the solution")
    written = ", ".join(f'"{line_text(position, line)}"' for line in found)
    return (
        f'[[exercise]]\nfen = "{position.fen}"\ntext = {_quoted(text)}\nsolutions = [{written}]\n'
    )


def add_exercise(folder: Path, name: str, exercise: str) -> Path:
    """Add an exercise to the lesson of this name, a new file where there is none yet. Raises
    InputError for a name that is none, and where it cannot be written."""
    if not name.replace("-", "").replace("_", "").isalnum() or len(name) > 60:
        raise InputError(f"{name[:30]!r} is no name for a lesson; use letters and figures")
    path = folder / f"{name}.toml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        before = path.read_text(encoding="utf-8") if path.exists() else f"title = {_quoted(name)}\n"
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: give another name for the lesson") from error
    text = f"{before}\n{exercise}"
    _checked(parse_lesson(name, text, find_lines))
    write_file(path, text)
    return path


def _quoted(text: str) -> str:
    """A text as a TOML string, which is one as JSON writes it."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
