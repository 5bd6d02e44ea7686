"""Where the board lies in a picture, and which of its cells are squares.

A *cell* is one of the n*n fields of the board, a *square* one that is played on. Cells are counted
as seen in the picture: row 0 along the side from corner 0 to corner 1, column 0 along the side from
corner 0 to corner 3. Board coordinates are in cells: (0, 0) is corner 0, (n, n) is corner 2.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from rules.geometry import Geometry

Picture = npt.NDArray[np.uint8]
"""BGR, (height, width, 3)."""
Points = npt.NDArray[np.float64]
"""(..., 2): x right, y down; pixels as OpenCV counts them: the centre of the first is 0, 0."""


class Side(enum.IntEnum):
    """A side of the board as seen in the picture, from corner n to corner n + 1."""

    TOP = 0
    RIGHT = 1
    BOTTOM = 2
    LEFT = 3


@dataclass(frozen=True, eq=False)
class BoardPose:
    """`corners` (4, 2) of the playing area: top left, top right, bottom right, bottom left as seen;
    `parity`: cells with (row + column) % 2 == parity are squares."""

    corners: Points
    board_size: int
    parity: int

    @cached_property
    def homography(self) -> npt.NDArray[np.float64]:
        """(3, 3): board coordinates (column, row in cells) to pixels."""
        n = float(self.board_size)
        board = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float32)
        return np.asarray(
            cv2.getPerspectiveTransform(board, self.corners.astype(np.float32)), np.float64
        )

    def to_pixels(self, points: Points) -> Points:
        """Board coordinates (..., 2) as pixels (..., 2)."""
        flat = np.asarray(points, np.float64).reshape(-1, 1, 2)
        moved = cv2.perspectiveTransform(flat, self.homography)
        return np.asarray(moved, np.float64).reshape(np.shape(points))

    @cached_property
    def played(self) -> npt.NDArray[np.bool_]:
        """(n, n): whether a cell is a square."""
        rows, columns = np.indices((self.board_size, self.board_size))
        return np.asarray((rows + columns) % 2 == self.parity)

    @property
    def square_side(self) -> float:
        """The mean length of a cell's side, in pixels."""
        sides = np.linalg.norm(self.corners - np.roll(self.corners, -1, axis=0), axis=1)
        return float(sides.mean()) / self.board_size

    def fits(self, geometry: Geometry, white: Side) -> bool:
        """Whether a board of this geometry, white's first row along `white`, has its squares where
        this one has them."""
        if geometry.width != self.board_size or geometry.height != self.board_size:
            return False
        return all(self.played[cell] for cell in cells_of(geometry, white).values())


def cells_of(geometry: Geometry, white: Side) -> Mapping[int, tuple[int, int]]:
    """Square number to (row, column) as seen, where white's first row lies along `white`."""
    last = geometry.height - 1
    found = {}
    for square in range(1, geometry.squares + 1):
        row, column = geometry.row(square) - 1, geometry.column(square) - 1
        match white:
            case Side.BOTTOM:
                cell = row, column
            case Side.TOP:
                cell = last - row, last - column
            case Side.LEFT:  # white's row, the last, becomes column 0
                cell = column, last - row
            case Side.RIGHT:
                cell = last - column, row
        found[square] = cell
    return found
