"""Who plays by ear is led back to where the game stands, one step at a time.

Somebody who sees the lights finds out by them what is to go where; by ear it is told, while what
stands wrong was told and is not put right.
"""

from __future__ import annotations

from announcer.announcement import Announcement
from announcer.announcer import Announcer
from reconciler.setup import SetUp, needed
from reconciler.sight import Sight
from reconciler.transition import SetupNeeded
from rules.game import Game
from rules.ply import Ply
from rules.snapshot import Snapshot


class Leading:
    """Asked at every moment of a session; says something only in games that are played by ear."""

    def __init__(self, announcer: Announcer) -> None:
        self._announcer = announcer
        self._steps = SetUp()

    @property
    def next_deadline(self) -> float | None:
        """When `step` has something to say, if nothing changes."""
        return self._steps.due

    def step(
        self, game: Game, snapshot: Snapshot, disputed: Ply | None, now: float
    ) -> list[Announcement]:
        """The board shows this, in the numbers of the game; `disputed`: the wrong move that stands
        on it, if it is one."""
        if not self._announcer.is_wrong_by_ear:
            return self._stop()
        if not self._steps.active:
            self._steps.start()
        self._steps.look(needed(game.position, Sight.of(snapshot), now), now)
        due = self._steps.due
        if due is None or now < due:
            return []
        moved = _ends(disputed)
        return [
            one
            for told in self._steps.tell(now)
            if isinstance(told, SetupNeeded)
            for one in self._announcer.lead(told, game, moved)
        ]

    def _stop(self) -> list[Announcement]:
        if not self._steps.active:
            return []
        self._steps.stop()
        return self._announcer.led()


def _ends(ply: Ply | None) -> tuple[int, int] | None:
    return (ply.move.start, ply.move.end) if ply is not None and ply.move is not None else None
