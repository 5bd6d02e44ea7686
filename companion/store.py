"""The games in the database: every change is committed, and on the disk, before it is told."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

from companion.clock.game_clock import PlyTime
from companion.database import Database
from companion.errors import StoreError
from companion.record import (
    Change,
    ClockChosen,
    GameBegun,
    GameLeft,
    PliesTakenBack,
    PlyAdded,
    PlyReplaced,
    PlyTimed,
    Remark,
    ResultSet,
    TagsSet,
    ThinkingTimed,
)
from companion.rows import move_in, outcome_in, outcome_text, squares_in, squares_text
from companion.saved import GameSummary, HistoryLine, SavedClock, SavedGame
from rules.errors import RulesError
from rules.fen import parse_fen
from rules.game import Game, Outcome, Ply
from rules.move import Route
from rules.pdn.irregular import follow
from rules.position import Position
from rules.ruling import Reason
from rules.variants import variant_named


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Store:
    """All games of this computer, and the one that is being played. Implements `Record`.

    Raises StoreError, one line with the path, where the file cannot be opened, read or written.
    """

    def __init__(self, path: Path | None, clock: Callable[[], datetime] = _utc_now) -> None:
        """`path` None keeps the games in memory."""
        self.path = path
        self.current: int | None = None
        self.database = Database(path)
        self._clock = clock

    def close(self) -> None:
        self.database.close()

    def write(self, changes: Sequence[Change]) -> None:
        if not changes:
            return
        current = self.current
        try:
            with self.database.transaction():
                for change in changes:
                    self._apply(change)
        except StoreError:
            self.current = current
            raise

    def resume(self, game: int) -> None:
        """The changes that follow belong to this game."""
        self.current = game

    def unfinished(self) -> SavedGame | None:
        """The game that was played here last, if it has no result and at least one ply."""
        rows = self._rows(
            "SELECT id, ended FROM games WHERE NOT imported AND deleted IS NULL"
            " ORDER BY id DESC LIMIT 1"
        )
        if not rows or rows[0][1] is not None:
            return None
        saved = self.load(rows[0][0])
        return saved if saved.game.plies else None

    def games(self) -> list[GameSummary]:
        """Every game that was kept, the newest first."""
        rows = self._rows(
            "SELECT id, started, winner, termination,"
            " (SELECT count(*) FROM plies WHERE game = games.id) FROM games"
            " WHERE deleted IS NULL ORDER BY id DESC"
        )
        try:
            return [self._summary(*row) for row in rows]
        except ValueError as error:
            raise StoreError(f"{self.database.name} is damaged: {error}") from error

    def _summary(
        self, game: int, started: str, winner: str | None, termination: str | None, plies: int
    ) -> GameSummary:
        result = outcome_text(outcome_in(winner, termination))
        return GameSummary(game, datetime.fromisoformat(started), self._tags(game), plies, result)

    def load(self, game: int) -> SavedGame:
        """One game with its plies. Raises StoreError if there is none or it cannot be read."""
        rows = self._rows(
            "SELECT started, ended, variant, start, winner, termination FROM games WHERE id = ?",
            (game,),
        )
        if not rows:
            raise StoreError(f"there is no game {game}; `dambord games list` shows which there are")
        try:
            return self._saved(game, *rows[0])
        except (RulesError, ValueError, IndexError) as error:
            raise StoreError(f"game {game} in {self.database.name} is damaged: {error}") from error

    def _saved(
        self,
        game: int,
        started: str,
        ended: str | None,
        variant: str,
        start: str,
        winner: str | None,
        termination: str | None,
    ) -> SavedGame:
        played = Game(parse_fen(start, variant_named(variant)))
        for ply in self._plies(game, played.position):
            played = played.record(ply)
        outcome = outcome_in(winner, termination)
        if outcome is not None and played.outcome != outcome:
            played = played.finish(outcome)
        return SavedGame(
            id=game,
            started=datetime.fromisoformat(started),
            ended=datetime.fromisoformat(ended) if ended else None,
            tags=self._tags(game),
            game=played,
            clock=self._clock_of(game),
            remarks=self._remarks(game),
        )

    def _remarks(self, game: int) -> dict[int, str]:
        statement = "SELECT number, pdn FROM remarks WHERE game = ? ORDER BY number"
        return dict(self._rows(statement, (game,)))

    def _clock_of(self, game: int) -> SavedClock | None:
        rows = self._rows("SELECT clock, thinking_ms FROM games WHERE id = ?", (game,))
        control, thinking_ms = rows[0]
        times = self._rows(
            "SELECT used_ms, left_ms FROM plies WHERE game = ? ORDER BY number", (game,)
        )
        plies = tuple(
            None if used is None else PlyTime(used / 1000, (left or 0) / 1000)
            for used, left in times
        )
        if not control and not any(plies):
            return None
        return SavedClock(control or "", plies, thinking_ms / 1000)

    def history(self, game: int) -> list[HistoryLine]:
        """Take-backs, corrections, violations and notes of a game, in order."""
        rows = self._rows(
            "SELECT number, kind, code, squares FROM history WHERE game = ? ORDER BY id", (game,)
        )
        return [
            HistoryLine(number, kind, code, squares_in(text)) for number, kind, code, text in rows
        ]

    def keep(
        self,
        game: Game,
        tags: Mapping[str, str],
        started: datetime | None = None,
        remarks: Mapping[int, str] = MappingProxyType({}),
    ) -> int:
        """Keep a whole game that was played elsewhere; returns its number. `remarks` as in
        `companion.remarks`."""
        current = self.current
        changes: list[Change] = [GameBegun(game.start, tuple(tags.items()))]
        changes += [PlyAdded(number, ply) for number, ply in enumerate(game.plies)]
        changes.append(ResultSet(game.outcome) if game.outcome else GameLeft())
        try:
            with self.database.transaction():
                for change in changes:
                    self._apply(change)
                self._execute(
                    "UPDATE games SET imported = 1, started = coalesce(?, started) WHERE id = ?",
                    (started.isoformat() if started else None, self._game),
                )
                for number, pdn in remarks.items():
                    row = (self._game, number, pdn)
                    self._execute("INSERT INTO remarks VALUES (?, ?, ?)", row)
            return self._game
        finally:
            self.current = current

    # -- one change ------------------------------------------------------------------------

    def _apply(self, change: Change) -> None:
        match change:
            case GameBegun():
                self._begin(change)
            case PlyAdded(number, ply):
                self._insert_ply(number, ply)
            case PlyReplaced(number, ply):
                self._forget_from(number, "replaced")
                self._insert_ply(number, ply)
            case TagsSet(tags):
                self._set_tags(tags)
            case ClockChosen(control):
                self._execute(
                    "UPDATE games SET clock = ? WHERE id = ?", (control or None, self._game)
                )
            case PlyTimed(number, used_s, left_s):
                self._time_ply(number, used_s, left_s)
            case ThinkingTimed(used_s):
                self._execute(
                    "UPDATE games SET thinking_ms = ? WHERE id = ?",
                    (round(used_s * 1000), self._game),
                )
            case PliesTakenBack(number):
                self._forget_from(number, "taken_back")
            case Remark(number, kind, code, squares):
                self._note(number, kind.value, code, squares)
            case ResultSet(outcome):
                self._set_outcome(outcome)
            case GameLeft():
                self._execute("UPDATE games SET ended = ? WHERE id = ?", (self._now, self._game))

    def _begin(self, begun: GameBegun) -> None:
        cursor = self._execute(
            "INSERT INTO games (started, variant, start) VALUES (?, ?, ?)",
            (self._now, begun.start.variant.name, begun.start.fen),
        )
        self.current = cursor.lastrowid
        for name, value in begun.tags:
            self._execute("INSERT INTO tags VALUES (?, ?, ?)", (self._game, name, value))

    def _insert_ply(self, number: int, ply: Ply) -> None:
        route = ply.move.route if ply.move else Route(())
        self._execute(
            "INSERT INTO plies (game, number, at, path, captured, promotes, irregular, after)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                self._game,
                number,
                self._now,
                squares_text(route.path),
                squares_text(route.captured),
                bool(ply.move and ply.move.promotes),
                ply.irregular.value if ply.irregular else None,
                ply.after.fen,
            ),
        )

    def _set_tags(self, tags: tuple[tuple[str, str], ...]) -> None:
        for name, value in tags:
            self._execute("DELETE FROM tags WHERE game = ? AND name = ?", (self._game, name))
            if value:
                self._execute("INSERT INTO tags VALUES (?, ?, ?)", (self._game, name, value))

    def _time_ply(self, number: int, used_s: float, left_s: float) -> None:
        """What the next ply took is counted from here."""
        self._execute(
            "UPDATE plies SET used_ms = ?, left_ms = ? WHERE game = ? AND number = ?",
            (round(used_s * 1000), round(left_s * 1000), self._game, number),
        )
        self._execute("UPDATE games SET thinking_ms = 0 WHERE id = ?", (self._game,))

    def _forget_from(self, number: int, kind: str) -> None:
        """Move the plies from `number` on out of the game into its history."""
        self._execute(
            "INSERT INTO history (game, at, number, kind, code, squares)"
            " SELECT game, ?, number, ?, '', path FROM plies"
            " WHERE game = ? AND number >= ? ORDER BY number",
            (self._now, kind, self._game, number),
        )
        self._execute("DELETE FROM plies WHERE game = ? AND number >= ?", (self._game, number))

    def _note(self, number: int, kind: str, code: str, squares: tuple[int, ...]) -> None:
        self._execute(
            "INSERT INTO history (game, at, number, kind, code, squares) VALUES (?, ?, ?, ?, ?, ?)",
            (self._game, self._now, number, kind, code, squares_text(squares)),
        )

    def _set_outcome(self, outcome: Outcome | None) -> None:
        winner = outcome.winner.value if outcome and outcome.winner else None
        termination = outcome.termination.value if outcome else None
        self._execute(
            "UPDATE games SET winner = ?, termination = ?, ended = ? WHERE id = ?",
            (winner, termination, self._now if outcome else None, self._game),
        )

    @property
    def _game(self) -> int:
        if self.current is None:
            raise StoreError("no game was begun")
        return self.current

    # -- reading ---------------------------------------------------------------------------

    def _tags(self, game: int) -> dict[str, str]:
        return dict(
            self._rows("SELECT name, value FROM tags WHERE game = ? ORDER BY rowid", (game,))
        )

    def _plies(self, game: int, start: Position) -> Iterator[Ply]:
        before = start
        for path, captured, promotes, irregular, after_fen in self._rows(
            "SELECT path, captured, promotes, irregular, after FROM plies"
            " WHERE game = ? ORDER BY number",
            (game,),
        ):
            move = move_in(before, squares_in(path), squares_in(captured), bool(promotes))
            after = follow(before, move) if move else None
            if after is None or after.fen != after_fen:  # reading a FEN takes much longer
                after = parse_fen(after_fen, start.variant)
            yield Ply(before, move, after, Reason(irregular) if irregular else None)
            before = after

    # -- the database ----------------------------------------------------------------------

    @property
    def _now(self) -> str:
        return self._clock().isoformat()

    def _execute(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        return self.database.execute(statement, values)

    def _rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        return self.database.rows(statement, values)
