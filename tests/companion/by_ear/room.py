"""A dark room with a board in it: hands move the pieces, buttons are pressed, a voice is heard.

Nothing else comes out of it. Time passes as people need it: a sentence lasts as long as it is, and
what the queue of the voice drops is never heard.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Protocol

from announcer.announcement import Announcement
from announcer.catalogue import Catalogue
from announcer.queue import SpeechQueue
from board_io.hand.gestures import Hand
from board_io.hand.stage import Stage
from board_io.hand.view import BoardView
from companion.session import Told
from companion.typed_hand import CALM
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot

_A_LETTER_S = 0.05


class Mode(Protocol):
    """Whoever follows the board: a session, a lesson."""

    @property
    def next_deadline(self) -> float | None: ...

    def observe(self, snapshot: Snapshot, now: float) -> Sequence[Told]: ...

    def advance(self, now: float) -> Sequence[Told]: ...


class DarkRoom:
    """`shown` is what stands on the board at first; `hears` is told each sentence when it was said
    to its end."""

    def __init__(
        self, catalogue: Catalogue, shown: Position, sensor: SensorKind, seed: int = 0
    ) -> None:
        self.now = 100.0
        self.sentences: list[str] = []
        self.hears: Callable[[str], None] = self.sentences.append
        self.stage = Stage(shown)
        self._catalogue = catalogue
        self._hand = Hand(self.stage, shown.variant.geometry, CALM, random.Random(seed))
        self._view = BoardView(shown, sensor)
        self._events = 0
        self._queue = SpeechQueue()
        self._said_at = 0.0
        self._mode: Mode | None = None

    def begin(self, mode: Mode) -> None:
        self._mode = mode
        self.note(mode.observe(self._view.snapshot(), self.now))

    # -- what hands do -------------------------------------------------------------------------

    def moves(self, gesture: Callable[[Hand, int], object]) -> None:
        """A gesture, from now on; the voice may speak meanwhile."""
        assert self._mode is not None
        gesture(self._hand, round(self.now * 1000))
        events = self.stage.events[self._events :]
        self._events += len(events)
        for event in events:
            self._pass(event.t_ms / 1000)
            if self._view.take([event]):
                self.note(self._mode.observe(self._view.snapshot(), self.now))

    def note(self, told: Sequence[Told]) -> None:
        """This came of something: it is said when its turn comes."""
        for one in told:
            self.say(one.announcements)

    def say(self, announcements: Sequence[Announcement]) -> None:
        self._queue.put(announcements, self.now)
        if self._queue.interrupts:
            self._queue.interrupted(self.now)
            self._say_next()
        elif self._queue.current is None:
            self._say_next()

    # -- time ----------------------------------------------------------------------------------

    def listens(self, at_least_s: float = 0.0) -> None:
        """Until nothing more is said, and nothing is about to be."""
        until = self.now + at_least_s
        latest = self.now + 60.0
        while self.now < latest:
            due = self._next_time()
            if due is None or (self._queue.current is None and due > max(until, self.now + 3.0)):
                break
            self._pass(due)
        self._pass(max(self.now, until))

    def _next_time(self) -> float | None:
        assert self._mode is not None
        said = self._said_at if self._queue.current is not None else None
        return min((t for t in (said, self._mode.next_deadline) if t is not None), default=None)

    def _pass(self, until: float) -> None:
        """Time passes: sentences end, and what is due is done."""
        assert self._mode is not None
        for _ in range(1000):
            due = self._next_time()
            if due is None or due > until:
                break
            self.now = max(self.now, due)
            if self._queue.current is not None and self.now >= self._said_at:
                self._end_sentence()
            else:
                self.note(self._mode.advance(self.now))
        self.now = max(self.now, until)

    def _end_sentence(self) -> None:
        current = self._queue.current
        assert current is not None
        self._queue.finished()
        self.hears(self._catalogue.spoken(current))
        self._say_next()

    def _say_next(self) -> None:
        announcement = self._queue.next(self.now)
        if announcement is not None:
            length = len(self._catalogue.spoken(announcement))
            self._said_at = self.now + 0.3 + _A_LETTER_S * length
