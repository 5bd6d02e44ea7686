"""A DGT board as the program sees it, with the clock that may be plugged into it."""

from __future__ import annotations

import time
from collections.abc import Callable

from board_io.dgt.session import BLUETOOTH_QUIET_S, QUIET_S, DgtSession
from board_io.driver import BoardDriver
from board_io.events import BoardEvent
from board_io.layout import USUAL
from board_io.link import LinkFactory
from firmware_protocol.dgt.commands import ClockRun, ClockTime, clock_end, clock_set, clock_text
from firmware_protocol.dgt.pieces import Coding
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

    def show_on_clock(self, text: str, beep: int = 1) -> None:
        """Eight characters on a clock that shows letters; `beep` in units of 64 ms, 1 for none.

        Raises MessageError for what does not fit. Whether there is a clock is another question.
        """
        self._tell_clock(clock_text(text, beep))

    def show_times(self) -> None:
        """Take the text off the clock."""
        self._tell_clock(clock_end())

    def set_clock(self, left_s: float, right_s: float, run: ClockRun = ClockRun.NONE) -> None:
        """Set both times, and say which side runs. Raises MessageError."""
        self._tell_clock(clock_set(ClockTime.of(left_s), ClockTime.of(right_s), run))

    def _tell_clock(self, wire: bytes) -> None:
        self._in_thread(lambda now: self._dgt.tell_clock(wire, now))
