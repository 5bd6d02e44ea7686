"""The host's copy of the board: deltas for speed, full reports for the truth."""

from __future__ import annotations

from firmware_protocol.codes import Content, SensorCode
from firmware_protocol.messages import Change, SnapshotReport
from rules.snapshot import Reading, SensorKind, Snapshot

_SENSORS = {
    SensorCode.OCCUPANCY: SensorKind.OCCUPANCY,
    SensorCode.COLOR: SensorKind.COLOR,
    SensorCode.COLOR_KINGS: SensorKind.COLOR_KINGS,
}
_READINGS = {
    Content.EMPTY: Reading.EMPTY,
    Content.OCCUPIED: Reading.OCCUPIED,
    Content.WHITE: Reading.WHITE,
    Content.BLACK: Reading.BLACK,
    Content.WHITE_MAN: Reading.WHITE_MAN,
    Content.WHITE_KING: Reading.WHITE_KING,
    Content.BLACK_MAN: Reading.BLACK_MAN,
    Content.BLACK_KING: Reading.BLACK_KING,
    Content.UNKNOWN: Reading.UNKNOWN,
}
_REVISIONS = 1 << 16


def sensor_kind(code: SensorCode) -> SensorKind:
    """What a sensor of this code can tell; one of later days tells at least occupancy."""
    return _SENSORS.get(code, SensorKind.OCCUPANCY)


class BoardMirror:
    """The last known state of every square, with the revision that it belongs to.

    `stale` is set once a change is known to be missing; nothing but a full report ends that.
    """

    def __init__(self, squares: int, sensor: SensorKind) -> None:
        self._squares = squares
        self._sensor = sensor
        self._revision = 0
        self._snapshot: Snapshot | None = None
        self._stale = True

    @property
    def snapshot(self) -> Snapshot | None:
        """The last agreed state, None before the first full report."""
        return self._snapshot

    @property
    def stale(self) -> bool:
        return self._stale

    def accept_change(self, change: Change) -> bool:
        """Take a change over. False: it is no news, or one before it is missing (`stale`)."""
        if self._snapshot is None or self._stale:
            return False
        ahead = (change.revision - self._revision) % _REVISIONS
        if ahead == 0 or ahead >= _REVISIONS // 2:  # a repeated frame
            return False
        if ahead > 1 or change.square > self._squares:
            self._stale = True
            return False
        self._revision = change.revision
        reading = self._reading(change.content)
        self._snapshot = self._snapshot.with_changes([(change.square, reading)])
        return True

    def accept_report(self, report: SnapshotReport) -> bool:
        """Take a full report over. False where it is of a board of another size."""
        if len(report.contents) != self._squares:
            return False
        self._snapshot = Snapshot(tuple(self._reading(content) for content in report.contents))
        self._revision = report.revision
        self._stale = False
        return True

    def check_revision(self, revision: int) -> None:
        """The board is at `revision` now: another one than ours means that something is missing."""
        if revision != self._revision:
            self._stale = True

    def _reading(self, content: Content) -> Reading:
        reading = _READINGS[content]
        if self._sensor is SensorKind.OCCUPANCY and reading.occupied:
            return Reading.OCCUPIED
        return reading
