"""One performance through one reconciler, driven by events and deadlines alone."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from board_io.hand.performance import Performance
from board_io.hand.view import BoardView, moments
from reconciler.reconciler import Reconciler
from reconciler.transition import SnapshotWanted, Transition, Violation
from rules.game import Game
from rules.snapshot import SensorKind

QUIET = 5.0  # seconds of board time after the last event
REPORT_DELAY = 0.05  # seconds from asking the board for a full report to having it


class StuckError(Exception):
    """The reconciler asks to be called at a time that does not come nearer."""


class CrashError(Exception):
    """The reconciler raised an error; the message says when and which, its cause is the error."""


@dataclass
class Followed:
    """What the reconciler told and recorded, and what each call cost in seconds of CPU."""

    game: Game
    transitions: list[Transition] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    open_violations: tuple[Violation, ...] = ()


def follow(performance: Performance, sensor: SensorKind) -> Followed:
    """Lets a reconciler follow the performance on a board with this sensor."""
    listener = _Listener(performance, sensor)
    listener.report(0.0)
    for t_ms, events in moments(performance):
        listener.wait_until(t_ms / 1000)
        if listener.view.take(events):
            listener.report(t_ms / 1000)
    last = performance.events[-1].t_ms / 1000 if performance.events else 0.0
    listener.wait_until(last + QUIET)
    return listener.result()


class _Listener:
    def __init__(self, performance: Performance, sensor: SensorKind) -> None:
        self.view = BoardView(performance.start, sensor)
        self._reconciler = Reconciler(Game(performance.start), sensor)
        self._told: list[Transition] = []
        self._costs: list[float] = []
        self._full_report: float | None = None

    def report(self, now: float) -> None:
        """The host gets what the board knows."""
        snapshot = self.view.snapshot()
        self._call(lambda: self._reconciler.observe(snapshot, now), now)

    def wait_until(self, until: float) -> None:
        """All deadlines, and full reports that were asked for, before this moment."""
        for _ in range(100_000):
            due = self._reconciler.next_deadline
            report = self._full_report
            if report is not None and report < until and (due is None or report <= due):
                self._full_report = None
                self.view.report_all()
                self.report(report)
            elif due is not None and due < until:
                self._call(lambda now=due: self._reconciler.advance(now), due)
            else:
                return
        raise StuckError(f"deadline {self._reconciler.next_deadline} is called again and again")

    def result(self) -> Followed:
        reconciler = self._reconciler
        return Followed(reconciler.game, self._told, self._costs, reconciler.open_violations)

    def _call(self, call: Callable[[], list[Transition]], now: float) -> None:
        before = time.process_time()
        try:
            told = call()
        except Exception as error:
            raise CrashError(f"at {now:.3f} s: {error!r}") from error
        self._costs.append(time.process_time() - before)
        self._told += told
        if self._full_report is None and any(isinstance(t, SnapshotWanted) for t in told):
            self._full_report = now + REPORT_DELAY
