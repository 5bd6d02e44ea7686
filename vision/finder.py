"""What a small neural network finds on a square: whether something stands there, and its shape.

It was trained on squares of many sets in any light (`benchmarks/finder`), so it knows no colours:
it tells that there is a disc, where its top is and how much of its side is seen, and that something
else, such as a hand, lies over the square. OpenCV runs it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.rectify import CELL, Cells

Floats = npt.NDArray[np.float64]

NETWORK = Path(__file__).with_name("finder.onnx")
SIDE = 80
"""Pixels of the surroundings that are looked at."""
GRID = 10
"""Fields along a side of the maps on which the network marks places."""
MAPS = 3
"""Where the middle of the top is, where that of the foot, and the radius of a top that is there."""
TOLD = 4
"""Whether a piece stands there, whether something covers it, whether it is double, how wrong the
side is."""
_SELDOM = 1.0
"""So much less likely (natural logarithm) squares are covered than those it was trained on."""
_DARK = 16
_CONTRAST = 1.5
_LEAN = 0.5


@dataclass(frozen=True, eq=False, slots=True)
class Finding:
    """Of m squares. `standing` (m,) and `covered` (m,): the logarithm of the odds that a piece
    stands there, that something hides the square. Where a piece stands: `top` (m, 2), where the
    middle of its top is seen from the middle of the square, right and up after turning; `radius`
    (m,); `side` (m,): how far the top is seen from the foot, and by how much that is usually wrong,
    `error` (m,). In cells. `double` (m,): the logarithm of the odds that it is one disc on
    another."""

    standing: Floats
    covered: Floats
    top: Floats
    radius: Floats
    side: Floats
    double: Floats
    error: Floats


class Finder:
    """The network, ready to run; not to be used by two threads at once."""

    def __init__(self, network: Path = NETWORK) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(network))

    def find(self, squares: Cells, lean: Floats) -> Finding:
        """`squares` (m, SIDE, SIDE, 3) and `lean` (m, 2) as from `squares_of`."""
        self._net.setInput(blob(squares, lean))
        maps, told = (np.asarray(out, np.float64) for out in self._net.forward(["maps", "told"]))
        top_map, foot_map, radii = maps.reshape(len(squares), MAPS, GRID * GRID).swapaxes(0, 1)
        there = _shares(top_map)
        top, foot = there @ PLACES, _shares(foot_map) @ PLACES
        along = lean / np.maximum(np.linalg.norm(lean, axis=1, keepdims=True), 1e-6)
        standing, covered, double, error = told.reshape(len(squares), TOLD).T
        return Finding(
            standing=standing,
            covered=covered - _SELDOM,
            top=top,
            radius=(there * radii).sum(axis=1),
            side=((top - foot) * along).sum(axis=1),
            double=double,
            error=np.exp(error.clip(-6, 2)),
        )


def _shares(marks: Floats) -> Floats:
    """(m, k): how much of the place each field is, from the logarithms (m, k) of a map."""
    weight = np.exp(marks - marks.max(axis=1, keepdims=True))
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))


def _places() -> Floats:
    """(GRID * GRID, 2): the middles of the fields, right and up from that of the square."""
    at = ((np.arange(GRID) + 0.5) / GRID - 0.5) * SIDE / CELL
    right, down = np.meshgrid(at, at)
    return np.stack([right.ravel(), -down.ravel()], axis=1)


PLACES = _places()


def blob(squares: Cells, lean: Floats) -> npt.NDArray[np.float32]:
    """(m, 5, SIDE, SIDE): logarithms of blue, green, red without their means; the lean twice."""
    made = np.empty((len(squares), 5, SIDE, SIDE), np.float32)
    logs = cv2.LUT(squares.reshape(-1, SIDE, 3), _LOG).reshape(-1, SIDE * SIDE, 3)
    logs = logs - logs.mean(axis=1, keepdims=True)
    made[:, :3] = logs.swapaxes(1, 2).reshape(-1, 3, SIDE, SIDE)
    made[:, 3:] = _LEAN * lean[:, :, None, None]
    return made


_LOG = (_CONTRAST * np.log(np.arange(256) + _DARK)).astype(np.float32)


@cache
def shared_finder() -> Finder:
    """One for all readers of a thread of work."""
    return Finder()
