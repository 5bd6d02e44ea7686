"""The bytes between program and board, written down and read again."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from board_io.dgt.driver import DgtDriver
from board_io.dgt.emulated_port import EmulatedPort
from board_io.dgt.emulator import EmulatedDgt
from board_io.errors import TraceError
from board_io.events import LinkUp
from board_io.wire_log import LoggedLinks, Passed, WireLog, is_wire_log, read_wire_log
from companion.main import main
from firmware_protocol.dgt.decoder import DgtDecoder
from firmware_protocol.dgt.messages import BoardDump
from rules.piece import BLACK_MAN


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")
def test_what_a_board_says_is_written_down_and_can_be_decoded(
    tmp_path: Path, listen: Callable[..., Any], capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wire.log"
    board = EmulatedDgt()
    board.set_position({1: BLACK_MAN})
    with file.open("w", encoding="utf-8") as stream, EmulatedPort(board) as port:
        driver = DgtDriver(LoggedLinks(port.link, WireLog(stream)))
        listen(driver).next(LinkUp)
        driver.stop()
    passed = list(read_wire_log(file.read_text().splitlines(keepends=True), "wire.log"))
    assert passed[0] == Passed(passed[0].t_ms, False, b"\x40")
    events = DgtDecoder().feed(b"".join(p.data for p in passed if p.from_board))
    assert sum(isinstance(event, BoardDump) for event in events) == 2
    assert [p.t_ms for p in passed] == sorted(p.t_ms for p in passed)
    assert main(["decode", "--board", "dgt-draughts", "--file", str(file)]) == 0
    assert f'"fields50": "b{"e" * 49}"' in capsys.readouterr().out


def test_a_log_is_told_from_raw_bytes() -> None:
    stream = io.StringIO()
    WireLog(stream)
    assert is_wire_log(stream.getvalue().encode())
    assert not any(map(is_wire_log, (b"", b"\x86\x00\x67", b"{}", b"[1]", b'{"format": "x"}\n')))


def test_a_full_disk_ends_the_log_and_nothing_else() -> None:
    class Full(io.StringIO):
        def write(self, text: str) -> int:
            raise OSError("no space left")

    log = WireLog(Full())
    log.heard(b"\x00")
    assert log.failed


def test_an_unfinished_line_is_left_out_and_a_wrong_one_is_named() -> None:
    good = '{"t_ms": 5, "from": "board", "hex": "86 00"}\n'
    assert list(read_wire_log([good, good[:20]], "x")) == [Passed(5, True, b"\x86\x00")]
    for wrong in (
        '{"t_ms": 5, "hex": "86"}\n',
        '{"t_ms": 5, "from": "board", "hex": "8"}\n',
        "5\n",
    ):
        with pytest.raises(TraceError, match="x line 2"):
            list(read_wire_log([good, wrong], "x"))
