"""Conduct at the board: touch-move, when a move is complete, claims after a wrong move, and
when a draw may be agreed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rules.game import Game
from rules.move import Move
from rules.piece import Color
from rules.position import Position

MOVES_BEFORE_AGREED_DRAW = 40


def bound_by_touch(position: Position, touched: Iterable[int]) -> int | None:
    """The square of the piece that must be played because it was touched: the first of `touched`
    that has a legal move (KNDB, aanraken is zetten). Announced straightening and clear accidents
    are for people to tell; leave those squares out."""
    movable = {move.start for move in position.legal_moves()}
    return next((square for square in touched if square in movable), None)


@dataclass(frozen=True, slots=True)
class Completion:
    """How far a motion is. `moves` are the legal moves that still fit; `missing` the captured
    squares that must still be emptied, in order; `complete` when nothing is left to do.
    Crowning is a separate act and not waited for."""

    complete: bool
    moves: tuple[Move, ...]
    missing: tuple[int, ...]


def completion(
    position: Position, start: int, landings: tuple[int, ...], removed: frozenset[int]
) -> Completion:
    """How far the move of the piece on `start` is, which was put down on `landings` so far (none:
    it is in the hand) while the squares in `removed` were emptied. A move is complete when the
    piece stands and all captured pieces are off (KNDB; FMJD 4.4)."""
    if not landings:
        return Completion(False, _fitting(position, start, (), removed), ())
    fitting = _fitting(position, start, landings, removed)
    ended = [move for move in fitting if move.end == landings[-1]]
    for move in ended:
        if removed == frozenset(move.captured):
            return Completion(True, (move,), ())
    nearest = (ended or list(fitting))[:1]
    missing = tuple(s for move in nearest for s in move.captured if s not in removed)
    return Completion(False, tuple(ended) or fitting, missing)


def _fitting(
    position: Position, start: int, landings: tuple[int, ...], removed: frozenset[int]
) -> tuple[Move, ...]:
    return tuple(
        move
        for move in position.legal_moves()
        if move.start == start
        and removed <= frozenset(move.captured)
        and any(route.passes((start, *landings)) for route in move.routes)
    )


def may_demand_take_back(game: Game, by: Color) -> bool:
    """Whether `by` may demand that the last move is taken back: it is the opponent's, it was
    irregular, and `by` has not moved since (KNDB 7.2)."""
    if not game.plies:
        return False
    last = game.plies[-1]
    return last.irregular is not None and last.before.turn is by.other


def may_agree_draw(game: Game, match: bool) -> bool:
    """Whether the players may agree on a draw: at home always, in a match after 40 moves by each
    (KNDB 13.4)."""
    return not match or len(game.plies) >= 2 * MOVES_BEFORE_AGREED_DRAW
