"""A square that is misread for many plies, as a camera sees it: the whole game is recorded."""

from __future__ import annotations

import random

import pytest

from benchmarks.misread import KINDS, follow, random_game
from board_io.hand.player import perform
from board_io.hand.profiles import CAREFUL


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_is_recorded_exactly_though_a_square_is_misread_for_long(kind: str) -> None:
    performance = perform(random_game(seed=1, plies=14), CAREFUL, seed=1, violations=0.0)
    misread = KINDS[kind](performance, random.Random(1))
    played = [one.ply.move.short for one in performance.plies if one.ply.move]
    assert follow(performance, misread) == played
