"""The sittings of all children in the database of games. `players.register` renames and forgets."""

from __future__ import annotations

from datetime import datetime

from companion.database import Database
from companion.lessons.progress import Sitting
from companion.players.names import clean_name, name_key


class Diary:
    """Every sitting is kept. Raises StoreError where the database fails, InputError for a name
    that is none."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def keep(self, sitting: Sitting) -> None:
        """Keep a sitting, once it is over or after each try: the same child, exercise and moment
        of beginning replace what was kept before."""
        name = clean_name(sitting.child)
        self._database.execute(
            "INSERT INTO sittings (child, name, exercise, at, tries, hints, solved)"
            " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (child, exercise, at)"
            " DO UPDATE SET tries = excluded.tries, hints = excluded.hints,"
            " solved = excluded.solved",
            (
                name_key(name),
                name,
                sitting.exercise,
                sitting.at.isoformat(),
                sitting.tries,
                sitting.hints,
                sitting.solved,
            ),
        )

    def sittings(self, child: str | None = None) -> list[Sitting]:
        """All sittings, or those of one child, the oldest first."""
        which = "" if child is None else " WHERE child = ?"
        rows = self._database.rows(
            f"SELECT name, exercise, at, tries, hints, solved FROM sittings{which} ORDER BY at",
            () if child is None else (name_key(child),),
        )
        return [
            Sitting(name, exercise, datetime.fromisoformat(at), tries, hints, bool(solved))
            for name, exercise, at, tries, hints, solved in rows
        ]
