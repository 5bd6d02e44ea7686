"""The table: points, then what parts those who have as many. Pure.

    resistance  the points of all opponents together (Buchholz, Solkoff; Dutch: weerstandspunten)
    quality     the points of those who were beaten, half those of draws (Sonneborn-Berger)
    mutual      the points that those who are still equal made against each other
    wins        games won at the board

Swiss tables look at resistance first; where everybody meets everybody it parts nobody and is left
out. Games without an opponent give points, but no resistance and no quality.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from companion.tournament.model import SCORINGS, Points, System, Tournament


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the table; those who are alike in everything share a `place`."""

    place: int
    number: int
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    points: Points
    resistance: Points
    quality: Points
    mutual: Points
    is_gone: bool


def table(tournament: Tournament) -> list[Line]:
    """All players, the best first."""
    numbers = [entry.number for entry in tournament.entries]
    points = {number: tournament.points_of(number) for number in numbers}
    first = {number: _first_keys(tournament, number, points) for number in numbers}
    lines: list[Line] = []
    for _, equals in groupby(sorted(numbers, key=first.__getitem__), key=first.__getitem__):
        lines += _in_order(tournament, list(equals), points, len(lines) + 1)
    return lines


def _first_keys(
    tournament: Tournament, number: int, points: dict[int, Points]
) -> tuple[Points, Points, Points]:
    resistance = _resistance(tournament, number, points)
    swiss = tournament.system is System.SWISS
    return (
        -points[number],
        -resistance if swiss else 0,
        -_quality(tournament, number, points),
    )


def _in_order(
    tournament: Tournament, equals: list[int], points: dict[int, Points], place: int
) -> list[Line]:
    """Those who are equal so far, parted by what they did against each other and by games won."""
    mutual = {number: _mutual(tournament, number, equals) for number in equals}
    won = {number: _counts(tournament, number)[0] for number in equals}
    keys = {number: (-mutual[number], -won[number]) for number in equals}
    lines = []
    for number in sorted(equals, key=lambda n: (keys[n], n)):
        shared = place + sum(keys[other] < keys[number] for other in equals)
        lines.append(_line(tournament, number, points, shared, mutual[number]))
    return lines


def _line(
    tournament: Tournament, number: int, points: dict[int, Points], place: int, mutual: Points
) -> Line:
    won, drawn, lost = _counts(tournament, number)
    entry = tournament.entry(number)
    return Line(
        place,
        number,
        entry.name,
        won + drawn + lost,
        won,
        drawn,
        lost,
        points[number],
        _resistance(tournament, number, points),
        _quality(tournament, number, points),
        mutual,
        entry.until is not None,
    )


def _games(tournament: Tournament, number: int) -> Iterator[tuple[int, int]]:
    """The games at the board: the opponent, and 1, 0 or -1."""
    for pairing in tournament.pairings_of(number):
        color, opponent = pairing.color_of(number), pairing.opponent_of(number)
        if opponent is None or color is None or pairing.score is None:
            continue
        if pairing.score.is_played:
            yield opponent, pairing.score.gained(color)


def _counts(tournament: Tournament, number: int) -> tuple[int, int, int]:
    values = [gained for _, gained in _games(tournament, number)]
    return values.count(1), values.count(0), values.count(-1)


def _resistance(tournament: Tournament, number: int, points: dict[int, Points]) -> Points:
    return sum((points[opponent] for opponent, _ in _games(tournament, number)), 0)


def _quality(tournament: Tournament, number: int, points: dict[int, Points]) -> Points:
    shares = {1: Fraction(1), 0: Fraction(1, 2), -1: Fraction(0)}
    games = _games(tournament, number)
    return sum((points[opponent] * shares[gained] for opponent, gained in games), Fraction(0))


def _mutual(tournament: Tournament, number: int, equals: list[int]) -> Points:
    scoring = SCORINGS[tournament.scoring]
    worth = {1: scoring.win, 0: scoring.draw, -1: scoring.loss}
    games = _games(tournament, number)
    return sum((worth[gained] for opponent, gained in games if opponent in equals), 0)
