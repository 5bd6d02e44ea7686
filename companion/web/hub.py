"""The hub: the live loop leaves what there is to see, the server's viewers come and fetch it.

One thread writes, another reads. Nothing is queued for a viewer: it asks for all since the moment
it saw last, so one that was asleep gets the newest state and whatever was told in between, and a
slow one costs no memory.
"""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from announcer.announcement import Announcement
from companion.view import View

KEPT = 200
"""So many tellings are kept for viewers that were away."""


@dataclass(frozen=True, slots=True)
class Telling:
    """Something that was told: an announcement, or a line in the language of the program."""

    number: int
    what: Announcement | str


@dataclass(frozen=True, slots=True)
class Seen:
    """What a viewer gets: the newest view and what was told since it looked last. `moment` grows
    with every change."""

    moment: int
    view: View
    tellings: tuple[Telling, ...]


class Hub:
    """`boot` tells the moments of this run from those of another."""

    def __init__(self, view: View) -> None:
        self.boot = secrets.token_hex(4)
        self._lock = threading.Lock()
        self._view = view
        self._moment = 0
        self._told: deque[Telling] = deque(maxlen=KEPT)
        self._pending: list[Announcement | str] = []
        self._sleepers: set[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = set()
        self._is_closed = False

    # -- the live loop's side --------------------------------------------------------------

    def tell(self, what: Iterable[Announcement | str]) -> None:
        """Somebody is told this; viewers get it with the next view."""
        self._pending += what

    def show(self, view: View) -> None:
        """This is what there is to see now."""
        if view == self._view and not self._pending:
            return
        with self._lock:
            self._view = view
            self._moment += 1
            self._told.extend(Telling(self._moment, what) for what in self._pending)
            self._pending.clear()
        self._wake()

    def close(self) -> None:
        """Nothing more will be shown."""
        self._is_closed = True
        self._wake()

    def _wake(self) -> None:
        with self._lock:
            sleepers = list(self._sleepers)
        for loop, event in sleepers:
            with contextlib.suppress(RuntimeError):  # the server's loop has just ended
                loop.call_soon_threadsafe(event.set)

    # -- the viewers' side -----------------------------------------------------------------

    @property
    def is_closed(self) -> bool:
        return self._is_closed

    def since(self, moment: int) -> Seen:
        """The newest view, and what was told after this moment."""
        with self._lock:
            tellings = tuple(one for one in self._told if one.number > moment)
            return Seen(self._moment, self._view, tellings)

    async def next(self, moment: int, timeout_s: float) -> Seen | None:
        """What is there after this moment, as soon as there is something; None after the time."""
        sleeper = (asyncio.get_running_loop(), asyncio.Event())
        with self._lock:
            self._sleepers.add(sleeper)
        try:
            if self._moment <= moment and not self._is_closed:
                async with asyncio.timeout(timeout_s):
                    await sleeper[1].wait()
        except TimeoutError:
            return None
        finally:
            with self._lock:
                self._sleepers.discard(sleeper)
        return self.since(moment) if self._moment > moment else None
