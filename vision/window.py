"""Which fields of a chequered plane are the board: an 8x8, 10x10 or 12x12 window of a lattice.

Between two fields of the board light meets dark; beyond the board it does not. Close to every node
of the lattice four *rays* (half of the line between two fields) show whether it does. Every
rectangle of fields is weighed by its rays, those of no board too (a floor, a table cloth, a board
of nine): what they explain best is no board.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from vision.corners import Floats
from vision.rays import Rays

SIZES = (8, 10, 12)
TEMPERATURE = 6.0
"""By how much the evidence of rays is overrated, as neighbours often err together."""
LEAST_FIELDS = 4
"""A rectangle of fewer fields is not worth a thought."""
CLEAR = (0.35, 0.7)
"""The mean evidence of the rays of a board; 2.5 where nothing hides any, 0.7 behind chessmen."""
WHOLE_LINES = (0.2, 0.35)
"""The part of the lines of a board that show contrast in their middle: of photographs at least
0.46, as discs hide some; of keyboards 0.14."""


@dataclass(frozen=True, eq=False, slots=True)
class Window:
    """A board on a lattice: the node of its top left outer corner, its size, how sure (0..1), and
    the mean evidence of its rays."""

    left: int
    top: int
    board_size: int
    confidence: float
    evidence: float


def board_windows(rays: Rays, sizes: tuple[int, ...]) -> list[Window]:
    """The windows that may be the board, the likeliest first; their confidences add up to at most
    one, the rest of which is for rectangles that are no board."""
    columns, rows, lefts, tops, scores = _rectangles(rays, sizes).T
    legal = (columns == rows) & np.isin(columns, sizes)
    total = scores / TEMPERATURE - np.where(legal, 0, np.where(columns == rows, 2.5, 5.0))
    weight = np.exp(total - total.max(initial=0.0))
    weight /= weight.sum() + np.exp(-total.max(initial=0.0))  # nothing at all explains it too
    windows = []
    for index in [int(index) for index in np.argsort(-weight) if legal[index]][:4]:
        left, top, n = int(lefts[index]), int(tops[index]), int(columns[index])
        evidence = float(scores[index]) / (4 * n * (n - 1))
        clear = float(np.interp(evidence, CLEAR, (0.0, 1.0)))
        sure = float(weight[index]) * clear * _fields(rays, left, top, n)
        left, top = left + int(rays.first[0]), top + int(rays.first[1])
        windows.append(Window(left, top, n, sure, evidence))
    return windows


def _fields(rays: Rays, left: int, top: int, n: int) -> float:
    """0..1: whether light meets dark along whole lines, as between fields. Where bars cross, of a
    window or between keys and tiles, it does so near the nodes only."""
    along = rays.along[top + 1 : top + n, left : left + n]
    upright = rays.upright[top : top + n, left + 1 : left + n]
    contrast = np.concatenate([along.ravel(), upright.ravel()])
    contrast = contrast[~np.isnan(contrast)]
    return float(np.interp((contrast > 0.5).mean(), WHOLE_LINES, (0.0, 1.0)))


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
