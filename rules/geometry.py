"""Where the squares of a board lie: numbers, rows and columns, lines, and bits.

Most games are played on one of the two colours of squares, Turkish draughts on both. Squares are
numbered from 1, row by row from the top, with white at the bottom. Inside the rules a set of
squares is an integer with ghost bits at the edges, laid out so that a step in any direction is a
shift by a constant; diagonally by `short` (half the width) or `long` (one more). Outside it is an
integer in which square n is bit n - 1.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from functools import cache, cached_property

from rules.errors import SquareError

Direction = tuple[int, int]  # rows down, columns to the right

UP_LEFT: Direction = (-1, -1)
UP_RIGHT: Direction = (-1, 1)
DOWN_LEFT: Direction = (1, -1)
DOWN_RIGHT: Direction = (1, 1)
DIAGONALS = (UP_LEFT, UP_RIGHT, DOWN_LEFT, DOWN_RIGHT)
# Playing squares lie two apart along a row or a column.
STRAIGHTS: tuple[Direction, ...] = ((-2, 0), (0, -2), (0, 2), (2, 0))
# Where all squares are played on they lie side by side.
ORTHOGONALS: tuple[Direction, ...] = ((-1, 0), (0, -1), (0, 1), (1, 0))


class Grid(enum.Enum):
    """Which squares are played on, and along which lines pieces go."""

    DIAGONAL = "one colour of squares, along diagonals"
    STAR = "one colour of squares, along diagonals, captures along rows and columns too"
    CROSS = "all squares, along rows and columns"

    @property
    def slides(self) -> tuple[Direction, ...]:
        """The directions of moves that capture nothing."""
        return ORTHOGONALS if self is Grid.CROSS else DIAGONALS

    @property
    def jumps(self) -> tuple[Direction, ...]:
        """The directions of captures."""
        return DIAGONALS + STRAIGHTS if self is Grid.STAR else self.slides


def axes(ways: tuple[Direction, ...]) -> tuple[tuple[Direction, Direction], ...]:
    """Directions in pairs: each with the one that leads back."""
    return tuple((way, (-way[0], -way[1])) for way in ways if way < (-way[0], -way[1]))


@dataclass(frozen=True)
class Geometry:
    """A board of `width` by `height` squares.

    `dark_corner_left`: the square at the lower left of each player is played on.
    """

    width: int
    height: int
    dark_corner_left: bool = True
    grid: Grid = Grid.DIAGONAL

    @property
    def squares(self) -> int:
        """How many squares are played on."""
        return self.per_row * self.height

    @cached_property
    def per_row(self) -> int:
        """How many squares of a row are played on."""
        return self.width if self.grid is Grid.CROSS else self.width // 2

    @property
    def short(self) -> int:
        return self.width // 2

    @property
    def long(self) -> int:
        return self.width // 2 + 1

    def check(self, square: int) -> int:
        """The square itself. Raises SquareError where the board has no such square."""
        if 1 <= square <= self.squares:
            return square
        raise SquareError(f"square {square} is not on the board: use 1 to {self.squares}")

    def row(self, square: int) -> int:
        """The row of a square, 1 = top."""
        return (square - 1) // self.per_row + 1

    def column(self, square: int) -> int:
        """The column of a square, 1 = left as white sees it."""
        offset = (square - 1) % self.per_row
        if self.grid is Grid.CROSS:
            return offset + 1
        return 2 * offset + self._first_column(self.row(square))

    def at(self, row: int, column: int) -> int | None:
        """The square in this row and column, None where it is light or off the board."""
        if not (1 <= row <= self.height and 1 <= column <= self.width):
            return None
        if self.grid is Grid.CROSS:
            return (row - 1) * self.width + column
        offset = column - self._first_column(row)
        return None if offset % 2 else (row - 1) * self.short + offset // 2 + 1

    def line(self, square: int, direction: Direction) -> tuple[int, ...]:
        """The squares from `square` (not included) to the edge in this direction."""
        known = self._lines.get((square, direction))
        if known is None:
            known = self._lines[square, direction] = self._walk(square, direction)
        return known

    def direction(self, start: int, end: int) -> Direction | None:
        """The direction of the line that leads from one square to another, if there is one."""
        rows, columns = self.row(end) - self.row(start), self.column(end) - self.column(start)
        return self._ways.get((rows, columns))

    def shift(self, way: Direction) -> int:
        """By how many bits a step in this direction shifts a set of squares, upward negative."""
        for bit, square in self.square_of.items():
            for following in self.line(square, way)[:1]:
                return self.bits[following].bit_length() - bit.bit_length()
        return 0

    def between(self, start: int, end: int) -> tuple[int, ...]:
        """The squares strictly between two squares of one line, from `start` on."""
        direction = self.direction(start, end)
        if direction is None:
            return ()
        line = self.line(start, direction)
        return line[: line.index(end)]

    def turned(self, square: int) -> int:
        """The square as the player on the other side counts it."""
        return self.squares + 1 - square

    @cached_property
    def bits(self) -> tuple[int, ...]:
        """For each square its bit, as an integer with that bit set; index 0 is unused."""
        if self.grid is Grid.CROSS:
            return (0, *(1 << (n + n // self.width) for n in range(self.squares)))
        shift = 0 if self.dark_corner_left == (self.height % 2 == 0) else self.short
        return (0, *(1 << (n + (n + shift) // self.width) for n in range(self.squares)))

    @cached_property
    def square_of(self) -> dict[int, int]:
        """For each bit its square."""
        return {bit: square for square, bit in enumerate(self.bits) if square}

    @cached_property
    def board(self) -> int:
        """All squares, without the ghosts."""
        return sum(self.bits)

    def row_mask(self, row: int) -> int:
        """The squares of one row."""
        return sum(self.bits[(row - 1) * self.per_row + 1 : row * self.per_row + 1])

    def pack(self, mask: int) -> int:
        """From the inner to the outer form: ghosts out."""
        packed = 0
        for inner, shift in self._rows:
            packed |= (mask & inner) >> shift
        return packed

    def unpack(self, packed: int) -> int:
        """From the outer to the inner form: ghosts in."""
        mask = 0
        for inner, shift in self._rows:
            mask |= (packed << shift) & inner
        return mask

    def listed(self, mask: int) -> tuple[int, ...]:
        """The squares of a mask, ascending."""
        found: list[int] = []
        square_of = self.square_of
        while mask:
            low = mask & -mask
            found.append(square_of[low])
            mask ^= low
        return tuple(found)

    @cached_property
    def _lines(self) -> dict[tuple[int, Direction], tuple[int, ...]]:
        """The lines that were asked for."""
        return {}

    def _walk(self, square: int, direction: Direction) -> tuple[int, ...]:
        row, column = self.row(square), self.column(square)
        found: list[int] = []
        while True:
            row, column = row + direction[0], column + direction[1]
            following = self.at(row, column)
            if following is None:
                return tuple(found)
            found.append(following)

    @cached_property
    def _ways(self) -> dict[tuple[int, int], Direction]:
        """The direction for each distance in rows and columns that a line spans."""
        steps = range(1, max(self.width, self.height))
        return {(n * way[0], n * way[1]): way for way in self.grid.jumps for n in steps}

    @cached_property
    def _rows(self) -> tuple[tuple[int, int], ...]:
        """Groups of rows that lie at one distance from where the outer form has them."""
        groups: dict[int, int] = {}
        for square, bit in enumerate(self.bits[1:]):
            shift = bit.bit_length() - 1 - square
            groups[shift] = groups.get(shift, 0) | bit
        return tuple((mask, shift) for shift, mask in groups.items())

    def _first_column(self, row: int) -> int:
        from_below = self.height - row
        return 1 + (from_below + (0 if self.dark_corner_left else 1)) % 2


@cache
def geometry(
    width: int, height: int, dark_corner_left: bool = True, grid: Grid = Grid.DIAGONAL
) -> Geometry:
    """The one geometry of this shape."""
    return Geometry(width, height, dark_corner_left, grid)
