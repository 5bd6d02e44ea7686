"""Whole games by hand on a board that only a phone app listens to: the app gets every move."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest

from board_io.hand.player import perform
from board_io.hand.profiles import CAREFUL, CHILD, HOME, HandProfile
from rules.game import Game
from rules.pdn import read_pdn
from rules.snapshot import SensorKind
from rules.variants import VARIANTS
from tests.hardware.phone_table import PhoneTable, firmware_part

GAMES = Path(__file__).parents[1] / "data" / "games"
# Who takes a move back on the board does it by the app's button too, so no hand does it here.
NO_SECOND_THOUGHTS = {"correct": 0.0, "take_back_one": 0.0, "take_back_two": 0.0}


@pytest.fixture(scope="module")
def part() -> Iterator[ModuleType]:
    with firmware_part() as part:
        yield part


def recorded(name: str, number: int) -> Game:
    game = next(islice(read_pdn((GAMES / f"{name}.pdn").read_bytes()), number, None)).game
    assert game is not None
    return game


def at_random(variant: str, seed: int) -> Game:
    rng, game = random.Random(seed), Game.new(VARIANTS[variant])
    while game.outcome is None and len(game.plies) < 90:
        game = game.play(rng.choice(game.position.legal_moves()))
    return game


def watched(
    part: ModuleType, game: Game, profile: HandProfile, seed: int, sensor: SensorKind
) -> PhoneTable:
    table = PhoneTable(part, Game(game.start), sensor)
    table.watch(perform(game, replace(profile, **NO_SECOND_THOUGHTS), seed))
    return table


@pytest.mark.parametrize("sensor", [SensorKind.COLOR, SensorKind.OCCUPANCY])
@pytest.mark.parametrize("profile", [CAREFUL, HOME], ids=lambda profile: profile.name)
@pytest.mark.parametrize(("name", "number"), [("selfplay", 4), ("random", 1), ("random", 17)])
def test_a_game_of_quiet_players_comes_over_move_by_move(
    part: ModuleType, name: str, number: int, profile: HandProfile, sensor: SensorKind
) -> None:
    game = recorded(name, number)
    table = watched(part, game, profile, number, sensor)
    assert [ply.move for ply in table.game.plies] == [ply.move for ply in game.plies]
    assert table.refused == 0


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(
    "variant", ["frisian", "breakthrough", "antidraughts", "russian", "brazilian", "american"]
)
def test_so_does_a_game_of_other_rules(part: ModuleType, variant: str, seed: int) -> None:
    game = at_random(variant, seed)
    table = watched(part, game, HOME, seed, SensorKind.COLOR)
    assert [ply.move for ply in table.game.plies] == [ply.move for ply in game.plies]


def test_a_child_that_lifts_and_drops_anything_is_followed_to_the_end(part: ModuleType) -> None:
    for number in range(3):
        game = recorded("selfplay", number)
        table = watched(part, game, CHILD, number, SensorKind.COLOR)
        assert [ply.move for ply in table.game.plies] == [ply.move for ply in game.plies]
