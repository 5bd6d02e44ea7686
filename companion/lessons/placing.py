"""A position is brought onto the board, one correction at a time. Pure: sights and times in.

Each correction is told when the board has rested: shortly after a step that helped, longer after
one that did not (a piece that is bumped or held is forgiven), never while a hand is over it. With
it comes what has come right since the one before (`right`), for who does not see it."""

from __future__ import annotations

from announcer.announcement import Announcement
from announcer.set_up import came_right
from companion.lessons.set_up import next_step
from companion.lessons.texts import Told
from reconciler.setup import needed
from reconciler.sight import Sight
from reconciler.transition import SetupNeeded
from rules.position import Position
from rules.snapshot import Snapshot

SETTLED_S = 0.35
"""A board that rests so long shows what was meant."""
PAUSE_S = 1.6
"""People pause up to 1.5 s inside one motion."""
_ROUNDING_S = 1e-6


class Placing:
    """`patience_s`: so long the first correction waits while nobody moves anything."""

    def __init__(self, position: Position, snapshot: Snapshot, now: float, patience_s: float = 0.0):
        self.position = position
        self.is_complete = False
        self.correction: Told | None = None
        self.right: Announcement | None = None
        self._snapshot = snapshot
        self._need = self._needed(snapshot)
        self._left = self._to_do(snapshot)
        self._due: float | None = now + (patience_s if self._left else 0.0)

    @property
    def next_deadline(self) -> float | None:
        """When `step` has something to say, if nothing changes; None where it waits for people."""
        return None if self.is_complete else self._due

    def look(self, snapshot: Snapshot, now: float) -> None:
        """The board shows this, in the numbers of the position."""
        if snapshot == self._snapshot:
            return
        self._snapshot = snapshot
        before, self._left = self._left, self._to_do(snapshot)
        self._due = now + (SETTLED_S if self._left < before or not self._left else PAUSE_S)
        if self._is_under_a_hand(snapshot):
            self._due = None

    def step(self, now: float) -> Told | None:
        """The next correction, if its time has come and it is news."""
        if self._due is None or now + _ROUNDING_S < self._due or self.is_complete:
            return None
        self._due = None
        wrong, self._need = self._need, self._needed(self._snapshot)
        self.right = came_right(wrong, self._need)
        before, self.correction = self.correction, next_step(self.position, self._snapshot)
        self.is_complete = self.correction is None
        return self.correction if self.correction != before else None

    def _is_under_a_hand(self, snapshot: Snapshot) -> bool:
        """Whether something that is to be done may just be being done."""
        need = self._needed(snapshot)
        return any(square in snapshot.hidden for square in (*dict(need.missing), *need.extra))

    def _to_do(self, snapshot: Snapshot) -> int:
        need = self._needed(snapshot)
        return len(need.missing) + len(need.extra)

    def _needed(self, snapshot: Snapshot) -> SetupNeeded:
        return needed(self.position, Sight.of(snapshot), now=0.0)
