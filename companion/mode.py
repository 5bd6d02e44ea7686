"""What the board is for: the game that is played, or for a while something else (a game that is
played back, a lesson).

One mode has the board. It gets what the board shows, is asked when its time has come, and its
lights are lit. `Session` is the mode that is always there; a `Guest` is lent the board by an item
`Lend` in the inbox of the live loop, and gives it back when it is over or at `GiveBack`. The
session then has the board put right and goes on.

Like a session a guest is synchronous and is handed the time (`now`, seconds, monotonic). What is
told is a sequence of `Told`, without transitions.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from announcer.announcement import Announcement
from announcer.lights import LightPattern
from companion.session import Told
from companion.view import GuestView
from reconciler.timing import Timing
from rules.game import Game
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot


class Mode(Protocol):
    """Whoever has the board."""

    @property
    def game(self) -> Game:
        """What is shown, on the screen and to those who watch."""

    @property
    def turned(self) -> bool:
        """Whether the board lies turned: its square n is square (size + 1 - n) of the game."""

    @property
    def next_deadline(self) -> float | None:
        """When `advance` wants to be called, if nothing happens before."""

    @property
    def open(self) -> tuple[Announcement, ...]:
        """What was told and still holds."""

    @property
    def lights(self) -> LightPattern:
        """What the squares show now, in the numbers of the game."""

    def observe(self, snapshot: Snapshot, now: float) -> Sequence[Told]:
        """The board shows this, as it lies (see `turned`)."""

    def advance(self, now: float) -> Sequence[Told]:
        """Time has passed."""

    def link_lost(self, now: float) -> Sequence[Told]:
        """The board cannot be reached."""

    def link_restored(self, snapshot: Snapshot, now: float) -> Sequence[Told]:
        """The board is back and shows this."""


class Guest(Mode, Protocol):
    """A mode that has the board for a while. Its first `observe` comes at once."""

    @property
    def shown(self) -> GuestView:
        """What it is and how far, for screen and page."""

    @property
    def laid_out(self) -> Position:
        """What a virtual board is made to show, whenever this is another object; people set up
        other boards."""

    @property
    def is_over(self) -> bool:
        """Whether it has done with the board."""

    def understand(self, line: str) -> object | None:
        """The wish that a typed line is in this mode; None for a line that is none, which then
        means what it means in a game."""

    def ask(self, wish: object, now: float) -> Sequence[Told]:
        """Somebody wants something: a wish of its own kind, a `BoardButton`, or what is asked of
        a session too (`Wanted`). What it does not know it leaves alone."""


@dataclass(frozen=True, slots=True)
class Table:
    """The board as a guest finds it: how it lies, what it sees, how long it must rest. `by_ear`:
    somebody plays without seeing, so nothing is left to the lights."""

    turned: bool
    sensor: SensorKind
    timing: Timing
    by_ear: bool = False


@dataclass(frozen=True, slots=True)
class Lend:
    """An item of the inbox: lend the board to a guest, which is made for the board that is there.
    A guest that is there already goes."""

    guest: Callable[[Table], Guest]


@dataclass(frozen=True, slots=True)
class ForGuest:
    """An item of the inbox: the guest is asked this, if there is one."""

    wish: object


@dataclass(frozen=True, slots=True)
class GiveBack:
    """An item of the inbox: the guest gives the board back."""
