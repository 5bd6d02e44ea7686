"""What was told to be wrong and is not yet put right: each thing is told once, and taken back."""

from __future__ import annotations

from reconciler.sight import Sight, bit
from reconciler.transition import (
    Transition,
    Violation,
    ViolationCode,
    ViolationFound,
    ViolationMended,
)


class OpenViolations:
    """Violations and reminders that stand."""

    def __init__(self) -> None:
        self._open: list[Violation] = []

    @property
    def all(self) -> tuple[Violation, ...]:
        return tuple(self._open)

    @property
    def uncrowned(self) -> frozenset[int]:
        """The kings of which the players were reminded."""
        reminders = (v for v in self._open if v.code is ViolationCode.KING_NOT_CROWNED)
        return frozenset(v.squares[0] for v in reminders)

    def found(self, violation: Violation, now: float) -> list[Transition]:
        """Tell a violation, unless it was told; the one that it replaces is taken back first. A
        wrong huff replaces nothing: the capture that was missed still is."""
        if any(_same(violation, v) for v in self._open):
            return []
        beside = violation.code.is_reminder or violation.code is ViolationCode.WRONG_HUFF
        told = [] if beside else self.mend(now)
        self._open.append(violation)
        return [*told, ViolationFound(now, violation)]

    def mend(self, now: float) -> list[Transition]:
        """Take back all that was told, but for a missing crown."""
        gone = [v for v in self._open if v.code is not ViolationCode.KING_NOT_CROWNED]
        return self._take_back(gone, now)

    def mend_seen(self, sight: Sight, now: float) -> list[Transition]:
        """Take back what is seen to be right again: captured pieces that are off the board, a piece
        wrongly huffed that is back."""
        there = sight.occupied
        left, huffed = ViolationCode.CAPTURED_PIECE_LEFT, ViolationCode.WRONG_HUFF
        gone = [
            v
            for v in self._open
            if (v.code is left and not any(there & bit(square) for square in v.squares))
            or (v.code is huffed and there & bit(v.squares[0]))
        ]
        return self._take_back(gone, now)

    def mend_crowns(self, crowned: int, now: float) -> list[Transition]:
        """Take back the reminders of these kings (a mask)."""
        gone = [
            v
            for v in self._open
            if v.code is ViolationCode.KING_NOT_CROWNED and bit(v.squares[0]) & crowned
        ]
        return self._take_back(gone, now)

    def _take_back(self, violations: list[Violation], now: float) -> list[Transition]:
        for violation in violations:
            self._open.remove(violation)
        return [ViolationMended(now, violation) for violation in violations]


def _same(one: Violation, other: Violation) -> bool:
    return one.code is other.code and one.squares == other.squares
