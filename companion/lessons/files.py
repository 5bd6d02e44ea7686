"""Lessons as TOML, one file per theme. The form is the same for a teacher's own exercises.

    level = 1                     # 1, 2 or 3; the lessons of the program only
    title = "Mijn les"            # a teacher's own lessons only

    [[exercise]]
    fen = "W:W28:B23,14"
    task = "play"                 # play (where left out), point, set_up, judge or choose
    ask = "capture"               # a sentence of the section `ask`; left out: that of the task
    text = "Sla allebei."         # a teacher's own sentence in its place
    note = "both_gone"            # a sentence of the section `note`, told when it is solved
    goal = "gain 2"               # play: an aim of `Aim`, with its number; left out: legal
    solutions = ["28x10"]         # play: every right line, moves with spaces between
    squares = [46]                # point: where; any_one = true where one of them is enough
    move = {from = 28, to = 23}   # judge: as in `companion.attempts`, with allowed = true or false
    options = ["2", "3"]          # choose, with answer = "3"

Exercises are numbered in the order of the file. Errors are InputError, one line that names the file
and the exercise.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from companion.attempts import attempt_from
from companion.errors import InputError
from companion.lessons.model import (
    Aim,
    Choose,
    Exercise,
    Goal,
    Judge,
    Lesson,
    Line,
    Play,
    Point,
    SetUp,
    Task,
)
from rules.errors import RulesError
from rules.fen import parse_fen
from rules.move import Move
from rules.notation import parse_move
from rules.position import Position

LARGEST = 200_000
"""Characters in a file: far more than anybody writes by hand."""

OWN = "own"
"""The theme of exercises of a teacher's own: its sentences are in the section `lesson.own`."""

Solver = Callable[[Position, Goal], tuple[Line, ...]]


def parse_lesson(lesson: str, text: str, solver: Solver | None = None) -> Lesson:
    """The lesson with this id that `text` describes. `solver` is given for a teacher's own
    lessons: it finds the lines of exercises that give none. Raises InputError."""
    data = _data(lesson, text)
    listed = data.get("exercise")
    if not isinstance(listed, list) or not listed:
        raise InputError(f"{lesson}: no exercises; begin each with a line [[exercise]]")
    level = _level(lesson, data, own=solver is not None)
    theme = lesson if level else OWN
    exercises = tuple(
        _exercise(f"{lesson}-{number}", theme, entry, solver)
        for number, entry in enumerate(listed, start=1)
    )
    return Lesson(lesson, level, exercises, _text(lesson, data, "title"))


def _level(lesson: str, data: Mapping[str, Any], *, own: bool) -> int:
    """The diploma; a teacher's own lessons have none."""
    level = data.get("level", 0)
    if own and level != 0:
        raise InputError(f"{lesson}: level is for the lessons of the program; leave it out")
    if level not in (0, 1, 2, 3) or isinstance(level, bool):
        raise InputError(f"{lesson}: level {level!r} must be 1, 2 or 3")
    return int(level)


def _data(lesson: str, text: str) -> Mapping[str, Any]:
    if len(text) > LARGEST:
        raise InputError(f"{lesson}: a lesson has at most {LARGEST} characters; split it")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{lesson}: no TOML: {error}") from error
    except RecursionError:
        raise InputError(f"{lesson}: nested too deeply; keep to keys, texts and lists") from None


def _exercise(name: str, theme: str, entry: object, solver: Solver | None) -> Exercise:
    if not isinstance(entry, Mapping):
        raise InputError(f"{name}: begin each exercise with a line [[exercise]]")
    kind = entry.get("task", "play")
    if not isinstance(kind, str) or kind not in _KEYS:
        raise InputError(f"{name}: task {kind!r} is none of {', '.join(_KEYS)}")
    if unknown := sorted(entry.keys() - _KEYS[kind] - _ALWAYS):
        known = ", ".join(sorted(_KEYS[kind] | _ALWAYS))
        raise InputError(f"{name}: {unknown[0]!r} does not belong to task {kind!r}; known: {known}")
    try:
        position = parse_fen(_text(name, entry, "fen"))
        task = _task(name, kind, entry, position, solver)
    except RulesError as error:
        raise InputError(f"{name}: {error}") from error
    ask, note, text = (_text(name, entry, key) for key in ("ask", "note", "text"))
    return Exercise(name, theme, position, task, ask or kind, note, text)


def _task(
    name: str, kind: str, entry: Mapping[str, Any], position: Position, solver: Solver | None
) -> Task:
    match kind:
        case "play":
            return _play(name, entry, position, solver)
        case "point":
            return _point(name, entry, position)
        case "judge":
            return _judge(name, entry, position)
        case "choose":
            return _choose(name, entry)
        case _:
            return SetUp()


def _play(name: str, entry: Mapping[str, Any], position: Position, solver: Solver | None) -> Play:
    goal = _goal(name, entry.get("goal", Aim.LEGAL.value))
    written = entry.get("solutions")
    if written is None and solver is not None:
        lines = solver(position, goal)
        if not lines:
            raise InputError(f"{name}: nothing found that reaches {goal.aim}; give solutions")
        return Play(lines, goal)
    if not isinstance(written, list) or not written or not all(isinstance(w, str) for w in written):
        raise InputError(f'{name}: give solutions as a list such as ["32-28 23x32 37x28"]')
    return Play(tuple(_line(name, position, text) for text in written), goal)


def _line(name: str, position: Position, text: str) -> Line:
    moves: list[Move] = []
    for word in text.split():
        move = parse_move(position, word)
        moves.append(move)
        position = position.play(move)
    if len(moves) % 2 == 0:
        raise InputError(f"{name}: the line {text!r} must end with a move of the learner")
    return tuple(moves)


def _goal(name: str, text: object) -> Goal:
    aim, _, count = text.partition(" ") if isinstance(text, str) else ("", "", "")
    try:
        return Goal(Aim(aim), int(count) if count.isascii() and count.isdigit() else 0)
    except ValueError:
        aims = ", ".join(Aim)
        raise InputError(f"{name}: goal {text!r} is none of {aims}, with a number") from None


def _point(name: str, entry: Mapping[str, Any], position: Position) -> Point:
    squares = entry.get("squares")
    if not isinstance(squares, list) or not squares:
        raise InputError(f"{name}: give squares as a list such as [46]")
    if not all(isinstance(square, int) and not isinstance(square, bool) for square in squares):
        raise InputError(f"{name}: squares are numbers, as in [46]")
    board = position.variant.geometry
    return Point(frozenset(map(board.check, squares)), entry.get("any_one") is True)


def _judge(name: str, entry: Mapping[str, Any], position: Position) -> Judge:
    allowed = entry.get("allowed")
    if not isinstance(allowed, bool):
        raise InputError(f"{name}: say allowed = true or allowed = false")
    try:
        attempt = attempt_from(entry.get("move"))
    except InputError as error:
        raise InputError(f"{name}: move: {error}") from error
    return Judge(attempt, allowed)


def _choose(name: str, entry: Mapping[str, Any]) -> Choose:
    options, answer = entry.get("options"), entry.get("answer")
    if not isinstance(options, list) or not all(isinstance(o, str) and o for o in options):
        raise InputError(f'{name}: give options as a list such as ["2", "3"]')
    if answer not in options:
        raise InputError(f"{name}: answer {answer!r} is not one of the options")
    return Choose(tuple(options), str(answer))


def _text(name: str, entry: Mapping[str, Any], key: str) -> str:
    text = entry.get(key, "")
    if not isinstance(text, str) or len(text) > 2000:
        raise InputError(f"{name}: {key} must be a text of at most 2000 characters")
    return text


_ALWAYS = frozenset(("fen", "task", "ask", "text", "note"))
_KEYS: Mapping[str, frozenset[str]] = {
    "play": frozenset(("goal", "solutions")),
    "point": frozenset(("squares", "any_one")),
    "set_up": frozenset(),
    "judge": frozenset(("move", "allowed")),
    "choose": frozenset(("options", "answer")),
}
