"""The tables of the database of games, version by version.

The version is in `PRAGMA user_version`; `_MIGRATIONS[n]` leads from version n to n + 1.
"""

from __future__ import annotations

import sqlite3

from companion.errors import StoreError

_MIGRATIONS = (
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        started TEXT NOT NULL,
        ended TEXT,
        imported INTEGER NOT NULL DEFAULT 0,
        variant TEXT NOT NULL,
        start TEXT NOT NULL,
        winner TEXT,
        termination TEXT
    );
    CREATE TABLE tags (
        game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
        name TEXT NOT NULL,
        value TEXT NOT NULL,
        PRIMARY KEY (game, name)
    );
    CREATE TABLE plies (
        game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        at TEXT NOT NULL,
        path TEXT NOT NULL,
        captured TEXT NOT NULL,
        promotes INTEGER NOT NULL,
        irregular TEXT,
        after TEXT NOT NULL,
        PRIMARY KEY (game, number)
    );
    CREATE TABLE history (
        id INTEGER PRIMARY KEY,
        game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
        at TEXT NOT NULL,
        number INTEGER NOT NULL,
        kind TEXT NOT NULL,
        code TEXT NOT NULL,
        squares TEXT NOT NULL
    );
    CREATE INDEX history_of_game ON history(game);
    """,
    """
    ALTER TABLE games ADD COLUMN clock TEXT;
    ALTER TABLE games ADD COLUMN thinking_ms INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE plies ADD COLUMN used_ms INTEGER;
    ALTER TABLE plies ADD COLUMN left_ms INTEGER;
    """,
    """
    ALTER TABLE games ADD COLUMN deleted TEXT;
    CREATE TABLE remarks (
        game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        pdn TEXT NOT NULL,
        PRIMARY KEY (game, number)
    );
    CREATE TABLE photos (
        id INTEGER PRIMARY KEY,
        game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        at TEXT NOT NULL,
        file TEXT NOT NULL
    );
    CREATE INDEX photos_of_game ON photos(game);
    """,
    """
    CREATE TABLE players (
        key TEXT PRIMARY KEY,
        name TEXT NOT NULL
    );
    CREATE TABLE tournaments (
        id INTEGER PRIMARY KEY,
        name TEXT NOT NULL UNIQUE,
        begun TEXT NOT NULL,
        system TEXT NOT NULL,
        scoring TEXT NOT NULL,
        rounds INTEGER NOT NULL
    );
    CREATE TABLE entries (
        tournament INTEGER NOT NULL REFERENCES tournaments(id) ON DELETE CASCADE,
        number INTEGER NOT NULL,
        player TEXT NOT NULL,
        since INTEGER NOT NULL,
        until INTEGER,
        PRIMARY KEY (tournament, number)
    );
    CREATE TABLE pairings (
        tournament INTEGER NOT NULL REFERENCES tournaments(id) ON DELETE CASCADE,
        round INTEGER NOT NULL,
        board INTEGER NOT NULL,
        white_number INTEGER NOT NULL,
        black_number INTEGER,
        score TEXT,
        at TEXT NOT NULL,
        game INTEGER REFERENCES games(id) ON DELETE SET NULL,
        PRIMARY KEY (tournament, round, board)
    );
    """,
    """
    CREATE TABLE sittings (
        child TEXT NOT NULL,
        name TEXT NOT NULL,
        exercise TEXT NOT NULL,
        at TEXT NOT NULL,
        tries INTEGER NOT NULL,
        hints INTEGER NOT NULL,
        solved INTEGER NOT NULL,
        PRIMARY KEY (child, exercise, at)
    );
    """,
    """
    CREATE TABLE link_faults (
        board TEXT PRIMARY KEY,
        fault TEXT NOT NULL,
        at TEXT NOT NULL
    );
    """,
)
SCHEMA_VERSION = len(_MIGRATIONS)


def prepare(connection: sqlite3.Connection, name: str) -> None:
    """Make the file safe and bring it to this version. Raises sqlite3.Error; StoreError for a
    file of a newer version, which `name` names."""
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{name} was written by a newer version of this program"
            f" (schema {version}, known are 1 to {SCHEMA_VERSION}); install that version"
        )
    if version < SCHEMA_VERSION:
        steps = "".join(_MIGRATIONS[version:])
        connection.executescript(
            f"BEGIN IMMEDIATE; {steps} PRAGMA user_version = {SCHEMA_VERSION}; COMMIT;"
        )
