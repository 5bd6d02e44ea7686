"""A board of the Chess Peripheral Protocol on a pseudo-terminal, opened by its name."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from board_io.cpp.peripheral import Peripheral
from board_io.events import BoardEvent, LinkUp, SnapshotSeen
from companion.boards import open_board
from rules.game import Game
from rules.move import Move
from rules.variants import VARIANTS
from tests.board_io.cpp.table import shown

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")
Settle = Callable[[Callable[[], bool]], None]


class OnAPort:
    """The peripheral behind a pseudo-terminal, in real time."""

    def __init__(self, far: int) -> None:
        self.peripheral = Peripheral(VARIANTS, Game.new().variant)
        self.peripheral.board_shows(shown(Game.new().position))
        self._far = far
        self._lock = threading.Lock()
        self._stopped = False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def play(self, move: Move, game: Game) -> None:
        with self._lock:
            self.peripheral.board_shows(shown(game.play(move).position))
            assert self.peripheral.played(move)

    def stop(self) -> None:
        self._stopped = True
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped:
            with self._lock:
                if select.select([self._far], [], [], 0)[0]:
                    self.peripheral.receive(os.read(self._far, 256))
                if data := self.peripheral.take_output():
                    os.write(self._far, data)
            time.sleep(0.002)


@pytest.fixture
def on_port(terminal: Any) -> Iterator[OnAPort]:
    board = OnAPort(terminal.far)
    yield board
    board.stop()


def test_the_program_follows_it(on_port: OnAPort, terminal: Any, settle: Settle) -> None:
    heard: list[BoardEvent] = []
    game = Game.new()
    board = open_board(f"cpp:{terminal.port}", game.position, heard.append)
    board.start()
    settle(lambda: any(isinstance(event, LinkUp) for event in heard))
    for _ in range(2):
        move = game.position.legal_moves()[0]
        on_port.play(move, game)
        game = game.play(move)
        wanted = shown(game.position)
        settle(lambda: heard and getattr(heard[-1], "snapshot", None) == wanted)  # noqa: B023
        board.expect(game)
        settle(lambda: not on_port.peripheral.is_asking)
        assert on_port.peripheral.position == game.position
    board.stop()
    assert isinstance(heard[-1], SnapshotSeen)
