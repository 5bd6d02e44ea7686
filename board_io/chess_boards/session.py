"""The conversation with a chess board, whichever family it is of, without I/O.

WAITING --retry_at--> OPENING --opened--> GREETING --the whole board--> LIVE
   ^                                                                     |
   +------- not opened, unplugged, never answered (from any state) ------+
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Sequence

from board_io.chess_boards.family import Family, Squares
from board_io.errors import LinkError, LinkFault
from board_io.events import (
    BatteryLevel,
    BoardEvent,
    BoardInfo,
    LinkUp,
    SnapshotSeen,
)
from board_io.layout import CHESS, USUAL, is_on_dark, way_shown, ways
from board_io.session import Attempts
from firmware_protocol.codes import LedColor
from firmware_protocol.requests import Light
from firmware_protocol.stream import Event
from rules.geometry import Geometry
from rules.snapshot import Reading, Snapshot

ANSWER_S = 2.0
GREETINGS = 3
BATTERY_S = 60.0
BROKEN_OFF_S = 0.5
UNANSWERED_QUESTIONS = 4  # then the board is gone


class _State(enum.Enum):
    WAITING = enum.auto()
    OPENING = enum.auto()
    GREETING = enum.auto()
    LIVE = enum.auto()


class ChessBoardSession:
    """A board over any number of links; see `board_io.session.BoardSession`. `board` is that of
    the game that is played on it."""

    def __init__(self, family: Family, board: Geometry = USUAL) -> None:
        self._family = family
        family.is_on_dark = is_on_dark(board)
        self._ways = ways(board, CHESS)
        self._way = self._ways[0]
        self._state = _State.OPENING
        self._decoder = family.decoder()
        self._squares: Squares | None = None
        self._board: BoardInfo | None = None
        self._to_send: deque[bytes] = deque()
        self._lights: bytes | None = None
        self._output = bytearray()
        self._free_at = self._greet_at = self._ask_at = self._battery_at = 0.0
        self._last_heard = 0.0
        self._attempts = Attempts()
        self._greetings = self._unanswered = 0
        self._report_wanted = False

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
                silent_at = self._last_heard + self._family.silence_s
                times = [self._ask_at, self._battery_at, silent_at]
        if self._to_send or self._lights is not None:
            times.append(self._free_at)
        return min(times)

    def take_output(self) -> bytes:
        output = bytes(self._output)
        self._output.clear()
        return output

    def link_opened(self, now: float) -> list[BoardEvent]:
        self._decoder.reset()
        self._family.reset()
        self._squares = None
        self._to_send.clear()
        self._state = _State.GREETING
        self._greetings = 0
        self._last_heard = now
        self._greet(now)
        return []

    def link_failed(self, error: LinkError, now: float) -> list[BoardEvent]:
        was_live, self._board = self._state is _State.LIVE, None
        self._to_send.clear()
        self._output.clear()
        self._state = _State.WAITING
        self._attempts.failed(now)
        return self._attempts.told(error.fault, error.detail, now, was_there=was_live)

    def receive(self, data: bytes, now: float) -> list[BoardEvent]:
        if now > self._last_heard + BROKEN_OFF_S:
            self._decoder.reset()
        self._last_heard = now
        return [event for said in self._decoder.feed(data) for event in self._hear(said, now)]

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
                    text = f"nothing there answers as a {self._family.name} board"
                    return self.link_failed(LinkError(LinkFault.UNANSWERED, text), now)
                self._greet(now)
            case _State.LIVE:
                silent = now >= self._last_heard + self._family.silence_s
                if silent or self._unanswered >= UNANSWERED_QUESTIONS:
                    text = "the board fell silent"
                    return self.link_failed(LinkError(LinkFault.SILENT, text), now)
                self._ask(now)
        self._send(now)
        return []

    def set_leds(self, lights: Sequence[Light], now: float) -> None:
        """These squares are lit, in the one way that the board has; a newer pattern goes first."""
        lit = [light.square for light in lights if light.color is not LedColor.OFF]
        indexes = [self._way[square - 1] for square in lit if square <= len(self._way)]
        if self._family.has_leds:
            self._lights = self._family.lights(indexes)

    def request_snapshot(self, now: float) -> None:
        if self._state is _State.LIVE:
            self._report_wanted = True
            self._ask_at = now

    # -- what the board says ---------------------------------------------------------------

    def _hear(self, said: Event, now: float) -> list[BoardEvent]:
        self._unanswered = 0
        if (charge := self._family.charge(said)) is not None:
            return [BatteryLevel(now, charge.percent, charge.charging)]
        squares = self._family.see(said, self._squares)
        if squares is None:
            return []
        changed, self._squares = squares != self._squares, squares
        if self._state is _State.GREETING:
            self._way = way_shown(self._ways, [reading is not Reading.EMPTY for reading in squares])
            return [self._go_live(self._snapshot(squares), now)]
        wanted, self._report_wanted = self._report_wanted, False
        return [SnapshotSeen(now, self._snapshot(squares))] if changed or wanted else []

    def _snapshot(self, squares: Squares) -> Snapshot:
        return Snapshot(tuple(squares[index] for index in self._way))

    def _go_live(self, snapshot: Snapshot, now: float) -> LinkUp:
        family = self._family
        self._board = BoardInfo(
            squares=len(snapshot),
            sensor=family.sensor,
            has_leds=family.has_leds,
            serial=family.name,
            boot_id=0,
            firmware="",
            protocol=(1, 0),
            is_chess_board=True,
        )
        self._state = _State.LIVE
        self._attempts.succeeded()
        self._unanswered = 0
        self._ask_at = now + family.ask_every_s
        self._battery_at = now + BATTERY_S
        return LinkUp(now, snapshot, self._board)

    # -- what it is told -------------------------------------------------------------------

    def _greet(self, now: float) -> None:
        self._greetings += 1
        self._greet_at = now + ANSWER_S
        self._to_send.clear()
        self._to_send.extend(self._family.greeting)

    def _ask(self, now: float) -> None:
        if now >= self._ask_at:
            self._ask_at = now + self._family.ask_every_s
            question = self._family.question or self._family.battery_question
            self._to_send.extend([question] if question else [])
            self._unanswered += bool(question)
        if now >= self._battery_at:
            self._battery_at = now + BATTERY_S
            question = self._family.battery_question
            self._to_send.extend([question] if question else [])

    def _send(self, now: float) -> None:
        if now < self._free_at:
            return
        if self._to_send:
            self._output += self._to_send.popleft()
        elif self._lights is not None and self._state is _State.LIVE:
            self._output += self._lights
            self._lights = None
        else:
            return
        self._free_at = now + self._family.gap_s
