"""Where the firmware of our own board lies, also in an installed program."""

from __future__ import annotations

from pathlib import Path

FIRMWARE = Path(__file__).resolve().parent / "firmware"
SIMULATED_BOARD = FIRMWARE / "sim" / "run.py"
"""Script that runs the firmware on a PC, by `micropython` or Python; see firmware/README.md."""
