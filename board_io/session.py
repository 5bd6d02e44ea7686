"""The conversation with a board, whichever it is, as the driver leads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from board_io.errors import LinkError, LinkFault
from board_io.events import BoardEvent, BoardInfo, LinkDown, Searching
from firmware_protocol.requests import Light
from rules.game import Game

RETRY_S = (0.25, 0.5, 1.0, 2.0)  # between attempts to open a link; the last for ever


class Attempts:
    """The attempts to reach a board: when the next one is made, and what is told of those that
    failed - each reason once, until the board is there."""

    def __init__(self) -> None:
        self.retry_at = 0.0
        self._count = 0
        self._told: LinkFault | None = None

    def succeeded(self) -> None:
        """The board is there."""
        self._count, self._told = 0, None

    def failed(self, now: float) -> None:
        """The link is closed; the next attempt is made after a while."""
        self.retry_at = now + RETRY_S[min(self._count, len(RETRY_S) - 1)]
        self._count += 1

    def told(
        self, fault: LinkFault, detail: str, now: float, *, was_there: bool
    ) -> list[BoardEvent]:
        """What to tell now that there is no board (any more)."""
        if was_there:
            self._told = None
            return [LinkDown(now, fault, detail)]
        if fault is self._told:
            return []
        self._told = fault
        return [Searching(now, fault, detail)]


class BoardSession(Protocol):
    """One board over any number of links, without I/O: bytes and times in, bytes and events out.

    The owner opens and closes the link as `wants_link` says, reports what became of it, and calls
    `advance` at `next_deadline` at the latest. Methods that take `now` give the events they caused.
    """

    @property
    def board(self) -> BoardInfo | None:
        """The board that is there now, None while there is none."""

    @property
    def wants_link(self) -> bool:
        """Whether the link should be open; False also while waiting for the next attempt."""

    @property
    def next_deadline(self) -> float | None:
        """When `advance` is to be called; None: not before the link is opened."""

    def take_output(self) -> bytes:
        """What is to be written to the link now; handed out once."""

    def link_opened(self, now: float) -> list[BoardEvent]:
        """The link is open; whether a board is there is another question."""

    def link_failed(self, error: LinkError, now: float) -> list[BoardEvent]:
        """The link could not be opened, or is gone."""

    def receive(self, data: bytes, now: float) -> list[BoardEvent]:
        """Bytes that came at `now`."""

    def advance(self, now: float) -> list[BoardEvent]:
        """Whatever is due at `now`."""

    def set_leds(self, lights: Sequence[Light], now: float) -> None:
        """Show these lights and no others, as far as there are any."""

    def request_snapshot(self, now: float) -> None:
        """Ask for the whole board; a SnapshotSeen comes even when nothing has changed."""


@runtime_checkable
class FollowingSession(Protocol):
    """A conversation with a board that wants to know how the game and its clock are."""

    def follow(self, game: Game, now: float) -> None:
        """The game is so now; what comes of it is told by the next `advance`."""

    def tell_times(self, white_s: float, black_s: float) -> None:
        """So much time both sides have left now, in seconds."""
