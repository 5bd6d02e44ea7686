"""What a board with a given sensor reports of a performance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from board_io.hand.performance import HandEvent, Performance, SnapshotSent, TimedEvent
from board_io.sensing import reading_of
from rules.piece import Piece
from rules.position import Position
from rules.snapshot import Reading, SensorKind, Snapshot


def snapshots(performance: Performance, sensor: SensorKind) -> Iterator[tuple[float, Snapshot]]:
    """(seconds, snapshot) for each moment at which the host learns something; the start position
    at second 0 comes first."""
    view = BoardView(performance.start, sensor)
    yield 0.0, view.snapshot()
    for t_ms, events in moments(performance):
        if view.take(events):
            yield t_ms / 1000, view.snapshot()


def moments(performance: Performance) -> Iterator[tuple[int, list[TimedEvent]]]:
    """Events of one millisecond together: a board scans all squares and reports once."""
    for t_ms, events in groupby(performance.events, key=lambda event: event.t_ms):
        yield t_ms, list(events)


class BoardView:
    """What stands on the board, and what the host knows of it."""

    def __init__(self, start: Position, sensor: SensorKind) -> None:
        self._sensor = sensor
        squares = range(1, start.variant.squares + 1)
        self._there = [self._read(start.piece_at(square)) for square in squares]
        self._known = list(self._there)

    def take(self, events: Iterable[TimedEvent]) -> bool:
        """Takes in the events of one moment; True where the host gets a report: something that it
        can see has changed, or the board sent a full report."""
        reported = False
        for event in events:
            if isinstance(event, HandEvent):
                reported |= self._change(event)
            if isinstance(event, SnapshotSent):
                self.report_all()
                reported = True
        return reported

    def report_all(self) -> None:
        """The board sends a full report: the host knows all."""
        self._known = list(self._there)

    def snapshot(self) -> Snapshot:
        """What the host knows."""
        return Snapshot(tuple(self._known))

    def _change(self, event: HandEvent) -> bool:
        index, reading = event.square - 1, self._read(event.piece)
        self._there[index] = reading
        if event.lost or self._known[index] is reading:
            return False
        self._known[index] = reading
        return True

    def _read(self, piece: Piece | None) -> Reading:
        return reading_of(piece, self._sensor)
