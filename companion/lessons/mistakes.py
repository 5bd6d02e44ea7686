"""Why a move that the rules allow is not the one that is asked for; why a square is not."""

from __future__ import annotations

from collections.abc import Sequence

from announcer.announcement import Values
from announcer.moves import way_of
from companion.lessons.goals import LOST, gain, shot
from companion.lessons.model import Aim, Goal
from companion.lessons.rulings import verdict_on
from companion.lessons.texts import Saying, Told
from rules.move import Move
from rules.position import Position
from rules.ruling import Attempt


def why_not(position: Position, move: Move, goal: Goal, right: Sequence[Move]) -> Saying:
    """What to say of `move`, which is legal in `position` but none of the `right` ones: the
    opponent's answer where that is what is wrong with it, else what it misses."""
    refuted = _refuted(position, move)
    if refuted is not None and goal.aim is not Aim.LEGAL:
        return refuted
    if goal.aim is Aim.SAFE:
        return _falls_in(position.play(move)) or _other_choice(move, right)
    if goal.aim in (Aim.LEGAL, Aim.HOLD):
        return _other_choice(move, right)
    return _missed(position, move, goal)


def why_not_there(position: Position, wanted: frozenset[int], square: int) -> Told:
    """What to say of a square that was pointed at but is none of the `wanted` ones: why the piece
    cannot go there where that was asked, that a piece is not captured where those were."""
    mover = _mover_to(position, wanted)
    if mover not in (None, square):
        return verdict_on(position, Attempt(mover, square)) or Saying("coach.not_there", (square,))
    pieces = position.pieces()
    foes = {at for at, piece in pieces.items() if piece.color is not position.turn}
    asks_for_foes = bool(wanted) and wanted <= foes
    key = "coach.not_taken" if asks_for_foes and square in pieces else "coach.not_there"
    return Saying(key, (square,))


def _mover_to(position: Position, wanted: frozenset[int]) -> int | None:
    """The piece that can go to just these squares."""
    moves = position.legal_moves()
    movers = {move.start for move in moves}
    fitting = [s for s in movers if wanted == {move.end for move in moves if move.start == s}]
    return fitting[0] if len(fitting) == 1 else None


def _refuted(position: Position, move: Move) -> Saying | None:
    """The loss or the king that the move gives away."""
    after = position.play(move)
    lost = -gain(position, move)
    best = max(after.legal_moves(), key=lambda reply: gain(after, reply), default=None)
    if best is None or not best.is_capture or lost <= 0:
        return None
    if lost >= LOST // 2:
        return _reply("coach.lost", after, best)
    if best.promotes:
        return _reply("coach.gives_king", after, best)
    return _reply("coach.loses", after, best)


def _falls_in(after: Position) -> Saying | None:
    """The shot that the move allows."""
    line = shot(after)
    return _reply("coach.falls_in", after, line[0]) if line else None


def _reply(key: str, after: Position, reply: Move) -> Saying:
    return Saying(key, (reply.start, reply.end), way_of(reply, after.turn, after))


def _other_choice(move: Move, right: Sequence[Move]) -> Saying:
    """How the move differs from the right ones, without naming those."""
    same_piece = [wanted for wanted in right if wanted.start == move.start]
    squares = (move.start, move.end)
    if not same_piece:
        return Saying("coach.other_piece", squares)
    if move.is_capture and any(set(m.captured) == set(move.captured) for m in same_piece):
        return Saying("coach.other_landing", squares)
    return Saying("coach.other_way", squares)


def _missed(position: Position, move: Move, goal: Goal) -> Saying:
    """What a harmless move does not bring about."""
    after, color = position.play(move), position.turn
    squares = (move.start, move.end)
    if goal.aim is Aim.GAIN and gain(position, move) > 0:
        return Saying("coach.gains_less", squares)
    if goal.aim is Aim.WIN:
        replies = after.legal_moves()
        return _reply("coach.not_over", after, replies[0])
    if goal.aim is Aim.KING and move.promotes:
        return Saying("coach.king_in_danger", squares, Values(color=color))
    return Saying(f"coach.no_{goal.aim}", squares, Values(color=color))
