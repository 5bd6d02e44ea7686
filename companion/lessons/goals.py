"""When a goal is reached, and every line that reaches it: a small search in the rules alone.

Captures are obligatory, so what must follow a move can be played out: the *outlook* of a position
is the balance after all captures in a row, both sides choosing the best for themselves. A man
counts for one, a king for three. Of the aims, seen from the learner after his move:

    LEGAL      any move of the rules
    GAIN n     the outlook is n better than the balance at the start
    KING       he has one king more, and no capture of the opponent takes it at once
    WIN        the opponent has no move left
    HOLD       the outlook is not worse than the balance at the start
    SAFE       HOLD, and the opponent has no shot of two moves
    EXCHANGE   the opponent must capture, and the balance is the same after it
    THREAT     he would gain if the opponent passed, loses nothing, and nothing need be captured yet
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.lessons.model import Aim, Goal, Line
from rules.move import Move
from rules.piece import Color, Role
from rules.position import Position

LOST = 100
"""What a side without a move is behind."""

_KING_WORTH = 3
_FOLLOWED = (Aim.GAIN, Aim.EXCHANGE)


def balance(position: Position) -> int:
    """How much the side to move is ahead."""
    turn = position.turn
    return _worth(position, turn) - _worth(position, turn.other)


def outlook(position: Position) -> int:
    """How much the side to move is ahead when all captures that must follow have been made."""
    moves = position.legal_moves()
    if not moves:
        return -LOST
    if not moves[0].is_capture:
        return balance(position)
    return max(-outlook(position.play(move)) for move in moves)


def gain(position: Position, move: Move) -> int:
    """What a move brings the side to move, when all captures that must follow have been made."""
    return -outlook(position.play(move)) - balance(position)


def lines_to(position: Position, goal: Goal, moves: int = 1, *, open_: bool = False) -> list[Line]:
    """Every way to reach the goal with the fewest moves, at most `moves`, whatever the opponent
    answers; none where there is no way. Captures that follow by themselves are not counted for a
    gain. The opponent's answer in a line is the one that holds out best. With `open_` he may be
    left a free move; without, he must always be forced to capture (a shot)."""
    search = _Search(position, goal, open_)
    for count in range(1, moves + 1):
        if found := search.lines(position, count):
            return sorted(found, key=len, reverse=True)
    return []


def shot(position: Position) -> Line | None:
    """The shot of the side to move that gains something in two moves, where there is one."""
    lines = lines_to(position, Goal(Aim.GAIN, 1), 2)
    return lines[0] if lines else None


def is_reached(start: Position, goal: Goal, after: Position) -> bool:
    """Whether the side to move in `start` has reached the goal with the move that led to
    `after`."""
    return _Search(start, goal, False).is_met(after)


def best_captures(position: Position) -> list[Line]:
    """The captures of a position after which the outlook is best, all that are equally good."""
    moves = position.legal_moves()
    if not moves or not moves[0].is_capture:
        return []
    gains = {move: gain(position, move) for move in moves}
    best = max(gains.values())
    return [(move,) for move in moves if gains[move] == best]


@dataclass(frozen=True, slots=True)
class _Search:
    start: Position
    goal: Goal
    open_: bool

    def lines(self, position: Position, count: int) -> list[Line]:
        """Every line of the learner's `count` moves from here, or of captures that reach it."""
        return [
            (move, *rest)
            for move in position.legal_moves()
            for rest in self._rest(position.play(move), count)
        ]

    def _rest(self, after: Position, count: int) -> list[Line]:
        """How a line goes on: [()] where it ends here, [] where it does not reach the goal."""
        met = self.is_met(after)
        replies = after.legal_moves()
        forced = bool(replies) and replies[0].is_capture
        if met and not (forced and self.goal.aim in _FOLLOWED):
            return [()]
        if not met and (count == 1 or not replies or not (forced or self.open_)):
            return []
        ways: list[tuple[int, int, Move, list[Line]]] = []
        for reply in replies:
            then = after.play(reply)
            rest = self._captures(then) if met else self.lines(then, count - 1)
            if not rest:
                return []
            ways.append((outlook(then), -max(map(len, rest)), reply, rest))
        _, _, reply, rest = min(ways, key=lambda way: way[:2])
        return [(reply, *line) if line else () for line in rest]

    def _captures(self, position: Position) -> list[Line]:
        """The learner's captures that keep what was gained; [()] where there is none to make."""
        moves = position.legal_moves()
        if not moves or not moves[0].is_capture:
            return [()]
        return self.lines(position, 1)

    def is_met(self, after: Position) -> bool:
        """Whether the goal is reached now that the opponent is to move."""
        match self.goal.aim:
            case Aim.LEGAL:
                return True
            case Aim.GAIN:
                return self._gained(after) >= self.goal.count
            case Aim.KING:
                return self._has_new_king(after)
            case Aim.WIN:
                return not after.legal_moves()
            case Aim.HOLD:
                return self._gained(after) >= 0
            case Aim.SAFE:
                return self._gained(after) >= 0 and not shot(after)
            case Aim.EXCHANGE:
                return self._exchanges(after)
            case Aim.THREAT:
                return self._threatens(after)

    def _gained(self, after: Position) -> int:
        return -outlook(after) - balance(self.start)

    def _has_new_king(self, after: Position) -> bool:
        learner = self.start.turn
        kings = len(self.start.squares(learner, Role.KING))
        captures = [move for move in after.legal_moves() if move.is_capture]
        later = [after.play(move) for move in captures]
        return all(len(seen.squares(learner, Role.KING)) > kings for seen in (after, *later))

    def _exchanges(self, after: Position) -> bool:
        if after.turn is self.start.turn:
            return False
        replies = after.legal_moves()
        forced = bool(replies) and replies[0].is_capture
        began = len(after.pieces()) == len(self.start.pieces())
        return (forced or not began) and self._gained(after) == 0

    def _threatens(self, after: Position) -> bool:
        replies = after.legal_moves()
        if not replies or replies[0].is_capture or self._gained(after) < 0:
            return False
        return outlook(after.with_turn(self.start.turn)) > balance(self.start)


def _worth(position: Position, color: Color) -> int:
    men, kings = (position.squares(color, role) for role in (Role.MAN, Role.KING))
    return len(men) + _KING_WORTH * len(kings)
