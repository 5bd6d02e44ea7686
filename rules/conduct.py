"""Conduct at the board: how the board lies, touch-move, when a move is complete, claims after a
wrong move, and when a draw may be agreed."""

from __future__ import annotations

import enum
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from rules.game import Game
from rules.geometry import Grid
from rules.move import Move
from rules.piece import Color
from rules.position import Position
from rules.variant import Variant

MOVES_BEFORE_AGREED_DRAW = 40


class WrongBoard(enum.Enum):
    """What follows when the board turns out to lie wrong."""

    START_AGAIN = "turn the board and begin again"
    PLAY_ON = "play on as it lies"


def wrong_board(game: Game, always_void: bool = False) -> WrongBoard:
    """What follows when the board lies wrong: until black has made his first move it is turned and
    the game begins again, after that it is played on (KNDB). `always_void`: the game is void
    whenever it is found (FMJD 5.1)."""
    begun = len(game.plies) >= 2
    return WrongBoard.PLAY_ON if begun and not always_void else WrongBoard.START_AGAIN


def lies_right(variant: Variant, dark_corner_left: bool) -> bool:
    """Whether a board lies as this game wants it, by the colour of the corner square at the lower
    left of each player. Where all squares are played on it does not matter."""
    return variant.grid is Grid.CROSS or dark_corner_left is variant.dark_corner_left


def bound_by_touch(
    position: Position, touched: Iterable[int], excused: Collection[int] = ()
) -> int | None:
    """The square of the piece that must be played because it was touched: the first of `touched`
    that has a legal move (KNDB, aanraken is zetten). `excused` are those that were touched to
    straighten them, announced beforehand, or clearly by accident: people must tell."""
    movable = {move.start for move in position.legal_moves()}.difference(excused)
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
    """Whether the players may agree on a draw: at home and by the house rule always, in a match
    after 40 moves by each (KNDB 13.4)."""
    if not match or game.variant.free_draw:
        return True
    return len(game.plies) >= 2 * MOVES_BEFORE_AGREED_DRAW
