"""A board of whichever family is there: the one that is found leads the conversation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from board_io.dambord_session import DambordSession
from board_io.discovery import gathered
from board_io.errors import LinkError
from board_io.events import BoardEvent, BoardInfo
from board_io.link import Cancellable, Link, LinkFactory
from board_io.session import BoardSession, FollowingSession
from firmware_protocol.requests import Light
from rules.game import Game


@dataclass(frozen=True, slots=True)
class Family:
    """Boards that are found and spoken to in one way.

    `find` gives a link to one of them or raises LinkError; `session` a conversation for that link.
    """

    find: LinkFactory
    session: Callable[[Link], BoardSession]


class AnyBoard:
    """The way to a board and the conversation with it: `BoardDriver(any_board, session=any_board)`.

    Families are asked in their order whenever there is no board.
    """

    def __init__(self, families: Sequence[Family]) -> None:
        self._families = tuple(families)
        self._found: tuple[Family, Link] | None = None
        self._family: Family | None = None
        self._session: BoardSession = DambordSession()  # for as long as nothing is there
        self._lights: tuple[Light, ...] = ()
        self._game: Game | None = None

    # -- the way to it -----------------------------------------------------------------------------

    def __call__(self) -> Link:
        """A link to a board. Raises LinkError, with all that is in the way, where there is none."""
        obstacles = []
        for family in self._families:
            try:
                link = family.find()
            except LinkError as error:
                obstacles.append(error)
            else:
                self._found = family, link
                return link
        raise gathered(obstacles)

    def cancel(self) -> None:
        """End a search in progress, for good."""
        for family in self._families:
            if isinstance(family.find, Cancellable):
                family.find.cancel()

    # -- the conversation --------------------------------------------------------------------------

    @property
    def board(self) -> BoardInfo | None:
        return self._session.board

    @property
    def wants_link(self) -> bool:
        return self._session.wants_link

    @property
    def next_deadline(self) -> float | None:
        return self._session.next_deadline

    def take_output(self) -> bytes:
        return self._session.take_output()

    def link_opened(self, now: float) -> list[BoardEvent]:
        """The link that was found is open; another family is spoken to in another way."""
        if self._found is not None and self._found[0] is not self._family:
            self._family, link = self._found
            self._session = self._family.session(link)
            self._session.set_leds(self._lights, now)
            if self._game is not None:
                self.follow(self._game, now)
        return self._session.link_opened(now)

    def link_failed(self, error: LinkError, now: float) -> list[BoardEvent]:
        return self._session.link_failed(error, now)

    def receive(self, data: bytes, now: float) -> list[BoardEvent]:
        return self._session.receive(data, now)

    def advance(self, now: float) -> list[BoardEvent]:
        return self._session.advance(now)

    def set_leds(self, lights: Sequence[Light], now: float) -> None:
        """Show these lights and no others, on whichever board is or comes."""
        self._session.set_leds(lights, now)
        self._lights = tuple(lights)

    def request_snapshot(self, now: float) -> None:
        self._session.request_snapshot(now)

    def follow(self, game: Game, now: float) -> None:
        """The game is so now, on whichever board is or comes."""
        self._game = game
        if isinstance(self._session, FollowingSession):
            self._session.follow(game, now)

    def tell_times(self, white_s: float, black_s: float) -> None:
        if isinstance(self._session, FollowingSession):
            self._session.tell_times(white_s, black_s)
