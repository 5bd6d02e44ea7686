"""Files that people give, which may be anything: none is read that is too large to be meant."""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO

from companion.errors import InputError

MOST_BYTES_WHOLE = 32_000_000
"""Of a trace, a log or a scenario file: many hours of the busiest board."""
MOST_BYTES_OF_GAMES = 64_000_000
"""Of a PDN file: about a hundred thousand games."""


def read_whole(path: Path) -> bytes:
    """A trace, a log or a scenario file. Raises OSError, and InputError where it is too large."""
    with path.open("rb") as file:
        data = file.read(MOST_BYTES_WHOLE + 1)
    if len(data) > MOST_BYTES_WHOLE:
        most = MOST_BYTES_WHOLE // 1_000_000
        raise InputError(
            f"{path} is larger than {most} MB, so no record of a board; check the name"
        )
    return data


def check_size_of_games(file: BinaryIO, path: Path) -> None:
    """Raises InputError where this open file is too large to be read for games."""
    if os.fstat(file.fileno()).st_size > MOST_BYTES_OF_GAMES:
        most = MOST_BYTES_OF_GAMES // 1_000_000
        raise InputError(f"{path} is larger than {most} MB; split it into smaller files")
