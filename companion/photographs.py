"""Photographs that people attach to a position of a kept game: files in a folder beside the
database, named by us, and only pictures of kinds that every browser shows."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.database import Database
from companion.errors import InputError

LARGEST_PHOTO = 3_000_000
"""Bytes."""
MOST_OF_A_GAME = 100


def _is_webp(data: bytes) -> bool:
    return data[:4] == b"RIFF" and data[8:12] == b"WEBP"


PHOTO_TYPES: dict[str, tuple[str, Callable[[bytes], bool]]] = {
    "image/jpeg": (".jpg", lambda data: data.startswith(b"\xff\xd8\xff")),
    "image/png": (".png", lambda data: data.startswith(b"\x89PNG\r\n\x1a\n")),
    "image/webp": (".webp", _is_webp),
}
"""By the type of the picture: the end of its name, and how its bytes begin."""


@dataclass(frozen=True, slots=True)
class Photo:
    """One photograph; `number` plies stood then."""

    id: int
    number: int


class Photographs:
    """The photographs of the games in this database. Raises StoreError where it fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, game: int) -> list[Photo]:
        rows = self._database.rows(
            "SELECT id, number FROM photos WHERE game = ? ORDER BY number, id", (game,)
        )
        return [Photo(*row) for row in rows]

    def add(self, game: int, number: int, kind: str, data: bytes) -> Photo:
        """Keep a picture of the position after `number` plies. Raises InputError."""
        ending, begins = PHOTO_TYPES.get(kind, ("", lambda data: False))
        if not begins(data):
            raise InputError("that is no picture; use JPEG, PNG or WebP")
        if len(data) > LARGEST_PHOTO:
            raise InputError(f"a photograph has at most {LARGEST_PHOTO // 1_000_000} MB")
        if len(self.of(game)) >= MOST_OF_A_GAME:
            raise InputError(f"a game has at most {MOST_OF_A_GAME} photographs")
        name = f"{game}-{number}-{secrets.token_hex(8)}{ending}"
        self._written(name, data)
        cursor = self._database.execute(
            "INSERT INTO photos (game, number, at, file) VALUES (?, ?, ?, ?)",
            (game, number, datetime.now(UTC).isoformat(), name),
        )
        return Photo(cursor.lastrowid or 0, number)

    def data(self, photo: int) -> tuple[str, bytes]:
        """The type and the bytes of a photograph. Raises InputError where there is none."""
        name = self._name(photo)
        kind = next(kind for kind, (end, _) in PHOTO_TYPES.items() if name.endswith(end))
        try:
            return kind, (self._folder() / name).read_bytes()
        except OSError as error:
            raise InputError(f"photograph {photo} is gone: {error.strerror}") from error

    def remove(self, photo: int) -> None:
        """Take a photograph away. Raises InputError where there is none."""
        name = self._name(photo)
        self._database.execute("DELETE FROM photos WHERE id = ?", (photo,))
        with contextlib.suppress(OSError):  # what cannot be removed is not shown any more
            (self._folder() / name).unlink(missing_ok=True)

    def _name(self, photo: int) -> str:
        rows = self._database.rows("SELECT file FROM photos WHERE id = ?", (photo,))
        if not rows:
            raise InputError(f"there is no photograph {photo}")
        name = str(rows[0][0])
        ends = tuple(end for end, _ in PHOTO_TYPES.values())
        if Path(name).name != name or not name.endswith(ends):  # a database from elsewhere
            raise InputError(f"photograph {photo} has no name of ours")
        return name

    def _written(self, name: str, data: bytes) -> None:
        folder = self._folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
        except OSError as error:
            raise InputError(f"{folder} cannot be written: {error.strerror}") from error

    def _folder(self) -> Path:
        if self._database.path is None:
            raise InputError("games in memory have no photographs; play with a database")
        return self._database.path.parent / "photos"
