"""The clock that is plugged into a DGT board: what it shows is heard, what it is to show is told.

A DGT3000 shows eight letters, an XL six characters of seven segments; its version tells which it
is. A clock that does not answer, or refuses, is told of once and gets no texts until it answers
again: nothing of a game hangs on it.
"""

from __future__ import annotations

from dataclasses import dataclass

from board_io.dgt.outbox import Outbox
from board_io.events import (
    BoardButton,
    BoardEvent,
    BoardMessage,
    ButtonPressed,
    ClockSeen,
    Notice,
)
from firmware_protocol.dgt.clock import ClockAck, ClockStatus, ClockTimes
from firmware_protocol.dgt.commands import ClockCommand, clock_end, clock_version

_FIRST_WITH_LETTERS = 2  # the main version of a DGT3000; an XL is 1
_BUTTONS = {0x31: BoardButton.TAKE_BACK, 0x35: BoardButton.CONFIRM}  # back, OK
_BUTTON_EVENT, _OTHER_MODE_EVENT = 0x88, 0x90


@dataclass(frozen=True, slots=True)
class ClockText:
    """One text as messages to both kinds of clock: in letters and in segments."""

    letters: bytes
    segments: bytes


class DgtClock:
    """The conversation with one clock over any number of links; messages go into `outbox`."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._is_seen = self._is_mute = self._is_fault_told = False
        self._main_version: int | None = None
        self._waiting: tuple[ClockText, float | None] | None = None
        self._text_until: float | None = None
        self._is_text_left = False

    @property
    def next_deadline(self) -> float | None:
        """When a text has been shown long enough."""
        return self._text_until

    def link_opened(self) -> None:
        """There may be another clock, or none."""
        self._is_seen = self._is_mute = self._is_fault_told = False
        self._main_version = self._waiting = None
        self._is_text_left |= self._text_until is not None
        self._text_until = None

    def show(self, text: ClockText, seconds: float | None, now: float) -> None:
        """Show this for so long (None: until `show_times`), where there is a clock that can. It
        waits until the clock has said which it is."""
        if self._is_mute:
            return
        if self._main_version is None:
            self._waiting = text, seconds
            return
        letters = self._main_version >= _FIRST_WITH_LETTERS
        self._outbox.tell_clock(text.letters if letters else text.segments)
        self._text_until = None if seconds is None else now + seconds

    def show_times(self) -> None:
        """Take the text off the clock."""
        self._text_until, self._is_text_left, self._waiting = None, False, None
        self._outbox.tell_clock(clock_end())

    def set(self, wire: bytes) -> None:
        """Send it these times."""
        self._outbox.tell_clock(wire)

    def advance(self, now: float) -> list[BoardEvent]:
        """Send what is due."""
        if self._text_until is not None and now >= self._text_until:
            self.show_times()
        if self._outbox.advance(now):
            return []
        self._is_mute = True
        return self._fault("the clock does not answer", now)

    def hear_times(self, times: ClockTimes, now: float) -> list[BoardEvent]:
        """The board tells what the clock shows."""
        if times.status & ClockStatus.NO_CLOCK:
            self._is_seen = False
            return []
        if not self._is_seen:
            self._is_seen = True
            self._outbox.tell_clock(clock_version())
            if self._is_text_left:
                self.show_times()
        return [clock_seen(times, now)]

    def hear_ack(self, ack: ClockAck, now: float) -> list[BoardEvent]:
        """The clock has answered, or says something by itself."""
        if not ack.is_event:
            return self._answered(ack, now)
        if ack.command == _BUTTON_EVENT:
            return [ButtonPressed(now, _BUTTONS.get(ack.ack[3], BoardButton.OTHER))]
        if ack.command == _OTHER_MODE_EVENT:
            return self._fault("the clock can only be set in mode 23, a DGT3000 in mode 25", now)
        return []

    def _answered(self, ack: ClockAck, now: float) -> list[BoardEvent]:
        self._outbox.acknowledged(ack)
        if not ack.is_good:
            self._is_mute |= ack.command in (ClockCommand.ASCII, ClockCommand.DISPLAY)
            return self._fault("the clock refuses what it is told", now)
        self._is_mute = False
        if ack.command == ClockCommand.VERSION:
            self._main_version = ack.ack[2] >> 4
            if self._waiting is not None:
                self.show(*self._waiting, now)
                self._waiting = None
        return []

    def _fault(self, detail: str, now: float) -> list[BoardEvent]:
        told, self._is_fault_told = self._is_fault_told, True
        return [] if told else [BoardMessage(now, Notice.BOARD_ERROR, detail)]


def clock_seen(times: ClockTimes, now: float) -> ClockSeen:
    """The event that these times are."""
    left, right = ClockStatus.LEFT_TO_MOVE, ClockStatus.RIGHT_TO_MOVE
    to_move = times.status & (left | right)
    return ClockSeen(
        now,
        left_s=times.left_s,
        right_s=times.right_s,
        running=bool(times.status & ClockStatus.RUNNING),
        left_to_move={left: True, right: False}.get(ClockStatus(to_move)),
        left_flag=times.left_flag,
        right_flag=times.right_flag,
    )
