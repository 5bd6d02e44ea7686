"""The live loop: board, keyboard and clock in; screen, lights, voice and record out.

One thread runs everything here. The board's driver, the keyboard and the voice live in threads of
their own and post into one inbox; whatever fails there is told and the game goes on.
"""

from __future__ import annotations

import contextlib
import queue
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from announcer.announcement import Announcement
from announcer.catalogue import Catalogue
from announcer.lights import light_pattern
from board_io.errors import LinkFault
from board_io.events import (
    BatteryLevel,
    BoardButton,
    BoardEvent,
    BoardInfo,
    BoardMessage,
    ButtonPressed,
    LinkDown,
    LinkUp,
    Searching,
    SnapshotSeen,
)
from board_io.trace_board import TraceRecorder
from companion.boards import Board
from companion.commands import Command, NewGame, TakeBack, command_fields
from companion.errors import InputError
from companion.keyboard import (
    CommandTyped,
    HelpTyped,
    MoveTyped,
    RemoveTyped,
    StopTyped,
    TakeBackTyped,
    TurnTyped,
    Unknown,
    parse_line,
)
from companion.lights import board_lights, turned_lights
from companion.session import Session, Told
from companion.terminal import Screen
from companion.texts import Texts
from companion.typed_hand import ImpossibleGestureError, TypedHand
from companion.view import MESSAGES_SHOWN, LinkState, View
from reconciler.transition import SnapshotWanted
from rules.errors import AmbiguousMoveError
from rules.game import Game
from rules.piece import Color
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot

LATENCY_S = 0.02
"""A deadline waits so long for reports that are on their way."""
PATIENCE_S = 1.0
"""After so long without a board it is said that one is looked for."""
REST_S = 0.4
"""The hand rests so long before it does what was piped in next ..."""
LONGEST_REST_S = 2.5
"""... or longer, until everything was told that was due."""
_IDLE_S = 1.0


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody typed this; a line that begins with # is a remark, which is shown."""

    text: str


@dataclass(frozen=True, slots=True)
class EndOfLines:
    """Nothing more will be typed."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that is shown only: the voice failed, the record has trouble."""

    text: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The system asks the program to end."""


Item = BoardEvent | Line | EndOfLines | Shown | Stop


class Voice(Protocol):
    """Whoever says the announcements."""

    def tell(self, announcements: Iterable[Announcement]) -> None: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Pace:
    """When the next line is done: at once for people who type (`waits` False); after a rest of the
    board and `pause_s` seconds more for lines that come from a file or a demo."""

    waits: bool = False
    pause_s: float = 0.0


@dataclass(frozen=True, slots=True)
class Room:
    """What a game is played in."""

    board: Board
    screen: Screen
    texts: Texts
    catalogue: Catalogue
    voice: Voice | None = None
    names: Mapping[Color, str] | None = None
    pace: Pace = Pace()


class Live:
    """Plays games until it is stopped.

    `open_session` makes the session once the sensor of the board is known; `open_trace` a recorder
    of what the board reports, None for none.
    """

    def __init__(
        self,
        room: Room,
        inbox: queue.SimpleQueue[Item],
        game: Game,
        open_session: Callable[[SensorKind], Session],
        open_trace: Callable[[BoardInfo], TraceRecorder | None] = lambda board: None,
    ) -> None:
        self._room = room
        self._texts = room.texts
        self._inbox = inbox
        self._open_session = open_session
        self._open_trace = open_trace
        self._session: Session | None = None
        self._trace: TraceRecorder | None = None
        self._hand = TypedHand(game.position) if room.board.magnets else None
        self._view = View(game, names=room.names or {})
        self._messages: deque[str] = deque(maxlen=MESSAGES_SHOWN)
        self._lines: deque[str] = deque()
        self._no_more_lines = self._had_lines = False
        self._lost = self._searched = self._done = False
        self._time = self._began = self._last_act = time.monotonic()

    @property
    def view(self) -> View:
        """What the screen shows now."""
        return self._view

    @property
    def session(self) -> Session | None:
        """The session, once a board was found."""
        return self._session

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
            self._room.board.stop()
            if self._room.voice is not None:
                self._room.voice.close()

    def say(self, text: str) -> None:
        """Show a line to people."""
        self._messages.extend(text.strip().splitlines()[-MESSAGES_SHOWN:])
        self._room.screen.say(text)

    # -- what comes in ---------------------------------------------------------------------

    def _next_item(self) -> Item | None:
        wait = _IDLE_S
        times = [self._line_time()]
        if self._session is not None and self._session.next_deadline is not None:
            times.append(self._session.next_deadline + LATENCY_S)
        if self._hand is not None:
            times.append(self._hand.next_time)
        if not self._searched:
            times.append(self._began + PATIENCE_S)
        now = time.monotonic()
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
                self._lines.append(text)
                self._had_lines = True
            case EndOfLines():
                self._no_more_lines = True
            case Shown(text):
                self.say(text)
            case Stop():
                self._done = True
            case _:
                self._hear(item)

    def _do_what_is_due(self, now: float) -> None:
        session = self._session
        if session is not None:
            while (due := session.next_deadline) is not None and due + LATENCY_S <= now:
                self._time = max(self._time, due)
                self._note(session.advance(self._time))
        elif not self._searched and now >= self._began + PATIENCE_S:
            self._searched = True
            self.say(self._texts("play.looking", board=self._room.board.name))
        self._move_hand(now)
        if (due := self._line_time()) is not None and due <= now:
            self._enter(self._lines.popleft(), now)
            self._last_act = time.monotonic()
            self._room.screen.prompt()
        elif self._is_over(now):
            self._done = True

    # -- the board -------------------------------------------------------------------------

    def _hear(self, event: BoardEvent) -> None:
        self._time = max(self._time, event.time)
        match event:
            case LinkUp(board=board, snapshot=snapshot):
                self._link_up(event, board, snapshot)
            case SnapshotSeen(snapshot=snapshot) if self._session is not None:
                self._note(self._session.observe(snapshot, self._time))
                self._see(snapshot)
            case LinkDown():
                self._link_down(event)
            case Searching(reason=reason, detail=detail):
                self._searched = True
                self.say(self._searching(reason, detail))
            case ButtonPressed(button=button):
                self._press(button)
            case BatteryLevel(percent=percent) if self._session is not None:
                self._note(self._session.battery(percent, self._time))
            case BoardMessage(notice=notice, detail=detail):
                self.say(self._texts("play.notice", notice=notice.value, detail=detail))
        self._write_trace(event)

    def _link_up(self, event: LinkUp, board: BoardInfo, snapshot: Snapshot) -> None:
        self._view = replace(self._view, link=LinkState.LINKED)
        if self._session is None:
            self._begin(board)
        session = self._session
        assert session is not None
        see = session.link_restored if self._lost else session.observe
        self._lost = False
        self._note(see(snapshot, self._time))
        self._see(snapshot)

    def _begin(self, board: BoardInfo) -> None:
        squares = self._view.game.variant.squares
        if board.squares != squares:
            raise InputError(
                f"the board has {board.squares} squares, this game needs {squares}; "
                "connect another board"
            )
        self._searched = True
        self.say(self._texts("play.ready", seconds=time.monotonic() - self._began))
        try:
            self._trace = self._open_trace(board)
        except OSError as error:
            self._trace_fails(error)
        self._session = self._open_session(board.sensor)
        if self._session.game.plies:
            self._note(self._session.resume(self._time))

    def _link_down(self, event: LinkDown) -> None:
        if event.reason is LinkFault.CLOSED:
            self._done = True
            return
        self._view = replace(self._view, link=LinkState.LOST)
        self.say(self._texts("play.lost", reason=self._reason(event.reason, event.detail)))
        if self._session is not None:
            self._lost = True
            self._note(self._session.link_lost(self._time))

    def _searching(self, reason: LinkFault, detail: str) -> str:
        why = self._reason(reason, detail)
        return self._texts("play.searching", board=self._room.board.name, reason=why)

    def _reason(self, reason: LinkFault, detail: str) -> str:
        text = self._texts(f"reason.{reason.value}")
        return f"{text} ({detail})" if detail else text

    def _press(self, button: BoardButton) -> None:
        match button:
            case BoardButton.TAKE_BACK:
                self._take_back(time.monotonic())
            case BoardButton.CONFIRM if self._session is not None:
                self._note(self._session.whose_turn(self._time))

    def _see(self, snapshot: Snapshot) -> None:
        turned = self._session is not None and self._session.turned
        self._view = replace(self._view, snapshot=snapshot.turned() if turned else snapshot)

    def _write_trace(self, event: BoardEvent) -> None:
        if self._trace is not None:
            try:
                self._trace.record(event)
            except OSError as error:
                self._trace_fails(error)

    def _trace_fails(self, error: OSError) -> None:
        self._trace = None
        self.say(self._texts("play.trace", reason=error))

    # -- what comes of it ------------------------------------------------------------------

    def _note(self, told: Sequence[Told]) -> None:
        for one in told:
            for announcement in one.announcements:
                if not announcement.is_silent:
                    self.say(self._room.catalogue.sentence(announcement))
            if self._room.voice is not None:
                self._room.voice.tell(one.announcements)
            if any(isinstance(transition, SnapshotWanted) for transition in one.transitions):
                self._room.board.request_snapshot()
        self._light()

    def _light(self) -> None:
        session = self._session
        if session is None:
            return
        lights = board_lights(light_pattern(session.announcer.open))
        self._view = replace(self._view, game=session.game, lights=lights)
        squares = session.game.variant.squares
        self._room.board.light(turned_lights(lights, squares) if session.turned else lights)

    def _show(self) -> None:
        self._view = replace(self._view, messages=tuple(self._messages))
        self._room.screen.show(self._view)

    # -- the keyboard ----------------------------------------------------------------------

    def _line_time(self) -> float | None:
        """When the next line may be done; None while there is none or it has to wait."""
        session = self._session
        if not self._lines or session is None or (self._hand and self._hand.is_busy):
            return None
        return self._rest_time(session) + self._room.pace.pause_s if self._room.pace.waits else 0.0

    def _rest_time(self, session: Session) -> float:
        """When all is told that was due after the last act of the hand."""
        due = session.next_deadline
        if due is None:
            return self._last_act + REST_S
        return min(self._last_act + LONGEST_REST_S, max(due + LATENCY_S, self._last_act + REST_S))

    def _is_over(self, now: float) -> bool:
        """Whether lines came from a file and all of them were done."""
        session = self._session
        if not (self._no_more_lines and self._had_lines) or self._lines or session is None:
            return False
        busy = self._hand is not None and self._hand.is_busy
        return not busy and now >= self._rest_time(session)

    def _enter(self, line: str, now: float) -> None:
        if not line.strip():
            return
        if line.startswith("#"):
            self.say(line[1:].strip())
            return
        entry = parse_line(line, self._texts)
        match entry:
            case MoveTyped() | RemoveTyped():
                self._by_hand(entry, now)
            case CommandTyped(command):
                self._command(command, now)
            case TakeBackTyped():
                self._take_back(now)
            case TurnTyped() if self._session is not None:
                self._note(self._session.whose_turn(now))
            case HelpTyped():
                self.say(self._texts("play.help"))
            case StopTyped():
                self._done = True
            case Unknown(text):
                self.say(self._texts("play.unknown", line=text))

    def _by_hand(self, entry: MoveTyped | RemoveTyped, now: float) -> None:
        hand, session = self._hand, self._session
        if hand is None or session is None:
            self.say(self._texts("play.by_hand"))
            return
        try:
            if isinstance(entry, RemoveTyped):
                hand.remove(entry.square, now)
            else:
                hand.play(entry, session.game.position, now)
        except ImpossibleGestureError as error:
            self.say(self._texts(error.key, square=error.square))
        except AmbiguousMoveError as error:
            self.say(self._texts("play.not_a_move", reason=error))

    def _command(self, command: Command, now: float) -> None:
        session = self._session
        if session is None:
            return
        self._time = max(self._time, now)
        if self._trace is not None:
            try:
                self._trace.command(*command_fields(command), self._time)
            except OSError as error:
                self._trace_fails(error)
        self._note(session.command(command, self._time))
        if self._hand is not None and isinstance(command, NewGame):
            self._hand.set_up(session.game.position, now)

    def _take_back(self, now: float) -> None:
        """What stands wrong is put right; else the last ply is taken back."""
        session, hand = self._session, self._hand
        if session is None:
            return
        game = session.game
        if hand is None:
            self._command(TakeBack(), now)
        elif not _shows(hand, game.position):
            hand.restore(game.position, now)
        elif game.plies:
            hand.restore(game.plies[-1].before, now)
        else:
            self.say(self._texts("play.nothing_taken_back"))

    def _move_hand(self, now: float) -> None:
        hand, magnets = self._hand, self._room.board.magnets
        if hand is None or magnets is None:
            return
        for gesture in hand.due(now):
            magnets.change({gesture.square: gesture.piece})
            self._last_act = now


def _shows(hand: TypedHand, position: Position) -> bool:
    """Whether the board shows this position, as far as colours go."""
    shown = {square: piece.color for square, piece in hand.pieces.items()}
    return shown == {square: piece.color for square, piece in position.pieces().items()}
