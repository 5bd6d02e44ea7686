"""A tournament to take along: CSV for a spreadsheet, PDN for a program of draughts."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction

from companion.pdn_export import pdn_of
from companion.saved import SavedGame
from companion.texts import Texts
from companion.tournament.model import Pairing, Points, Tournament
from companion.tournament.table import table

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def table_csv(tournament: Tournament, texts: Texts) -> str:
    """The table, one line a player."""
    columns = ("place", "name", "played", "won", "drawn", "lost", "points", "resistance", "quality")
    rows = (
        (
            *(line.place, safe(line.name), line.played, line.won, line.drawn, line.lost),
            *(number(line.points), number(line.resistance), number(line.quality)),
        )
        for line in table(tournament)
    )
    return _written([texts(f"tournament.{column}") for column in columns], rows)


def pairings_csv(tournament: Tournament, texts: Texts) -> str:
    """All pairings with their results, one line each."""
    columns = ("round", "board", "white", "black", "result")
    rows = (
        (
            pairing.round,
            pairing.board,
            *(safe(name) for name in names_of(tournament, pairing, texts)),
            pairing.score.value if pairing.score else "",
        )
        for pairing in tournament.pairings
    )
    return _written([texts(f"tournament.{column}") for column in columns], rows)


def tournament_pdn(tournament: Tournament, load: Callable[[int], SavedGame]) -> str:
    """The games that were kept, with the tags of the tournament."""
    return pdn_of(_games(tournament, load))


def names_of(tournament: Tournament, pairing: Pairing, texts: Texts) -> tuple[str, str]:
    """White and black of a pairing; who is free plays nobody."""
    white = tournament.entry(pairing.white).name
    if pairing.black is None:
        return white, texts("tournament.free")
    return white, tournament.entry(pairing.black).name


def number(points: Points) -> str:
    """Points as they are written: halves as ½, quarters with a point."""
    whole, rest = divmod(points, 1)
    if rest not in (0, Fraction(1, 2)):
        return f"{float(points):g}"
    return f"{whole or ''}½" if rest else f"{whole}"


def safe(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name.startswith(_FORMULA) else name


def _games(tournament: Tournament, load: Callable[[int], SavedGame]) -> Iterator[SavedGame]:
    for pairing in tournament.pairings:
        if pairing.game is not None:
            saved = load(pairing.game)
            tags = {"Event": tournament.name, "Round": f"{pairing.round}.{pairing.board}"}
            yield replace(saved, tags={**saved.tags, **tags})


def _written(header: list[str], rows: Iterator[tuple[object, ...]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    writer.writerows(rows)
    return out.getvalue()
