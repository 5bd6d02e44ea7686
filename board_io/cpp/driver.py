"""A board that speaks the Chess Peripheral Protocol, as the program sees it."""

from __future__ import annotations

import time
from collections.abc import Callable

from board_io.cpp.central import CppSession
from board_io.driver import BoardDriver
from board_io.events import BoardEvent
from board_io.link import LinkFactory
from rules.game import Game


class CppDriver(BoardDriver):
    """Keeps one such board connected; as BoardDriver, and follows the game that is played on it,
    `game` at first."""

    def __init__(
        self,
        link_factory: LinkFactory,
        game: Game,
        *,
        post: Callable[[BoardEvent], None] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._cpp = CppSession(game)
        self._game = game
        super().__init__(link_factory, session=self._cpp, post=post, clock=clock)

    def follow(self, game: Game) -> None:
        """The game is so now: the board is told what is new to it."""
        if game is not self._game:
            self._game = game
            self._in_thread(lambda now: self._cpp.follow(game, now))
