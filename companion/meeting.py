"""The board is met, lost and found again; and is it one for this game?"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from board_io.errors import LinkFault
from board_io.events import (
    BatteryLevel,
    BoardEvent,
    BoardInfo,
    BoardMessage,
    ClockSeen,
    LinkDown,
    LinkUp,
    Notice,
    Searching,
    SnapshotSeen,
)
from companion.commands import NewGame
from companion.desk import Desk
from companion.fitting import fits, games_for, misfit
from companion.room import Room
from companion.session import Session
from companion.sitting import Sitting, are_same_squares
from companion.telling import Teller
from companion.view import LinkState
from rules.game import Game
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot
from rules.variants import VARIANTS

PATIENCE_S = 1.0
"""After so long without a board it is said that one is looked for."""


class Meeting:
    """`open_session` makes the session once the sensor of the board is known. `has_clock` tells
    whether a clock stands beside the board."""

    def __init__(
        self,
        room: Room,
        teller: Teller,
        desk: Desk,
        sitting: Sitting,
        open_session: Callable[[SensorKind], Session],
    ) -> None:
        self.has_clock = False
        self._room = room
        self._texts = room.texts
        self._teller = teller
        self._desk = desk
        self._sitting = sitting
        self._open_session = open_session
        self._opening = room.opening
        self._waiting_board: BoardInfo | None = None
        self._is_search_told = False
        self._began = time.monotonic()

    @property
    def next_time(self) -> float | None:
        """When it is to be said that a board is looked for; None once that is known."""
        return None if self._is_search_told else self._began + PATIENCE_S

    @property
    def awaits_game(self) -> bool:
        """Whether a board is there that the usual game does not fit: people have to choose."""
        return self._waiting_board is not None

    def wait(self, now: float) -> None:
        """No board was ever there; who has waited long enough can stop."""
        if now < self._began + PATIENCE_S:
            return
        if not self._is_search_told:
            self._is_search_told = True
            self._teller.say(self._texts("play.looking", board=self._room.board.name))
        if self._desk.is_to_stop(self._teller.view.game.variant):
            self._sitting.is_over = True

    # -- what the board says ---------------------------------------------------------------

    def hear(self, event: BoardEvent, now: float) -> None:
        """Raises InputError where the board is of another game than the one that was chosen."""
        sitting, session = self._sitting, self._sitting.session
        match event:
            case LinkUp(board=board, snapshot=snapshot):
                self._link_up(board, snapshot, now)
            case SnapshotSeen(snapshot=snapshot) if sitting.shows_this_game(snapshot):
                assert sitting.mode is not None
                sitting.note(sitting.mode.observe(snapshot, now))
                sitting.see(snapshot)
            case LinkDown():
                self._link_down(event, now)
            case Searching(reason=reason, detail=detail):
                self._is_search_told = True
                self._teller.view = replace(self._teller.view, fault=reason)
                why = self._teller.reason(reason, detail)
                board_name = self._room.board.name
                self._teller.say(self._texts("play.searching", board=board_name, reason=why))
            case ClockSeen() if session is not None:
                self.has_clock = True
                sitting.note(session.see_clock(event, now))
            case BatteryLevel(percent=percent) if session is not None:
                sitting.note(session.battery(percent, now))
            case BoardMessage(notice=Notice.SAID, detail=text):
                self._teller.say_all(self._texts("play.board_says", text=text))
            case BoardMessage(notice=notice, detail=detail):
                self._teller.say(self._texts("play.notice", notice=notice.value, detail=detail))

    def _link_up(self, board: BoardInfo, snapshot: Snapshot, now: float) -> None:
        sitting = self._sitting
        self._teller.view = replace(self._teller.view, link=LinkState.LINKED, fault=None)
        if sitting.session is None and not self._begin(board, now):
            return
        if not sitting.shows_this_game(snapshot):
            return  # of the board before it was laid out for another game
        mode = sitting.mode
        assert mode is not None
        if self._opening is not None:
            sitting.see(snapshot)
            sitting.lend(self._opening.guest)
            self._opening = None
            return
        see = mode.link_restored if sitting.is_lost else mode.observe
        sitting.is_lost = False
        sitting.note(see(snapshot, now))
        sitting.see(snapshot)

    def _begin(self, board: BoardInfo, now: float) -> bool:
        """The board is there: begin, unless it is for other games."""
        game = self._teller.view.game
        self._is_search_told = True
        self._teller.view = replace(self._teller.view, fitting=self._playable(board))
        if board.squares != game.variant.squares or not fits(board, game.variant):
            if self._room.is_chosen or not games_for(board):
                raise misfit(board, game.variant)
            self._waiting_board = board
            self._say_which(board)
            return False
        self._teller.say(self._texts("play.ready", seconds=time.monotonic() - self._began))
        self._sitting.trace.begin(board)
        session = self._open_session(board.sensor)
        self._sitting.session = session
        if session.game.start.variant != game.variant:  # another was chosen meanwhile
            self._sitting.note(session.command(NewGame(game.start), now))
        elif session.game.plies:
            self._sitting.note(session.resume(now))
        else:
            self._sitting.note(session.ask_youngest(now))
        return True

    def _link_down(self, event: LinkDown, now: float) -> None:
        sitting = self._sitting
        if event.reason is LinkFault.CLOSED:
            sitting.is_over = True
            return
        self._teller.view = replace(self._teller.view, link=LinkState.LOST, fault=event.reason)
        reason = self._teller.reason(event.reason, event.detail)
        self._teller.say(self._texts("play.lost", reason=reason))
        if sitting.mode is not None:
            sitting.is_lost = True
            sitting.note(sitting.mode.link_lost(now))

    # -- the squares of the game -----------------------------------------------------------

    def is_for_this_board(self, start: Position) -> bool:
        """Whether a game from `start` needs no other squares than the one that is played."""
        return are_same_squares(start.variant.geometry, self._teller.view.game.variant.geometry)

    def choose(self, start: Position) -> None:
        """The game that was waited for, because the one before did not fit the board."""
        board = self._waiting_board
        if board is None:
            return
        if not fits(board, start.variant):
            self._say_which(board)
            return
        self._waiting_board = None
        self._teller.view = replace(self._teller.view, game=Game(start), fitting=games_for(board))
        self._room.board.change_to(start)

    def change_board(self, session: Session, start: Position, now: float) -> None:
        """Another game, on other squares: the board is laid out for it, where it can be."""
        view = self._teller.view
        if start.variant.name.partition("+")[0] not in view.fitting:
            squares = view.game.variant.squares
            self._teller.say(self._texts("play.changed_board", squares=squares))
            return
        sitting = self._sitting
        sitting.trace.end()
        sitting.snapshot = None
        self._teller.view = replace(view, snapshot=None, link=LinkState.SEARCHING)
        self._room.board.change_to(start)
        sitting.note(session.command(NewGame(start), sitting.time))
        self._desk.follow(NewGame(start), start, now)

    def _say_which(self, board: BoardInfo) -> None:
        """No game was chosen, and the usual one does not fit the board."""
        games = ", ".join(games_for(board))
        self._teller.say_all(self._texts("play.which_game", squares=board.squares, games=games))

    def _playable(self, board: BoardInfo) -> tuple[str, ...]:
        """The games that the board can be laid out for; a virtual one for all."""
        return tuple(VARIANTS) if self._room.board.magnets is not None else games_for(board)
