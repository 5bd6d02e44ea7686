"""What a source sees of the board: a reading per square; it may be illegal, half-way or unsure."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.piece import Color, Role


class SensorKind(enum.Enum):
    """How much a board can tell of a square."""

    OCCUPANCY = "occupancy"
    COLOR = "colour"
    COLOR_KINGS = "colour_kings"


class Reading(enum.Enum):
    """What one square shows, as far as the source can tell."""

    UNKNOWN = "unknown"
    EMPTY = "empty"
    OCCUPIED = "occupied"
    WHITE = "white"
    BLACK = "black"
    WHITE_MAN = "white_man"
    WHITE_KING = "white_king"
    BLACK_MAN = "black_man"
    BLACK_KING = "black_king"

    @property
    def occupied(self) -> bool:
        return self not in (Reading.EMPTY, Reading.UNKNOWN)

    @property
    def color(self) -> Color | None:
        """The colour of the piece, None where nothing stands or the source cannot tell."""
        return _COLORS.get(self)

    @property
    def role(self) -> Role | None:
        """Man or king, None where nothing stands or the source cannot tell."""
        return _ROLES.get(self)


_COLORS = {
    Reading.WHITE: Color.WHITE,
    Reading.WHITE_MAN: Color.WHITE,
    Reading.WHITE_KING: Color.WHITE,
    Reading.BLACK: Color.BLACK,
    Reading.BLACK_MAN: Color.BLACK,
    Reading.BLACK_KING: Color.BLACK,
}
_ROLES = {
    Reading.WHITE_MAN: Role.MAN,
    Reading.BLACK_MAN: Role.MAN,
    Reading.WHITE_KING: Role.KING,
    Reading.BLACK_KING: Role.KING,
}


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One reading per square; `readings[0]` is square 1. Iterating gives (square, reading).

    `hidden`: squares that cannot be seen now, because a hand is over them; their readings are those
    of before."""

    readings: tuple[Reading, ...]
    hidden: frozenset[int] = frozenset()

    @classmethod
    def of(cls, squares: int, readings: Mapping[int, Reading]) -> Snapshot:
        """A board of `squares` squares with the given readings, the others empty."""
        return cls(tuple(readings.get(n, Reading.EMPTY) for n in range(1, squares + 1)))

    def __getitem__(self, square: int) -> Reading:
        return self.readings[square - 1]

    def __iter__(self) -> Iterator[tuple[int, Reading]]:
        return iter(enumerate(self.readings, start=1))

    def __len__(self) -> int:
        return len(self.readings)

    def with_changes(self, changes: Iterable[tuple[int, Reading]]) -> Snapshot:
        """The same board with these (square, reading) pairs changed."""
        readings = list(self.readings)
        for square, reading in changes:
            readings[square - 1] = reading
        return Snapshot(tuple(readings), self.hidden)

    def turned(self) -> Snapshot:
        """The board as seen from the other side: square n becomes square (size + 1 - n)."""
        hidden = frozenset(len(self) + 1 - square for square in self.hidden)
        return Snapshot(self.readings[::-1], hidden)
