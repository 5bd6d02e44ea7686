"""Setting up a position on the board, checked square by square."""

from __future__ import annotations

from dataclasses import replace

from reconciler.sight import Sight, bit, difference, squares_of
from reconciler.transition import SetupNeeded, Transition
from rules.piece import Color, Role
from rules.position import Position

_LOOK_AFTER = 0.3
"""Seconds of rest before the help changes: a piece is on its way from square to square."""


def needed(position: Position, sight: Sight, now: float) -> SetupNeeded:
    """What is still to be done; both lists empty when the board shows the position."""
    missing, extra = difference(position, sight)
    for square, piece in position.pieces().items():
        seen_man = sight.men & bit(square)
        if piece.role is Role.KING and seen_man and not missing & bit(square):
            missing |= bit(square)
    pieces = position.pieces()
    colors = [(s, Color.WHITE) for s in squares_of(extra & sight.white)]
    colors += [(s, Color.BLACK) for s in squares_of(extra & sight.black)]
    return SetupNeeded(
        now,
        tuple((s, pieces[s]) for s in squares_of(missing)),
        squares_of(extra),
        tuple(sorted(colors, key=lambda seen: seen[0])),
    )


def stands(position: Position, sight: Sight) -> bool:
    """Whether the board shows the position, as far as it can tell; crowns are not asked for."""
    return difference(position, sight) == (0, 0)


def looks_the_same_turned(position: Position) -> bool:
    """Whether a board that only sees pieces cannot tell which way round it lies."""
    size = position.variant.geometry.squares
    occupied = position.by_color(Color.WHITE) | position.by_color(Color.BLACK)
    return all(occupied & bit(size + 1 - s) for s in squares_of(occupied))


class SetUp:
    """The state of setting up: what was told, what stands now, when to look again."""

    def __init__(self) -> None:
        self.active = False
        self.due: float | None = None
        self._need: SetupNeeded | None = None
        self._told: SetupNeeded | None = None

    def start(self) -> None:
        self.active, self.due = True, None
        self._need = self._told = None

    def stop(self) -> None:
        self.active, self.due = False, None

    @property
    def first_look(self) -> bool:
        """Whether nothing was told yet: the first help comes at once."""
        return self._told is None

    @property
    def complete(self) -> bool:
        return self._need is not None and not self._need.missing and not self._need.extra

    def look(self, need: SetupNeeded, now: float) -> None:
        """The board as it stands now."""
        if self._need is None or _differs(self._need, need):
            self._need = need
            self.due = now + _LOOK_AFTER

    def tell(self, now: float) -> list[Transition]:
        """The help that is due, where it is news."""
        self.due = None
        need = self._need
        if need is None or self.complete:
            return []
        if self._told is not None and not _differs(self._told, need):
            return []
        self._told = replace(need, time=now)
        return [self._told]


def _differs(one: SetupNeeded, other: SetupNeeded) -> bool:
    return (one.missing, one.extra) != (other.missing, other.extra)
