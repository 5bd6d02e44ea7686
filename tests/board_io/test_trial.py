"""Trying a board: the real firmware, and lines that lose what it says."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest

from board_io.errors import LinkError, LinkFault
from board_io.link.serial_link import SerialLink
from board_io.simulated import SimulatedBoard
from board_io.trial import try_board
from firmware_protocol.codec import Decoder, Received, encode
from firmware_protocol.codes import State
from firmware_protocol.messages import Ping, Pong

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")


def test_a_board_tells_what_it_is_and_echoes_soon() -> None:
    with SimulatedBoard() as board:
        board.set_battery(3000)
        trial = try_board(board.link())
    assert (trial.board.squares, trial.board.firmware.count(".")) == (50, 2)
    assert trial.echo_ms is not None
    assert 0 < trial.echo_ms < 50
    assert (trial.echoes_lost, trial.framing_errors, trial.errors) == (0, 0, ())
    assert trial.state is not None
    assert State.BATTERY_LOW in trial.state


def test_an_echo_that_came_back_damaged_is_lost(
    relay: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("board_io.trial.ECHO_S", 0.3)
    damaged = iter([False, False, True, True])

    def damage(data: bytes) -> bytes:
        pongs = any(isinstance(i, Received) and isinstance(i.message, Pong) for i in read(data))
        return data[:-4] + b"\xff\xff\xff\0" if pongs and next(damaged, False) else data

    def read(data: bytes) -> list[Any]:
        return list(Decoder().feed(data))

    with SimulatedBoard() as board:
        line = relay(board.port, to_host=damage)
        trial = try_board(SerialLink(line.port), echoes=5)
    assert trial.echoes_lost == 2
    assert trial.framing_errors == 2
    assert trial.echo_ms is not None


def test_what_only_echoes_is_no_board(terminal: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("board_io.trial.ANSWER_S", 0.3)

    def echo() -> None:
        os.write(terminal.far, os.read(terminal.far, 4096) + encode(Ping(b"x")))

    thread = threading.Thread(target=echo)
    thread.start()
    with pytest.raises(LinkError) as no:
        try_board(SerialLink(terminal.port))
    assert no.value.fault is LinkFault.UNANSWERED
    thread.join()
