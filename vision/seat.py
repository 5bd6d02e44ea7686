"""From squares to cells: on which side of the picture white sits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from rules.geometry import Geometry
from rules.piece import Piece
from rules.position import Position
from vision.content import Content
from vision.pose import BoardPose, Side, cells_of

Contents = npt.NDArray[np.intp]
"""Of squares (m,) or cells (n, n): the `Content` of each."""


@dataclass(frozen=True, slots=True, eq=False)
class Seat:
    """The cell of every square, square 1 first: `rows` and `columns` (m,), as seen in the picture;
    `white`: the side where white sits.

    On a board laid a quarter turn wrong, its light corner at the left hand, the same game is played
    as in a mirror: `mirrored`, squares are counted from right to left."""

    white: Side
    mirrored: bool
    rows: Contents
    columns: Contents

    def on_cells(self, contents: Contents, board_size: int) -> Contents:
        """(n, n): the contents of squares (m,) where they lie, empty elsewhere."""
        cells = np.zeros((board_size, board_size), np.intp)
        cells[self.rows, self.columns] = contents
        return cells


def seat_at(geometry: Geometry, pose: BoardPose, white: Side) -> Seat:
    """The seat of white at this side; mirrored where the cells played on ask for it."""
    mirrored = not pose.fits(geometry, white)
    cells = _mirrored(geometry, white) if mirrored else cells_of(geometry, white)
    rows, columns = np.array([cells[n] for n in range(1, geometry.squares + 1)], np.intp).T
    return Seat(white, mirrored, rows, columns)


def _mirrored(geometry: Geometry, white: Side) -> Mapping[int, tuple[int, int]]:
    """Each square where its mirror image, left and right exchanged, would be."""
    last = geometry.width - 1
    upright = white in (Side.TOP, Side.BOTTOM)
    return {
        square: (row, last - column) if upright else (last - row, column)
        for square, (row, column) in cells_of(geometry, white).items()
    }


def contents_of(position: Position) -> Contents:
    """(m,): what each square holds in the position."""
    pieces = position.pieces()
    squares = range(1, position.variant.geometry.squares + 1)
    return np.array([content_of(pieces.get(square)) for square in squares], np.intp)


def content_of(piece: Piece | None) -> Content:
    """The content of a square with this piece."""
    if piece is None:
        return Content.EMPTY
    return _CONTENTS[piece.color, piece.role]


_CONTENTS = {
    (content.color, content.role): content for content in Content if content is not Content.EMPTY
}


def turned(pose: BoardPose, quarters: int) -> BoardPose:
    """The same board with its corners counted from so many corners further on."""
    parity = pose.parity
    if quarters % 2 and pose.board_size % 2 == 0:
        parity = 1 - parity
    return replace(pose, corners=np.roll(pose.corners, -quarters, axis=0), parity=parity)
