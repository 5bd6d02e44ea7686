"""A DGT board as the program sees it, with the clock that may be plugged into it."""

from __future__ import annotations

import time
from collections.abc import Callable

from board_io.dgt.clock import ClockText
from board_io.dgt.session import BLUETOOTH_QUIET_S, QUIET_S, DgtSession
from board_io.driver import BoardDriver
from board_io.events import BoardEvent
from board_io.layout import USUAL
from board_io.link import LinkFactory
from firmware_protocol.dgt.commands import ClockRun, ClockTime, clock_set, clock_text
from firmware_protocol.dgt.pieces import Coding
from firmware_protocol.dgt.segments import clock_segments
from rules.geometry import Geometry

BAUD = 9600


class DgtDriver(BoardDriver):
    """Keeps one DGT board connected; as BoardDriver, and can talk to the clock.

    `bluetooth`: such a board reports later, so more patience is needed before it is looked at.
    `board` is that of the game that is played on it.
    """

    def __init__(
        self,
        link_factory: LinkFactory,
        *,
        bluetooth: bool = False,
        coding: Coding | None = None,
        board: Geometry = USUAL,
        post: Callable[[BoardEvent], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        quiet_s = BLUETOOTH_QUIET_S if bluetooth else QUIET_S
        self._dgt = DgtSession(quiet_s=quiet_s, coding=coding, board=board)
        super().__init__(link_factory, session=self._dgt, post=post, clock=clock)

    def show_on_clock(self, text: str, short: str, seconds: float | None = None) -> None:
        """Show `text` (8 characters at most) on a clock with letters, `short` (6) on one with
        segments, for so long; None: until `show_times`.

        Raises MessageError for what does not fit. Whether there is a clock is another question.
        """
        both = ClockText(clock_text(text), clock_segments(short))
        self._in_thread(lambda now: self._dgt.show_on_clock(both, seconds, now))

    def show_times(self) -> None:
        """Take the text off the clock."""
        self._in_thread(self._dgt.show_times)

    def set_clock(self, left_s: float, right_s: float, run: ClockRun = ClockRun.NONE) -> None:
        """Set both times, and say which side runs. Raises MessageError."""
        wire = clock_set(ClockTime.of(left_s), ClockTime.of(right_s), run)
        self._in_thread(lambda now: self._dgt.set_clock(wire, now))
