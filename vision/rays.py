"""What is seen along the lines of a chequered plane: whether light meets dark there.

Close to every node of the lattice four *rays*, each half of the line between two fields, tell
whether it does; and every line once more in its middle, where a disc may hide it. How light a
colour is, is counted along the axis on which the fields of this board differ most for their
spread (Fisher's linear discriminant): red and green may be equally light.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import Floats
from vision.lattice import Lattice, Nodes
from vision.pose import Picture

OFF = 0.125
"""How far from a line the fields on both sides are looked at, in fields: beside any disc."""
CELL = 20
"""Pixels of a field in the flattened picture in which rays are looked at."""
CONTRAST = (-2.0, -1.0, -0.4, -0.15, 0.0, 0.1, 0.25, 0.45, 0.6, 0.75, 0.9, 1.0, 1.3, 1.8, 3.0)
EVIDENCE = (0.0, -0.5, -1.0, -2.0, -2.5, -2.2, -1.3, -1.0, 0.0, 1.0, 2.0, 2.5, 1.5, 0.0, 0.0)
"""Logarithm of how much likelier a contrast is inside a board than beyond it; 1 is the contrast
that most rays of the lattice have. From photographs, with room left for pieces that hide them."""
LEAST_SPREAD = 4.0
"""Of the colour of a field, in steps of L*a*b*."""
UNSEEN = -0.3
"""The evidence of a ray out of the picture: boards lie in it as a rule."""


@dataclass(frozen=True, eq=False, slots=True)
class Rays:
    """The evidence of the rays from each node (row, column) of a region to the right, down, left
    and up; `along`, `upright`, the contrast at the middle of the lines to the right of each node
    and down from it; `first`, the node (column, row) of the lattice that is the region's first;
    `axis` (3,), of L*a*b*, along which light fields lie 1 above dark ones."""

    right: Floats
    down: Floats
    left: Floats
    up: Floats
    along: Floats
    upright: Floats
    first: Nodes
    axis: Floats


def look_at_rays(lab: Picture, lattice: Lattice, board_size: int) -> Rays:
    """The rays of a region around a lattice in which a board of that size has room; those
    out of the picture tell little."""
    low, high = lattice.nodes.min(axis=0), lattice.nodes.max(axis=0)
    pad = (board_size + 2 - (high - low + 1)).clip(2, 8)
    first, (columns, rows) = low - pad, high - low + 1 + 2 * pad
    flat = _flattened(lab, lattice.homography, first, columns, rows)
    down, across = np.indices((rows, columns))
    sign = np.where((down + first[1] + across + first[0]) % 2 == 0, 1.0, -1.0)
    corner = np.stack(_near(flat, _DIAGONALS * OFF))
    lower_right, lower_left, upper_left, upper_right = corner
    known = tuple((lattice.nodes - first).T[::-1])
    at_nodes = corner[(slice(None), *known)]
    falling, rising = at_nodes[[0, 2]], at_nodes[[1, 3]]
    even = sign[known][:, None] > 0
    axis = contrast_axis(np.where(even, falling, rising), np.where(even, rising, falling))

    def contrast(a: Floats, b: Floats) -> Floats:
        return np.asarray(sign * ((a - b) @ axis))

    rays = (
        np.nan_to_num(np.interp(contrast(a, b), CONTRAST, EVIDENCE), nan=UNSEEN)
        for a, b in (
            (lower_right, upper_right),
            (lower_right, lower_left),
            (upper_left, lower_left),
            (upper_left, upper_right),
        )
    )
    right, below, left, above = rays
    along = contrast(*_near(flat, np.array([[0.5, OFF], [0.5, -OFF]])))
    upright = contrast(*_near(flat, np.array([[OFF, 0.5], [-OFF, 0.5]])))
    return Rays(right, below, left, above, along, upright, first, axis)


def contrast_axis(light: Floats, dark: Floats) -> Floats:
    """The axis (3,) on which light fields lie 1 above dark ones, from the colours (2, k, 3) of the
    two light and the two dark fields around each of k nodes."""
    difference = np.nanmedian((light - dark).mean(axis=0), axis=0)
    same = np.concatenate([light[0] - light[1], dark[0] - dark[1]])
    off = np.linalg.norm(same, axis=1)
    same = same[off <= np.nanquantile(off, 0.7)]  # pieces hide some fields
    spread = same.T @ same / max(len(same), 1) + LEAST_SPREAD**2 * np.eye(3)
    axis: Floats = np.linalg.solve(spread, difference)
    return np.asarray(axis / max(float(axis @ difference), 1e-3))


def _flattened(
    lab: Picture, homography: Floats, first: Nodes, columns: int, rows: int
) -> npt.NDArray[np.float32]:
    """The region of `columns` x `rows` nodes seen straight from above, smoothed, a field more on
    each side, CELL pixels a field; NaN outside the picture."""
    x, y = (float(number) - 1 + 0.5 / CELL for number in first)
    to_plane = np.array([[1 / CELL, 0, x], [0, 1 / CELL, y], [0, 0, 1]])
    size = ((columns + 1) * CELL, (rows + 1) * CELL)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    matrix = homography @ to_plane
    flat = cv2.warpPerspective(lab, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    smooth = np.asarray(cv2.blur(flat, (3, 3)), np.float32)
    x_at, y_at = np.arange(size[0]), np.arange(size[1])[:, None]
    depth = matrix[2, 0] * x_at + matrix[2, 1] * y_at + matrix[2, 2]
    seen = cv2.warpPerspective(np.full(lab.shape[:2], 1, np.uint8), matrix, size, flags=flags)
    smooth[(seen == 0) | (depth * homography[2, 2] <= 0)] = np.nan
    return smooth


def _near(flat: npt.NDArray[np.float32], shifts: Floats) -> list[Floats]:
    """For each shift (column, row; in fields) the colour (rows, columns, 3) that far from each
    node."""
    rows, columns = (side // CELL - 1 for side in flat.shape[:2])
    y, x = np.arange(1, rows + 1) * CELL, np.arange(1, columns + 1) * CELL
    pixels = np.floor(shifts * CELL).astype(int)
    return [flat[np.ix_(y + down, x + right)].astype(np.float64) for right, down in pixels]


_DIAGONALS = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
