from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from board_io.port_holders import Holder, holders

pytestmark = pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="needs /proc")

HOLD = """
import sys
port = open(sys.argv[1], "rb", buffering=0)
print(".", flush=True)
sys.stdin.read()
"""


def test_a_program_that_has_the_port_open_is_named(terminal: Any, tmp_path: Path) -> None:
    assert holders(terminal.port) == []
    name = tmp_path / "by-name"
    name.symlink_to(terminal.port)
    command = [sys.executable, "-c", HOLD, terminal.port]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as program:
        assert program.stdout is not None
        program.stdout.readline()
        program_name = Path(f"/proc/{program.pid}/comm").read_text().strip()
        assert holders(terminal.port) == [Holder(program.pid, program_name)]
        assert holders(str(name)) == holders(terminal.port)
        program.kill()


def test_this_program_is_not_told(terminal: Any) -> None:
    with open(terminal.port, "rb", buffering=0):
        assert holders(terminal.port) == []


def test_a_system_that_does_not_tell_names_nobody(tmp_path: Path) -> None:
    assert holders("/dev/null", tmp_path / "absent") == []
    (tmp_path / "17").mkdir()  # a program of another user: its files cannot be seen
    assert holders("/dev/null", tmp_path) == []
