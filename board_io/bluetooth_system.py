"""What the system says of its Bluetooth: adapters, blocks, the version of BlueZ. Linux only;
elsewhere there is nothing to ask, and a scan shows whether it works."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

SYSTEM = Path("/sys/class")
LEAST_BLUEZ = (5, 55)
"""Older ones lack what bleak needs: https://bleak.readthedocs.io, "Linux backend"."""


def adapters(system: Path = SYSTEM) -> list[str]:
    """The Bluetooth adapters, as hci0."""
    return sorted(path.name for path in system.glob("bluetooth/hci*") if ":" not in path.name)


def blocked(system: Path = SYSTEM) -> str | None:
    """Why no adapter may send: "hard" for a switch, "soft" for a setting; None where one may."""
    blocks = [
        _block(path)
        for path in sorted(system.glob("rfkill/rfkill*"))
        if _text(path / "type") == "bluetooth"
    ]
    return blocks[0] if blocks and None not in blocks else None


def bluez_version() -> tuple[int, int] | None:
    """The version of BlueZ, None where there is none."""
    command = shutil.which("bluetoothctl")
    if command is None:
        return None
    try:
        done = subprocess.run(
            [command, "--version"], capture_output=True, text=True, timeout=5, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return parse_version(done.stdout)


def parse_version(text: str) -> tuple[int, int] | None:
    """The first number with a point in what `bluetoothctl --version` prints."""
    found = re.search(r"(\d{1,4})\.(\d{1,4})", text)
    return (int(found[1]), int(found[2])) if found else None


def _block(switch: Path) -> str | None:
    if _text(switch / "hard") == "1":
        return "hard"
    return "soft" if _text(switch / "soft") == "1" else None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""
