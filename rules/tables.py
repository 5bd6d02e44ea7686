"""Everything about moving that does not depend on the position, worked out once per variant.

Squares are bits here (see `rules.geometry`). Quiet moves and single captures of men are ready-made
objects: moves are immutable and can be shared. What a king can do along a line is remembered for
each set of blockers on that line when it is first met.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from rules.geometry import DIAGONALS, Direction, Geometry, Grid, axes
from rules.move import Move, Route
from rules.piece import Color, Piece, Role
from rules.traits import FarRow, Landing

if TYPE_CHECKING:
    from rules.variant import Variant


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

    def __init__(self, variant: Variant, square: int, ways: tuple[Direction, ...]):
        super().__init__()
        geometry = self.geometry = variant.geometry
        self.square = square
        flying = self.flying = variant.flying_kings
        self.nearest = variant.landing is Landing.BEHIND
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
        landings = landings[:1] if self.nearest else landings
        return KingJump(bits[over], over, tuple((bits[s], s) for s in landings))


class Side:
    """How the men of one side move and capture.

    `steps`: for each direction the shift of a step and the quiet move by the bit of its end.
    `leaps`: for each direction of a capture the shift of a step and the squares it can start from.
    `singles`: for each direction of `DIAGONALS` the capture of one piece by the bit of its start.
    `jumps`: by the bit of a square the jumps from there.
    `crowns`: the far row; `ending`, `crowning`: the same where a man that reaches it in the middle
    of a capture stops or goes on as a king.
    """

    def __init__(self, variant: Variant, color: Color) -> None:
        geometry = variant.geometry
        man = Piece(color, Role.MAN)
        self.crowns = geometry.row_mask(1 if color is Color.WHITE else geometry.height)
        self.ending = self.crowns if variant.far_row is FarRow.TURN_ENDS else 0
        self.crowning = self.crowns if variant.far_row is FarRow.BECOMES_KING else 0
        self.steps = tuple(
            (geometry.shift(way), self._steps(geometry, way))
            for way in variant.slides(man)[:: 1 if color is Color.WHITE else -1]
        )
        ways = variant.jumps(man)
        self.leaps = tuple((geometry.shift(way), self._starts(geometry, way)) for way in ways)
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

    def _starts(self, geometry: Geometry, way: Direction) -> int:
        lines = ((bit, geometry.line(square, way)) for bit, square in geometry.square_of.items())
        return sum(bit for bit, line in lines if len(line) > 1)

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
    """The tables of one variant.

    `king_slides`, `king_lines`: by the bit of a square the lines along which a king moves and
    those along which it captures, with the mask of each.
    """

    def __init__(self, variant: Variant) -> None:
        geometry = self.geometry = variant.geometry
        self.bits = geometry.bits
        self.square_of = geometry.square_of
        self.board = geometry.board
        short, long = geometry.short, geometry.long
        self.shifts = (short, long, 2 * short, 2 * long)
        self.diagonal = variant.grid is Grid.DIAGONAL
        self.backward = variant.men_capture_backward
        self.white = Side(variant, Color.WHITE)
        self.black = Side(variant, Color.BLACK)
        slides, jumps = axes(variant.grid.slides), axes(variant.grid.jumps)
        self.king_slides = _king_lines(variant, slides)
        self.king_lines = self.king_slides if slides == jumps else _king_lines(variant, jumps)


KingLines = dict[int, tuple[tuple[int, KingLine], ...]]


def _king_lines(variant: Variant, pairs: tuple[tuple[Direction, Direction], ...]) -> KingLines:
    return {
        bit: tuple(
            (line.mask, line) for line in (KingLine(variant, square, ways) for ways in pairs)
        )
        for bit, square in variant.geometry.square_of.items()
    }


def quiet_move(start: int, end: int, promotes: bool) -> Move:
    return Move(start, end, (Route((start, end)),), promotes)
