"""A board as the program sees it: started once, heard through events, told what to light.

One thread owns the link and the session; the link's reader thread posts bytes to it, callers post
wishes. Nothing that goes wrong on the way to the board ends it: it tells and tries again until
`stop`.
"""

from __future__ import annotations

import contextlib
import enum
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from board_io.dambord_session import DambordSession
from board_io.errors import LinkError
from board_io.events import BoardEvent, BoardInfo
from board_io.link import Cancellable, Link, LinkFactory
from board_io.link.reader import LinkReader
from board_io.session import BoardSession, FollowingSession
from firmware_protocol.messages import Light, led_pattern
from rules.game import Game


@dataclass(frozen=True, slots=True)
class _Arrived:
    link: Link
    data: bytes
    time: float


@dataclass(frozen=True, slots=True)
class _Lost:
    link: Link
    error: LinkError


@dataclass(frozen=True, slots=True)
class _Told:
    tell: Callable[[float], None]


@dataclass(frozen=True, slots=True)
class _Lights:
    lights: tuple[Light, ...]


class _Wish(enum.Enum):
    SNAPSHOT = enum.auto()
    STOP = enum.auto()


_Item = _Arrived | _Lost | _Told | _Lights | _Wish


class BoardDriver:
    """Keeps one board connected: one of our own, or the one that `session` talks to.

    `link_factory` gives a link for every attempt; it may raise LinkError. Events go
    to `post`, called in the driver's thread, or into the queue `events` where none is given.
    """

    def __init__(
        self,
        link_factory: LinkFactory,
        *,
        session: BoardSession | None = None,
        post: Callable[[BoardEvent], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.events: queue.SimpleQueue[BoardEvent] = queue.SimpleQueue()
        self._post = post or self.events.put
        self._clock = clock
        self._link_factory = link_factory
        self._session: BoardSession = session or DambordSession()
        self._inbox: queue.SimpleQueue[_Item] = queue.SimpleQueue()
        self._game: Game | None = None
        self._link: Link | None = None
        self._reader: LinkReader | None = None
        self._thread = threading.Thread(target=self._run, name="board", daemon=True)

    @property
    def board(self) -> BoardInfo | None:
        """The board that is connected now, None while there is none."""
        return self._session.board

    def start(self) -> None:
        """Begin to look for the board; returns at once, LinkUp follows. Once per driver."""
        self._thread.start()

    def stop(self) -> None:
        """Close the link and end. No event comes after this returns. Stopping twice is no error."""
        self._inbox.put(_Wish.STOP)
        if isinstance(self._link_factory, Cancellable):
            self._link_factory.cancel()
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def set_leds(self, lights: Sequence[Light]) -> None:
        """Show these lights and no others, also after the link was lost and came back.

        Nothing is sent to a board without lights. Raises MessageError where a square is named
        twice; what goes wrong later is told as a BoardMessage.
        """
        led_pattern(lights)
        self._inbox.put(_Lights(tuple(lights)))

    def request_snapshot(self) -> None:
        """Ask the board for a full report; a SnapshotSeen follows, changed or not."""
        self._inbox.put(_Wish.SNAPSHOT)

    def follow(self, game: Game) -> None:
        """The game is so now; most boards do not care."""
        session = self._session
        if game is not self._game and isinstance(session, FollowingSession):
            self._game = game
            self._in_thread(lambda now: session.follow(game, now))

    def tell_times(self, white_s: float, black_s: float) -> None:
        """So much time both sides have left now; most boards do not care."""
        session = self._session
        if isinstance(session, FollowingSession):
            self._in_thread(lambda now: session.tell_times(white_s, black_s))

    def _in_thread(self, tell: Callable[[float], None]) -> None:
        """Have the driver's thread tell the session something; `tell` gets the time."""
        self._inbox.put(_Told(tell))

    def _run(self) -> None:
        try:
            while True:
                self._tell(self._session.advance(self._clock()))
                self._tell(self._tend_link())
                # All that has come is heard before the session looks at the time again: a board
                # is not silent because this thread was late.
                for item in self._next_items():
                    if item is _Wish.STOP:
                        return
                    self._tell(self._handle(item))
        finally:
            self._drop_link()

    def _next_items(self) -> Iterator[_Item]:
        """What has come, waiting for it until the session wants to be asked again."""
        deadline = self._session.next_deadline
        wait = 0.0 if deadline is None else max(0.0, deadline - self._clock())
        with contextlib.suppress(queue.Empty):
            yield self._inbox.get(timeout=wait)
            while True:
                yield self._inbox.get_nowait()

    def _handle(self, item: _Item) -> list[BoardEvent]:
        match item:
            case _Arrived(link, data, arrived) if link is self._link:
                return self._session.receive(data, arrived)
            case _Lost(link, error) if link is self._link:
                return self._session.link_failed(error, self._clock())
            case _Told(tell):
                tell(self._clock())
            case _Lights(lights):
                self._session.set_leds(lights, self._clock())
            case _Wish.SNAPSHOT:
                self._session.request_snapshot(self._clock())
        return []

    def _tend_link(self) -> list[BoardEvent]:
        """Bring the link into the state that the session wants, and send what it has to say."""
        try:
            if self._session.wants_link and self._link is None:
                self._open_link()
                self._session.link_opened(self._clock())
            if self._link is not None and (output := self._session.take_output()):
                self._link.write(output)
        except LinkError as error:
            self._drop_link()
            return self._session.link_failed(error, self._clock())
        if not self._session.wants_link:
            self._drop_link()
        return []

    def _open_link(self) -> None:
        link = self._link_factory()
        link.open()
        self._link = link
        self._reader = LinkReader(
            link,
            lambda data: self._inbox.put(_Arrived(link, data, self._clock())),
            lambda error: self._inbox.put(_Lost(link, error)),
        )
        self._reader.start()

    def _drop_link(self) -> None:
        if self._reader is not None:
            self._reader.stop()
        self._link = self._reader = None

    def _tell(self, events: list[BoardEvent]) -> None:
        for event in events:
            self._post(event)
