"""One program at a time goes on with the unfinished game of a database."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import IO


class Claim:
    """Held from the moment it is made until `release`; a killed program lets go by itself. For
    a database in memory (None) there is nothing to hold, and nobody else who could."""

    def __init__(self, database: Path | None) -> None:
        self._file: IO[bytes] | None = None
        self._alone = database is None
        if database is None:
            return
        try:
            file = database.with_name(f"{database.name}.lock").open("ab")
        except OSError:  # a folder without room for it: nobody else can play from there either
            self._alone = True
            return
        if _locked(file):
            self._file = file
        else:
            file.close()

    @property
    def is_held(self) -> bool:
        """Whether no other program holds the claim on this database."""
        return self._alone or self._file is not None

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


def _locked(file: IO[bytes]) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
