"""What a hand does on the board while an exercise is being done, and what the coach makes of it.

Moves are recognised as in games, by the reconciler; a piece that is lifted, or put on an empty
square, points at it. Pure: snapshots and times in, answers out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from announcer.announcement import Announcement
from announcer.announcer import Announcer
from announcer.coach import Coach
from announcer.lights import LightPattern, light_pattern
from companion.lessons.answering import PointPractice
from companion.lessons.placing import SETTLED_S
from companion.lessons.playing import PlayPractice
from companion.lessons.practice import Answer
from reconciler.reconciler import Reconciler
from reconciler.sight import Sight, difference, squares_of
from reconciler.timing import Timing
from reconciler.transition import (
    Noted,
    SnapshotWanted,
    Transition,
    ViolationCode,
    ViolationFound,
    ViolationMended,
)
from rules.game import Game
from rules.snapshot import SensorKind, Snapshot

_NO_TRY = (ViolationCode.PIECE_MISSING, ViolationCode.EXTRA_PIECE, ViolationCode.UNKNOWN_POSITION)
_ROUNDING_S = 1e-6


@dataclass(frozen=True, slots=True)
class Work:
    """What came of it: an answer to a try, remarks besides, and whether the board is to report all
    of itself."""

    answer: Answer | None = None
    remarks: tuple[Announcement, ...] = ()
    wanted: tuple[Transition, ...] = ()


class MovesTried:
    """Moves at the position of a practice, until one was answered."""

    def __init__(self, practice: PlayPractice, sensor: SensorKind, timing: Timing) -> None:
        self._practice = practice
        self._reconciler = Reconciler(Game(practice.position), sensor, timing)
        self._announcer = Announcer(Coach.REFEREE)

    @property
    def next_deadline(self) -> float | None:
        return self._reconciler.next_deadline

    @property
    def open(self) -> tuple[Announcement, ...]:
        """Remarks that still hold."""
        return self._announcer.open

    @property
    def lights(self) -> LightPattern:
        return light_pattern(self.open)

    def look(self, snapshot: Snapshot, now: float) -> Work:
        """The board shows this, in the numbers of the game."""
        return self._heard(self._reconciler.observe(snapshot, now), now)

    def advance(self, now: float) -> Work:
        return self._heard(self._reconciler.advance(now), now)

    def _heard(self, transitions: Sequence[Transition], now: float) -> Work:
        """The first try is answered; what comes after it is not looked at."""
        remarks: list[Announcement] = []
        wanted = tuple(one for one in transitions if isinstance(one, SnapshotWanted))
        for transition in transitions:
            if _is_remark(transition):
                remarks += self._announcer.tell([transition], Game(self._practice.position))
            elif answer := self._practice.hear(transition, now):
                return Work(answer, tuple(remarks), wanted)
        return Work(None, tuple(remarks), wanted)


class SquaresPointed:
    """Squares that are pointed at on the board of a practice."""

    def __init__(self, practice: PointPractice) -> None:
        self.lights: LightPattern = {}
        self.open: tuple[Announcement, ...] = ()
        self._practice = practice
        self._snapshot: Snapshot | None = None
        self._due: float | None = None
        self._was_told = False

    @property
    def next_deadline(self) -> float | None:
        return self._due

    def look(self, snapshot: Snapshot, now: float) -> Work:
        """The board shows this, in the numbers of the game."""
        work = self.advance(now)
        if snapshot != self._snapshot:
            self._snapshot = snapshot
            if self._square is None:  # put back: the next one
                self._was_told = False
            self._due = None if self._was_told or self._square is None else now + SETTLED_S
        return work

    def advance(self, now: float) -> Work:
        square = self._square
        if self._due is None or now + _ROUNDING_S < self._due or square is None:
            return Work()
        self._due, self._was_told = None, True
        return Work(self._practice.point(square, now))

    @property
    def _square(self) -> int | None:
        """Where a piece was put, or else one was lifted."""
        if self._snapshot is None:
            return None
        missing, extra = difference(self._practice.position, Sight.of(self._snapshot))
        return next((n for bits in (extra, missing) for n in squares_of(bits)), None)


def _is_remark(transition: Transition) -> bool:
    """Whether nothing was tried: a piece is still to be taken off or crowned, or was bumped."""
    match transition:
        case ViolationFound(violation=violation):
            return violation.code.is_reminder or violation.code in _NO_TRY
        case ViolationMended() | Noted():
            return True
        case _:
            return False
