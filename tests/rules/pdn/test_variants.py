"""Games of every variant and with house rules, written and read back."""

from __future__ import annotations

import random

import pytest

from rules.game import Game, Outcome, Termination
from rules.house import HouseRule
from rules.huffing import huff, huffable
from rules.judge import judge
from rules.pdn import read_pdn, write_pdn
from rules.piece import Color
from rules.ply import Ply
from rules.position import Position
from rules.ruling import Attempt
from rules.variant import Variant
from rules.variants import SPANISH, VARIANTS, variant_named

HOUSE = [
    variant_named(f"{name}+{rule}")
    for name in ("international", "killer", "turkish")
    for rule in HouseRule
]
EVERY_VARIANT = [*VARIANTS.values(), *HOUSE]


def random_game(variant: Variant, seed: int) -> Game:
    chooser = random.Random(seed)
    game = Game.new(variant)
    for _ in range(60):
        moves = sorted(game.position.legal_moves(), key=lambda m: (m.start, m.end, m.captured))
        if not moves or game.outcome:
            break
        game = game.play(chooser.choice(moves))
    return game


@pytest.mark.parametrize("variant", EVERY_VARIANT, ids=lambda variant: variant.name)
def test_games_come_back_as_they_were(variant: Variant) -> None:
    games = [random_game(variant, seed) for seed in range(4)]
    games[1] = games[1].finish(Outcome(Color.BLACK, Termination.RESIGNED))
    text = write_pdn([({"White": "A"}, game) for game in games])
    back = list(read_pdn(text))
    assert [game.error for game in back] == [None] * 4
    assert [game.warnings for game in back] == [()] * 4
    assert [game.game for game in back] == games


@pytest.mark.parametrize("variant", EVERY_VARIANT, ids=lambda variant: variant.name)
def test_games_from_a_position_of_their_own_come_back(variant: Variant) -> None:
    position = random_game(variant, 7).take_back(20).position
    start = Position.of(variant, position.turn, position.pieces())
    game = Game(start)
    for _ in range(6):
        moves = game.position.legal_moves()
        if moves and not game.outcome:
            game = game.play(moves[-1])
    (back,) = read_pdn(write_pdn([({}, game)]))
    assert (back.error, back.game) == (None, game)


def test_a_game_is_marked_with_its_house_rules() -> None:
    game = Game.new(variant_named("international+huffing+no_forced"))
    text = write_pdn([({"Variant": "Standard"}, game)])
    assert '[Variant "international+huffing+no_forced"]' in text
    assert '[GameType "20"]' in text
    plain = write_pdn([({"Variant": "international+huffing"}, Game.new())])
    assert "Variant" not in plain


def test_spanish_games_count_squares_from_below() -> None:
    game = Game.new(SPANISH)
    move = next(m for m in game.position.legal_moves() if (m.start, m.end) == (23, 19))
    text = write_pdn([({}, game.play(move))])
    assert "1. 10-14" in text


def test_a_huffed_piece_comes_back_as_a_setup() -> None:
    start = Position.start(variant_named("international+huffing"))
    game = Game(start)
    for pair in ((32, 28), (19, 23)):
        move = next(m for m in game.position.legal_moves() if (m.start, m.end) == pair)
        game = game.play(move)
    before = game.position
    missed = before.after(31, 27, ())
    reason = judge(before, Attempt(31, 27)).reason
    game = game.record(Ply(before, None, missed, reason))
    game = huff(game, huffable(game)[0])
    text = write_pdn([({}, game)])
    (back,) = read_pdn(text)
    assert (back.error, back.game) == (None, game)
    assert text.count("{huffed: 28}") == 1
    assert write_pdn(back) == text
