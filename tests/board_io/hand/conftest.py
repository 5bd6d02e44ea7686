"""Games to play, and hands that make no mistakes unless they are told to."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import fields, replace

import pytest

from board_io.hand.profiles import HOME, HandProfile, Span
from rules.fen import parse_fen
from rules.game import Game

Calm = Callable[..., HandProfile]


@pytest.fixture
def calm() -> Calm:
    """A profile in which every habit is off, but for those named."""

    def make(**habits: float | Span) -> HandProfile:
        off = {f.name: 0.0 for f in fields(HOME) if isinstance(getattr(HOME, f.name), float)}
        return replace(HOME, name="calm", **{**off, **habits})

    return make


def random_game(seed: int, plies: int = 80, fen: str | None = None) -> Game:
    """A game of random legal moves."""
    rng = random.Random(seed)
    game = Game(parse_fen(fen)) if fen else Game.new()
    while len(game.plies) < plies and (moves := game.position.legal_moves()):
        game = game.play(rng.choice(moves))
    return game


@pytest.fixture
def play() -> Callable[..., Game]:
    return random_game
