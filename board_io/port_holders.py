"""Which programs have a port open: what a person must close before a board can be used."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PROCESSES = Path("/proc")


@dataclass(frozen=True, slots=True)
class Holder:
    """A running program: its number and its name, without what it was started with."""

    pid: int
    program: str


def holders(device: str, processes: Path = PROCESSES) -> list[Holder]:
    """The programs that have this port open, but not this one.

    Empty where the system does not tell (not Linux, a program of another user).
    """
    wanted = os.path.realpath(device)
    return [
        Holder(pid, _program(processes / str(pid)))
        for pid in _pids(processes)
        if pid != os.getpid() and wanted in _open_files(processes / str(pid))
    ]


def _pids(processes: Path) -> list[int]:
    try:
        return sorted(int(entry.name) for entry in processes.iterdir() if entry.name.isdigit())
    except OSError:
        return []


def _open_files(process: Path) -> Iterator[str]:
    try:
        descriptors = list((process / "fd").iterdir())
    except OSError:  # it has ended, or is another user's
        return
    for descriptor in descriptors:
        try:
            yield os.readlink(descriptor)
        except OSError:
            continue


def _program(process: Path) -> str:
    try:
        return (process / "comm").read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "?"
