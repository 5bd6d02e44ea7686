"""Who has the board: the session, or a guest that it was lent to (see `companion.mode`)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.commands import flag_fell
from companion.desk import Desk
from companion.mode import Guest, Mode, Table
from companion.patient_trace import PatientTrace
from companion.room import Room
from companion.session import Session, Told
from companion.telling import Teller
from reconciler.transition import SnapshotWanted
from rules.game import Termination
from rules.geometry import Geometry
from rules.position import Position
from rules.snapshot import Snapshot

LATENCY_S = 0.02
"""A deadline waits so long for reports that are on their way."""


class Sitting:
    """One evening at one board. There is a `session` once a board was met; `snapshot` is what the
    board shows, as it lies; `time` is the latest that anything was handed (seconds, monotonic)."""

    def __init__(self, room: Room, teller: Teller, desk: Desk, trace: PatientTrace) -> None:
        self.session: Session | None = None
        self.guest: Guest | None = None
        self.snapshot: Snapshot | None = None
        self.time = time.monotonic()
        self.is_lost = self.is_over = False
        self.trace = trace
        self._room = room
        self._teller = teller
        self._desk = desk
        self._laid_out: Position | None = None

    @property
    def mode(self) -> Mode | None:
        """Whoever has the board; nobody, as long as no board was ever there."""
        return self.guest or self.session

    @property
    def due(self) -> float | None:
        """When the mode is to be asked again: a little late, for reports on their way."""
        deadline = self.mode.next_deadline if self.mode else None
        return None if deadline is None else deadline + LATENCY_S

    def reach(self, now: float) -> float:
        """Time never goes back: the moment that is handed on."""
        self.time = max(self.time, now)
        return self.time

    def advance(self, session: Session, now: float) -> None:
        """Ask the mode at every moment that it wanted, and look whether a guest has done."""
        while (due := self.due) is not None and due <= now:
            self.note((self.guest or session).advance(self.reach(due - LATENCY_S)))
        self._look_after_guest(now)

    def shows_this_game(self, snapshot: Snapshot) -> bool:
        """Whether it is of a board with the squares of this game."""
        return self.mode is not None and len(snapshot) == self.mode.game.variant.squares

    def see(self, snapshot: Snapshot) -> None:
        """The board shows this."""
        self.snapshot = snapshot
        turned = self.mode is not None and self.mode.turned
        shown = snapshot.turned() if turned else snapshot
        self._teller.view = replace(self._teller.view, snapshot=shown)

    # -- guests ----------------------------------------------------------------------------

    def lend(self, make: Callable[[Table], Guest]) -> None:
        """The board goes to a guest, where it is one that fits."""
        session, snapshot, texts = self.session, self.snapshot, self._room.texts
        if session is None or snapshot is None:
            self._teller.say_all(texts("play.no_board"))
            return
        by_ear = session.announcer.by_ear
        guest = make(Table(session.turned, session.sensor, session.timing, by_ear))
        if not are_same_squares(guest.game.variant.geometry, session.game.variant.geometry):
            squares = guest.game.variant.squares
            self._teller.say_all(texts("play.other_board", squares=squares))
            return
        now = self.reach(time.monotonic())
        self.guest, self._laid_out = guest, None
        session.put_down(now)
        self.note(guest.observe(snapshot, now))
        self.see(snapshot)

    def ask_guest(self, wish: object) -> None:
        """Somebody wants something while a guest has the board."""
        if self.guest is not None:
            self.note(self.guest.ask(wish, self.reach(time.monotonic())))

    def take_over(self) -> None:
        """The session has the board again, and has it put right."""
        session, snapshot, now = self.session, self.snapshot, time.monotonic()
        if self.guest is None or session is None or snapshot is None:
            return
        self.guest = None
        self.note(session.come_back(snapshot, self.reach(now)))
        if self.is_lost:
            self.note(session.link_lost(self.time))
        self.see(snapshot)
        self._desk.lay_out(session.game.position, now)

    def _look_after_guest(self, now: float) -> None:
        """A virtual board follows the guest; one that has done gives the board back."""
        guest = self.guest
        if guest is None:
            return
        if guest.laid_out is not self._laid_out and not self._desk.is_busy:
            self._laid_out = guest.laid_out
            self._desk.lay_out(self._laid_out, now)
        if guest.is_over:
            self.take_over()

    # -- what comes of it ------------------------------------------------------------------

    def note(self, told: Sequence[Told]) -> None:
        """This came of what was handed to the mode: told, and the squares lit as they are now."""
        for one in told:
            self._trace_flag(one)
            self._teller.tell(one)
            if any(isinstance(transition, SnapshotWanted) for transition in one.transitions):
                self._room.board.request_snapshot()
        self.light(time.monotonic())

    def light(self, now: float) -> None:
        """Light the board, and show what holds of the session and the guest."""
        if self.mode is None:
            return
        self._teller.light(self.mode, now)
        view = replace(self._teller.view, guest=self.guest.shown if self.guest else None)
        if self.session is not None:
            view = replace(
                view,
                coaches=self.session.announcer.coaches,
                by_ear=self.session.announcer.by_ear,
                asks_youngest=self.session.asks_youngest,
                chooser=self.session.chooser,
                is_disputed=self.session.is_disputed,
            )
        self._teller.view = view

    def _trace_flag(self, told: Told) -> None:
        """A flag is no report of the board: a trace without it would go on with the game."""
        outcome = told.game.outcome
        known = self._teller.view.game.outcome
        if outcome is None or outcome == known or outcome.winner is None:
            return
        if outcome.termination is Termination.FLAG and self.guest is None:
            self.trace.command(flag_fell(outcome.winner.other), told.time)


def are_same_squares(one: Geometry, other: Geometry) -> bool:
    """Whether games of both can be played on one board, wherever their pieces may go there."""
    shapes = [(x.width, x.height, x.dark_corner_left, x.squares) for x in (one, other)]
    return shapes[0] == shapes[1]
