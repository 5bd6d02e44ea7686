"""The one next step towards a position that is to be set up."""

from __future__ import annotations

from announcer.announcement import Announcement, Kind, Subject, Topic, Values
from announcer.set_up import next_correction
from companion.lessons.texts import Saying, Told
from reconciler.setup import needed, stands
from reconciler.sight import Sight
from rules.position import Position
from rules.snapshot import Snapshot


def next_step(position: Position, snapshot: Snapshot) -> Told | None:
    """The nearest correction, one at a time; that the board lies the wrong way round, where turning
    it is all that is needed; None where the position stands (crowns that cannot be seen are taken
    to be there)."""
    need = needed(position, Sight.of(snapshot), now=0.0)
    if not need.missing and not need.extra:
        return None
    if stands(position, Sight.of(snapshot.turned())):
        return Saying("coach.turn_board")
    return next_correction(need, position.variant.geometry, most=2 * position.variant.squares)


def complete(position: Position) -> Announcement:
    """The position stands."""
    return Announcement(
        Kind.SET_UP_COMPLETE, Topic(Subject.SET_UP), values=Values(color=position.turn)
    )
