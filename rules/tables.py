"""Everything about moving that does not depend on the position, worked out once per variant.

Squares are bits here (see `rules.geometry`). Quiet moves and single captures of men are ready-made
objects: moves are immutable and can be shared.
"""

from __future__ import annotations

from functools import cached_property

from rules.geometry import DIAGONALS, Geometry
from rules.move import Move, Route

Jump = tuple[int, int, int, int]  # bit jumped, bit landed on, square jumped, square landed on


class Tables:
    """The tables of one variant."""

    def __init__(self, geometry: Geometry, men_capture_backward: bool, flying: bool) -> None:
        self.geometry = geometry
        self.men_capture_backward = men_capture_backward
        self.flying = flying
        self.bits = geometry.bits
        self.square_of = geometry.square_of
        self.board = geometry.board
        self.short = geometry.short
        self.long = geometry.long
        self.white_crowns = geometry.row_mask(1)
        self.black_crowns = geometry.row_mask(geometry.height)
        # For each side and shift: the quiet move of a man that arrives on a bit.
        self.white_short = self._men_moves(-geometry.short)
        self.white_long = self._men_moves(-geometry.long)
        self.black_short = self._men_moves(geometry.short)
        self.black_long = self._men_moves(geometry.long)
        self.white_jumps = self._jumps(DIAGONALS if men_capture_backward else DIAGONALS[:2])
        self.black_jumps = self._jumps(DIAGONALS if men_capture_backward else DIAGONALS[2:])
        self.king_jumps = self._jumps(DIAGONALS)
        self.rays = self._rays()

    @cached_property
    def king_moves(self) -> dict[int, tuple[tuple[tuple[int, Move], ...], ...]]:
        """For each bit the lines a king can slide along: (bit, ready-made move) outward."""
        square_of = self.square_of
        reach = None if self.flying else 1
        return {
            bit: tuple(
                tuple(
                    (target, quiet_move(square_of[bit], square_of[target], False))
                    for target in line[:reach]
                )
                for line in lines
            )
            for bit, lines in self.rays.items()
        }

    def _men_moves(self, delta: int) -> dict[int, Move]:
        crowns = self.white_crowns if delta < 0 else self.black_crowns
        found: dict[int, Move] = {}
        for bit, start in self.square_of.items():
            target = bit << delta if delta > 0 else bit >> -delta
            if target in self.square_of:
                end = self.square_of[target]
                found[target] = quiet_move(start, end, bool(target & crowns))
        return found

    def _jumps(self, directions: tuple[tuple[int, int], ...]) -> dict[int, tuple[Jump, ...]]:
        found: dict[int, tuple[Jump, ...]] = {}
        for bit, square in self.square_of.items():
            lines = (self.geometry.line(square, direction) for direction in directions)
            found[bit] = tuple(
                (self.bits[line[0]], self.bits[line[1]], line[0], line[1])
                for line in lines
                if len(line) > 1
            )
        return found

    def _rays(self) -> dict[int, tuple[tuple[int, ...], ...]]:
        found: dict[int, tuple[tuple[int, ...], ...]] = {}
        for bit, square in self.square_of.items():
            lines = (self.geometry.line(square, direction) for direction in DIAGONALS)
            found[bit] = tuple(tuple(self.bits[s] for s in line) for line in lines if line)
        return found


def quiet_move(start: int, end: int, promotes: bool) -> Move:
    return Move(start, end, (Route((start, end)),), promotes)
