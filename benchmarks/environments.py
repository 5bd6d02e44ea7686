"""Other draughts libraries, each in an environment of its own: two of them install the same
package name. Environments lie below benchmarks/.cache and are made with pip when first asked for.
"""

from __future__ import annotations

import os
import subprocess
import venv
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

CACHE = Path(__file__).resolve().parent / ".cache"


class PeerError(Exception):
    """A peer that cannot be installed or run, and why."""


def interpreter(peer: str) -> Path:
    """The Python of the peer's environment, which is made where it is missing. Raises PeerError."""
    home = CACHE / peer
    python = home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    with _alone():
        if not (home / "ready").exists():
            try:
                venv.create(home, with_pip=True, clear=True)
            except (OSError, subprocess.CalledProcessError) as error:
                raise PeerError(f"no environment could be made: {error}") from error
            run([str(python), "-m", "pip", "install", "--quiet", peer])
            (home / "ready").touch()
    return python


@contextmanager
def _alone() -> Iterator[None]:
    """No other process makes an environment meanwhile, where the system has locks of files."""
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "lock").open("w") as file:
        if fcntl is not None:
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def run(command: list[str], given: str = "", seconds: float = 900) -> str:
    """What a command prints when `given` is its input. Raises PeerError."""
    try:
        done = subprocess.run(
            command, input=given, capture_output=True, text=True, timeout=seconds, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise PeerError(str(error)) from error
    if done.returncode:
        raise PeerError((done.stderr.strip().splitlines() or ["no message"])[-1])
    return done.stdout
