"""What happens in a film, and when: what stands where, and where hands are.

Times in seconds, places in squares of the world.
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass

from tests.render.compose import Cell, Put
from tests.render.plates import FigureKey

Point3 = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Change:
    """From `time` on this stands on the place, or nothing."""

    time: float
    cell: Cell
    put: Put | None


@dataclass(frozen=True, slots=True)
class Knot:
    """At `time` the fingertips are here, and from then on they hold this piece."""

    time: float
    place: Point3
    holds: str = ""


@dataclass(frozen=True, slots=True)
class Track:
    """The way of one hand or head, from off the table until it is off again."""

    figure: FigureKey
    knots: tuple[Knot, ...]

    def at(self, time: float) -> tuple[Point3, str] | None:
        """Where it is and what it holds; None when it is away."""
        if not self.knots[0].time <= time < self.knots[-1].time:
            return None
        after = bisect.bisect_right(self.knots, time, key=lambda knot: knot.time)
        here, there = self.knots[after - 1], self.knots[after]
        share = (time - here.time) / max(1e-6, there.time - here.time)
        share = share * share * (3 - 2 * share)
        x, y, z = (a + (b - a) * share for a, b in zip(here.place, there.place, strict=True))
        return (x, y, z), here.holds


@dataclass(frozen=True, slots=True)
class Script:
    """`done`: for each ply the time of its last touch."""

    start: dict[Cell, Put]
    changes: tuple[Change, ...]
    tracks: tuple[Track, ...]
    done: tuple[float, ...]
    end: float
