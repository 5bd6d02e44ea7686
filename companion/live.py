"""The live loop: board, keyboard and clock in; screen, lights, voice and record out.

The board belongs to a mode (`companion.mode`): to the session, or to a guest that it was lent to.

One thread runs everything here. The board's driver, the keyboard and the voice live in threads of
their own and post into one inbox; whatever fails there is told and the game goes on.
"""

from __future__ import annotations

import contextlib
import queue
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import replace

from board_io.errors import LinkFault
from board_io.events import (
    BatteryLevel,
    BoardButton,
    BoardEvent,
    BoardInfo,
    BoardMessage,
    ButtonPressed,
    ClockSeen,
    LinkDown,
    LinkUp,
    Searching,
    SnapshotSeen,
)
from companion.clock.beside import orders_of
from companion.clock.keeper import ClockAct, ClockFace, ClockHand
from companion.commands import Demand, NewGame, PlayOn, draw_agreed, flag_fell
from companion.desk import Desk, Wish
from companion.errors import CompanionError, StoreError
from companion.fitting import fits, games_for, misfit
from companion.keyboard import (
    ClockChosenTyped,
    ClockTyped,
    CoachTyped,
    CommandTyped,
    LessonTyped,
    NamesTyped,
    PageTyped,
    PlaybackTyped,
    QuestionTyped,
    StopTyped,
    TakeBackTyped,
    TurnTyped,
)
from companion.lights import board_lights, turned_lights
from companion.mode import ForGuest, GiveBack, Guest, Lend, Mode, Table
from companion.moving_light import MovingLight
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
    Wanted,
)
from companion.session import Session, Told
from companion.view import MESSAGES_SHOWN, LinkState, View
from reconciler.transition import SnapshotWanted
from rules.game import Game, Termination
from rules.geometry import Geometry
from rules.piece import Color, Piece
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot
from rules.variants import VARIANTS

LATENCY_S = 0.02
"""A deadline waits so long for reports that are on their way."""
PATIENCE_S = 1.0
"""After so long without a board it is said that one is looked for."""
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
        self._texts = room.texts
        self._inbox = inbox
        self._open_session = open_session
        self._session: Session | None = None
        self._guest: Guest | None = None
        self._laid_out: Position | None = None
        self._opening = room.opening
        self._snapshot: Snapshot | None = None
        self._waiting_board: BoardInfo | None = None
        self._moving_light = MovingLight()
        self._trace = PatientTrace(open_trace, self._trace_fails)
        self._desk = Desk(game, room.board.magnets, room.pace, room.texts, self.say)
        self._view = View(
            game,
            names=room.names or {},
            is_virtual=room.board.magnets is not None,
        )
        self._messages: deque[str] = deque(maxlen=MESSAGES_SHOWN)
        self._lost = self._searched = self._done = self._has_clock = False
        self._time = self._began = time.monotonic()

    @property
    def view(self) -> View:
        """What the screen shows now."""
        return self._view

    @property
    def _mode(self) -> Mode | None:
        """Whoever has the board; nobody, as long as no board was ever there."""
        return self._guest or self._session

    def run(self) -> None:
        """Until somebody stops it. Raises InputError where the board is of another game."""
        self._room.board.start()
        try:
            with contextlib.suppress(KeyboardInterrupt):
                while not self._done:
                    self._take(self._next_item())
                    self._do_what_is_due(time.monotonic())
                    self._show()
        finally:
            if self._session is not None:
                self._session.put_down(time.monotonic())
            self._room.board.stop()
            if self._room.voice is not None:
                self._room.voice.close()

    def say(self, text: str) -> None:
        """Show a line to people."""
        self._messages.extend(text.strip().splitlines()[-MESSAGES_SHOWN:])
        self._room.screen.say(text)

    def _tell_all(self, text: str) -> None:
        """Show it to those who watch elsewhere too."""
        self.say(text)
        self._room.onlookers.tell([text])

    # -- what comes in ---------------------------------------------------------------------

    def _next_item(self) -> Item | None:
        now = time.monotonic()
        times = [self._began + PATIENCE_S] if not self._searched else []
        if self._session is not None:
            due = self._due
            moving = (due, self._desk.next_time(due), self._moving_light.next_time())
            times += [time for time in moving if time is not None]
        wait = min([_IDLE_S, *(max(0.0, due - now) for due in times)])
        try:
            return self._inbox.get(timeout=wait)
        except queue.Empty:
            return None

    @property
    def _due(self) -> float | None:
        """When the mode is to be asked again: a little late, for reports on their way."""
        deadline = self._mode.next_deadline if self._mode else None
        return None if deadline is None else deadline + LATENCY_S

    def _take(self, item: Item | None) -> None:
        match item:
            case None:
                return
            case Line(text):
                self._desk.add(text)
            case EndOfLines():
                self._desk.close()
            case Shown(text):
                self._tell_all(text)
            case Touched(square, piece):
                self._touch(square, piece)
            case Asked(wanted):
                self._ask(wanted)
            case Lend(guest):
                self._lend(guest)
            case ForGuest(wish):
                self._ask_guest(wish)
            case GiveBack():
                self._take_over()
            case Stop():
                self._done = True
            case _:
                self._hear(item)

    def _do_what_is_due(self, now: float) -> None:
        session = self._session
        if session is None:
            self._wait_for_a_board(now)
            return
        while (due := self._due) is not None and due <= now:
            self._time = max(self._time, due - LATENCY_S)
            self._note((self._guest or session).advance(self._time))
        self._look_after_guest(now)
        self._desk.move_hand(now)
        if (line := self._desk.take_line(self._due, now)) is not None:
            self._room.screen.prompt()
            self._enter(session, line, now)
        elif self._desk.is_over(self._due, now):
            self._done = True
        if (time := self._moving_light.next_time()) is not None and time <= now:
            self._light()

    def _wait_for_a_board(self, now: float) -> None:
        if not self._searched and now >= self._began + PATIENCE_S:
            self._searched = True
            self.say(self._texts("play.looking", board=self._room.board.name))
        if self._waiting_board is None:
            return
        if (line := self._desk.take_line(None, now)) is not None:
            self._room.screen.prompt()
            match self._desk.enter(line, self._view.game, now):
                case NewGame(start) if start is not None:
                    self._choose(start)
                case StopTyped():
                    self._done = True

    # -- what people want ------------------------------------------------------------------

    def _enter(self, session: Session, line: str, now: float) -> None:
        guest = self._guest
        if guest is not None and (wish := guest.understand(line)) is not None:
            self._ask_guest(wish)
            return
        game = guest.game if guest else session.game
        self._grant(session, self._desk.enter(line, game, now), now)

    def _grant(self, session: Session, wish: Wish | None, now: float) -> None:
        self._time = max(self._time, now)
        match wish:
            case None:
                return
            case StopTyped():
                self._done = True
            case TurnTyped() if self._guest is None:
                self._note(session.whose_turn(self._time))
            case QuestionTyped(question, square) if self._guest is None:
                self._note(session.answer(question, square, self._time))
            case QuestionTyped():
                self._ask_guest(TurnTyped())
            case TurnTyped():
                self._ask_guest(wish)
            case PageTyped():
                self._room.screen.hold(self._room.page_card)
            case PlaybackTyped(number):
                self._play_back(number)
            case LessonTyped(what, child):
                self._teach(what, child)
            case ClockTyped(ClockAct.PRESS) if not self._has_clock_button:
                return  # an empty line
            case ClockTyped(act, side):
                self._work_clock(session, act, side)
            case ClockChosenTyped(control):
                session.choose_clock(control, self._time)
                key = "play.clock_chosen" if control else "play.clock_none"
                self.say(self._texts(key, clock=control.text if control else ""))
            case NamesTyped(white, black):
                names = {Color.WHITE: white, Color.BLACK: black}
                session.name_players(names)
                self._view = replace(self._view, names=names)
            case CoachTyped(side, level):
                coaches = session.announcer.coaches.having(side, level)
                self._note(session.coach(coaches, self._time))
            case command if self._guest is not None:
                self._ask_guest(CommandTyped(command))
            case NewGame(start) if start is not None and not self._is_for_this_board(start):
                self._change_board(session, start, now)
            case command:
                self._trace.command(command, self._time)
                told = session.command(command, self._time)
                if not told and isinstance(command, Demand | PlayOn):
                    self.say(self._texts("play.nothing_wrong"))
                self._note(told)
                self._desk.follow(command, session.game.position, now)

    def _set_clock_beside(self, face: ClockFace, now: float) -> None:
        """A clock that is plugged into the board shows what ours does."""
        clock = self._room.board.clock
        if clock is not None and self._has_clock:
            turned = self._session is not None and self._session.turned
            clock.set_clock(*orders_of(face, now, turned=turned))

    @property
    def _has_clock_button(self) -> bool:
        return self._view.clock is not None and self._view.clock.hand is ClockHand.BUTTON

    def _work_clock(self, session: Session, act: ClockAct, side: Color | None) -> bool:
        """Whether it meant anything."""
        self._time = max(self._time, time.monotonic())
        told = session.work_clock(act, side, self._time)
        if told is None and act is ClockAct.TELL:
            self.say(self._texts("play.clock_none"))
        self._note(told or [])
        return told is not None

    def _take_back(self, session: Session, now: float) -> None:
        """A wrong move is put back, as the opponent may demand; else the last ply is taken back."""
        wrong = session.chooser is not None
        self._grant(session, Demand() if wrong else self._desk.take_back(session.game, now), now)

    # -- the squares of the game -----------------------------------------------------------

    def _is_for_this_board(self, start: Position) -> bool:
        return _are_same_squares(start.variant.geometry, self._view.game.variant.geometry)

    def _choose(self, start: Position) -> None:
        """The game that was waited for, because the one before did not fit the board."""
        board = self._waiting_board
        if board is None:
            return
        if not fits(board, start.variant):
            self._say_which(board)
            return
        self._waiting_board = None
        self._view = replace(self._view, game=Game(start), fitting=games_for(board))
        self._room.board.change_to(start)

    def _change_board(self, session: Session, start: Position, now: float) -> None:
        """Another game, on other squares: the board is laid out for it, where it can be."""
        if start.variant.name.partition("+")[0] not in self._view.fitting:
            squares = self._view.game.variant.squares
            self.say(self._texts("play.changed_board", squares=squares))
            return
        self._trace.end()
        self._snapshot = None
        self._view = replace(self._view, snapshot=None, link=LinkState.SEARCHING)
        self._room.board.change_to(start)
        self._note(session.command(NewGame(start), self._time))
        self._desk.follow(NewGame(start), start, now)

    def _say_which(self, board: BoardInfo) -> None:
        """No game was chosen, and the usual one does not fit the board."""
        games = ", ".join(games_for(board))
        self._tell_all(self._texts("play.which_game", squares=board.squares, games=games))

    def _touch(self, square: int, piece: Piece | None) -> None:
        session = self._session
        if session is None or self._view.link is not LinkState.LINKED:
            return
        if session.turned:
            square = session.game.variant.squares + 1 - square
        self._desk.touch(square, piece, time.monotonic())

    def _ask(self, wanted: Wanted) -> None:
        session, now = self._session, time.monotonic()
        if session is None and isinstance(wanted, CommandTyped):
            match wanted.command:
                case NewGame(start) if start is not None:
                    self._choose(start)
        if session is None or self._desk.is_busy:
            return
        if self._guest is not None:
            self._ask_guest(wanted)
            return
        match wanted:
            case CommandTyped(command):
                self._grant(session, command, now)
            case TakeBackTyped():
                self._take_back(session, now)
            case _:
                self._grant(session, wanted, now)

    def _press(self, button: BoardButton) -> None:
        session, now = self._session, time.monotonic()
        if session is None:
            return
        if self._guest is not None:
            self._ask_guest(button)
            return
        match button:
            case BoardButton.TAKE_BACK:
                self._take_back(session, now)
            case BoardButton.CONFIRM if session.is_disputed:
                self._grant(session, PlayOn(), now)
            case BoardButton.CONFIRM:
                if not self._work_clock(session, ClockAct.PRESS, None):
                    self._grant(session, TurnTyped(), now)
            case BoardButton.WHITE_CLOCK:
                self._work_clock(session, ClockAct.PRESS, Color.WHITE)
            case BoardButton.BLACK_CLOCK:
                self._work_clock(session, ClockAct.PRESS, Color.BLACK)
            case BoardButton.NEW_GAME:
                self._grant(session, NewGame(), now)
            case BoardButton.DRAW:
                self._grant(session, draw_agreed(), now)

    # -- guests ----------------------------------------------------------------------------

    def _play_back(self, number: int) -> None:
        try:
            self._lend(self._room.kept(number).guest)
        except StoreError as error:
            self.say(self._texts("play.not_kept_there", reason=error))

    def _teach(self, what: str, child: str) -> None:
        try:
            self._lend(self._room.lesson(what, child).guest)
        except CompanionError as error:
            self.say(self._texts("play.no_lesson", reason=error))

    def _lend(self, make: Callable[[Table], Guest]) -> None:
        """The board goes to a guest, where it is one that fits."""
        session, snapshot = self._session, self._snapshot
        if session is None or snapshot is None:
            self._tell_all(self._texts("play.no_board"))
            return
        guest = make(Table(session.turned, session.sensor, session.timing))
        if not _are_same_squares(guest.game.variant.geometry, session.game.variant.geometry):
            self._tell_all(self._texts("play.other_board", squares=guest.game.variant.squares))
            return
        self._time = max(self._time, time.monotonic())
        self._guest, self._laid_out = guest, None
        session.put_down(self._time)
        self._note(guest.observe(snapshot, self._time))
        self._see(snapshot)

    def _ask_guest(self, wish: object) -> None:
        if self._guest is not None:
            self._time = max(self._time, time.monotonic())
            self._note(self._guest.ask(wish, self._time))

    def _look_after_guest(self, now: float) -> None:
        """A virtual board follows the guest; one that has done gives the board back."""
        guest = self._guest
        if guest is None:
            return
        if guest.laid_out is not self._laid_out and not self._desk.is_busy:
            self._laid_out = guest.laid_out
            self._desk.lay_out(self._laid_out, now)
        if guest.is_over:
            self._take_over()

    def _take_over(self) -> None:
        """The session has the board again, and has it put right."""
        session, snapshot, now = self._session, self._snapshot, time.monotonic()
        if self._guest is None or session is None or snapshot is None:
            return
        self._guest = None
        self._time = max(self._time, now)
        self._note(session.come_back(snapshot, self._time))
        if self._lost:
            self._note(session.link_lost(self._time))
        self._see(snapshot)
        self._desk.lay_out(session.game.position, now)

    # -- the board -------------------------------------------------------------------------

    def _hear(self, event: BoardEvent) -> None:
        self._time = max(self._time, event.time)
        match event:
            case LinkUp(board=board, snapshot=snapshot):
                self._link_up(event, board, snapshot)
            case SnapshotSeen(snapshot=snapshot) if self._shows_this_game(snapshot):
                assert self._mode is not None
                self._note(self._mode.observe(snapshot, self._time))
                self._see(snapshot)
            case LinkDown():
                self._link_down(event)
            case Searching(reason=reason, detail=detail):
                self._searched = True
                self._view = replace(self._view, fault=reason)
                self.say(self._searching(reason, detail))
            case ButtonPressed(button=button):
                self._press(button)
            case ClockSeen() if self._session is not None:
                self._has_clock = True
                self._note(self._session.see_clock(event, self._time))
            case BatteryLevel(percent=percent) if self._session is not None:
                self._note(self._session.battery(percent, self._time))
            case BoardMessage(notice=notice, detail=detail):
                self.say(self._texts("play.notice", notice=notice.value, detail=detail))
        if self._guest is None:  # a trace is of games; what guests do with the board is not
            self._trace.record(event)

    def _link_up(self, event: LinkUp, board: BoardInfo, snapshot: Snapshot) -> None:
        self._view = replace(self._view, link=LinkState.LINKED, fault=None)
        if self._session is None and not self._begin(board):
            return
        if not self._shows_this_game(snapshot):
            return  # of the board before it was laid out for another game
        mode = self._mode
        assert mode is not None
        if self._opening is not None:
            self._see(snapshot)
            self._lend(self._opening.guest)
            self._opening = None
            return
        see = mode.link_restored if self._lost else mode.observe
        self._lost = False
        self._note(see(snapshot, self._time))
        self._see(snapshot)

    def _shows_this_game(self, snapshot: Snapshot) -> bool:
        return self._mode is not None and len(snapshot) == self._mode.game.variant.squares

    def _begin(self, board: BoardInfo) -> bool:
        """The board is there: begin, unless it is for other games. Raises InputError where this
        game was chosen."""
        game = self._view.game
        self._searched = True
        self._view = replace(self._view, fitting=self._playable(board))
        if board.squares != game.variant.squares:
            if self._room.is_chosen or not games_for(board):
                raise misfit(board, game.variant)
            self._waiting_board = board
            self._say_which(board)
            return False
        self.say(self._texts("play.ready", seconds=time.monotonic() - self._began))
        self._trace.begin(board)
        self._session = self._open_session(board.sensor)
        if self._session.game.start.variant != game.variant:  # another was chosen meanwhile
            self._note(self._session.command(NewGame(game.start), self._time))
        elif self._session.game.plies:
            self._note(self._session.resume(self._time))
        else:
            self._note(self._session.ask_youngest(self._time))
        return True

    def _playable(self, board: BoardInfo) -> tuple[str, ...]:
        """The games that the board can be laid out for; a virtual one for all."""
        return tuple(VARIANTS) if self._room.board.magnets is not None else games_for(board)

    def _link_down(self, event: LinkDown) -> None:
        if event.reason is LinkFault.CLOSED:
            self._done = True
            return
        self._view = replace(self._view, link=LinkState.LOST, fault=event.reason)
        self.say(self._texts("play.lost", reason=self._reason(event.reason, event.detail)))
        if self._mode is not None:
            self._lost = True
            self._note(self._mode.link_lost(self._time))

    def _searching(self, reason: LinkFault, detail: str) -> str:
        why = self._reason(reason, detail)
        return self._texts("play.searching", board=self._room.board.name, reason=why)

    def _reason(self, reason: LinkFault, detail: str) -> str:
        text = self._texts(f"reason.{reason.value}")
        return f"{text} ({detail})" if detail else text

    def _see(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        turned = self._mode is not None and self._mode.turned
        self._view = replace(self._view, snapshot=snapshot.turned() if turned else snapshot)

    def _trace_fails(self, error: OSError) -> None:
        self.say(self._texts("play.trace", reason=error))

    # -- what comes of it ------------------------------------------------------------------

    def _note(self, told: Sequence[Told]) -> None:
        for one in told:
            self._trace_flag(one)
            for announcement in one.announcements:
                if not announcement.is_silent:
                    catalogue = self._room.catalogue.playing(one.game.variant)
                    self.say(catalogue.sentence(announcement))
            if self._room.voice is not None:
                self._room.voice.tell(one.announcements, one.game.variant)
            self._room.onlookers.tell(one.announcements)
            if any(isinstance(transition, SnapshotWanted) for transition in one.transitions):
                self._room.board.request_snapshot()
        self._light()

    def _trace_flag(self, told: Told) -> None:
        """A flag is no report of the board: a trace without it would go on with the game."""
        outcome = told.game.outcome
        if outcome is None or outcome == self._view.game.outcome or outcome.winner is None:
            return
        if outcome.termination is Termination.FLAG and self._guest is None:
            self._trace.command(flag_fell(outcome.winner.other), told.time)

    def _light(self) -> None:
        mode = self._mode
        if mode is None:
            return
        now = time.monotonic()
        lights = board_lights(self._moving_light.over(mode.lights, mode.open, now))
        guest = self._guest.shown if self._guest else None
        self._view = replace(self._view, game=mode.game, lights=lights, open=mode.open, guest=guest)
        if self._session is not None:
            self._view = replace(
                self._view,
                coaches=self._session.announcer.coaches,
                asks_youngest=self._session.asks_youngest,
                chooser=self._session.chooser,
                is_disputed=self._session.is_disputed,
            )
        self._room.board.expect(mode.game.position)
        squares = mode.game.variant.squares
        self._room.board.light(turned_lights(lights, squares) if mode.turned else lights)

    def _show(self) -> None:
        session, now = self._session, time.monotonic()
        face = session.clock_face(now) if session else None
        if face is not None and face != self._view.clock and face.control:
            self._set_clock_beside(face, now)
        self._view = replace(
            self._view,
            messages=tuple(self._messages),
            is_busy=self._desk.is_busy,
            clock=face,
        )
        self._room.screen.show(self._view)
        self._room.onlookers.show(self._view)


def _are_same_squares(one: Geometry, other: Geometry) -> bool:
    """Whether games of both can be played on one board, wherever their pieces may go there."""
    shapes = [(x.width, x.height, x.dark_corner_left, x.squares) for x in (one, other)]
    return shapes[0] == shapes[1]
