"""The SQLite file of the games: opened, made safe and brought to this version; then statements,
and transactions that are whole or not at all.

WAL with synchronous=FULL: a transaction that was committed outlives `kill -9` and a power cut.
The tables are in `companion.schema`. A database may be used from several threads, one at a time.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from companion.errors import StoreError
from companion.players.names import name_key_of
from companion.schema import prepare

BUSY_S = 0.5
"""Seconds to wait for another program, or another part of this one, that is writing."""


class Database:
    """Raises StoreError, one line with the path, where the file cannot be opened, read or written;
    `path` None keeps everything in memory."""

    def __init__(self, path: Path | None, busy_s: float = BUSY_S) -> None:
        self.path = path
        self.name = str(path) if path else "the record in memory"
        self._lock = threading.RLock()
        self.connection = self._opened(busy_s)

    def close(self) -> None:
        self.connection.close()

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All that is executed inside is kept, or nothing of it."""
        with self._lock:
            self.execute("BEGIN IMMEDIATE")
            try:
                yield
                self.execute("COMMIT")
            except BaseException:
                if self.connection.in_transaction:
                    self.connection.execute("ROLLBACK")
                raise

    def execute(self, statement: str, values: Sequence[object] = ()) -> sqlite3.Cursor:
        with self._lock:
            try:
                return self.connection.execute(statement, values)
            except sqlite3.Error as error:
                raise StoreError(_failure(self.name, error)) from error

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with self._lock:
            try:
                return self.execute(statement, values).fetchall()
            except OverflowError:  # a number that no row can have
                return []
            except sqlite3.Error as error:
                raise StoreError(_failure(self.name, error)) from error

    def _opened(self, busy_s: float) -> sqlite3.Connection:
        try:
            if self.path is not None:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            connection = sqlite3.connect(
                self.path or ":memory:",
                timeout=busy_s,
                isolation_level=None,
                check_same_thread=False,
            )
            try:
                prepare(connection, self.name)
                # Now, for no other statement may be running when a function is added.
                connection.create_function("name_key", 1, name_key_of, deterministic=True)
            except BaseException:
                connection.close()
                raise
        except (sqlite3.Error, OSError) as error:
            raise StoreError(_failure(self.name, error)) from error
        return connection


def _failure(name: str, error: Exception) -> str:
    reason = str(error).splitlines()[0] if str(error) else type(error).__name__
    return f"{name} cannot be used as a record of games: {reason}; give another file with --db"
