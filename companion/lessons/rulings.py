"""What the rules say of a try, as it is told in games too."""

from __future__ import annotations

from announcer.announcement import Announcement, Kind, Subject, Topic
from announcer.coach import Coach
from announcer.faults import violation_found
from reconciler.irregular import CODES
from reconciler.transition import Violation
from rules.judge import judge
from rules.position import Position
from rules.ruling import Attempt, Reason, Ruling

_CAPTURES = (Reason.MUST_CAPTURE, Reason.MUST_CAPTURE_MORE)
_NOTES = {
    Reason.REMOVED_TOO_EARLY: Kind.REMOVED_TOO_EARLY,
    Reason.REMOVAL_ORDER: Kind.REMOVAL_ORDER,
}


def told_fault(violation: Violation, position: Position) -> Announcement:
    """What is wrong and how to put it back; which capture would be right is left to find out."""
    reason = violation.ruling.reason if violation.ruling else None
    coach = Coach.REFEREE if reason in _CAPTURES else Coach.HELP
    return violation_found(violation, position, coach)


def fault_of(ruling: Ruling, position: Position) -> Announcement:
    """What is told of an illegal attempt."""
    return told_fault(_violation(ruling), position)


def _violation(ruling: Ruling) -> Violation:
    assert ruling.reason is not None, "a legal move has no fault"
    return Violation(CODES[ruling.reason], ruling.squares, ruling)


def is_clean(ruling: Ruling) -> bool:
    """Whether a move is legal and was also carried out as it should be."""
    return ruling.legal and ruling.reason is None and not ruling.squares


def verdict_on(position: Position, attempt: Attempt) -> Announcement | None:
    """Why an attempt that was only shown is not as it should be; None where nothing is wrong."""
    ruling = judge(position, attempt)
    if is_clean(ruling):
        return None
    if not ruling.legal:
        return violation_found(_violation(ruling), position, Coach.REFEREE)
    if ruling.reason in _NOTES:
        return Announcement(_NOTES[ruling.reason], Topic(Subject.REMARK), squares=ruling.squares)
    return Announcement(Kind.TOUCH_MOVE, Topic(Subject.REMARK), squares=ruling.squares)
