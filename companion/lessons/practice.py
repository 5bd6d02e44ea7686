"""One exercise as it is being done, whatever its task: the part that all tasks share.

`Practice.position` is what should stand on the board after each answer: after a wrong try that is
the position before it, after a right one that with the opponent's reply.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from announcer.announcement import Values
from announcer.lights import LightPattern, Meaning
from announcer.moves import way_of
from companion.lessons import lights
from companion.lessons.model import Exercise, Judge, Lesson, Play, Point
from companion.lessons.texts import Saying, Told
from companion.lessons.wordings import Wordings
from rules.move import Move
from rules.position import Position

HINTS = 3
"""Steps of a hint; the last gives the answer away."""


class Verdict(enum.Enum):
    """ASKED: a task or a hint was told. RIGHT: solved. MORE: right, and it goes on. WRONG: allowed
    but not what was asked. ILLEGAL: against the rules."""

    ASKED = "asked"
    RIGHT = "right"
    MORE = "more"
    WRONG = "wrong"
    ILLEGAL = "illegal"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the coach answers. `told` in the order of telling; `lights` for the board; `reply` is
    the opponent's move, to be carried out on the board."""

    verdict: Verdict
    told: tuple[Told, ...]
    lights: LightPattern
    reply: Move | None = None


@dataclass(frozen=True, slots=True)
class Help:
    """A step of a hint."""

    told: Sequence[Told]
    meanings: Mapping[int, Meaning]


class Practice(ABC):
    """The state of one exercise: how far it is, how often it was tried, how much was helped."""

    def __init__(self, exercise: Exercise, wordings: Wordings) -> None:
        self.exercise = exercise
        self.position: Position = exercise.position
        self.tries = 0
        self.hints = 0
        """The furthest step of a hint that was given, of `HINTS`."""
        self.solved = False
        self._wordings = wordings
        self._step = 0

    def begin(self, now: float) -> Answer:
        """Set the task; also to hear it again."""
        return Answer(Verdict.ASKED, self._asked_for([question(self.exercise)], now), {})

    def hint(self, now: float) -> Answer:
        """The next step of a hint: that there is something, which piece, the way."""
        self._step = min(self._step + 1, HINTS)
        self.hints = max(self.hints, self._step)
        given = self._help(self._step)
        return Answer(
            Verdict.ASKED, self._asked_for(given.told, now), lights.pattern(given.meanings)
        )

    @abstractmethod
    def _help(self, step: int) -> Help:
        """The hint of this step, 1 to `HINTS`."""

    def _solved(self, now: float, also: Sequence[Told] = ()) -> Answer:
        self.solved = True
        note = self.exercise.note
        told = [Saying("praise.words"), *also, *([Saying(f"note.{note}")] if note else [])]
        return Answer(Verdict.RIGHT, self._unasked(told, now), {})

    def _refused(
        self, verdict: Verdict, why: Told, meanings: Mapping[int, Meaning], now: float
    ) -> Answer:
        """A wrong try: why, or a word to try again where that was said just now."""
        told = self._unasked([why], now) or self._unasked([Saying("coach.again")], now)
        return Answer(verdict, told, lights.pattern(meanings))

    def _unasked(self, told: Sequence[Told], now: float) -> tuple[Told, ...]:
        """What was not heard within the last minute."""
        fresh = (self._wordings.fresh(one, now) for one in told)
        return tuple(one for one in fresh if one is not None)

    def _asked_for(self, told: Sequence[Told], now: float) -> tuple[Told, ...]:
        return tuple(self._wordings.told(one, now) for one in told)


def introduction(lesson: Lesson) -> Saying | None:
    """What is told when a lesson begins; nothing for a teacher's own."""
    return Saying(f"lesson.{lesson.id}.intro") if lesson.level else None


def question(exercise: Exercise) -> Saying:
    """The sentence that sets the task. It may name the way of the solution (to be played from its
    notation), the squares to point at, or the attempt to judge."""
    position, task = exercise.position, exercise.task
    squares: tuple[int, ...] = ()
    values = Values(color=position.turn)
    match task:
        case Play(lines=lines):
            values = way_of(lines[0][0], position.turn, position)
        case Point(squares=wanted):
            squares = tuple(sorted(wanted))
            values = Values(color=position.turn, count=len(wanted))
        case Judge(attempt=attempt) if attempt.start and attempt.end:
            squares = (*attempt.touched, attempt.start, attempt.end)
            route = attempt.route or (attempt.start, attempt.end)
            values = Values(color=position.turn, route=route, captured=attempt.removed)
        case _:
            pass
    return Saying(f"ask.{exercise.ask}", squares, values, text=exercise.text)
