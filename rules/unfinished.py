"""Captures that can be begun, whether or not the rules let them be chosen or stop there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.geometry import DIAGONALS, Direction, Geometry
from rules.piece import Color, Role
from rules.position import Position

_MOST_JUMPED_AGAIN = 8


class CaptureState(NamedTuple):
    """Somewhere in a capture: where the piece stands and what it has jumped."""

    square: int
    captured: frozenset[int]


def capture_states(position: Position, start: int) -> frozenset[CaptureState]:
    """Every state that the piece on `start` can reach by one capture after another, as the piece
    that it is and without regard to majority."""
    return _reached(position, start, frozenset())


def could_jump_again(position: Position, start: int, end: int, captured: frozenset[int]) -> bool:
    """Whether the piece on `start` could come to `end` capturing exactly these pieces if it were
    allowed to jump a piece more than once: what a player who forgot that rule may have done.
    Not looked for beyond eight pieces, to keep the search small."""
    if not 0 < len(captured) <= _MOST_JUMPED_AGAIN:
        return False
    return CaptureState(end, captured) in _reached(position, start, captured)


def _reached(position: Position, start: int, jump_again: frozenset[int]) -> frozenset[CaptureState]:
    piece = position.piece_at(start)
    if piece is None:
        return frozenset()
    search = _States(position, start, jump_again)
    pending = [CaptureState(start, frozenset())]
    seen: set[CaptureState] = set()
    while pending:
        state = pending.pop()
        for following in search.following(state):
            if following not in seen:
                seen.add(following)
                pending.append(following)
    return frozenset(seen)


class _States:
    def __init__(self, position: Position, start: int, jump_again: frozenset[int]) -> None:
        variant = position.variant
        piece = position.piece_at(start)
        assert piece is not None
        self.board: Geometry = variant.geometry
        self.jump_again = jump_again
        self.flies = piece.role is Role.KING and variant.flying_kings
        # Where pieces may be jumped again only those are of interest; the others block.
        enemies = frozenset(position.squares(piece.color.other))
        if piece.role is Role.MAN and not variant.men_capture_kings:
            enemies -= frozenset(position.squares(piece.color.other, Role.KING))
        self.enemies = enemies & jump_again if jump_again else enemies
        self.blocking = frozenset(position.squares()) - self.enemies - {start}
        self.directions: tuple[Direction, ...] = DIAGONALS
        if piece.role is Role.MAN and not variant.men_capture_backward:
            self.directions = DIAGONALS[:2] if piece.color is Color.WHITE else DIAGONALS[2:]

    def following(self, state: CaptureState) -> Iterator[CaptureState]:
        for direction in self.directions:
            line = self.board.line(state.square, direction)
            yield from self._along(line if self.flies else line[:2], state.captured)

    def _along(self, line: tuple[int, ...], captured: frozenset[int]) -> Iterator[CaptureState]:
        over: int | None = None
        for square in line:
            if square in self.blocking or (square in captured and square not in self.jump_again):
                return
            if square not in self.enemies:
                if over is not None:
                    yield CaptureState(square, captured | {over})
                elif not self.flies:
                    return
            elif over is not None:
                return
            else:
                over = square
