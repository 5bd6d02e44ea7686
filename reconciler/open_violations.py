"""What was told to be wrong and is not yet put right: each thing is told once, and taken back."""

from __future__ import annotations

from reconciler.sight import Sight, bit, differs
from reconciler.transition import (
    Transition,
    Violation,
    ViolationCode,
    ViolationFound,
    ViolationMended,
)
from rules.game import Game
from rules.position import Position


class OpenViolations:
    """Violations and reminders that stand; `doubted`: squares (a mask) that go on showing what
    should not stand there, while people play on."""

    def __init__(self) -> None:
        self._open: list[Violation] = []
        self.doubted = 0

    @property
    def all(self) -> tuple[Violation, ...]:
        return tuple(self._open)

    @property
    def uncrowned(self) -> frozenset[int]:
        """The kings of which the players were reminded."""
        reminders = (v for v in self._open if v.code is ViolationCode.KING_NOT_CROWNED)
        return frozenset(v.squares[0] for v in reminders)

    def found(self, violation: Violation, now: float, doubted: int = 0) -> list[Transition]:
        """Tell a violation, unless it was told; the one that it replaces is taken back first. A
        wrong huff replaces nothing: the capture that was missed still is. The square of it is
        `doubted` from here on, where one is given."""
        self.doubted |= doubted
        if any(_same(violation, v) for v in self._open):
            return []
        beside = violation.code.is_reminder or violation.code is ViolationCode.WRONG_HUFF
        told = [] if beside else self.mend(now)
        self._open.append(violation)
        return [*told, ViolationFound(now, violation)]

    def mend(self, now: float) -> list[Transition]:
        """Take back all that was told, but for a missing crown, and squares that are doubted."""
        crown = ViolationCode.KING_NOT_CROWNED
        gone = [v for v in self._open if v.code is not crown and not self._is_doubted(v)]
        return self._take_back(gone, now)

    def mend_all(self, now: float) -> list[Transition]:
        """The same with the squares that are doubted."""
        self.doubted = 0
        return self.mend(now)

    def mend_seen(
        self, position: Position, otherwise: Game | None, sight: Sight, now: float
    ) -> list[Transition]:
        """Take back what is seen to be right again: captured pieces that are off the board, a piece
        wrongly huffed that is back, a square that was doubted. Where all that is seen fits a game
        read `otherwise`, nothing is doubted of what speaks for that."""
        there, doubted = sight.occupied, [v for v in self._open if self._is_doubted(v)]
        differing = differs(position, sight)
        if otherwise is not None and not (other := differs(otherwise.position, sight)) & ~differing:
            differing &= other
        self.doubted &= differing
        left, huffed = ViolationCode.CAPTURED_PIECE_LEFT, ViolationCode.WRONG_HUFF
        gone = [
            v
            for v in self._open
            if (v.code is left and not any(there & bit(square) for square in v.squares))
            or (v.code is huffed and there & bit(v.squares[0]))
            or (v in doubted and not self._is_doubted(v))
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

    def _is_doubted(self, violation: Violation) -> bool:
        """Whether it is of one square that is doubted."""
        return len(violation.squares) == 1 and bool(self.doubted & bit(violation.squares[0]))

    def _take_back(self, violations: list[Violation], now: float) -> list[Transition]:
        for violation in violations:
            self._open.remove(violation)
        return [ViolationMended(now, violation) for violation in violations]


def _same(one: Violation, other: Violation) -> bool:
    return one.code is other.code and one.squares == other.squares
