"""An offer from the board, which people at it are asked to grant. Pure."""

from __future__ import annotations

from firmware_protocol.cpp.commands import DrawOffer, UndoOffer
from rules.game import Game

Offer = DrawOffer | UndoOffer


def is_granted(offer: Offer, before: Game, game: Game) -> bool:
    """Whether what the game has become grants it."""
    if isinstance(offer, UndoOffer):
        return len(game.plies) < len(before.plies)
    return game.outcome is not None and game.outcome.winner is None
