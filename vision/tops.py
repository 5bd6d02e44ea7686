"""What is seen on the tops of pieces: the colour of their rim, and of a sign in their middle.

The rim tells the colour of a piece: kings of many sets bear a sign, a crown on a label or a star,
in any colour. Medians are taken, so that lines of a pattern and a small sheen do not count.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.finder import SIDE, Finding
from vision.rectify import CELL, Cells

Floats = npt.NDArray[np.float64]
Colors = npt.NDArray[np.float32]

_DARK = 10.0
"""Added before the logarithm: darker is noise."""
_RIM = ((0.7, 12), (0.82, 14))
"""Radii, as shares of that of the top, and how many points are looked at."""
_MIDDLE = ((0.0, 1), (0.17, 6), (0.34, 11))
_BARE = 0.38
"""Where nothing stands a top of this radius is looked at, in cells."""


@dataclass(frozen=True, eq=False, slots=True)
class Tops:
    """Of m squares, `rim` (m, 3): its colour, as `log_colors` has it; `sign` (m, 3): by how much
    that of the middle differs; `spread` (m,): by how much the brightness differs; `bright` (m,):
    how bright people see the rim, 0 to 255."""

    rim: Floats
    sign: Floats
    spread: Floats
    bright: Floats


def tops_of(squares: Cells, found: Finding) -> Tops:
    """Of squares (m, SIDE, SIDE, 3); where nothing stands, of their middles."""
    present = 1 / (1 + np.exp(-found.standing))
    radii = found.radius * present + _BARE * (1 - present)
    most = SIDE / 2 / CELL - radii[:, None]
    # of what is too high for its surroundings the side is seen there
    middles = np.clip(found.top * present[:, None], -most, most)
    seen = _sampled(squares, middles, radii, _POINTS)
    colors = log_colors(seen).astype(np.float64)
    rim = np.median(colors[:, :_RIM_POINTS], axis=1)
    return Tops(
        rim=np.asarray(rim),
        sign=np.asarray(np.median(colors[:, _RIM_POINTS:], axis=1) - rim),
        spread=np.asarray(colors[..., 0].std(axis=1)),
        bright=np.asarray(np.median(seen[:, :_RIM_POINTS] @ _LUMA, axis=1)),
    )


def log_colors(cells: Cells) -> Colors:
    """(..., 3): brightness, yellow against blue, red against green, as logarithms."""
    return np.asarray(_LOG[cells] @ _OPPONENT)


_LOG: Colors = np.log(np.arange(256) + _DARK).astype(np.float32)
_OPPONENT: Colors = np.array(
    [[1 / 3, -0.5, 0.0], [1 / 3, 0.25, -0.5], [1 / 3, 0.25, 0.5]], np.float32
)
_LUMA: Colors = np.array([0.114, 0.587, 0.299], np.float32)
"""Brightness as people see it (ITU-R BT.601) of blue, green, red."""


def _sampled(
    squares: Cells,
    middles: Floats,
    radii: Floats,
    points: Floats,
) -> Cells:
    """(m, k, 3): the pixels at points (k, 2) of discs, right and up from their middles."""
    at = middles[:, None] + radii[:, None, None] * points
    x, y = (SIDE - 1) / 2 + CELL * at[..., 0], (SIDE - 1) / 2 - CELL * at[..., 1]
    columns, rows = (np.rint(part).clip(0, SIDE - 1).astype(np.intp) for part in (x, y))
    return squares[np.arange(len(squares))[:, None], rows, columns]


def _points(circles: tuple[tuple[float, int], ...]) -> Floats:
    """(k, 2): evenly spread on circles."""
    turns = [np.arange(count) * 2 * np.pi / count + radius for radius, count in circles]
    return np.concatenate(
        [
            radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
            for (radius, _), turn in zip(circles, turns, strict=True)
        ]
    )


_RIM_POINTS = sum(count for _, count in _RIM)
_POINTS = _points(_RIM + _MIDDLE)
