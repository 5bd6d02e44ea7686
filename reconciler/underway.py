"""A capture that is being carried out: the piece in the hand or on a landing square, some captured
pieces perhaps off already."""

from __future__ import annotations

from dataclasses import dataclass

from reconciler.sight import bit, mask, squares_of
from rules.move import Move, Route
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Underway:
    """`move` by `route` fits what is seen so far. `resting_on`: the landing square on which the
    piece stands, None while it is in the hand or not yet lifted. `removed`: squares emptied.
    `lifted`: the capturing piece has left its square (or may be back there already)."""

    move: Move
    route: Route
    resting_on: int | None
    removed: int
    lifted: bool

    @property
    def ahead(self) -> tuple[int, ...]:
        """The landing squares still to come."""
        if self.resting_on is None:
            return self.route.path[1:]
        return self.route.path[self.route.path.index(self.resting_on) + 1 :]

    @property
    def stopped(self) -> bool:
        """Whether it looks finished half-way: what was jumped so far is off, the rest stands."""
        if self.resting_on is None:
            return False
        jumped = self.route.path.index(self.resting_on)
        return self.removed == mask(self.route.captured[:jumped])


def underway(position: Position, missing: int, extra: int) -> Underway | None:
    """The first legal capture of which the board shows an unfinished state, if there is one."""
    if extra.bit_count() > 1:
        return None
    for move in position.legal_moves():
        if not move.is_capture:
            continue
        for route in move.routes:
            found = _fits(move, route, missing, extra)
            if found is not None:
                return found
    return None


def _fits(move: Move, route: Route, missing: int, extra: int) -> Underway | None:
    start = bit(move.start)
    if missing & ~(start | mask(route.captured)):
        return None
    removed = missing & ~start
    if not extra:
        lifted = bool(missing & start) or move.start == move.end
        return Underway(move, route, None, removed, lifted)
    if extra & mask(route.path[1:-1]) and missing & start:
        return Underway(move, route, squares_of(extra)[0], removed, lifted=True)
    return None
