"""Which fields of a chequered plane are the board: an 8x8, 10x10 or 12x12 window of a lattice.

Inside the board every node of the lattice has two light and two dark fields around it; on the
boundary and outside it has not. Every rectangle of nodes is weighed by that evidence, those of no
board too (a floor, a table cloth, a board of nine): what no board explains best is none.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import Floats
from vision.lattice import Lattice, project
from vision.pose import Picture

SIZES = (8, 10, 12)
CELL = 20
"""Pixels of a field in the rectified picture in which nodes are looked at."""


@dataclass(frozen=True, eq=False, slots=True)
class Window:
    """A board on a lattice: the node of its top left inner corner, its size, how sure (0..1)."""

    left: int
    top: int
    board_size: int
    confidence: float


def board_windows(lab: Picture, lattice: Lattice, sizes: tuple[int, ...]) -> list[Window]:
    """The windows that may be the board, the likeliest first; their confidences add up to at most
    one, the rest of which is for rectangles that are no board."""
    evidence, origin = node_evidence(lab, lattice)
    scored = _rectangles(evidence, sizes)
    if not len(scored):
        return []
    columns, rows, lefts, tops, scores = scored.T
    prior = np.where(columns == rows, -1.0, -4.0)
    legal = np.isin(columns + 1, sizes) & (columns == rows)
    prior = np.where(legal, 0.0, prior - 2.0)
    total = scores / TEMPERATURE + prior
    weight = np.exp(total - total.max())
    weight /= weight.sum()
    order = [int(i) for i in np.argsort(-weight) if legal[i]][:4]
    return [
        Window(
            int(lefts[i]) + int(origin[0]),
            int(tops[i]) + int(origin[1]),
            int(columns[i]) + 1,
            float(weight[i]),
        )
        for i in order
    ]


TEMPERATURE = 3.0


def node_evidence(lab: Picture, lattice: Lattice) -> tuple[Floats, npt.NDArray[np.int64]]:
    """Per node (row, column) of a region around the lattice: the logarithm of how much better an
    inner node of a board explains what is seen there than anything else does; 0 outside the
    picture. And the node (column, row) of the first of them."""
    low, high = lattice.nodes.min(axis=0), lattice.nodes.max(axis=0)
    pad = np.maximum(2, 13 - (high - low + 1)).clip(max=7)
    first = low - pad
    shape = high - low + 1 + 2 * pad
    corner = quadrants(lab, lattice.homography, first, shape)
    even = (np.add.outer(np.arange(shape[1]) + first[1], np.arange(shape[0]) + first[0]) % 2) == 0
    light = np.where(even[..., None, None], corner[:, :, (0, 2)], corner[:, :, (1, 3)])
    dark = np.where(even[..., None, None], corner[:, :, (1, 3)], corner[:, :, (0, 2)])
    known = tuple((lattice.nodes - first).T[::-1])
    axis = np.nanmedian((light - dark).mean(axis=2)[known], axis=0)
    norm = float(axis @ axis)
    light_on, dark_on = light @ axis / max(norm, 1e-6), dark @ axis / max(norm, 1e-6)
    pairs = light_on[:, :, :, None] - dark_on[:, :, None, :]
    worst = pairs.min(axis=(2, 3))
    score = np.interp(worst, [0.05, 0.2, 0.45, 0.6], [-2.0, -1.0, 2.0, 3.0])
    return np.nan_to_num(score, nan=0.0), first


def quadrants(lab: Picture, homography: Floats, first: Floats, shape: Floats) -> Floats:
    """(rows, columns, 4, 3): the mean colour close to each node in the field to its lower right,
    lower left, upper left and upper right; NaN outside the picture."""
    columns, rows = (int(number) for number in shape)
    to_plane = np.array(
        [
            [1 / CELL, 0, first[0] - 1 + 0.5 / CELL],
            [0, 1 / CELL, first[1] - 1 + 0.5 / CELL],
            [0, 0, 1],
        ]
    )
    size = ((columns + 1) * CELL, (rows + 1) * CELL)
    flat = cv2.warpPerspective(
        lab,
        homography @ to_plane,
        size,
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    mean = cv2.blur(flat, (3, 3)).astype(np.float64)
    at = np.arange(1, max(columns, rows) + 1) * CELL
    out = []
    for down, right in ((2, 2), (2, -3), (-3, -3), (-3, 2)):
        out.append(mean[np.ix_(at[:rows] + down, at[:columns] + right)])
    colours = np.stack(out, axis=2)
    grid = np.stack(np.meshgrid(np.arange(columns), np.arange(rows)), axis=-1) + first
    spots = project(
        homography, grid[:, :, None] + 0.15 * np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]])
    )
    height, width = lab.shape[:2]
    inside = ((spots >= 0) & (spots <= [width - 1, height - 1])).all(axis=(2, 3))
    colours[~inside] = np.nan
    return np.asarray(colours)


def _rectangles(evidence: Floats, sizes: tuple[int, ...]) -> Floats:
    """(k, 5): columns, rows, left, top, sum of evidence; every place of a board, and of all other
    rectangles from 3 x 3 nodes up the best place."""
    rows, columns = evidence.shape
    total = np.zeros((rows + 1, columns + 1))
    total[1:, 1:] = evidence.cumsum(axis=0).cumsum(axis=1)
    found = []
    for high in range(3, rows + 1):
        bands = total[high:] - total[:-high]
        for wide in range(3, columns + 1):
            sums = bands[:, wide:] - bands[:, :-wide]
            places = [int(sums.argmax())]
            if wide == high and wide + 1 in sizes:
                places = np.nonzero(sums.ravel() > 0)[0].tolist()
            for place in places:
                top, left = divmod(place, sums.shape[1])
                found.append((wide, high, left, top, sums[top, left]))
    return np.array(found, np.float64).reshape(-1, 5)
