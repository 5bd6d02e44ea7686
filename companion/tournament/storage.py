"""Tournaments in the database of games.

Raises StoreError where the database fails, InputError for what cannot be done, one line each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from companion.database import Database
from companion.errors import InputError
from companion.players.names import clean_name, name_key
from companion.players.register import Register
from companion.search import tag
from companion.tournament.model import (
    SCORINGS,
    Entry,
    Pairing,
    Score,
    System,
    Tournament,
)
from companion.tournament.pairing import next_round, rounds_of

MOST_PLAYERS = 200
_OF_GAME = {"W": Score.WHITE, "B": Score.BLACK, None: Score.DRAW}


def _utc_now() -> datetime:
    return datetime.now(UTC)


def _check_count(players: int) -> None:
    if players > MOST_PLAYERS:
        raise InputError(f"a tournament has at most {MOST_PLAYERS} players")


class Tournaments:
    """All tournaments of this computer, by name; the newest where none is given."""

    def __init__(self, database: Database, clock: Callable[[], datetime] = _utc_now) -> None:
        self._database = database
        self._clock = clock
        self._register = Register(database)

    # -- looking ---------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The newest first."""
        return [name for (name,) in self._rows("SELECT name FROM tournaments ORDER BY id DESC")]

    def load(self, name: str = "") -> Tournament:
        """A tournament as it stands. Raises InputError where there is none of this name."""
        return self._load(self._id(name))

    # -- changing --------------------------------------------------------------------------

    def begin(
        self, name: str, system: System, scoring: str, rounds: int, players: Sequence[str]
    ) -> Tournament:
        """A new tournament; `rounds` 0: as many as are usual; nobody yet: they are added
        later. Raises InputError."""
        name = clean_name(name)
        if scoring not in SCORINGS:
            raise InputError(f"points are counted as {', '.join(SCORINGS)}, not {scoring[:20]!r}")
        if not 0 <= rounds <= MOST_PLAYERS:
            raise InputError(f"{rounds} rounds cannot be played; 0 is the usual number")
        if any(name_key(known) == name_key(name) for known in self.names()):
            raise InputError(f"there is a tournament {name} already; give this one another name")
        players = [clean_name(player) for player in players if name_key(player)]
        count = len({name_key(player) for player in players})
        if count == 1:
            raise InputError(
                "a tournament needs two players at least; name them all, or add all later"
            )
        _check_count(count)
        with self._database.transaction():
            cursor = self._database.execute(
                "INSERT INTO tournaments (name, begun, system, scoring, rounds)"
                " VALUES (?, ?, ?, ?, ?)",
                (name, self._now, system.value, scoring, rounds),
            )
            number = cursor.lastrowid or 0
        self._enter(number, players)
        return self._load(number)

    def add(self, players: Sequence[str], name: str = "") -> Tournament:
        """More players, also when it has begun: they play from the next round on; those who had
        gone come back."""
        number = self._id(name)
        self._enter(number, players)
        return self._load(number)

    def withdraw(self, player: str, name: str = "") -> Tournament:
        """A player goes: plays no round after the last that was paired."""
        number = self._id(name)
        tournament = self._load(number)
        entry = _entry_named(tournament, player)
        self._database.execute(
            "UPDATE entries SET until = ? WHERE tournament = ? AND number = ?",
            (tournament.round, number, entry.number),
        )
        return self._load(number)

    def pair(self, name: str = "") -> Tournament:
        """Pair the next round. Raises InputError where a result is missing."""
        number = self._id(name)
        pairings = next_round(self._load(number))
        with self._database.transaction():
            for pairing in pairings:
                self._database.execute(
                    "INSERT INTO pairings (tournament, round, board, white_number, black_number,"
                    " at) VALUES (?, ?, ?, ?, ?, ?)",
                    (
                        *(number, pairing.round, pairing.board, pairing.white, pairing.black),
                        self._now,
                    ),
                )
        return self._load(number)

    def unpair(self, name: str = "") -> Tournament:
        """Take the last round back, where nothing was played in it yet."""
        number = self._id(name)
        tournament = self._load(number)
        last = [pairing for pairing in tournament.pairings if pairing.round == tournament.round]
        if not last or any(pairing.score is not None for pairing in last):
            raise InputError("a round with results stays; change its results instead")
        self._database.execute(
            "DELETE FROM pairings WHERE tournament = ? AND round = ?", (number, tournament.round)
        )
        return self._load(number)

    def enter(
        self,
        round_number: int,
        board: int,
        score: Score | None,
        name: str = "",
        game: int | None = None,
    ) -> Tournament:
        """The result of a pairing, or None to take it away. Raises InputError."""
        number = self._id(name)
        tournament = self._load(number)
        places = {(pairing.round, pairing.board): pairing for pairing in tournament.pairings}
        pairing = places.get((round_number, board))
        if pairing is None:
            raise InputError(f"round {round_number} has no board {board}; look at the pairings")
        if pairing.black is None:
            raise InputError(f"nobody plays at board {board} of round {round_number}")
        self._database.execute(
            "UPDATE pairings SET score = ?, game = ?, at = ?"
            " WHERE tournament = ? AND round = ? AND board = ?",
            (score and score.value, game, self._now, number, round_number, board),
        )
        return self._load(number)

    def enter_games(self, name: str = "") -> Tournament:
        """Enter the results of games that were played since their pairing was made, by the two
        players with these colours."""
        number = self._id(name)
        tournament = self._load(number)
        for pairing in tournament.open:
            found = self._game_of(number, tournament, pairing)
            if found is not None:
                game, winner = found
                self.enter(pairing.round, pairing.board, _OF_GAME[winner], tournament.name, game)
        return self._load(number)

    def delete(self, name: str) -> None:
        """Forget a tournament; its games stay."""
        self._database.execute("DELETE FROM tournaments WHERE id = ?", (self._id(name),))

    # -- inside ----------------------------------------------------------------------------

    def _enter(self, number: int, players: Iterable[str]) -> None:
        tournament = self._load(number)
        known = {name_key(entry.name): entry for entry in tournament.entries}
        names = [name for name in self._register.add(players) if name_key(name)]
        new = [name for name in dict.fromkeys(names) if name_key(name) not in known]
        _check_count(len(known) + len(new))
        since = tournament.round + 1
        with self._database.transaction():
            for name in names:
                if (entry := known.get(name_key(name))) and entry.until is not None:
                    self._database.execute(
                        "UPDATE entries SET until = NULL WHERE tournament = ? AND number = ?",
                        (number, entry.number),
                    )
            for place, name in enumerate(new, start=len(known) + 1):
                self._database.execute(
                    "INSERT INTO entries VALUES (?, ?, ?, ?, NULL)", (number, place, name, since)
                )

    def _load(self, number: int) -> Tournament:
        [(name, system, scoring, rounds)] = self._rows(
            "SELECT name, system, scoring, rounds FROM tournaments WHERE id = ?", (number,)
        )
        entries = self._rows(
            "SELECT number, player, since, until FROM entries WHERE tournament = ? ORDER BY number",
            (number,),
        )
        pairings = self._rows(
            "SELECT round, board, white_number, black_number, score, game FROM pairings"
            " WHERE tournament = ? ORDER BY round, board",
            (number,),
        )
        tournament = Tournament(
            name,
            System(system),
            scoring,
            rounds,
            tuple(Entry(*row) for row in entries),
            tuple(
                Pairing(stage, board, white, black, Score(score) if score else None, game)
                for stage, board, white, black, score, game in pairings
            ),
        )
        usual = rounds or rounds_of(tournament.system, len(entries))
        return replace(tournament, rounds=usual)

    def _game_of(
        self, number: int, tournament: Tournament, pairing: Pairing
    ) -> tuple[int, str | None] | None:
        names = [tournament.entry(n).name for n in (pairing.white, pairing.black) if n is not None]
        rows = self._rows(
            "SELECT games.id, winner FROM games"
            f" WHERE name_key({tag('White')}) = ? AND name_key({tag('Black')}) = ?"
            " AND termination IS NOT NULL AND deleted IS NULL AND started >= (SELECT at FROM"
            " pairings WHERE tournament = ? AND round = ? AND board = ?) ORDER BY id LIMIT 1",
            (*map(name_key, names), number, pairing.round, pairing.board),
        )
        return rows[0] if rows else None

    def _id(self, name: str) -> int:
        rows = self._rows("SELECT id, name FROM tournaments ORDER BY id DESC")
        found = [number for number, known in rows if not name or name_key(known) == name_key(name)]
        if not found:
            which = f" {name[:40]!r}" if name else " yet"
            raise InputError(
                f"there is no tournament{which}; `dambord tournament new NAME` makes one"
            )
        return int(found[0])

    def _rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return self._database.rows(statement, values)

    @property
    def _now(self) -> str:
        return self._clock().isoformat()


def _entry_named(tournament: Tournament, player: str) -> Entry:
    key = name_key(player)
    for entry in tournament.entries:
        if name_key(entry.name) == key:
            return entry
    raise InputError(f"{player[:40]} does not play in {tournament.name}")
