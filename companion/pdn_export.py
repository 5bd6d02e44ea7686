"""Kept games as PDN files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from companion.clock.control import parse_control
from companion.errors import InputError
from companion.remarks import with_remarks
from companion.saved import SavedGame
from rules.pdn.writer import write_pdn

_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
_UNKNOWN = "?"


def pdn_of(games: Iterable[SavedGame]) -> str:
    """The games as PDN with all remarks; tags that nobody gave are written as unknown, not left
    out."""
    return write_pdn([with_remarks(saved, _tags(saved)) for saved in games])


def write_file(path: Path, text: str) -> None:
    """Write a whole file or none: under another name first, so that the old one stays when
    writing fails. Raises InputError."""
    try:
        handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.replace(unfinished, path)
        finally:
            Path(unfinished).unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from error


def _tags(saved: SavedGame) -> dict[str, str]:
    known = {name: value for name, value in saved.tags.items() if value}
    date = f"{saved.started.astimezone():%Y.%m.%d}"
    control = parse_control(saved.clock.control) if saved.clock else None
    timed = {"TimeControl": control.pdn} if control else {}
    return dict.fromkeys(_ROSTER, _UNKNOWN) | {"Date": date} | timed | known
