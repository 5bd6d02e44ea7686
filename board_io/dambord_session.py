"""The conversation with our own board, without I/O: bytes and times in, bytes and events out.

    WAITING --retry_at--> OPENING --opened--> GREETING --HELLO_ANSWER--> FETCHING --SNAPSHOT--> LIVE
       ^                                        ^                                                 |
       |                                        +----------- another boot id --------------------+
       +---- not opened, unplugged, 3 s without a frame, HELLO never answered (from any state) ----+

The owner opens and closes the link as `wants_link` says, reports what became of it, and asks again
at `next_deadline`. Source: firmware_protocol/PROTOCOL.md, "Who speaks when".
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from board_io.board_clock import BoardClock
from board_io.board_mirror import BoardMirror
from board_io.board_reports import battery_level, board_button, board_error, board_info
from board_io.errors import LinkError, LinkFault
from board_io.events import (
    BoardEvent,
    BoardInfo,
    BoardMessage,
    ButtonHeld,
    ButtonPressed,
    LinkUp,
    Notice,
    SnapshotSeen,
)
from board_io.requests import Errand, Requests
from board_io.session import Attempts
from firmware_protocol.codec import Decoder, Received
from firmware_protocol.codes import PROTOCOL_MAJOR, PROTOCOL_MINOR, ButtonCode
from firmware_protocol.messages import (
    Battery,
    Button,
    Change,
    ErrorReport,
    GetSnapshot,
    Heartbeat,
    Hello,
    HelloAnswer,
    Light,
    Nak,
    Ping,
    SnapshotReport,
    led_pattern,
)

SILENCE_S = 3.0  # no whole frame for so long: the link is dead
PING_S = 3.0  # said this often so that the board keeps its lights on
HELD_S = 0.8  # a button that is down for so long was held, not pressed


class _State(enum.Enum):
    WAITING = enum.auto()
    OPENING = enum.auto()
    GREETING = enum.auto()
    FETCHING = enum.auto()
    LIVE = enum.auto()


class DambordSession:
    """One board over any number of links; methods that take `now` give the events they caused."""

    def __init__(self) -> None:
        self._state = _State.OPENING
        self._attempts = Attempts()
        self._decoder = Decoder()
        self._requests = Requests()
        self._clock = BoardClock()
        self._mirror: BoardMirror | None = None
        self._board: BoardInfo | None = None
        self._down: dict[ButtonCode, float] = {}
        self._lights: tuple[Light, ...] = ()
        self._lights_overdue = False
        self._report_wanted = False
        self._last_heard = 0.0
        self._next_ping = 0.0

    @property
    def board(self) -> BoardInfo | None:
        """The board that is there now, None while there is none."""
        return self._board if self._state is _State.LIVE else None

    @property
    def wants_link(self) -> bool:
        """Whether the link should be open; False also while waiting for the next attempt."""
        return self._state is not _State.WAITING

    @property
    def next_deadline(self) -> float | None:
        """When `advance` is to be called at the latest; None: not before the link is opened."""
        match self._state:
            case _State.WAITING:
                return self._attempts.retry_at
            case _State.OPENING:
                return None
        times = [self._requests.next_deadline]
        if self._state is not _State.GREETING:
            times.append(self._last_heard + SILENCE_S)
        if self._state is _State.LIVE:
            times.append(self._next_ping)
        return min(time for time in times if time is not None)

    def take_output(self) -> bytes:
        """What is to be written to the link now."""
        return self._requests.take_output()

    def link_opened(self, now: float) -> list[BoardEvent]:
        """The link is open; whether a board is there is another question."""
        self._decoder.reset()
        self._greet(now)
        return []

    def link_failed(self, error: LinkError, now: float) -> list[BoardEvent]:
        """The link could not be opened, or is gone. It will be wanted again after a while."""
        events = self._farewell(error.fault, error.detail, now)
        self._requests.clear()
        self._state = _State.WAITING
        self._attempts.failed(now)
        return events

    def receive(self, data: bytes, now: float) -> list[BoardEvent]:
        """Bytes that came at `now`."""
        events: list[BoardEvent] = []
        for item in self._decoder.feed(data):
            if isinstance(item, Received):
                self._last_heard = now
                events += self._on_message(item, now)
            elif self._mirror is not None:
                self._ask_snapshot(now)  # the damaged frame may have been a change
        return events

    def advance(self, now: float) -> list[BoardEvent]:
        """Whatever is due at `now`: repetitions, pings, giving up."""
        if self._state is _State.WAITING:
            if now >= self._attempts.retry_at:
                self._state = _State.OPENING
            return []
        if self._state in (_State.FETCHING, _State.LIVE) and now >= self._last_heard + SILENCE_S:
            return self.link_failed(LinkError(LinkFault.SILENT, "the board fell silent"), now)
        events = self._give_up(self._requests.advance(now), now)
        if self._state is _State.LIVE and now >= self._next_ping:
            self._keep_lit(now)
        return events

    def set_leds(self, lights: Sequence[Light], now: float) -> None:
        """Show these lights and no others, now and after every lost link, as far as there are any.

        Raises MessageError where a square is named twice.
        """
        led_pattern(lights)
        self._lights = tuple(lights)
        if self._state is _State.LIVE:
            self._ask_leds(now)

    def request_snapshot(self, now: float) -> None:
        """Ask for a full report; a SnapshotSeen comes even when nothing has changed."""
        if self._state is _State.LIVE:
            self._report_wanted = True
            self._ask_snapshot(now)

    def _on_message(self, received: Received, now: float) -> list[BoardEvent]:
        message = received.message
        if isinstance(message, Nak):
            return self._give_up(self._requests.refused(received, now), now, message.reason.name)
        if self._requests.answered(received, now) is Errand.LEDS:
            self._lights_overdue = False
        match message:
            case HelloAnswer():
                return self._on_hello(message, now)
            case Heartbeat():
                return self._on_heartbeat(message, now)
        if self._mirror is None or self._board is None:
            return []
        match message:
            case SnapshotReport():
                return self._on_report(message, self._mirror, self._board, now)
            case Change():
                return self._on_change(message, self._mirror, now)
            case Button():
                return self._on_button(message, now)
            case Battery():
                return [battery_level(message, now)]
            case ErrorReport():
                return [board_error(message, now)]
        return []

    def _on_hello(self, hello: HelloAnswer, now: float) -> list[BoardEvent]:
        if self._board is not None and hello.boot_id == self._board.boot_id:
            return []  # the answer to a repeated question
        events = self._farewell(LinkFault.RESTARTED, "the board has restarted", now)
        self._requests.drop(Errand.HELLO)
        self._board = board_info(hello)
        self._mirror = BoardMirror(self._board.squares, self._board.sensor)
        self._clock = BoardClock()
        self._state = _State.FETCHING
        self._ask_snapshot(now)
        if hello.major != PROTOCOL_MAJOR:
            text = f"the board speaks protocol {hello.major}.{hello.minor}"
            events.append(BoardMessage(now, Notice.UNKNOWN_PROTOCOL, text))
        return events

    def _on_heartbeat(self, beat: Heartbeat, now: float) -> list[BoardEvent]:
        if self._board is None or self._mirror is None:
            return []
        if beat.boot_id != self._board.boot_id:
            events = self._farewell(LinkFault.RESTARTED, "the board has restarted", now)
            self._greet(now)
            return events
        self._clock.host_time(beat.board_ms, now)
        self._mirror.check_revision(beat.revision)
        self._mend(self._mirror, now)
        return []

    def _on_report(
        self, report: SnapshotReport, mirror: BoardMirror, board: BoardInfo, now: float
    ) -> list[BoardEvent]:
        before = mirror.snapshot
        if not mirror.accept_report(report):
            text = f"reports {len(report.contents)} squares, not {board.squares}"
            return [BoardMessage(now, Notice.BOARD_ERROR, text)]
        time = self._clock.host_time(report.board_ms, now)
        assert mirror.snapshot is not None
        if self._state is not _State.LIVE:
            return [self._go_live(LinkUp(time, mirror.snapshot, board), now)]
        wanted, self._report_wanted = self._report_wanted, False
        if wanted or mirror.snapshot != before:
            return [SnapshotSeen(time, mirror.snapshot)]
        return []

    def _on_change(self, change: Change, mirror: BoardMirror, now: float) -> list[BoardEvent]:
        time = self._clock.host_time(change.board_ms, now)
        accepted = mirror.accept_change(change)
        self._mend(mirror, now)
        if accepted and mirror.snapshot is not None and self._state is _State.LIVE:
            return [SnapshotSeen(time, mirror.snapshot)]
        return []

    def _on_button(self, button: Button, now: float) -> list[BoardEvent]:
        time = self._clock.host_time(button.board_ms, now)
        if button.pressed:
            self._down[button.button] = time
            return [ButtonPressed(time, board_button(button.button))]
        since = self._down.pop(button.button, None)
        is_held = since is not None and time - since >= HELD_S
        return [ButtonHeld(time, board_button(button.button))] if is_held else []

    def _go_live(self, event: LinkUp, now: float) -> LinkUp:
        self._state = _State.LIVE
        self._attempts.succeeded()
        self._report_wanted = False
        self._lights_overdue = False
        self._next_ping = now + PING_S
        self._ask_leds(now)
        return event

    def _greet(self, now: float) -> None:
        self._state = _State.GREETING
        self._requests.clear()
        self._requests.ask(Errand.HELLO, [Hello(PROTOCOL_MAJOR, PROTOCOL_MINOR)], now)

    def _farewell(self, fault: LinkFault, detail: str, now: float) -> list[BoardEvent]:
        """What to tell now that this board is not there (any more)."""
        was_live = self._state is _State.LIVE
        self._board = self._mirror = None
        if fault is LinkFault.RESTARTED and not was_live:
            return []
        return self._attempts.told(fault, detail, now, was_there=was_live)

    def _give_up(self, errand: Errand | None, now: float, why: str = "") -> list[BoardEvent]:
        """An errand that was refused or not answered at all."""
        match errand:
            case Errand.HELLO:
                return self.link_failed(LinkError(LinkFault.UNANSWERED, "nothing answers"), now)
            case Errand.SNAPSHOT:
                self._ask_snapshot(now)  # nothing works without; silence ends it
            case Errand.LEDS:
                return self._lights_failed(now, why)
        return []

    def _lights_failed(self, now: float, why: str) -> list[BoardEvent]:
        """Told once. What got lost is sent again when a ping is due, what was refused is not."""
        told, self._lights_overdue = self._lights_overdue, not why
        if told:
            return []
        return [BoardMessage(now, Notice.LEDS_UNACKNOWLEDGED, f"lights: {why or 'no answer'}")]

    def _keep_lit(self, now: float) -> None:
        self._next_ping = now + PING_S
        if self._lights_overdue:
            self._ask_leds(now)
        else:
            self._requests.ask(Errand.PING, [Ping()], now)

    def _mend(self, mirror: BoardMirror, now: float) -> None:
        if mirror.stale:
            self._ask_snapshot(now)

    def _ask_snapshot(self, now: float) -> None:
        if not self._requests.asked(Errand.SNAPSHOT):
            self._requests.ask(Errand.SNAPSHOT, [GetSnapshot()], now)

    def _ask_leds(self, now: float) -> None:
        if self._board is None or not self._board.has_leds:
            return
        lights = [light for light in self._lights if light.square <= self._board.squares]
        self._requests.ask(Errand.LEDS, led_pattern(lights), now)
