"""The score between two players, runs, and the games of each kind."""

from __future__ import annotations

from random import Random

import pytest

from companion.errors import InputError
from companion.players.draw import drawn, participants
from companion.players.names import LONGEST_NAME, clean_name, name_key, names_in
from companion.players.results import (
    Result,
    Streak,
    Tally,
    between,
    by_variant,
    longest_wins,
    opponents,
    streak_now,
    tally,
)
from rules.piece import Color

W, B = Color.WHITE, Color.BLACK
RESULTS = [
    Result("Anna", "Bram", W, "2026-11-01", "international", 1),
    Result("Bram", "anna ", W, "2026-11-02", "international", 2),
    Result("Cas", "Anna", B, "2026-11-03", "frisian", 3),
    Result("Anna", "Bram", W, "2026-11-04", "frisian", 4),
    Result("Cas", "Bram", None, "2026-11-05", "frisian", None),
]


def test_the_score_between_two_players_is_the_same_from_both_sides() -> None:
    assert between(RESULTS, "Anna", "Bram") == Tally(won=2, lost=1)
    assert between(RESULTS, "Bram", "ANNA") == Tally(won=1, lost=2)
    assert between(RESULTS, "Anna", "Dina") == Tally()


def test_all_games_of_a_player() -> None:
    assert tally(RESULTS, "Anna") == Tally(won=3, lost=1)
    assert tally(RESULTS, "Anna").points == 6
    assert tally(RESULTS, "Bram").points == 3
    assert opponents(RESULTS, "Anna") == ["Bram", "Cas"]


def test_runs() -> None:
    assert streak_now(RESULTS, "Anna") == Streak(1, 2)
    assert streak_now(RESULTS, "Bram") == Streak(0, 1)
    assert streak_now(RESULTS[:4], "Bram") == Streak(-1, 1)
    assert streak_now(RESULTS, "Dina") is None
    assert (longest_wins(RESULTS, "Anna"), longest_wins(RESULTS, "Cas")) == (2, 0)


def test_games_are_counted_for_each_kind() -> None:
    assert by_variant(RESULTS, "Anna") == {
        "international": Tally(won=1, lost=1),
        "frisian": Tally(won=2),
    }


def test_a_name_is_tidied() -> None:
    assert clean_name("  Đorđe   王 ") == "Đorđe 王"
    assert clean_name("Zoe\u0308") == "Zoë"
    assert name_key("ZOË ") == name_key("zoe\u0308")


@pytest.mark.parametrize("text", ["", "  ", "?", "a" * (LONGEST_NAME + 1), "A\u202eB", "A\x07"])
def test_what_is_no_name_is_refused_in_one_line(text: str) -> None:
    with pytest.raises(InputError) as refused:
        clean_name(text)
    assert "\n" not in str(refused.value)


def test_names_come_once() -> None:
    assert names_in("Anna, Bram,") == ["Anna", "Bram"]
    for text in ("Anna,anna", " , "):
        with pytest.raises(InputError):
            names_in(text)


def test_the_lot_is_fair() -> None:
    lots, first = Random(5), dict.fromkeys("ABC", 0)
    for _ in range(3000):
        order = drawn("ABC", lots)
        assert sorted(order) == list("ABC")
        first[order[0]] += 1
    assert all(900 < count < 1100 for count in first.values())


def test_people_draw_by_name_or_by_number() -> None:
    assert participants("Anna,Bram", "speler") == ["Anna", "Bram"]
    assert participants(" 3 ", "speler") == ["speler 1", "speler 2", "speler 3"]
    for text in ("0", "501", "٣,٣", ""):
        with pytest.raises(InputError):
            participants(text, "speler")
