"""The firmware's parts one by one, each checked inside the interpreter that runs it."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.hardware.running_board import micropython

ON_BOARD = Path(__file__).parent / "on_board"
VECTORS = Path(__file__).resolve().parents[1] / "data" / "protocol_vectors.json"
CHECKS = sorted(path.name for path in ON_BOARD.glob("check_*.py"))
Run = Callable[..., str]


@pytest.mark.parametrize("script", CHECKS)
def test_part(script: str, interpreter: list[str], run_script: Run) -> None:
    arguments = [str(VECTORS)] if script == "check_vectors.py" else []
    assert run_script(interpreter, script, *arguments).startswith("ok")


def test_the_whole_board_fits_the_memory_of_a_pico_with_room_to_spare(run_script: Run) -> None:
    """On a PC objects are twice as large as on the Pico, so this is the harder test."""
    output = run_script(micropython(), "measure_heap.py")
    found = re.fullmatch(r"used (\d+) free (\d+) lowest (\d+)\n", output)
    assert found is not None, output
    assert int(found[2]) > 45_000
    assert int(found[3]) > 45_000
