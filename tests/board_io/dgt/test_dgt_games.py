"""Whole games on an emulated board of 10x10 at 9600 baud, in made-up time."""

from __future__ import annotations

import random

import pytest

from benchmarks.dgt_games import GAMES, Trouble, games, judged
from benchmarks.hands.verdict import Verdict
from firmware_protocol.dgt.pieces import Coding
from rules.game import Game
from rules.variants import variant_named

SHORTEST = 3  # of the first games of the file


@pytest.mark.parametrize(
    ("profile", "coding"), [("careful", Coding.SINCE_2011), ("home", Coding.BEFORE_2011)]
)
def test_a_game_is_recorded_exactly(profile: str, coding: Coding) -> None:
    check(judged(game(), profile, Trouble(), seed=5, coding=coding))


def test_one_damaged_byte_in_a_thousand_changes_nothing() -> None:
    check(judged(game(), "home", Trouble(damage=1000), seed=1))


def test_twenty_cuts_change_nothing() -> None:
    check(judged(game(), "careful", Trouble(cuts=20), seed=1))


def test_cuts_and_damage_together_change_nothing() -> None:
    check(judged(game(), "careful", Trouble(damage=1000, cuts=20), seed=2))


@pytest.mark.parametrize("variant", ["russian", "english"])
def test_a_game_of_8x8_is_recorded_exactly(variant: str) -> None:
    rng, played = random.Random(1), Game.new(variant_named(variant))
    while len(played.plies) < 40 and played.outcome is None:
        played = played.play(rng.choice(played.position.legal_moves()))
    check(judged(played, "home", Trouble(damage=1000), seed=1))


def game() -> Game:
    return list(games(GAMES, SHORTEST + 1))[SHORTEST]


def check(verdict: Verdict) -> None:
    assert (verdict.exact, verdict.wrong, verdict.failures) == (1, 0, [])
