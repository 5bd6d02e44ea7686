"""Runs the firmware on this machine: MicroPython where it is installed, and CPython."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware import FIRMWARE
from tests.hardware.running_board import RunningBoard, Starter, micropython


@pytest.fixture(params=["micropython", "cpython"])
def interpreter(request: pytest.FixtureRequest) -> list[str]:
    """The command that runs a firmware script."""
    return micropython() if request.param == "micropython" else [sys.executable]


@pytest.fixture
def run_script(tmp_path: Path) -> Callable[..., str]:
    """Run a script of on_board/ with the firmware and its stand-ins on the path; its output."""

    def run(command: list[str], script: str, *arguments: str) -> str:
        path = Path(__file__).parent / "on_board" / script
        folders = [str(FIRMWARE / "sim"), str(FIRMWARE)]
        env = {
            **os.environ,
            "MICROPYPATH": ":".join([*folders, ".frozen"]),
            "PYTHONPATH": os.pathsep.join(folders),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        done = subprocess.run(
            [*command, str(path), *arguments],
            cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    return run


@pytest.fixture
def start(interpreter: list[str], tmp_path: Path) -> Iterator[Starter]:
    """Start a board in a folder of its own; `sensor` 1 is an occupancy board."""
    if sys.platform == "win32":
        pytest.skip("Windows has no pseudo-terminals")
    boards: list[RunningBoard] = []

    def begin(
        sensor: int = 2, magnets: str = "." * 50, settings: str | None = None
    ) -> RunningBoard:
        (tmp_path / "board.json").write_text(settings or f'{{"sensor": {sensor}}}')
        (tmp_path / "magnets").write_text(magnets)
        boards.append(RunningBoard(interpreter, tmp_path))
        return boards[-1]

    yield begin
    for board in boards:
        board.stop()
