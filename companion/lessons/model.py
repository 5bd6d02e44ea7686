"""What a lesson is made of: a theme with exercises, each a position and a task.

A task is one of five kinds. `Play`: play the move, or all of a combination, the opponent's moves
being played by the lesson. `Point`: point at squares or pieces. `SetUp`: put the position on the
board. `Judge`: is this move allowed? `Choose`: pick one of a few answers.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from rules.move import Move
from rules.position import Position
from rules.ruling import Attempt


class Aim(enum.StrEnum):
    """What a played solution is for; see `companion.lessons.goals` for the exact meaning."""

    LEGAL = "legal"
    GAIN = "gain"
    KING = "king"
    WIN = "win"
    HOLD = "hold"
    SAFE = "safe"
    EXCHANGE = "exchange"
    THREAT = "threat"


@dataclass(frozen=True, slots=True)
class Goal:
    """An aim; `count` pieces where it has a number (GAIN: net, a king counts for three)."""

    aim: Aim
    count: int = 0


Line = tuple[Move, ...]
"""Moves in turn, the learner's first and last; the opponent's are those the lesson plays."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play one of `lines`. The first line is the one that is shown as the solution; where two lines
    begin alike the lesson answers as in the first of them."""

    lines: tuple[Line, ...]
    goal: Goal

    @property
    def moves(self) -> int:
        """How many moves the learner plays."""
        return (len(self.lines[0]) + 1) // 2


@dataclass(frozen=True, slots=True)
class Point:
    """Point at every one of these squares, in any order; with `any_one` one of them is enough."""

    squares: frozenset[int]
    any_one: bool = False


@dataclass(frozen=True, slots=True)
class SetUp:
    """Put the position on the board."""


@dataclass(frozen=True, slots=True)
class Judge:
    """Say whether the rules allow this attempt."""

    attempt: Attempt
    allowed: bool


@dataclass(frozen=True, slots=True)
class Choose:
    """Pick the right one of `options`: numbers, or names of sentences in the section `choice`."""

    options: tuple[str, ...]
    answer: str


Task = Play | Point | SetUp | Judge | Choose


@dataclass(frozen=True, slots=True)
class Exercise:
    """One exercise. `id` is that of its lesson and a number: "coup_turc-2"; `lesson` the section of
    the texts with the sentences of its theme. `ask` names the
    sentence that sets the task (section `ask` of the texts), `note` one that is told when it is
    solved; `text` is the teacher's own sentence, in place of `ask`."""

    id: str
    lesson: str
    position: Position
    task: Task
    ask: str
    note: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A theme: its sentences are in the section `lesson.<id>` of the texts; `title` is set for
    lessons of a teacher's own. `level` 1 to 3 is the diploma, 0 a teacher's own."""

    id: str
    level: int
    exercises: tuple[Exercise, ...]
    title: str = ""
