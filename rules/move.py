"""A move: where a piece went, what it captured, and every way it could have gone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Route:
    """One way to play a move: `path` holds every square the piece stood on, start and end
    included (for a capture the landing squares); `captured` the squares jumped, in order."""

    path: tuple[int, ...]
    captured: tuple[int, ...] = ()

    def passes(self, squares: Iterable[int]) -> bool:
        """Whether the piece stands on these squares in this order, perhaps on others between."""
        remaining = iter(self.path)
        return all(square in remaining for square in squares)


@dataclass(frozen=True, slots=True)
class Move:
    """A move as the rules tell moves apart: by start, end and the set of captured squares.

    `routes` holds every way to play it, at least one; ways that take the same pieces and end on
    the same square are one move.
    """

    start: int
    end: int
    routes: tuple[Route, ...]
    promotes: bool = False

    @property
    def route(self) -> Route:
        """The first route: the one that is shown and written where one is enough."""
        return self.routes[0]

    @property
    def captured(self) -> tuple[int, ...]:
        """The captured squares in the order of the first route; empty for a quiet move."""
        return self.routes[0].captured

    @property
    def is_capture(self) -> bool:
        return bool(self.routes[0].captured)

    @property
    def short(self) -> str:
        """Start and end alone: 32-28 or 28x19. May be ambiguous, see `rules.notation`."""
        return f"{self.start}{'x' if self.is_capture else '-'}{self.end}"

    def __str__(self) -> str:
        return self.short
