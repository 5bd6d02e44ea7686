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

from vision.rectify import Cells

Floats = npt.NDArray[np.float64]

NETWORK = Path(__file__).with_name("finder.onnx")
SIDE = 40
"""Pixels of the surroundings that are looked at."""
_DARK = 16
_CONTRAST = 1.5
_LEAN = 0.5


@dataclass(frozen=True, eq=False, slots=True)
class Finding:
    """Of m squares. `standing` (m,) and `covered` (m,): the logarithm of the odds that a piece
    stands there, that something hides the square. Where a piece stands: `top` (m, 2), where the
    middle of its top is seen from the middle of the square, right and up after turning; `radius`
    (m,); `side` (m,): how far the top is seen from the foot. In cells. `double` (m,): the
    logarithm of the odds that it is one disc on another."""

    standing: Floats
    covered: Floats
    top: Floats
    radius: Floats
    side: Floats
    double: Floats


class Finder:
    """The network, ready to run; not to be used by two threads at once."""

    def __init__(self, network: Path = NETWORK) -> None:
        self._net = cv2.dnn.readNetFromONNX(str(network))

    def find(self, squares: Cells, lean: Floats) -> Finding:
        """`squares` (m, SIDE, SIDE, 3) and `lean` (m, 2) as from `squares_of`."""
        self._net.setInput(blob(squares, lean))
        found = np.asarray(self._net.forward(), np.float64).reshape(len(squares), -1)
        standing, covered, x, y, radius, side, double = found.T
        return Finding(standing, covered, np.stack([x, y], axis=1), radius, side, double)


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
