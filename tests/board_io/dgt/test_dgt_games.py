"""Whole games on an emulated board of 10x10 at 9600 baud, in made-up time."""

from __future__ import annotations

import pytest

from benchmarks.dgt_games import GAMES, Trouble, games, judged
from firmware_protocol.dgt.pieces import Coding

SHORTEST = 3  # of the first games of the file


@pytest.mark.parametrize("coding", [Coding.SINCE_2011, Coding.BEFORE_2011])
@pytest.mark.parametrize("profile", ["careful", "home"])
def test_a_game_is_recorded_exactly(profile: str, coding: Coding) -> None:
    game = list(games(GAMES, 4))[SHORTEST]
    verdict = judged(game, profile, Trouble(), seed=5, coding=coding)
    assert (verdict.exact, verdict.wrong, verdict.failures) == (1, 0, [])


@pytest.mark.parametrize("seed", [1, 2])
def test_one_damaged_byte_in_a_thousand_changes_nothing(seed: int) -> None:
    game = list(games(GAMES, 4))[SHORTEST]
    verdict = judged(game, "home", Trouble(damage=1000), seed)
    assert (verdict.exact, verdict.wrong, verdict.failures) == (1, 0, [])


@pytest.mark.parametrize("seed", [1, 2])
def test_twenty_cuts_change_nothing(seed: int) -> None:
    game = list(games(GAMES, 4))[SHORTEST]
    verdict = judged(game, "careful", Trouble(cuts=20), seed)
    assert (verdict.exact, verdict.wrong, verdict.failures) == (1, 0, [])
