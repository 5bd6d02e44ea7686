"""Why a game is over, in the words of both sides."""

from __future__ import annotations

from collections.abc import Mapping

from firmware_protocol.cpp.names import EndReason
from rules.game import Game
from rules.outcome import Outcome, Termination
from rules.piece import Color

_REASONS: Mapping[Termination, EndReason] = {
    Termination.NO_MOVES: EndReason.CHECKMATE,
    Termination.NO_PIECES: EndReason.CHECKMATE,
    Termination.RESIGNED: EndReason.RESIGN,
    Termination.FLAG: EndReason.TIMEOUT,
}
_DRAWS: Mapping[Termination, EndReason] = {
    Termination.AGREED: EndReason.DRAW_OFFER,
    Termination.THREEFOLD: EndReason.THREEFOLD_REPETITION,
    Termination.KINGS_25: EndReason.FIFTY_MOVE,
    Termination.NO_PROGRESS: EndReason.FIFTY_MOVE,
    Termination.ONE_V_THREE_16: EndReason.INSUFFICIENT_MATERIAL,
    Termination.ONE_V_TWO_5: EndReason.INSUFFICIENT_MATERIAL,
    Termination.ENDGAME: EndReason.INSUFFICIENT_MATERIAL,
}
_TERMINATIONS: Mapping[str, Termination] = {
    EndReason.CHECKMATE: Termination.NO_MOVES,
    EndReason.RESIGN: Termination.RESIGNED,
    EndReason.TIMEOUT: Termination.FLAG,
    EndReason.DRAW: Termination.AGREED,
    EndReason.DRAW_OFFER: Termination.AGREED,
    EndReason.STALEMATE: Termination.ENTERED,
    EndReason.DEAD_POSITION: Termination.ENTERED,
    EndReason.THREEFOLD_REPETITION: Termination.THREEFOLD,
    EndReason.FIFTY_MOVE: Termination.NO_PROGRESS,
    EndReason.INSUFFICIENT_MATERIAL: Termination.ENDGAME,
}
_FINAL = (Termination.NO_MOVES, Termination.NO_PIECES, Termination.FIRST_KING)
_WON = (Termination.RESIGNED, Termination.FLAG, Termination.NO_MOVES)


def is_over(game: Game) -> bool:
    """Whether nothing can follow. Where only a draw counter is full people may play on."""
    outcome = game.outcome
    return game.verdict is not None or (outcome is not None and outcome.termination in _FINAL)


def reason_of(outcome: Outcome, *, draws: bool) -> EndReason:
    """What a board is told of this outcome; `draws`: it wants to know which kind of draw it is."""
    if outcome.winner is not None:
        return _REASONS.get(outcome.termination, EndReason.UNDEFINED)
    return _DRAWS.get(outcome.termination, EndReason.DRAW) if draws else EndReason.DRAW


def outcome_of(reason: str, turn: Color) -> Outcome | None:
    """How the game ended that an app ended so, when `turn` was to move; None where that is not
    said: the game was broken off, or ended in a way that is not known. Who resigned is not on the
    wire; it is taken to be the side to move."""
    termination = _TERMINATIONS.get(reason)
    if termination is None:
        return None
    return Outcome(turn.other if termination in _WON else None, termination)
