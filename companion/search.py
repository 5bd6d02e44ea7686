"""Looking for kept games: what is wanted becomes one SQL condition."""

from __future__ import annotations

import enum
import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from companion.errors import InputError
from companion.rows import outcome_in
from rules.errors import RulesError
from rules.fen import parse_fen
from rules.geometry import Geometry
from rules.names import squares_in
from rules.pdn.results import result_text
from rules.variants import RUSSIAN, VARIANTS, variant_named

_WORDS = ("White", "Black", "Event", "Site")
_DAY = re.compile(r"(\d{4})(?:[.-](\d\d))?(?:[.-](\d\d))?", re.ASCII)
_MOVE = re.compile(r"(\d{1,3})(?:[-x:×]\d{1,3})*[-x:×](\d{1,3})", re.ASCII)
_LETTERED = re.compile(r"[a-hA-H][1-8](?:[-x:×]?[a-hA-H][1-8])+")
_MOST_MOVES = 40


class Ending(enum.StrEnum):
    """How a game ended."""

    WHITE = "white"
    BLACK = "black"
    DRAW = "draw"
    OPEN = "open"


_ENDINGS = {
    Ending.WHITE: "winner = 'W'",
    Ending.BLACK: "winner = 'B'",
    Ending.DRAW: "winner IS NULL AND termination IS NOT NULL",
    Ending.OPEN: "termination IS NULL",
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What games are looked for; empty fields do not matter. `words`: all of them in the names of
    players, event or place; days as in 2026-11-30 or a part of that; `opening`: the moves that it
    began with, as (start, end); `position`: a FEN that stood in it, as the rules write it."""

    words: str = ""
    since: str = ""
    until: str = ""
    ending: Ending | None = None
    variant: str = ""
    opening: tuple[tuple[int, int], ...] = ()
    position: str = ""


@dataclass(frozen=True, slots=True)
class GameLine:
    """One line of the list of games; `day` as in 2026-11-30, as far as it is known; `started`:
    when its record begins, ISO 8601."""

    id: int
    started: str
    day: str
    white: str
    black: str
    event: str
    variant: str
    plies: int
    result: str


def wanted_from(
    *,
    words: str = "",
    since: str = "",
    until: str = "",
    ending: str = "",
    variant: str = "",
    moves: str = "",
) -> Wanted:
    """What people typed. `moves` are the first moves of a game, or a FEN. Raises InputError."""
    position = ""
    opening: tuple[tuple[int, int], ...] = ()
    if ":" in moves and moves.strip()[:1].upper() in ("W", "B"):
        position = _position(moves, variant)
    else:
        opening = tuple(_opening(moves, variant))
    if ending and ending not in list(Ending):
        raise InputError(f"a result is one of {', '.join(Ending)}, not {ending[:20]!r}")
    return Wanted(
        words=words,
        since=_day_typed(since),
        until=_day_typed(until),
        ending=Ending(ending) if ending else None,
        variant=variant,
        opening=opening,
        position=position,
    )


def add_functions(connection: sqlite3.Connection) -> None:
    """What the conditions call: `fold` makes letters alike, `day` is when a game was played."""
    connection.create_function("fold", 1, lambda text: str(text).casefold(), deterministic=True)
    connection.create_function("day", 2, day_of, deterministic=True)


def condition(wanted: Wanted) -> tuple[str, list[object]]:
    """The SQL condition on `games`, and its values."""
    parts = ["deleted IS NULL"]
    values: list[object] = []
    for word in wanted.words.casefold().split():
        names = ", ".join(f"'{name}'" for name in _WORDS)
        parts.append(
            f"EXISTS (SELECT 1 FROM tags WHERE game = games.id AND name IN ({names})"
            " AND instr(fold(value), ?))"
        )
        values.append(word)
    if wanted.since:
        parts.append(f"{DAY} >= ?")
        values.append(wanted.since)
    if wanted.until:
        parts.append(f"{DAY} <> '' AND {DAY} <= ?")
        values.append(wanted.until + "~")  # after every day of that month or year
    if wanted.ending is not None:
        parts.append(_ENDINGS[wanted.ending])
    if wanted.variant:
        parts.append("(variant = ? OR variant LIKE ? || '+%')")
        values += [wanted.variant, wanted.variant]
    for number, (start, end) in enumerate(wanted.opening):
        parts.append(
            "EXISTS (SELECT 1 FROM plies WHERE game = games.id AND number = ?"
            " AND (path = ? OR path LIKE ?))"
        )
        values += [number, f"{start},{end}", f"{start},%,{end}"]
    if wanted.position:
        parts.append(
            "(start = ? OR EXISTS (SELECT 1 FROM plies WHERE game = games.id AND after = ?))"
        )
        values += [wanted.position, wanted.position]
    return " AND ".join(parts), values


def tag(name: str) -> str:
    """The SQL of the value of a tag of a game."""
    return f"(SELECT value FROM tags WHERE game = games.id AND name = '{name}')"


DAY = f"day({tag('Date')}, started)"
LINE = (
    f"SELECT id, started, {DAY}, {tag('White')}, {tag('Black')}, {tag('Event')}, variant,"
    " (SELECT count(*) FROM plies WHERE game = games.id), winner, termination FROM games"
)
"""The SQL of the rows of which `line_of` makes lines."""


def line_of(
    number: int,
    started: str,
    day: str,
    white: str | None,
    black: str | None,
    event: str | None,
    variant: str,
    plies: int,
    winner: str | None,
    termination: str | None,
) -> GameLine:
    """Raises ValueError and RulesError where the row is damaged."""
    result = result_text(variant_named(variant), outcome_in(winner, termination))
    names = (white or "", black or "", event or "")
    return GameLine(number, started, day, *names, variant, plies, result)


def day_of(date: str | None, started: str) -> str:
    """2026-11-30, as far as the PDN tag tells; without a tag the day that it was begun."""
    if date:
        match = _DAY.match(date.strip())
        return "-".join(filter(None, match.groups())) if match else ""
    return f"{datetime.fromisoformat(started).astimezone():%Y-%m-%d}"


def _day_typed(text: str) -> str:
    if not text.strip():
        return ""
    match = _DAY.fullmatch(text.strip())
    if match is None:
        raise InputError(f"a day is written as 2026-11-30, 2026-11 or 2026, not {text[:20]!r}")
    return "-".join(filter(None, match.groups()))


def _position(fen: str, variant: str) -> str:
    try:
        return parse_fen(fen, variant_named(variant or "international")).fen
    except RulesError as error:
        raise InputError(str(error)) from error


def _opening(moves: str, variant: str) -> Iterator[tuple[int, int]]:
    """The moves in a text, with or without their numbers: 32-28, or c3-d4 on a board of 8x8."""
    words = [word for word in moves.split() if not word.rstrip(".").isdigit()]
    for word in words[:_MOST_MOVES]:
        move = re.sub(r"^\d+\.+", "", word)
        if match := _MOVE.fullmatch(move):
            yield int(match[1]), int(match[2])
        elif _LETTERED.fullmatch(move):
            squares = squares_in(_lettered_board(variant), move)
            yield squares[0], squares[-1]
        else:
            raise InputError(f"{word[:20]!r} is not a move; write 32-28 19-23 or a FEN")


def _lettered_board(variant: str) -> Geometry:
    """The board whose squares the letters name; that of most games where none is chosen."""
    known = variant_named(variant) if variant in VARIANTS else RUSSIAN
    return known.geometry if known.width == RUSSIAN.width else RUSSIAN.geometry
