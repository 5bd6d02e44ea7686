"""The kept games as people go through them afterwards: looked for, annotated, put right, named,
deleted and brought back. What was written down first is never lost: it stays in the history.

Raises StoreError where the database fails, and InputError for what cannot be done, one line each.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property

from companion.commands import RESULTS
from companion.correction import corrected
from companion.database import Database
from companion.errors import InputError, StoreError
from companion.photographs import Photographs
from companion.remarks import (
    LONGEST_COMMENT,
    has_remarks,
    opening_text,
    remark_of,
    remark_text,
)
from companion.rows import squares_text
from companion.saved import HistoryLine, SavedGame
from companion.search import LINE, GameLine, Wanted, add_functions, condition, line_of
from companion.store import Store
from rules.errors import RulesError
from rules.game import Game, Outcome, Ply, Termination
from rules.move import Route
from rules.notation import format_move

LONGEST_TAG = 200
"""Characters in the value of a tag."""
MOST_TAGS = 60
MARKS = (1, 2, 3, 4, 5, 6, 7)
"""The NAGs that people can give: good, mistake, very good, blunder, interesting, doubtful and the
only move."""
CORRECTED = "corrected"
KEPT_AFTER_DELETION = timedelta(days=30)
_TAG_NAME = re.compile(r"[A-Z][A-Za-z0-9_]{0,39}", re.ASCII)
_FROM_GAME = ("Result", "GameType", "Variant", "FEN", "Termination")


@dataclass(frozen=True, slots=True)
class Found:
    """One page of the games that were looked for, and how many there are in all."""

    total: int
    lines: tuple[GameLine, ...]


class Archive:
    """The games in the database of `live`, which goes on writing the game that is played. A file
    is opened once more, so that neither waits for the other; with a database in memory both share
    it. `is_played` tells whether a game is going on at this moment: that one is not put right."""

    def __init__(self, live: Store, is_played: Callable[[int], bool] | None = None) -> None:
        self._live = live
        self._is_played = is_played or (lambda game: live.current == game)

    @cached_property
    def store(self) -> Store:
        store = Store(self._live.path) if self._live.path else self._live
        add_functions(store.database.connection)
        with contextlib.suppress(StoreError):  # another program writes: the next time, then
            forget_deleted(store.database)
        return store

    def close(self) -> None:
        """Close what was opened besides."""
        if "store" in self.__dict__ and self.store is not self._live:
            self.store.close()

    @property
    def database(self) -> Database:
        return self.store.database

    # -- looking ---------------------------------------------------------------------------

    def search(self, wanted: Wanted, limit: int, offset: int = 0) -> Found:
        """The newest first."""
        where, values = condition(wanted)
        [(total,)] = self.database.rows(f"SELECT count(*) FROM games WHERE {where}", values)
        rows = self.database.rows(
            f"{LINE} WHERE {where} ORDER BY 3 DESC, id DESC LIMIT ? OFFSET ?",
            [*values, limit, offset],
        )
        try:
            return Found(total, tuple(line_of(*row) for row in rows))
        except (RulesError, ValueError) as error:
            raise StoreError(f"{self.database.name} is damaged: {error}") from error

    def numbers(self, wanted: Wanted) -> list[int]:
        """All games that are wanted, the oldest first."""
        where, values = condition(wanted)
        rows = self.database.rows(f"SELECT id FROM games WHERE {where} ORDER BY id", values)
        return [number for (number,) in rows]

    def load(self, game: int) -> SavedGame:
        return self.store.load(game)

    def history(self, game: int) -> list[HistoryLine]:
        return self.store.history(game)

    def is_deleted(self, game: int) -> bool:
        rows = self.database.rows("SELECT deleted FROM games WHERE id = ?", (game,))
        return bool(rows and rows[0][0])

    def is_played(self, saved: SavedGame) -> bool:
        """Whether this game is going on now."""
        return saved.ended is None and self._is_played(saved.id)

    # -- noting ----------------------------------------------------------------------------

    def annotate(self, game: int, number: int, comment: str, marks: tuple[int, ...]) -> None:
        """Give ply `number` (from 1) this comment and these marks in place of those it has; 0 is
        the beginning of the game, which has no marks. What else is noted there stays."""
        saved = self.load(game)
        plies = saved.game.plies
        if not 0 <= number <= len(plies):
            raise InputError(f"game {game} has plies 1 to {len(plies)}, and 0 for its beginning")
        if len(comment) > LONGEST_COMMENT:
            raise InputError(f"a comment has at most {LONGEST_COMMENT} characters")
        if any(mark not in MARKS for mark in marks):
            raise InputError(f"marks are {', '.join(map(str, MARKS))}")
        text = " ".join(comment.split())
        comments = (text,) if text else ()
        if number == 0:
            self._note(game, 0, opening_text(saved.game, comments) if comments else "")
            return
        move = remark_of(saved.remarks.get(number, ""), plies[number - 1])
        move = replace(move, comments=comments, nags=marks)
        self._note(game, number, remark_text(move, plies[number - 1]) if has_remarks(move) else "")

    def _note(self, game: int, number: int, pdn: str) -> None:
        with self.database.transaction():
            self._write_note(game, number, pdn)

    def _write_note(self, game: int, number: int, pdn: str) -> None:
        self.database.execute("DELETE FROM remarks WHERE game = ? AND number = ?", (game, number))
        if pdn:
            self.database.execute("INSERT INTO remarks VALUES (?, ?, ?)", (game, number, pdn))

    # -- putting right ---------------------------------------------------------------------

    def correct(self, game: int, number: int, text: str) -> Game:
        """Put ply `number` (from 1) right; what was written down goes into the history. Raises
        CorrectionError where the rest would be impossible."""
        saved = self._at_rest(game)
        fixed = corrected(saved.game, number, text)
        old = saved.game.plies[number - 1]
        changed = list(enumerate(fixed.plies))[number - 1 :]
        with self.database.transaction():
            self.database.execute(
                "INSERT INTO history (game, at, number, kind, code, squares)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (game, _now(), number - 1, CORRECTED, _written(old), _path(old)),
            )
            for index, ply in changed:
                self._replace(game, index, ply)
                if remark := saved.remarks.get(index + 1):
                    move = remark_of(remark, saved.game.plies[index])
                    self._write_note(game, index + 1, remark_text(move, ply))
            self._set_outcome(game, fixed.outcome)
        return fixed

    def _replace(self, game: int, index: int, ply: Ply) -> None:
        route = ply.move.route if ply.move else Route(())
        self.database.execute(
            "UPDATE plies SET path = ?, captured = ?, promotes = ?, irregular = ?, after = ?"
            " WHERE game = ? AND number = ?",
            (
                squares_text(route.path),
                squares_text(route.captured),
                bool(ply.move and ply.move.promotes),
                ply.irregular.value if ply.irregular else None,
                ply.after.fen,
                game,
                index,
            ),
        )

    def _set_outcome(self, game: int, outcome: Outcome | None) -> None:
        self.database.execute(
            "UPDATE games SET winner = ?, termination = ? WHERE id = ?",
            (
                outcome.winner.value if outcome and outcome.winner else None,
                outcome.termination.value if outcome else None,
                game,
            ),
        )

    # -- naming ----------------------------------------------------------------------------

    def set_tags(self, game: int, tags: Mapping[str, str]) -> None:
        """Set these tags; those without a value are taken out, the others stay. `Result` is the
        result of the game: 2-0, 1-1 and so on, * for none."""
        saved = self.load(game)
        given = {name: " ".join(value.split()) for name, value in tags.items()}
        result = given.pop("Result", None)
        _check_tags({**saved.tags, **given})
        with self.database.transaction():
            for name, value in given.items():
                self._set_tag(game, name, value)
            if result is not None:
                self._enter(saved, result)

    def _set_tag(self, game: int, name: str, value: str) -> None:
        if name in _FROM_GAME:
            raise InputError(f"{name} follows from the game and is not set")
        if value:
            self.database.execute(
                "INSERT INTO tags VALUES (?, ?, ?)"
                " ON CONFLICT (game, name) DO UPDATE SET value = excluded.value",
                (game, name, value),
            )
        else:
            self.database.execute("DELETE FROM tags WHERE game = ? AND name = ?", (game, name))

    def _enter(self, saved: SavedGame, result: str) -> None:
        if result != "*" and result not in RESULTS:
            raise InputError(f"a result is one of {', '.join(RESULTS)} or *, not {result[:20]!r}")
        if self.is_played(saved):
            raise InputError(f"game {saved.id} is being played: give its result at the board")
        outcome = saved.game.finish(None).outcome if result == "*" else saved.game.outcome
        if result != "*" and (outcome is None or outcome.winner is not RESULTS[result]):
            outcome = Outcome(RESULTS[result], Termination.ENTERED)
        self._set_outcome(saved.id, outcome)

    # -- deleting --------------------------------------------------------------------------

    def delete(self, game: int) -> None:
        """Take a game out of the record; `restore` brings it back."""
        self._at_rest(game)
        self._mark_deleted(game, _now())

    def restore(self, game: int) -> None:
        self._mark_deleted(game, None)

    def _mark_deleted(self, game: int, at: str | None) -> None:
        self.database.execute("UPDATE games SET deleted = ? WHERE id = ?", (at, game))

    def _at_rest(self, game: int) -> SavedGame:
        """A game that nobody is playing. Raises InputError."""
        saved = self.load(game)
        if self.is_played(saved):
            raise InputError(f"game {game} is being played; finish it or begin another one first")
        return saved


def forget_deleted(database: Database, now: datetime | None = None) -> None:
    """What was deleted so long ago that nobody wants it back goes for good, photographs too."""
    limit = (now or datetime.now(UTC)) - KEPT_AFTER_DELETION
    old = [limit.isoformat()]
    photographs = Photographs(database)
    for (photo,) in database.rows(
        "SELECT photos.id FROM photos JOIN games ON games.id = game WHERE deleted < ?", old
    ):
        with contextlib.suppress(InputError):
            photographs.remove(photo)
    database.execute("DELETE FROM games WHERE deleted < ?", old)


def _check_tags(tags: Mapping[str, str]) -> None:
    if len(tags) > MOST_TAGS:
        raise InputError(f"a game has at most {MOST_TAGS} tags")
    for name, value in tags.items():
        if not _TAG_NAME.fullmatch(name) and value:
            raise InputError(f"{name[:40]!r} is no name of a tag: use letters, figures and _")
        if len(value) > LONGEST_TAG:
            raise InputError(f"{name} has at most {LONGEST_TAG} characters")


def _now() -> str:
    return datetime.now(UTC).isoformat()


def _written(ply: Ply) -> str:
    return format_move(ply.before, ply.move) if ply.move else "?"


def _path(ply: Ply) -> str:
    return squares_text(ply.move.route.path if ply.move else ())
