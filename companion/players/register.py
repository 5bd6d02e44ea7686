"""The players and their results in the database of games.

A player is a name: games hold it in their tags White and Black, lessons in their sittings, the
register holds those who are known without either. Renaming changes all of it at once; two players
become one by giving them one name; who is deleted leaves no trace but games of somebody unknown.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.database import Database
from companion.errors import InputError
from companion.players.names import clean_name, name_key
from companion.players.results import Result
from companion.search import day_of, tag
from rules.piece import Color

_NOBODY = ("", "?")
_SIDES = "name IN ('White', 'Black')"


class Register:
    """Raises StoreError where the database fails, InputError for what cannot be done."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def names(self) -> list[str]:
        """All players, in the order of the alphabet."""
        known: dict[str, str] = {}
        rows = self._database.rows("SELECT name FROM players")
        rows += self._database.rows("SELECT name FROM sittings ORDER BY at")
        rows += self._database.rows(
            f"SELECT DISTINCT value FROM tags JOIN games ON games.id = tags.game"
            f" WHERE {_SIDES} AND deleted IS NULL ORDER BY tags.game"
        )
        for (name,) in rows:
            if name not in _NOBODY:
                known.setdefault(name_key(name), name)
        return [known[key] for key in sorted(known)]

    def find(self, name: str) -> str:
        """The player of this name as it is written. Raises InputError."""
        key = name_key(name)
        found = next((known for known in self.names() if name_key(known) == key), None)
        if found is None:
            raise InputError(
                f"there is no player {name[:40]!r}; `dambord players list` shows who there is"
            )
        return found

    def add(self, names: Iterable[str]) -> list[str]:
        """Let these be known; who is known already stays. Gives their names as they are kept."""
        cleaned = [clean_name(name) for name in names]
        with self._database.transaction():
            for name in cleaned:
                self._database.execute(
                    "INSERT INTO players (name, key) VALUES (?, ?) ON CONFLICT (key) DO NOTHING",
                    (name, name_key(name)),
                )
        return [self.find(name) for name in cleaned]

    def rename(self, old: str, new: str) -> None:
        """Give a player another name. Raises InputError where somebody else has it already."""
        old, new = self.find(old), clean_name(new)
        taken = {name_key(name) for name in self.names()} - {name_key(old)}
        if name_key(new) in taken:
            raise InputError(
                f"{new} is there already; `dambord players merge` makes one player of two"
            )
        with self._database.transaction():
            self._rename(old, new)

    def merge(self, one: str, into: str) -> None:
        """Two names are one player, who is called `into` from now on."""
        one, into = self.find(one), self.find(into)
        if name_key(one) == name_key(into):
            raise InputError(f"{one} and {into} are one player already")
        if self._have_met(one, into):
            raise InputError(f"{one} and {into} played each other: they are two players")
        with self._database.transaction():
            self._database.execute(
                "UPDATE entries SET player = ? WHERE name_key(player) = ?", (into, name_key(one))
            )
            self._database.execute("DELETE FROM players WHERE key = ?", (name_key(one),))
            self._rename(one, into)

    def delete(self, name: str) -> None:
        """Forget a player: games and tournaments stay, of somebody without a name."""
        name = self.find(name)
        key = name_key(name)
        self._database.execute("PRAGMA secure_delete = ON")
        with self._database.transaction():
            self._database.execute("DELETE FROM players WHERE key = ?", (key,))
            self._database.execute("DELETE FROM sittings WHERE child = ?", (key,))
            self._database.execute(
                f"DELETE FROM tags WHERE {_SIDES} AND name_key(value) = ?", (key,)
            )
            self._database.execute(
                "UPDATE entries SET player = '?' || number WHERE name_key(player) = ?", (key,)
            )
        self._database.rows("PRAGMA wal_checkpoint(TRUNCATE)")

    def results(self, variant: str = "") -> list[Result]:
        """All games that are over and of which both players are known, the oldest first, those of
        tournaments that were entered by hand too; of one kind of game or of all."""
        rows = self._database.rows(
            f"SELECT id, {tag('White')}, {tag('Black')}, winner, {tag('Date')}, started, variant"
            " FROM games WHERE deleted IS NULL AND termination IS NOT NULL ORDER BY started, id"
        )
        found = [
            Result(white, black, _color(winner), day_of(date, started), kind, game)
            for game, white, black, winner, date, started, kind in rows
            if white and black and white not in _NOBODY and black not in _NOBODY
        ]
        found += [
            Result(white, black, _WINNERS[score], day_of(None, at), "international")
            for white, black, score, at in self._database.rows(_BY_HAND)
            if score in _WINNERS
        ]
        found.sort(key=lambda result: result.day)
        return [r for r in found if not variant or r.variant.partition("+")[0] == variant]

    def _rename(self, old: str, new: str) -> None:
        key = name_key(old)
        self._database.execute(
            f"UPDATE tags SET value = ? WHERE {_SIDES} AND name_key(value) = ?", (new, key)
        )
        self._database.execute(
            "UPDATE players SET name = ?, key = ? WHERE key = ?", (new, name_key(new), key)
        )
        self._database.execute(
            "UPDATE OR REPLACE sittings SET name = ?, child = ? WHERE child = ?",
            (new, name_key(new), key),
        )
        self._database.execute(
            "UPDATE entries SET player = ? WHERE name_key(player) = ?", (new, key)
        )

    def _have_met(self, one: str, other: str) -> bool:
        games = self._database.rows(
            f"SELECT 1 FROM games WHERE name_key({tag('White')}) IN (?, ?)"
            f" AND name_key({tag('Black')}) IN (?, ?) LIMIT 1",
            [name_key(one), name_key(other)] * 2,
        )
        both = self._database.rows(
            "SELECT 1 FROM entries one JOIN entries other USING (tournament)"
            " WHERE name_key(one.player) = ? AND name_key(other.player) = ? LIMIT 1",
            (name_key(one), name_key(other)),
        )
        return bool(games or both)


_WINNERS = {"2-0": Color.WHITE, "0-2": Color.BLACK, "1-1": None}
_BY_HAND = (
    "SELECT white.player, black.player, score, at FROM pairings"
    " JOIN entries white ON white.tournament = pairings.tournament AND white.number = white_number"
    " JOIN entries black ON black.tournament = pairings.tournament AND black.number = black_number"
    " WHERE game IS NULL AND substr(white.player, 1, 1) <> '?'"
    " AND substr(black.player, 1, 1) <> '?' ORDER BY at"
)


def _color(winner: str | None) -> Color | None:
    return Color(winner) if winner else None
