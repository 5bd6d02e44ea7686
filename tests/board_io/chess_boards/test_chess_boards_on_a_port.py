"""Chess boards on a pseudo-terminal, opened by the name that people give them."""

from __future__ import annotations

import os
import select
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from board_io.chess_boards.emulators import EMULATED, EmulatedCertabo, EmulatedChessBoard
from board_io.events import BoardEvent, LinkUp, SnapshotSeen
from companion.boards import CHESS_BOARDS, open_board
from companion.errors import InputError
from firmware_protocol.dgt.pieces import dark_indexes
from rules.position import Position

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")
DARK = dark_indexes(8)
START = {DARK[n]: "p" for n in range(12)} | {DARK[n]: "P" for n in range(20, 32)}


class OnAPort:
    """An emulated board behind a pseudo-terminal, in real time."""

    def __init__(self, board: EmulatedChessBoard, far: int) -> None:
        self.board = board
        self._far = far
        self._lock = threading.Lock()
        self._stopped = False
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def put(self, index: int, letter: str) -> None:
        with self._lock:
            self.board.put(index, letter)

    def stop(self) -> None:
        self._stopped = True
        self._thread.join()

    def _run(self) -> None:
        while not self._stopped:
            with self._lock:
                if select.select([self._far], [], [], 0)[0]:
                    self.board.receive(os.read(self._far, 256))
                if isinstance(self.board, EmulatedCertabo):
                    self.board.tell(1)
                if data := self.board.take_output():
                    os.write(self._far, data)
            time.sleep(0.02)


@pytest.fixture(params=["millennium", "certabo", "tabutronic", "chessnut"])
def board(request: pytest.FixtureRequest, terminal: Any) -> Iterator[tuple[str, OnAPort]]:
    emulated = EMULATED[request.param]()
    emulated.set_position(START)
    on_port = OnAPort(emulated, terminal.far)
    yield f"{request.param}:{terminal.port}", on_port
    on_port.stop()


def test_the_program_follows_it(board: tuple[str, OnAPort]) -> None:
    spec, on_port = board
    heard: list[BoardEvent] = []
    opened = open_board(spec, Position.start(), heard.append)
    opened.start()
    wait_for(heard, lambda event: isinstance(event, LinkUp))
    on_port.put(DARK[21], ".")
    wait_for(
        heard, lambda event: isinstance(event, SnapshotSeen) and not event.snapshot[22].occupied
    )
    opened.stop()


def wait_for(heard: list[BoardEvent], wanted: Any) -> None:
    deadline = time.monotonic() + 20.0
    while not any(map(wanted, heard)):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.parametrize("spec", ["certabo", "tabutronic", "certabo:"])
def test_a_board_on_a_cable_needs_its_port(spec: str) -> None:
    with pytest.raises(InputError, match="PORT"):
        open_board(spec, Position.start(), lambda event: None)


def test_the_boards_that_can_be_named_are_those_that_there_are() -> None:
    assert set(CHESS_BOARDS) == set(EMULATED)
    with pytest.raises(InputError, match="pegasus"):
        open_board("wood", Position.start(), lambda event: None)
