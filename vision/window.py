"""Which fields of a chequered plane are the board: an 8x8, 10x10 or 12x12 window of a lattice.

Between two fields of the board light meets dark; beyond the board it does not. Close to every node
of the lattice four *rays* (half of the line between two fields) show whether it does. Every
rectangle of fields is weighed by its rays, those of no board too (a floor, a table cloth, a board
of nine): what they explain best is no board.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.corners import Floats
from vision.lattice import Lattice, Nodes
from vision.pose import Picture

SIZES = (8, 10, 12)
OFF = 0.125
"""How far from a line the fields on both sides are looked at, in fields: beside any disc."""
CELL = 20
"""Pixels of a field in the flattened picture in which rays are looked at."""
TEMPERATURE = 6.0
"""By how much the evidence of rays is overrated, as neighbours often err together."""
LEAST_FIELDS = 4
"""A rectangle of fewer fields is not worth a thought."""
CONTRAST = (-2.0, -1.0, -0.4, -0.15, 0.0, 0.1, 0.25, 0.45, 0.6, 0.75, 0.9, 1.0, 1.3, 1.8, 3.0)
EVIDENCE = (0.0, -0.5, -1.0, -2.0, -2.5, -2.2, -1.3, -1.0, 0.0, 1.0, 2.0, 2.5, 1.5, 0.0, 0.0)
"""Logarithm of how much likelier a contrast is inside a board than beyond it; 1 is the contrast
that most rays of the lattice have. From photographs, with room left for pieces that hide them."""
WHOLE_LINES = (0.2, 0.35)
"""The part of the lines of a board that show contrast in their middle: of photographs at least
0.46, as discs hide some; of keyboards 0.14."""
UNSEEN = -0.3
"""The evidence of a ray out of the picture: boards lie in it as a rule."""


@dataclass(frozen=True, eq=False, slots=True)
class Window:
    """A board on a lattice: the node of its top left outer corner, its size, how sure (0..1)."""

    left: int
    top: int
    board_size: int
    confidence: float


@dataclass(frozen=True, eq=False, slots=True)
class Rays:
    """The evidence of the rays from each node (row, column) of a region to the right, down, left
    and up; `along`, `upright`, the contrast at the middle of the lines to the right of each node
    and down from it; `first`, the node (column, row) of the lattice that is the region's first."""

    right: Floats
    down: Floats
    left: Floats
    up: Floats
    along: Floats
    upright: Floats
    first: Nodes


def board_windows(lab: Picture, lattice: Lattice, sizes: tuple[int, ...]) -> list[Window]:
    """The windows that may be the board, the likeliest first; their confidences add up to at most
    one, the rest of which is for rectangles that are no board."""
    rays = look_at_rays(lab, lattice)
    columns, rows, lefts, tops, scores = _rectangles(rays, sizes).T
    legal = (columns == rows) & np.isin(columns, sizes)
    total = scores / TEMPERATURE - np.where(legal, 0, np.where(columns == rows, 2.0, 3.0))
    weight = np.exp(total - total.max(initial=0.0))
    weight /= weight.sum() + np.exp(-total.max(initial=0.0))  # nothing at all explains it too
    windows = []
    for index in [int(index) for index in np.argsort(-weight) if legal[index]][:4]:
        left, top, n = int(lefts[index]), int(tops[index]), int(columns[index])
        sure = float(weight[index]) * _fields(rays, left, top, n)
        windows.append(Window(left + int(rays.first[0]), top + int(rays.first[1]), n, sure))
    return windows


def _fields(rays: Rays, left: int, top: int, n: int) -> float:
    """0..1: whether light meets dark along whole lines, as between fields. Where bars cross, of a
    window or between keys and tiles, it does so near the nodes only."""
    along = rays.along[top + 1 : top + n, left : left + n]
    upright = rays.upright[top : top + n, left + 1 : left + n]
    contrast = np.concatenate([along.ravel(), upright.ravel()])
    contrast = contrast[~np.isnan(contrast)]
    return float(np.interp((contrast > 0.5).mean(), WHOLE_LINES, (0.0, 1.0)))


def look_at_rays(lab: Picture, lattice: Lattice) -> Rays:
    """The rays of a region around a lattice in which every window that holds it has room; those
    out of the picture tell little."""
    low, high = lattice.nodes.min(axis=0), lattice.nodes.max(axis=0)
    pad = (max(SIZES) + 2 - (high - low + 1)).clip(2, 8)
    first, (columns, rows) = low - pad, high - low + 1 + 2 * pad
    flat = _flattened(lab, lattice.homography, first, columns, rows)
    down, across = np.indices((rows, columns))
    sign = np.where((down + first[1] + across + first[0]) % 2 == 0, 1.0, -1.0)
    corner = _near(flat, _DIAGONALS * OFF)
    chequer = sign[..., None] * (corner[0] + corner[2] - corner[1] - corner[3])
    known = chequer[tuple((lattice.nodes - first).T[::-1])]
    axis = np.nanmedian(known, axis=0) / 2
    axis /= max(float(axis @ axis), 1.0)

    def contrast(a: Floats, b: Floats) -> Floats:
        return np.asarray(sign * ((a - b) @ axis))

    lower_right, lower_left, upper_left, upper_right = corner
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
    return Rays(right, below, left, above, along, upright, first)


def _flattened(lab: Picture, homography: Floats, first: Nodes, columns: int, rows: int) -> Floats:
    """The region of `columns` x `rows` nodes seen straight from above, smoothed, a field more on
    each side, CELL pixels a field; NaN outside the picture."""
    x, y = (float(number) - 1 + 0.5 / CELL for number in first)
    to_plane = np.array([[1 / CELL, 0, x], [0, 1 / CELL, y], [0, 0, 1]])
    size = ((columns + 1) * CELL, (rows + 1) * CELL)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    matrix = homography @ to_plane
    flat = cv2.warpPerspective(lab, matrix, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    smooth = cv2.blur(flat, (3, 3)).astype(np.float32)
    x_at, y_at = np.arange(size[0]), np.arange(size[1])[:, None]
    depth = matrix[2, 0] * x_at + matrix[2, 1] * y_at + matrix[2, 2]
    seen = cv2.warpPerspective(np.full(lab.shape[:2], 1, np.uint8), matrix, size, flags=flags)
    smooth[(seen == 0) | (depth * homography[2, 2] <= 0)] = np.nan
    return smooth


def _near(flat: Floats, shifts: Floats) -> list[Floats]:
    """For each shift (column, row; in fields) the colour (rows, columns, 3) that far from each
    node."""
    rows, columns = (side // CELL - 1 for side in flat.shape[:2])
    y, x = np.arange(1, rows + 1) * CELL, np.arange(1, columns + 1) * CELL
    pixels = np.floor(shifts * CELL).astype(int)
    return [flat[np.ix_(y + down, x + right)].astype(np.float64) for right, down in pixels]


_DIAGONALS = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])


def _rectangles(rays: Rays, sizes: tuple[int, ...]) -> Floats:
    """(k, 5): columns, rows, left, top, evidence; every place of a board, and of every other
    rectangle the best place."""
    nodes_down, nodes_across = rays.right.shape
    along, upright = _lines(rays.right, rays.left), _lines(rays.down.T, rays.up.T)
    found = []
    for high in range(LEAST_FIELDS, nodes_down):
        for wide in range(LEAST_FIELDS, nodes_across):
            sums = _sums(along, high, wide) + _sums(upright, wide, high).T
            if wide == high and wide in sizes:
                places = np.nonzero(sums.ravel() > 0)[0].tolist()
            else:
                places = [int(sums.argmax())]
            for place in places:
                top, left = divmod(place, sums.shape[1])
                found.append((wide, high, left, top, sums[top, left]))
    return np.array(found, np.float64).reshape(-1, 5)


def _lines(forward: Floats, backward: Floats) -> Floats:
    """The evidence of the lines from each node to the next one in its row, summed from the first
    row and column (an integral image)."""
    line = forward[:, :-1] + backward[:, 1:]
    total = np.zeros((line.shape[0] + 1, line.shape[1] + 1))
    total[1:, 1:] = line.cumsum(axis=0).cumsum(axis=1)
    return total


def _sums(lines: Floats, high: int, wide: int) -> Floats:
    """(top, left): the evidence of the inner lines, high - 1 rows of them, wide fields long."""
    inner = lines[high:-1] - lines[1:-high]
    return np.asarray(inner[:, wide:] - inner[:, :-wide])
