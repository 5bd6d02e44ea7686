"""A move of a kept game put right afterwards: what was written down was not what was played.

All that came after it has to stay possible; the first ply that is not is named.
"""

from __future__ import annotations

import enum

from companion.errors import InputError
from rules.errors import AmbiguousMoveError, IllegalMoveError, RulesError
from rules.game import Game, Ply
from rules.move import Move
from rules.notation import format_move, parse_move
from rules.pdn.irregular import follow
from rules.position import Position


class Obstacle(enum.StrEnum):
    """Why a move cannot be put right like this."""

    NO_PLY = "no_ply"
    NO_MOVE = "no_move"
    ILLEGAL = "illegal"
    AMBIGUOUS = "ambiguous"
    LATER = "later"


_REASONS = {
    Obstacle.NO_PLY: "the game has no such ply",
    Obstacle.NO_MOVE: "that is not a move; write 32-28 or 28x19",
    Obstacle.ILLEGAL: "that is not a legal move there",
    Obstacle.AMBIGUOUS: "that fits several captures; write the squares in between",
    Obstacle.LATER: "would not be possible any more; correct that ply first",
}


class CorrectionError(InputError):
    """`number` (from 1) is the ply at which it fails, `move` what stands there: what was typed,
    or a later ply of the game that would become impossible."""

    def __init__(self, obstacle: Obstacle, number: int, move: str) -> None:
        super().__init__(f"ply {number}, {move}: {_REASONS[obstacle]}")
        self.obstacle, self.number, self.move = obstacle, number, move


def corrected(game: Game, number: int, text: str) -> Game:
    """The game with ply `number` (from 1) as the move in `text`. Raises CorrectionError."""
    typed = " ".join(text.split())[:30]
    if not 1 <= number <= len(game.plies):
        raise CorrectionError(Obstacle.NO_PLY, number, typed)
    fixed = Game(game.start, game.plies[: number - 1])
    try:
        fixed = fixed.play(parse_move(fixed.position, text))
    except RulesError as error:
        raise CorrectionError(_obstacle(error), number, typed) from error
    for later, ply in enumerate(game.plies[number:], start=number + 1):
        followed = _followed(ply, fixed.position)
        if followed is None:
            raise CorrectionError(Obstacle.LATER, later, _written(ply))
        fixed = fixed.record(followed)
    return fixed.finish(game.verdict)


def _obstacle(error: RulesError) -> Obstacle:
    match error:
        case AmbiguousMoveError():
            return Obstacle.AMBIGUOUS
        case IllegalMoveError():
            return Obstacle.ILLEGAL
        case _:
            return Obstacle.NO_MOVE


def _written(ply: Ply) -> str:
    return format_move(ply.before, ply.move) if ply.move else "?"


def _followed(ply: Ply, before: Position) -> Ply | None:
    """The same ply from another position; None where it is not possible there."""
    move = ply.move
    if move is None:  # the position was seen, the way to it was not: it stays what was seen
        return Ply(before, None, ply.after, ply.irregular)
    if ply.irregular is not None:
        return _followed_irregular(ply, move, before)
    same = [one for one in before.legal_moves() if (one.start, one.end) == (move.start, move.end)]
    same = [one for one in same if set(one.captured) == set(move.captured)] or same
    return Ply(before, same[0], before.play(same[0])) if len(same) == 1 else None


def _followed_irregular(ply: Ply, move: Move, before: Position) -> Ply | None:
    """A wrong move that was let stand: its piece and those that it took must be there."""
    there, was = before.pieces(), ply.before.pieces()
    touched = {move.start, *move.captured}
    if move.end in there or any(there.get(square) != was.get(square) for square in touched):
        return None
    after = follow(before, move)
    explains = follow(ply.before, move) == ply.after
    return Ply(before, move, after, ply.irregular) if explains and after else None
