"""The live loop with a clock: typed, pressed on the board, lost by time, and traced."""

from __future__ import annotations

import io
import queue
import threading
import time
from collections.abc import Callable, Iterator

import pytest

from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from board_io.driver import BoardDriver
from board_io.events import BoardButton, BoardInfo
from board_io.simulated import SimulatedBoard
from board_io.trace import TraceHeader, TraceWriter
from board_io.trace_board import TraceRecorder
from companion.boards import Board
from companion.clock.game_clock import ClockState
from companion.live import Live
from companion.room import Inbox, Line, Room, Stop
from companion.session import Session
from companion.store import Store
from companion.terminal import Screen
from companion.texts import load_texts
from rules.game import Game
from rules.piece import BLACK_MAN, WHITE_MAN, Color, Piece
from rules.snapshot import SensorKind

PATIENCE_S = 20.0


class Table:
    """A board with people at it who play against the clock."""

    def __init__(self) -> None:
        self.inbox: Inbox = queue.SimpleQueue()
        self.out, self.trace = io.StringIO(), io.StringIO()
        self.store = Store(None)
        self.magnets = SimulatedBoard()
        game = Game.new()
        self.magnets.set_position(game.position.pieces())
        self.magnets.start()
        texts = load_texts("nl")
        driver = BoardDriver(self.magnets.link, post=self.inbox.put)
        board = Board("sim", lambda _: driver, game.position)
        room = Room(board, Screen(texts, self.out, live=False), texts, Catalogue.load("nl"))
        self.live = Live(room, self.inbox, game, self._session, self._recorder)
        self._thread = threading.Thread(target=self.live.run, daemon=True)
        self._thread.start()
        self.hears("is klaar")

    def _session(self, sensor: SensorKind) -> Session:
        return Session(Game.new(), sensor, self.store, Announcer())

    def _recorder(self, board: BoardInfo) -> TraceRecorder:
        start = Game.new().position
        header = TraceHeader(board.sensor, start.fen, start.variant.name, board.squares)
        return TraceRecorder(TraceWriter(self.trace, header))

    def types(self, *lines: str) -> None:
        for line in lines:
            self.inbox.put(Line(line))

    def carry(self, piece: Piece, start: int, end: int) -> None:
        self.magnets.lift(start)
        time.sleep(0.3)
        self.magnets.put(end, piece)

    def hears(self, words: str) -> None:
        self.until(lambda: words in self.out.getvalue(), words)

    def until(self, holds: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline, (what, self.out.getvalue())
            assert self._thread.is_alive(), self.out.getvalue()
            time.sleep(0.02)

    def runs(self, color: Color) -> bool:
        face = self.live.view.clock
        return face is not None and face.state is ClockState.RUNNING and face.turn is color

    def end(self) -> None:
        self.inbox.put(Stop())
        self._thread.join(timeout=10)
        self.magnets.stop()
        assert not self._thread.is_alive()
        self.store.close()


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.end()


def test_a_clock_is_typed_asked_paused_and_goes_on_at_the_button(table: Table) -> None:
    table.types("klok")
    table.hears("zonder klok")
    table.types("klok 5+3", "namen Anna, Bram")
    table.hears("De klok: 5+3.")
    table.types("")  # nothing typed: there is no button on this clock
    table.carry(WHITE_MAN, 32, 28)
    table.until(lambda: table.runs(Color.BLACK), "black's clock")
    table.types("klok")
    table.hears("Wit heeft nog 5 minuten.")
    table.types("pauze")
    table.hears("De klok staat stil.")
    table.magnets.hold(BoardButton.CONFIRM)
    table.until(lambda: table.runs(Color.BLACK), "the clock again")
    table.magnets.hold()
    table.types("klok geen")
    table.until(lambda: table.live.view.clock is None, "no clock")
    assert dict(table.live.view.names) == {Color.WHITE: "Anna", Color.BLACK: "Bram"}
    assert dict(table.store.load(1).tags) == {"White": "Anna", "Black": "Bram"}


def test_a_flag_is_told_once_kept_and_traced(table: Table) -> None:
    table.types("klok 2s")
    table.hears("De klok: 2s.")
    table.carry(WHITE_MAN, 32, 28)
    table.hears("De tijd van zwart is om. Wit wint!")
    table.carry(BLACK_MAN, 19, 23)
    time.sleep(0.5)
    assert table.out.getvalue().count("is om") == 1
    assert table.store.games()[0].result == "2-0"
    assert table.trace.getvalue().count("flag") == 1
