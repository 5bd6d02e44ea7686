"""Games of PDN files into the record."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from companion.errors import InputError
from companion.store import Store
from rules.pdn import PdnGame, read_pdn


def import_file(path: Path, store: Store) -> Iterator[int | InputError]:
    """Keep every game of the file: its number, or what is wrong with it. A game that can be read
    in part is kept as far as it goes, after the word on it."""
    try:
        with path.open("rb") as file:
            for pdn in read_pdn(file):
                if pdn.error is not None:
                    yield InputError(f"{path}: game {pdn.number}: {pdn.error}")
                if pdn.game is not None and (pdn.game.plies or pdn.game.outcome):
                    yield store.keep(pdn.game, pdn.tags, started=_date(pdn))
    except OSError as error:
        yield InputError(f"{path} cannot be read: {error.strerror}")


def _date(pdn: PdnGame) -> datetime | None:
    """The day of the game, None where the tag does not say."""
    try:
        return datetime.strptime(pdn.tags.get("Date", ""), "%Y.%m.%d").replace(tzinfo=UTC)
    except ValueError:
        return None
