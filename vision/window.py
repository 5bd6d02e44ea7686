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
from vision.lattice import Lattice, Nodes, project
from vision.pose import Picture

SIZES = (8, 10, 12)
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
    and up; `first`, the node (column, row) of the lattice that is the region's first."""

    right: Floats
    down: Floats
    left: Floats
    up: Floats
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
    likeliest = [int(index) for index in np.argsort(-weight) if legal[index]][:4]
    return [
        Window(
            int(lefts[index]) + int(rays.first[0]),
            int(tops[index]) + int(rays.first[1]),
            int(columns[index]),
            float(weight[index]),
        )
        for index in likeliest
    ]


def look_at_rays(lab: Picture, lattice: Lattice) -> Rays:
    """The rays of a region around a lattice in which every window that holds it has room; those
    out of the picture tell little."""
    low, high = lattice.nodes.min(axis=0), lattice.nodes.max(axis=0)
    pad = (max(SIZES) + 2 - (high - low + 1)).clip(2, 8)
    first, (columns, rows) = low - pad, high - low + 1 + 2 * pad
    colors = _quadrants(lab, lattice.homography, first, (columns, rows))
    down, across = np.indices((rows, columns))
    sign = np.where((down + first[1] + across + first[0]) % 2 == 0, 1.0, -1.0)
    chequer = sign[..., None] * (
        colors[:, :, 0] + colors[:, :, 2] - colors[:, :, 1] - colors[:, :, 3]
    )
    known = chequer[tuple((lattice.nodes - first).T[::-1])]
    axis = np.nanmedian(known, axis=0) / 2
    value = colors @ axis / max(float(axis @ axis), 1.0)
    rays = (
        np.nan_to_num(
            np.interp(sign * (value[..., a] - value[..., b]), CONTRAST, EVIDENCE), nan=UNSEEN
        )
        for a, b in ((0, 3), (0, 1), (2, 1), (2, 3))
    )
    return Rays(*rays, first=first)


def _quadrants(lab: Picture, homography: Floats, first: Nodes, shape: tuple[int, int]) -> Floats:
    """(rows, columns, 4, 3): the mean colour close to each node in the field to its lower right,
    lower left, upper left and upper right; NaN outside the picture."""
    columns, rows = (int(number) for number in shape)
    x, y = (float(number) - 1 + 0.5 / CELL for number in first)
    to_plane = np.array([[1 / CELL, 0, x], [0, 1 / CELL, y], [0, 0, 1]])
    flat = cv2.warpPerspective(
        lab,
        homography @ to_plane,
        ((columns + 1) * CELL, (rows + 1) * CELL),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    mean = np.asarray(cv2.blur(flat, (3, 3)), np.float64)
    y_at, x_at = np.arange(1, rows + 1) * CELL, np.arange(1, columns + 1) * CELL
    colors = np.stack(
        [mean[np.ix_(y_at + dy, x_at + dx)] for dx, dy in ((2, 2), (-3, 2), (-3, -3), (2, -3))],
        axis=2,
    )
    nodes = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1) + first
    spots = project(homography, nodes[:, :, None] + 0.15 * _DIAGONALS)
    height, width = lab.shape[:2]
    inside = ((spots >= 0) & (spots <= (width - 1, height - 1))).all(axis=(2, 3))
    colors[~inside] = np.nan
    return np.asarray(colors)


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
