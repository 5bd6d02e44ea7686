"""The conversation with a DGT board, without I/O: bytes and times in, bytes and events out.

    WAITING --retry_at--> OPENING --opened--> GREETING --a dump that is believed--> LIVE
       ^                                                                             |
       +------- not opened, unplugged, silent, never answered (from any state) -------+

A field update says that something has changed. When no more come, the whole board is asked for; so
it is every two seconds, for what got lost. See `DgtMirror` for what is believed.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Sequence

from board_io.dgt.clock import ClockText, DgtClock
from board_io.dgt.mirror import DgtMirror
from board_io.dgt.outbox import Outbox
from board_io.errors import LinkError, LinkFault
from board_io.events import (
    BatteryLevel,
    BoardEvent,
    BoardInfo,
    BoardMessage,
    LinkUp,
    Notice,
    SnapshotSeen,
)
from board_io.layout import CHESS, USUAL, Way, is_on_dark, way_shown, ways
from board_io.session import Attempts
from firmware_protocol.dgt.clock import ClockAck, ClockTimes
from firmware_protocol.dgt.commands import Command
from firmware_protocol.dgt.decoder import DgtDecoder
from firmware_protocol.dgt.messages import (
    Battery,
    BoardDump,
    FieldUpdate,
    FiftyDump,
    LongSerial,
    Serial,
    Version,
)
from firmware_protocol.dgt.pieces import Coding, light_occupied
from firmware_protocol.requests import Light
from firmware_protocol.stream import Event
from rules.geometry import Geometry

QUIET_S = 0.25  # after the last field update: one scan of the board takes 0.2 to 0.25 s
BLUETOOTH_QUIET_S = 0.5
BROKEN_OFF_S = 0.5  # without a byte inside a message: the rest of it will not come
LOOK_S = 2.0  # between two looks at a board on which nothing changes
ANSWER_S = 2.0
KNOWN_ANSWER_S = 0.5  # of a board that was there a moment ago
GREETINGS = 3
SILENCE_S = 5.0
BATTERY_S = 60.0
_QUARTER_TURNED = 10  # so many pieces on light squares


class _State(enum.Enum):
    WAITING = enum.auto()
    OPENING = enum.auto()
    GREETING = enum.auto()
    LIVE = enum.auto()


class DgtSession:
    """A board over any number of links; see `board_io.session.BoardSession`.

    `quiet_s`: how long without a field update until the board is looked at. `coding` of the pieces,
    None where it is to be learnt. `board` is that of the game that is played on it.
    """

    def __init__(
        self,
        *,
        quiet_s: float = QUIET_S,
        coding: Coding | None = None,
        board: Geometry = USUAL,
    ) -> None:
        self._quiet_s = quiet_s
        self._on_dark = is_on_dark(board)
        self._game_board = board
        self._rows = 0
        self._state = _State.OPENING
        self._decoder = DgtDecoder()
        self._mirror = DgtMirror(coding)
        self._outbox = Outbox()
        self._clock = DgtClock(self._outbox)
        self._serial = self._firmware = ""
        self._board: BoardInfo | None = None
        self._attempts = Attempts()
        self._greetings = 0
        self._greet_at = self._look_at = self._battery_at = 0.0
        self._last_heard = 0.0
        self._report_wanted = self._turn_told = False

    @property
    def board(self) -> BoardInfo | None:
        return self._board if self._state is _State.LIVE else None

    @property
    def wants_link(self) -> bool:
        return self._state is not _State.WAITING

    @property
    def next_deadline(self) -> float | None:
        match self._state:
            case _State.WAITING:
                return self._attempts.retry_at
            case _State.OPENING:
                return None
            case _State.GREETING:
                times = [self._greet_at]
            case _State.LIVE:
                times = [self._look_at, self._battery_at, self._last_heard + SILENCE_S]
        for due in (self._outbox.next_deadline, self._clock.next_deadline):
            if due is not None:
                times.append(due)
        return min(times)

    def take_output(self) -> bytes:
        return self._outbox.take_output()

    def link_opened(self, now: float) -> list[BoardEvent]:
        self._decoder.reset()
        self._mirror.forget()
        self._outbox.clear()
        self._clock.link_opened()
        self._state = _State.GREETING
        self._greetings = 0
        self._last_heard = now
        self._greet(now)
        return []

    def link_failed(self, error: LinkError, now: float) -> list[BoardEvent]:
        events = self._farewell(error.fault, error.detail, now)
        self._outbox.clear()
        self._state = _State.WAITING
        self._attempts.failed(now)
        return events

    def receive(self, data: bytes, now: float) -> list[BoardEvent]:
        if now > self._last_heard + BROKEN_OFF_S:
            self._decoder.reset()
        self._last_heard = now
        damaged = self._decoder.framing_errors
        events = [event for said in self._decoder.feed(data) for event in self._hear(said, now)]
        if self._decoder.framing_errors > damaged:
            self._look_by(now + self._quiet_s)
            if self._state is _State.GREETING and self._serial:
                self._outbox.ask(Command.BOARD)
        return events

    def advance(self, now: float) -> list[BoardEvent]:
        match self._state:
            case _State.WAITING:
                if now >= self._attempts.retry_at:
                    self._state = _State.OPENING
                return []
            case _State.OPENING:
                return []
            case _State.GREETING if now >= self._greet_at:
                if self._greetings >= GREETINGS:
                    text = "nothing there answers as a DGT board"
                    return self.link_failed(LinkError(LinkFault.UNANSWERED, text), now)
                self._greet(now)
            case _State.LIVE:
                if now >= self._last_heard + SILENCE_S:
                    text = "the board fell silent"
                    return self.link_failed(LinkError(LinkFault.SILENT, text), now)
                self._look(now)
        return self._clock.advance(now)

    def set_leds(self, lights: Sequence[Light], now: float) -> None:
        """These boards have no lights."""

    def request_snapshot(self, now: float) -> None:
        if self._state is _State.LIVE:
            self._report_wanted = True
            self._look_by(now)

    def set_clock(self, wire: bytes, now: float) -> None:
        """Send these times to the clock, repeated until it is acknowledged or given up."""
        if self._state is _State.LIVE:
            self._clock.set(wire)

    def show_on_clock(self, text: ClockText, seconds: float | None, now: float) -> None:
        """Show this on the clock for so long, where there is one that can; None: until
        `show_times`."""
        if self._state is _State.LIVE:
            self._clock.show(text, seconds, now)

    def show_times(self, now: float) -> None:
        """Take the text off the clock."""
        if self._state is _State.LIVE:
            self._clock.show_times()

    # -- what the board says ---------------------------------------------------------------

    def _hear(self, said: Event, now: float) -> list[BoardEvent]:
        match said:
            case FieldUpdate(index, code) if self._state is _State.LIVE:
                self._look_at = now + self._quiet_s
                return self._changed(now, lambda: self._mirror.accept_hint(index, code))
            case BoardDump(codes):
                way = self._way_of(said)
                squares = tuple(codes[index] for index in way)
                return self._see(squares, now) + self._check_turn(said, now)
            case FiftyDump(codes=codes):
                return self._see(codes, now)
            case Version(major, minor):
                self._firmware = f"{major}.{minor:02}"
            case Serial(value) | LongSerial(value):
                self._serial = value
            case Battery():
                return [BatteryLevel(now, min(100, said.percent), said.charging)]
            case ClockTimes():
                return self._clock.hear_times(said, now)
            case ClockAck():
                return self._clock.hear_ack(said, now)
        return []

    def _way_of(self, dump: BoardDump) -> Way:
        """Where the squares of the game are on this board: seen when the board is met. A board does
        not change its size; damage may seem to."""
        possible = ways(self._game_board, dump.size)
        if self._state is _State.GREETING:
            self._mirror.way = way_shown(possible, dump.codes)
            self._rows = dump.size
        return self._mirror.way if dump.size == self._rows else possible[0]

    def _see(self, squares: tuple[int, ...], now: float) -> list[BoardEvent]:
        if self._mirror.squares not in (0, len(squares)):
            return []  # a message that damage has made look like another
        if self._state is _State.GREETING:
            if self._mirror.accept_dump(squares):
                return [self._go_live(now)]
            self._outbox.ask(Command.BOARD)
            return []
        wanted = self._report_wanted
        believed: list[bool] = []
        events = self._changed(now, lambda: believed.append(self._mirror.accept_dump(squares)))
        if not believed[0]:
            self._look_at = now
            return []
        self._look_at = now + LOOK_S
        self._report_wanted = False
        snapshot = self._mirror.snapshot
        return [SnapshotSeen(now, snapshot)] if wanted and not events and snapshot else events

    def _check_turn(self, dump: BoardDump, now: float) -> list[BoardEvent]:
        light = light_occupied(dump.codes, dump.size) if self._on_dark else 0
        turned = light >= _QUARTER_TURNED
        told, self._turn_told = self._turn_told, turned
        if turned and not told:
            text = "pieces stand on light squares: turn the board a quarter"
            return [BoardMessage(now, Notice.BOARD_ERROR, text)]
        return []

    # -- what follows from it --------------------------------------------------------------

    def _go_live(self, now: float) -> LinkUp:
        snapshot = self._mirror.snapshot
        assert snapshot is not None
        self._board = BoardInfo(
            squares=len(snapshot),
            sensor=self._mirror.sensor,
            has_leds=False,
            serial=self._serial,
            boot_id=0,
            firmware=self._firmware,
            protocol=(1, 0),
            is_chess_board=self._rows == CHESS,
        )
        self._state = _State.LIVE
        self._attempts.succeeded()
        self._report_wanted = False
        self._outbox.ask(Command.UPDATES_NICE, Command.BATTERY, Command.CLOCK)
        self._look_at = now + self._quiet_s  # for what changed before updates were switched on
        self._battery_at = now + BATTERY_S
        return LinkUp(now, snapshot, self._board)

    def _greet(self, now: float) -> None:
        self._greetings += 1
        if self._serial and self._greetings == 1:  # known from before: every moment counts
            self._greet_at = now + KNOWN_ANSWER_S
            self._outbox.ask(Command.BOARD)
            return
        self._greet_at = now + ANSWER_S
        self._outbox.ask(Command.RESET, Command.VERSION, Command.SERIAL, Command.BOARD)
        if self._greetings > 1:  # a board that scans the squares of one colour only
            self._outbox.ask(Command.BOARD_50_BLACK)

    def _look(self, now: float) -> None:
        if now >= self._look_at:
            self._outbox.ask(Command.BOARD)
            self._look_at = now + LOOK_S
        if now >= self._battery_at:
            self._outbox.ask(Command.BATTERY)
            self._battery_at = now + BATTERY_S

    def _look_by(self, time: float) -> None:
        self._look_at = min(self._look_at, time)

    def _changed(self, now: float, change: Callable[[], None]) -> list[BoardEvent]:
        """What is seen otherwise after `change`."""
        before = self._mirror.snapshot
        change()
        after = self._mirror.snapshot
        return [SnapshotSeen(now, after)] if after is not None and after != before else []

    def _farewell(self, fault: LinkFault, detail: str, now: float) -> list[BoardEvent]:
        was_live, self._board = self._state is _State.LIVE, None
        return self._attempts.told(fault, detail, now, was_there=was_live)
