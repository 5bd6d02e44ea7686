"""What children tried and solved, and what that says: of one child, of the class at a glance."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.lessons.model import Exercise, Lesson
from companion.lessons.practice import HINTS
from companion.players.names import name_key

STUCK_TRIES = 4
"""So many tries at an exercise without solving it, and somebody had better come and look."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """A child sat down to an exercise once: until when, with how many tries and how much help
    (0 to 3, the last gives the answer away), and whether it was solved."""

    child: str
    exercise: str
    at: datetime
    tries: int
    hints: int
    solved: bool

    @property
    def alone(self) -> bool:
        """Solved without being shown the answer."""
        return self.solved and self.hints < HINTS


@dataclass(frozen=True, slots=True)
class Report:
    """How a child stands. `solved` are the exercises solved at least once, `alone` those without
    being shown the answer; `stuck_on` is the exercise that it cannot solve just now."""

    child: str
    solved: frozenset[str]
    alone: frozenset[str]
    tries: int
    hints: int
    last: Sitting
    stuck_on: str | None

    def share(self, lesson: Lesson) -> tuple[int, int]:
        """How many exercises of a lesson are solved, and how many there are."""
        done = sum(exercise.id in self.solved for exercise in lesson.exercises)
        return done, len(lesson.exercises)

    def next_in(self, lessons: Iterable[Lesson]) -> Exercise | None:
        """The first exercise that is not solved yet, None where all are."""
        return next((e for one in lessons for e in one.exercises if e.id not in self.solved), None)


def report(sittings: Sequence[Sitting]) -> Report:
    """How one child stands; `sittings` are all of this child, the oldest first, at least one."""
    solved = frozenset(sitting.exercise for sitting in sittings if sitting.solved)
    return Report(
        child=sittings[-1].child,
        solved=solved,
        alone=frozenset(sitting.exercise for sitting in sittings if sitting.alone),
        tries=sum(sitting.tries for sitting in sittings),
        hints=sum(sitting.hints > 0 for sitting in sittings),
        last=sittings[-1],
        stuck_on=_stuck_on(sittings),
    )


def class_overview(sittings: Iterable[Sitting]) -> list[Report]:
    """Every child: those who are stuck first, then by name."""
    by_child: dict[str, list[Sitting]] = {}
    for sitting in sorted(sittings, key=lambda sitting: sitting.at):
        by_child.setdefault(name_key(sitting.child), []).append(sitting)
    reports = [report(of_child) for of_child in by_child.values()]
    return sorted(reports, key=lambda one: (one.stuck_on is None, name_key(one.child)))


def _stuck_on(sittings: Sequence[Sitting]) -> str | None:
    """The exercise of the last sitting, where it was tried often and never solved."""
    last = sittings[-1].exercise
    tries = 0
    for sitting in sittings:
        if sitting.exercise == last:
            if sitting.solved:
                return None
            tries += sitting.tries
    return last if tries >= STUCK_TRIES else None
