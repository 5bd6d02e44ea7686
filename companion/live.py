"""The live loop: board, keyboard and clock in; screen, lights, voice and record out.

One thread runs everything here. The board's driver, the keyboard and the voice live in threads of
their own and post into one inbox; whatever fails there is told and the game goes on. What comes in
is handed on: the board's word to the `Meeting`, people's to the `Granter`; both reach the game
through the `Sitting`, and what comes of it is told by the `Teller`. Where a phone app plays, the
`Bridge` keeps it informed.
"""

from __future__ import annotations

import contextlib
import queue
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from board_io.cpp.app_items import AppJoined, AppLeft, AppTrouble, FromApp
from board_io.events import BoardEvent, ButtonHeld, ButtonPressed, SnapshotSeen
from companion.clock.beside import orders_of
from companion.clock.keeper import ClockFace
from companion.desk import Desk
from companion.granting import Granter
from companion.meeting import Meeting
from companion.mode import ForGuest, GiveBack, Lend
from companion.patient_trace import OpenTrace, PatientTrace
from companion.room import (
    Asked,
    EndOfLines,
    Inbox,
    Item,
    Line,
    Room,
    Shown,
    Stop,
    Touched,
)
from companion.session import Session
from companion.sitting import Sitting
from companion.telling import Teller
from companion.view import View
from rules.game import Game
from rules.piece import Color
from rules.snapshot import SensorKind, Snapshot

if TYPE_CHECKING:
    from companion.bridge.bridge import Bridge

_IDLE_S = 1.0


class Live:
    """Plays games until it is stopped.

    `open_session` makes the session once the sensor of the board is known; `open_trace` a recorder
    of what the board reports, None for none.
    """

    def __init__(
        self,
        room: Room,
        inbox: Inbox,
        game: Game,
        open_session: Callable[[SensorKind], Session],
        open_trace: OpenTrace = lambda board: None,
    ) -> None:
        self._room = room
        self._inbox = inbox
        is_virtual = room.board.magnets is not None
        view = View(game, names=room.names or {}, is_virtual=is_virtual)
        self._teller = teller = Teller(room, view)
        self._desk = desk = Desk(game, room.board.magnets, room.pace, room.texts, teller.say)
        trace = PatientTrace(open_trace, self._trace_fails)
        self._sitting = sitting = Sitting(room, teller, desk, trace)
        self._meeting = meeting = Meeting(room, teller, desk, sitting, open_session)
        self._granter = granter = Granter(room, teller, desk, sitting, meeting)
        self._bridge: Bridge | None = None
        if room.app is not None:
            from companion.bridge.bridge import Bridge  # only those who bridge wait for it

            self._bridge = Bridge(room.app, room, teller, desk, sitting, granter.do)
            granter.asks_app = self._bridge.takes

    @property
    def view(self) -> View:
        """What the screen shows now."""
        return self._teller.view

    def say(self, text: str) -> None:
        """Show a line to people."""
        self._teller.say(text)

    def run(self) -> None:
        """Until somebody stops it. Raises InputError where the board is of another game."""
        self._room.board.start()
        self._teller.say_whose_voice()
        try:
            with contextlib.suppress(KeyboardInterrupt):
                while not self._sitting.is_over:
                    self._take(self._next_item())
                    self._do_what_is_due(time.monotonic())
                    if self._bridge is not None:
                        self._bridge.follow()
                    self._show()
        finally:
            if self._sitting.session is not None:
                self._sitting.session.put_down(time.monotonic())
            if self._room.app is not None:
                self._room.app.service.stop()
            self._room.board.stop()
            self._teller.fall_silent()

    def _next_item(self) -> Item | None:
        now = time.monotonic()
        times = [self._meeting.next_time]
        if self._sitting.session is not None:
            due = self._sitting.due
            times += [due, self._desk.next_time(due), self._teller.next_light_time()]
            times += [self._granter.menu.next_time]
        wait = min([_IDLE_S, *(max(0.0, due - now) for due in times if due is not None)])
        try:
            return self._inbox.get(timeout=wait)
        except queue.Empty:
            return None

    def _take(self, item: Item | None) -> None:
        match item:
            case None:
                return
            case Line(text):
                self._desk.add(text)
            case EndOfLines():
                self._desk.close()
            case Shown(text):
                self._teller.say_all(text)
            case Touched(square, piece):
                self._granter.touch(square, piece)
            case Asked(wanted):
                self._granter.ask(wanted)
            case Lend(guest):
                self._sitting.lend(guest)
            case ForGuest(wish):
                self._sitting.ask_guest(wish)
            case GiveBack():
                self._sitting.take_over()
            case Stop():
                self._sitting.is_over = True
            case AppJoined() | AppLeft() | AppTrouble() | FromApp():
                if self._bridge is not None:
                    self._bridge.hear(item)
            case _:
                self._hear(item)

    def _hear(self, event: BoardEvent) -> None:
        sitting = self._sitting
        at = sitting.reach(event.time)
        match event:
            case ButtonPressed(button=button):
                self._granter.press(button)
            case ButtonHeld(button=button):
                self._granter.menu.hold(button)
            case SnapshotSeen(snapshot=snapshot) if self._is_asked(snapshot):
                sitting.see(snapshot)
            case _:
                self._meeting.hear(event, at)
        if sitting.guest is None:  # a trace is of games; what guests do with the board is not
            sitting.trace.record(event)

    def _is_asked(self, snapshot: Snapshot) -> bool:
        shows = self._sitting.shows_this_game(snapshot)
        return shows and self._granter.menu.is_asked(snapshot)

    def _do_what_is_due(self, now: float) -> None:
        session = self._sitting.session
        if session is None:
            self._meeting.wait(now)
            if self._meeting.awaits_game:
                self._read_line(None, now)
            return
        self._sitting.advance(session, now)
        self._granter.menu.advance(session, now)
        self._desk.move_hand(now)
        due = self._sitting.due
        if not self._read_line(due, now) and self._desk.is_over(due, now):
            self._sitting.is_over = True
        if (light := self._teller.next_light_time()) is not None and light <= now:
            self._sitting.light(time.monotonic())

    def _read_line(self, due: float | None, now: float) -> bool:
        """Do what was typed next, if its time has come; whether it had."""
        line = self._desk.take_line(due, now)
        if line is None:
            return False
        self._room.screen.prompt()
        self._granter.enter(line, now)
        return True

    def _show(self) -> None:
        session, now = self._sitting.session, time.monotonic()
        face = session.clock_face(now) if session else None
        if face is not None and face != self.view.clock and face.control:
            self._set_clock_beside(face, now)
            self._room.board.tell_times(*(face.left_s(color, now) for color in Color))
        self._teller.view = replace(self.view, is_busy=self._desk.is_busy, clock=face)
        self._teller.show()

    def _set_clock_beside(self, face: ClockFace, now: float) -> None:
        """A clock that is plugged into the board shows what ours does."""
        session, clock = self._sitting.session, self._room.board.clock
        if clock is not None and self._meeting.has_clock:
            turned = session is not None and session.turned
            clock.set_clock(*orders_of(face, now, turned=turned))

    def _trace_fails(self, error: OSError) -> None:
        self._teller.say(self._room.texts("play.trace", reason=error))
