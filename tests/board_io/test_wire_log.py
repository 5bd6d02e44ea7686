"""The bytes between program and board, written down and read again."""

from __future__ import annotations

import io
import json
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.dgt_games import Line
from board_io.dgt.driver import DgtDriver
from board_io.dgt.emulated_port import EmulatedPort
from board_io.dgt.emulator import EmulatedDgt
from board_io.dgt.session import DgtSession
from board_io.driver import BoardDriver
from board_io.errors import TraceError
from board_io.events import BoardEvent, LinkUp, SnapshotSeen
from board_io.simulated import SimulatedBoard
from board_io.wire_log import (
    LoggedLinks,
    Opened,
    Passed,
    WireHeader,
    WireLog,
    is_wire_log,
    read_wire_log,
)
from companion.main import main
from firmware_protocol.dgt.decoder import DgtDecoder
from firmware_protocol.dgt.messages import BoardDump
from rules.game import Game
from rules.notation import parse_move
from rules.piece import BLACK_MAN, WHITE_MAN
from rules.position import Position
from tests.board_io.cpp.table import Table

HEADER = WireHeader("dgt", "international", Position.start().fen)


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")
def test_what_a_board_says_is_written_down_and_can_be_decoded(
    tmp_path: Path, listen: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wire.log"
    board = EmulatedDgt()
    board.set_position({1: BLACK_MAN})
    with file.open("w", encoding="utf-8") as stream, EmulatedPort(board) as port:
        driver = DgtDriver(LoggedLinks(port.link, WireLog(stream, HEADER)))
        listen(driver).next(LinkUp)
        driver.stop()
    header, lines = read_wire_log(file.read_text(), "wire.log")
    assert header == HEADER
    assert isinstance(lines[0], Opened)
    passed = [line for line in lines if isinstance(line, Passed)]
    assert passed[0] == Passed(passed[0].t_ms, False, b"\x40")
    events = DgtDecoder().feed(b"".join(p.data for p in passed if p.from_board))
    assert sum(isinstance(event, BoardDump) for event in events) == 2
    assert [p.t_ms for p in passed] == sorted(p.t_ms for p in passed)
    assert main(["decode", "--board", "dgt-draughts", "--file", str(file)]) == 0
    assert f'"fields50": "b{"e" * 49}"' in capsys.readouterr().out


def test_a_log_is_told_from_raw_bytes() -> None:
    stream = io.StringIO()
    WireLog(stream, HEADER)
    assert is_wire_log(stream.getvalue().encode())
    assert not any(map(is_wire_log, (b"", b"\x86\x00\x67", b"{}", b"[1]", b'{"format": "x"}\n')))


def test_a_full_disk_ends_the_log_and_nothing_else() -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError("no space left")

    log = WireLog(Full(), HEADER)
    log.heard(b"\x00")
    assert log.failed


FIRST = '{"format": "dambord-wire", "version": 1, "board": "dgt", "variant": "x", "fen": "y"}\n'


def test_an_unfinished_line_is_left_out_and_a_wrong_one_is_named() -> None:
    good = '{"t_ms": 5, "from": "board", "hex": "86 00"}\n'
    header, lines = read_wire_log(FIRST + good + good[:20], "x")
    assert (header, lines) == (WireHeader("dgt", "x", "y"), [Passed(5, True, b"\x86\x00")])
    wrong = ('{"t_ms": 5, "hex": "86"}', '{"t_ms": 5, "from": "board", "hex": "8"}', "5", "{")
    for line in wrong:
        with pytest.raises(TraceError, match="x line 2"):
            read_wire_log(f"{FIRST}{line}\n", "x")
    with pytest.raises(TraceError, match="x line 1"):
        read_wire_log("{}\n", "x")


def replayed(file: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(["replay", str(file), "--json"]) == 0
    (facts,) = json.loads(capsys.readouterr().out)
    moves: list[str] = facts["moves"]
    return moves


@pytest.mark.parametrize("name", ["dgt:/dev/ttyUSB0", "auto"])
def test_the_bytes_of_a_dgt_board_are_replayed_as_a_game(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    board = EmulatedDgt()
    board.set_position(Position.start().pieces())
    line = Line(DgtSession(), board)
    file = tmp_path / "dgt.wire"
    with file.open("w", encoding="utf-8") as stream:
        log = WireLog(stream, replace(HEADER, board=name), clock=lambda: line.now)
        receive = line.session.receive

        def heard(data: bytes, now: float) -> list[BoardEvent]:
            log.heard(data)
            return receive(data, now)

        line.session.receive = heard  # type: ignore[method-assign]
        log.opened("made up")
        line.run(2.0)
        for square, piece in ((32, None), (28, WHITE_MAN), (19, None), (23, BLACK_MAN)):
            board.put(square, piece)
            line.run(0.7)
        log.opened("made up")
        line.run(4.0)
    assert replayed(file, capsys) == ["32-28", "19-23"]


def test_the_bytes_of_our_own_board_are_replayed_as_a_game(
    tmp_path: Path, listen: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "own.wire"
    with file.open("w", encoding="utf-8") as stream, SimulatedBoard() as board:
        board.set_position(Position.start().pieces())
        log = WireLog(stream, WireHeader("sim", "international", Position.start().fen))
        driver = BoardDriver(LoggedLinks(board.link, log))
        listener = listen(driver)
        listener.next(LinkUp)
        for square, piece in ((32, None), (28, WHITE_MAN), (19, None), (23, BLACK_MAN)):
            board.change({square: piece})
            listener.next(SnapshotSeen)
            time.sleep(0.3)
        driver.stop()
    assert replayed(file, capsys) == ["32-28", "19-23"]


@pytest.mark.parametrize("name", ["cpp", "auto"])
def test_the_bytes_of_a_board_that_tells_moves_are_replayed_as_a_game(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, game = Table(Game.new()), Game.new()
    for move in ("32-28", "19-23", "28x19", "14x23"):
        table.make(parse_move(game.position, move))
        game = table.game
    file = tmp_path / "cpp.wire"
    with file.open("w", encoding="utf-8") as stream:
        now = iter(range(1000))
        log = WireLog(stream, replace(HEADER, board=name), clock=lambda: float(next(now)))
        log.opened("made up")
        for said in table.said:
            if said.startswith("p "):
                log.heard(f"{said[2:]}\n".encode())
    assert replayed(file, capsys) == ["32-28", "19-23", "28x19", "14x23"]


def test_a_log_in_which_no_board_speaks_is_told_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "empty.wire"
    file.write_text(FIRST, encoding="utf-8")
    assert main(["replay", str(file)]) == 1
    assert capsys.readouterr().err.count("\n") == 1
