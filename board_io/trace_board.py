"""Between board events and trace events: the recorder, and the board that a trace plays."""

from __future__ import annotations

from board_io.errors import LinkFault
from board_io.events import (
    BatteryLevel,
    BoardEvent,
    BoardInfo,
    ButtonPressed,
    LinkDown,
    LinkUp,
    SnapshotSeen,
)
from board_io.sensing import as_sensed
from board_io.trace import TraceWriter
from board_io.trace_event import (
    BatteryRead,
    ButtonPushed,
    Commanded,
    FullReport,
    Happened,
    Incident,
    LinkBack,
    LinkCut,
    SquareChanged,
    TraceEvent,
)
from rules.snapshot import Reading, SensorKind, Snapshot


class TraceRecorder:
    """Turns board events into the lines of a trace; t_ms counts from the first of them."""

    def __init__(self, writer: TraceWriter) -> None:
        self._writer = writer
        self._origin: float | None = None
        self._last_t_ms = 0
        self._shown: Snapshot | None = None

    def record(self, event: BoardEvent) -> None:
        """Write what this event reports; what only tells of the search for a board is left out."""
        if (line := self._trace_event(event)) is not None:
            self._writer.write(line)

    def command(self, name: str, value: str | int | float | bool | None, now: float) -> None:
        """Write that somebody told the program something at `now`, seconds, monotonic."""
        self._writer.write(Commanded(self._t_ms(now), name, value))

    def _trace_event(self, event: BoardEvent) -> TraceEvent | None:
        match event:
            case SnapshotSeen(time, snapshot):
                return self._change(self._t_ms(time), snapshot)
            case LinkUp(time, snapshot, _):
                self._shown = snapshot
                return LinkBack(self._t_ms(time), snapshot)
            case LinkDown(time, reason, _):
                return LinkCut(self._t_ms(time), reason)
            case ButtonPressed(time, button):
                return ButtonPushed(self._t_ms(time), button)
            case BatteryLevel(time, percent, _):
                return BatteryRead(self._t_ms(time), percent)
        return None

    def _change(self, t_ms: int, snapshot: Snapshot) -> TraceEvent:
        """One changed square as such, anything else as a full report, so replay is exact."""
        before, self._shown = self._shown, snapshot
        if before is not None and len(before) == len(snapshot) and before.hidden == snapshot.hidden:
            changed = [square for square, reading in snapshot if before[square] is not reading]
            if len(changed) == 1:
                return SquareChanged(t_ms, changed[0], snapshot[changed[0]])
        return FullReport(t_ms, snapshot)

    def _t_ms(self, time: float) -> int:
        if self._origin is None:
            self._origin = time
        self._last_t_ms = max(self._last_t_ms, round((time - self._origin) * 1000))
        return self._last_t_ms


class TraceBoard:
    """The board of a trace: what stands on it, what the host knows, and whether they are linked.

    `origin` is the host time, in seconds, of t_ms 0.
    """

    def __init__(self, start: Snapshot, sensor: SensorKind, origin: float = 0.0) -> None:
        self._sensor = sensor
        self._origin = origin
        self._actual = start
        self._reported = start
        self._linked = True

    @property
    def info(self) -> BoardInfo:
        """What this board would have answered to HELLO."""
        return BoardInfo(
            squares=len(self._actual),
            sensor=self._sensor,
            has_leds=False,
            serial="trace",
            boot_id=0,
            firmware="",
            protocol=(1, 0),
        )

    def first(self) -> LinkUp:
        """The event with which a replay begins."""
        return LinkUp(self._origin, self._actual, self.info)

    def apply(self, event: TraceEvent) -> BoardEvent | None:
        """What the host hears when this happens; None where it hears nothing of the board.

        Raises ValueError where the event names a square that the board has not.
        """
        time = self._origin + event.t_ms / 1000
        match event:
            case SquareChanged(_, square, reading, hidden):
                return self._change(time, square, as_sensed(reading, self._sensor), hidden)
            case FullReport(_, snapshot):
                return self._full_report(time, snapshot)
            case LinkBack(_, snapshot):
                return self._link_back(time, snapshot)
            case LinkCut(_, reason):
                return self._link_cut(time, reason)
            case Happened(_, Incident.POWER_OFF):  # the host is off: it sees nothing either
                return self._link_cut(time, LinkFault.CLOSED)
            case Happened(_, Incident.POWER_ON):
                return self._link_back(time, None)
            case ButtonPushed(_, button):
                return ButtonPressed(time, button) if self._linked else None
            case BatteryRead(_, percent):
                return BatteryLevel(time, percent) if self._linked else None
        return None

    def _change(
        self, time: float, square: int, reading: Reading, hidden: bool
    ) -> BoardEvent | None:
        if square > len(self._actual):
            raise ValueError(f"no square {square} on a board of {len(self._actual)}")
        self._actual = self._actual.with_changes([(square, reading)])
        if hidden or not self._linked:
            return None
        self._reported = self._reported.with_changes([(square, reading)])
        return SnapshotSeen(time, self._reported)

    def _full_report(self, time: float, snapshot: Snapshot | None) -> BoardEvent | None:
        self._take(snapshot)
        if not self._linked:
            return None
        self._reported = self._actual
        return SnapshotSeen(time, self._reported)

    def _link_back(self, time: float, snapshot: Snapshot | None) -> LinkUp:
        self._take(snapshot)
        self._linked = True
        self._reported = self._actual
        return LinkUp(time, self._reported, self.info)

    def _link_cut(self, time: float, reason: LinkFault) -> LinkDown | None:
        if not self._linked:
            return None
        self._linked = False
        return LinkDown(time, reason)

    def _take(self, snapshot: Snapshot | None) -> None:
        if snapshot is None:
            return
        if len(snapshot) != len(self._actual):
            raise ValueError(f"board of {len(snapshot)} squares, not {len(self._actual)}")
        self._actual = snapshot
