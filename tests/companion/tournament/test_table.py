"""The table of a tournament, by hand: points, resistance, Sonneborn-Berger, what they did against
each other."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.tournament.export import number
from companion.tournament.model import Entry, Pairing, Score, System, Tournament
from companion.tournament.table import table

NAMES = ("Anna", "Bram", "Cas", "Dina")
W, D, B = Score.WHITE, Score.DRAW, Score.BLACK

# Everybody has met everybody: Anna 5 of 6, Bram and Cas 3, Dina 1.
ROUNDS = [
    [(1, 4, W), (2, 3, D)],
    [(4, 3, B), (1, 2, D)],
    [(2, 4, D), (3, 1, B)],
]


def tournament(system: System = System.ROUND_ROBIN, scoring: str = "2-1-0") -> Tournament:
    entries = tuple(Entry(n, name) for n, name in enumerate(NAMES, start=1))
    pairings = tuple(
        Pairing(stage, board, white, black, score)
        for stage, boards in enumerate(ROUNDS, start=1)
        for board, (white, black, score) in enumerate(boards, start=1)
    )
    return Tournament("Klas 5", system, scoring, 3, entries, pairings)


def test_a_table() -> None:
    lines = table(tournament())
    assert [(line.place, line.name, line.points) for line in lines] == [
        (1, "Anna", 5),
        (2, "Bram", 3),
        (3, "Cas", 3),
        (4, "Dina", 1),
    ]
    # Bram: draws with Cas (3), Anna (5) and Dina (1); Cas: draw with Bram (3), won from Dina (1).
    assert [line.quality for line in lines[1:3]] == [Fraction(9, 2), Fraction(5, 2)]
    assert [(line.won, line.drawn, line.lost) for line in lines] == [
        (2, 1, 0),
        (0, 3, 0),
        (1, 1, 1),
        (0, 1, 2),
    ]


def test_resistance_comes_first_in_a_swiss_tournament() -> None:
    lines = table(tournament(System.SWISS))
    assert {line.name: line.resistance for line in lines} == {
        "Anna": 1 + 3 + 3,
        "Bram": 3 + 5 + 1,
        "Cas": 3 + 1 + 5,
        "Dina": 5 + 3 + 3,
    }


@pytest.mark.parametrize(("scoring", "points"), [("1-½-0", Fraction(5, 2)), ("3-1-0", 7)])
def test_points_may_be_counted_otherwise(scoring: str, points: Fraction | int) -> None:
    assert table(tournament(scoring=scoring))[0].points == points


def test_those_who_are_alike_share_a_place_and_the_game_between_two_parts_them() -> None:
    entries = tuple(Entry(n, name) for n, name in enumerate(NAMES, start=1))
    draws = (Pairing(1, 1, 1, 2, D), Pairing(1, 2, 3, 4, D))
    state = Tournament("Klas 5", System.ROUND_ROBIN, "2-1-0", 3, entries, draws)
    assert [line.place for line in table(state)] == [1, 1, 1, 1]
    second = (Pairing(2, 1, 1, 3, W), Pairing(2, 2, 4, 2, B))
    state = Tournament("Klas 5", System.ROUND_ROBIN, "2-1-0", 3, entries, draws + second)
    assert [(line.place, line.name) for line in table(state)[:2]] == [(1, "Anna"), (1, "Bram")]


def test_who_is_free_has_a_win_in_a_swiss_tournament_and_nothing_where_all_are_in_turn() -> None:
    entries = (Entry(1, "Anna"),)
    for system, points in ((System.SWISS, 2), (System.ROUND_ROBIN, 0)):
        state = Tournament("K", system, "2-1-0", 3, entries, (Pairing(1, 1, 1, None),))
        [line] = table(state)
        assert (line.points, line.played, line.resistance) == (points, 0, 0)


def test_who_does_not_turn_up_loses_and_the_other_wins_without_a_game() -> None:
    entries = tuple(Entry(n, name) for n, name in enumerate(NAMES[:2], start=1))
    pairings = (Pairing(1, 1, 1, 2, Score.BLACK_ABSENT), Pairing(2, 1, 2, 1, Score.BOTH_ABSENT))
    state = Tournament("K", System.SWISS, "2-1-0", 2, entries, pairings)
    assert [(line.name, line.points, line.played) for line in table(state)] == [
        ("Anna", 2, 0),
        ("Bram", 0, 0),
    ]


@pytest.mark.parametrize(
    ("points", "text"),
    [(0, "0"), (3, "3"), (Fraction(1, 2), "½"), (Fraction(5, 2), "2½"), (Fraction(5, 4), "1.25")],
)
def test_points_are_written_as_people_do(points: Fraction | int, text: str) -> None:
    assert number(points) == text
