"""Games of PDN files into the record."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from companion.errors import InputError, why_unread
from companion.given_files import check_size_of_games
from companion.remarks import remark_texts
from companion.store import Store
from rules.pdn import PdnError, PdnGame, read_pdn


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of game `number` of a file: under which number it was `kept`, None where it was
    not, and what is wrong with it."""

    number: int
    kept: int | None
    problem: str | None = None


def import_games(source: BinaryIO | bytes, store: Store) -> Iterator[Imported]:
    """Keep every game of a PDN text with its remarks. One that can be read in part is kept as far
    as it goes. Raises OSError where the source cannot be read, StoreError where nothing is kept."""
    for pdn in read_pdn(source):
        problem = _problem(pdn.error) if pdn.error is not None else None
        kept = None
        if pdn.game is not None and (pdn.game.plies or pdn.game.outcome):
            kept = store.keep(pdn.game, pdn.tags, _date(pdn), remark_texts(pdn))
        if kept is None and problem is None:
            problem = "there are no moves and no result in it"
        yield Imported(pdn.number, kept, problem)


def import_file(path: Path, store: Store) -> Iterator[int | InputError]:
    """The same for a file: the numbers of the games, or what is wrong with them."""
    is_empty = True
    try:
        with path.open("rb") as file:
            check_size_of_games(file, path)
            for game in import_games(file, store):
                is_empty = False
                if game.problem is not None:
                    yield InputError(f"{path}: game {game.number}: {game.problem}")
                if game.kept is not None:
                    yield game.kept
    except InputError as error:
        yield error
        return
    except OSError as error:
        yield InputError(f"{path} cannot be read: {why_unread(error)}")
        return
    if is_empty:
        yield InputError(f"{path} holds no game; give a file in PDN")


def _problem(error: PdnError) -> str:
    """What is wrong with a game whose number is told beside it."""
    where = f"line {error.line}, column {error.column}: " if error.line else ""
    return where + error.problem


def _date(pdn: PdnGame) -> datetime | None:
    """The day of the game, None where the tag does not say."""
    try:
        return datetime.strptime(pdn.tags.get("Date", ""), "%Y.%m.%d").replace(tzinfo=UTC)
    except ValueError:
        return None
