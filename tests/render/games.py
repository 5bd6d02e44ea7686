"""Games to film: legal play by chance, with a liking for captures, so that kings come soon."""

from __future__ import annotations

import random

from rules.game import Game
from rules.move import Move
from rules.piece import Color
from rules.variants import variant_named


def played_game(seed: int, plies: int, variant: str = "international") -> Game:
    """A game of at most so many plies. The same arguments give the same game."""
    rng = random.Random(seed)
    game = Game.new(variant_named(variant))
    while len(game.plies) < plies and (moves := game.position.legal_moves()):
        weights = [_liking(game, move) for move in moves]
        game = game.play(rng.choices(moves, weights)[0])
    return game


def _liking(game: Game, move: Move) -> float:
    """Captures, promotions and long advances are liked."""
    board = game.variant.geometry
    forward = board.row(move.start) - board.row(move.end)
    if game.position.turn is Color.BLACK:
        forward = -forward
    return 1.0 + 3.0 * len(move.captured) + 6.0 * move.promotes + max(0, forward)
