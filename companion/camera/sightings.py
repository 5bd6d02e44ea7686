"""What a watched board showed in the course of time: a list of snapshots, and of times it was lost.

A list can be written to a file and read again, so that a long film need not be watched twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.snapshot import Reading, Snapshot
from vision.watch import Finding, Look

_LETTERS = {
    Reading.UNKNOWN: "?",
    Reading.EMPTY: ".",
    Reading.WHITE: "x",
    Reading.WHITE_MAN: "w",
    Reading.WHITE_KING: "W",
    Reading.BLACK: "o",
    Reading.BLACK_MAN: "b",
    Reading.BLACK_KING: "B",
}
_READINGS = {letter: reading for reading, letter in _LETTERS.items()}


@dataclass(frozen=True, slots=True)
class Sighting:
    """At `time` (seconds), in this frame, the board showed `snapshot`; None: it was lost."""

    time: float
    frame: int
    snapshot: Snapshot | None

    def to_json(self) -> list[Any]:
        if self.snapshot is None:
            return [self.time, self.frame]
        letters = "".join(_LETTERS[reading] for reading in self.snapshot.readings)
        return [self.time, self.frame, letters, sorted(self.snapshot.hidden)]

    @classmethod
    def from_json(cls, value: Any) -> Sighting:
        """Raises ValueError, TypeError, KeyError or IndexError for anything else."""
        time, frame = float(value[0]), int(value[1])
        if len(value) == 2:
            return cls(time, frame, None)
        readings = tuple(_READINGS[letter] for letter in value[2])
        return cls(time, frame, Snapshot(readings, frozenset(int(n) for n in value[3])))


class Sightings:
    """Takes looks at a board and keeps what is news."""

    def __init__(self) -> None:
        self._last: Sighting | None = None

    def take(self, look: Look) -> Iterator[Sighting]:
        """What this look adds: at most one sighting."""
        match look.finding:
            case Finding.LOST:
                snapshot = None
            case Finding.FOLLOWED if look.snapshot is not None:
                snapshot = look.snapshot
            case _:
                return
        if self._last is None and snapshot is None:
            return
        if self._last is not None and self._last.snapshot == snapshot:
            return
        self._last = Sighting(look.frame.time, look.frame.number, snapshot)
        yield self._last
