"""Everything about moving that does not depend on the position, worked out once per variant.

Squares are bits here (see `rules.geometry`). Quiet moves and single captures of men are ready-made
objects: moves are immutable and can be shared. What a king can do along a line is remembered for
each set of blockers on that line when it is first met.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.geometry import (
    DIAGONALS,
    DOWN_LEFT,
    DOWN_RIGHT,
    UP_LEFT,
    UP_RIGHT,
    Direction,
    Geometry,
)
from rules.move import Move, Route
from rules.traits import FarRow

if TYPE_CHECKING:
    from rules.variant import Variant

UPWARD, DOWNWARD = DIAGONALS[:2], DIAGONALS[2:]


class ManJump(NamedTuple):
    """A jump of a man: the bits and the squares jumped and landed on."""

    over: int
    land: int
    over_square: int
    land_square: int


class KingJump(NamedTuple):
    """A jump that a king can make if an enemy stands on `over`: where it can land, nearest first,
    as (bit, square)."""

    over: int
    over_square: int
    landings: tuple[tuple[int, int], ...]


class KingReach(NamedTuple):
    """What a king can do along one line with given blockers."""

    quiet: tuple[Move, ...]
    jumps: tuple[KingJump, ...]


class KingLine(dict[int, KingReach]):
    """What a king can do from one square along one line, by the blockers on `mask`. There are at
    most 512 sets of blockers on the longest line of a 10x10 board."""

    def __init__(self, geometry: Geometry, square: int, ways: tuple[Direction, ...], flying: bool):
        super().__init__()
        self.geometry = geometry
        self.square = square
        self.flying = flying
        lines = (geometry.line(square, way) for way in ways)
        self.arms = tuple(line if flying else line[:2] for line in lines)
        self.mask = sum(geometry.bits[s] for arm in self.arms for s in arm)

    def __missing__(self, blockers: int) -> KingReach:
        moves: list[Move] = []
        jumps: list[KingJump] = []
        for arm in self.arms:
            standing = [i for i, s in enumerate(arm) if self.geometry.bits[s] & blockers]
            first = standing[0] if standing else len(arm)
            free = arm[:first] if self.flying else arm[: min(first, 1)]
            moves += (quiet_move(self.square, end, False) for end in free)
            second = standing[1] if len(standing) > 1 else len(arm)
            if second > first + 1 and (self.flying or first == 0):
                jumps.append(self._jump(arm[first], arm[first + 1 : second]))
        reach = self[blockers] = KingReach(tuple(moves), tuple(jumps))
        return reach

    def _jump(self, over: int, landings: tuple[int, ...]) -> KingJump:
        bits = self.geometry.bits
        return KingJump(bits[over], over, tuple((bits[s], s) for s in landings))


class Side:
    """How the men of one side move and capture.

    `short_steps`, `long_steps`: for each of the two shifts the quiet move by the bit of its end.
    `singles`: for each direction of `DIAGONALS` the capture of one piece by the bit of its start.
    `jumps`: by the bit of a square the jumps from there.
    `crowns`: the far row; `ending`, `crowning`: the same where a man that reaches it in the middle
    of a capture stops or goes on as a king.
    """

    def __init__(self, variant: Variant, upward: bool) -> None:
        geometry = variant.geometry
        self.crowns = geometry.row_mask(1 if upward else geometry.height)
        self.ending = self.crowns if variant.far_row is FarRow.TURN_ENDS else 0
        self.crowning = self.crowns if variant.far_row is FarRow.BECOMES_KING else 0
        forward = UPWARD if upward else DOWNWARD
        self.short_steps = self._steps(geometry, UP_RIGHT if upward else DOWN_LEFT)
        self.long_steps = self._steps(geometry, UP_LEFT if upward else DOWN_RIGHT)
        ways = DIAGONALS if variant.men_capture_backward else forward
        self.singles = tuple(
            self._singles(geometry, way) if way in ways else {} for way in DIAGONALS
        )
        self.jumps = {
            bit: tuple(
                ManJump(geometry.bits[line[0]], geometry.bits[line[1]], line[0], line[1])
                for line in (geometry.line(square, way) for way in ways)
                if len(line) > 1
            )
            for bit, square in geometry.square_of.items()
        }

    def _steps(self, geometry: Geometry, way: Direction) -> dict[int, Move]:
        found: dict[int, Move] = {}
        for square in geometry.square_of.values():
            for end in geometry.line(square, way)[:1]:
                bit = geometry.bits[end]
                found[bit] = quiet_move(square, end, bool(bit & self.crowns))
        return found

    def _singles(self, geometry: Geometry, way: Direction) -> dict[int, Move]:
        found: dict[int, Move] = {}
        for bit, square in geometry.square_of.items():
            line = geometry.line(square, way)
            if len(line) > 1:
                route = Route((square, line[1]), (line[0],))
                promotes = bool(geometry.bits[line[1]] & self.crowns)
                found[bit] = Move(square, line[1], (route,), promotes)
        return found


class Tables:
    """The tables of one variant."""

    def __init__(self, variant: Variant) -> None:
        geometry = self.geometry = variant.geometry
        self.bits = geometry.bits
        self.square_of = geometry.square_of
        self.board = geometry.board
        self.short = short = geometry.short
        self.long = long = geometry.long
        self.shifts = (short, long, 2 * short, 2 * long)
        self.backward = variant.men_capture_backward
        self.white = Side(variant, upward=True)
        self.black = Side(variant, upward=False)
        self.king_lines = {
            bit: tuple(
                (line.mask, line)
                for ways in ((DIAGONALS[0], DIAGONALS[3]), (DIAGONALS[1], DIAGONALS[2]))
                for line in (KingLine(geometry, square, ways, variant.flying_kings),)
            )
            for bit, square in geometry.square_of.items()
        }


def quiet_move(start: int, end: int, promotes: bool) -> Move:
    return Move(start, end, (Route((start, end)),), promotes)
