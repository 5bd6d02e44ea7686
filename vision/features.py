"""Numbers that say what a cell of a board looks like, whatever the light: (m, F) for m cells.

Colours are logarithms, so that light, a factor, becomes a sum, and is taken out by what the cells
around show that are no squares. A piece is sampled where its top is seen, which is away from the
camera; the edge of a disc is looked for around it.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from vision.pose import BoardPose
from vision.rectify import CELL, Rectified
from vision.viewpoint import Viewpoint

Floats = npt.NDArray[np.float32]

SIDE = 36
"""Pixels of the surroundings of a cell that are looked at: one and a half cells."""
TOP = 0.22
"""How high above the board a piece is sampled, in cells."""
_DARK = 10.0
"""Added before the logarithm: darker is noise."""


def log_colors(cells: npt.NDArray[np.uint8]) -> Floats:
    """(..., 3): brightness, yellow against blue, red against green, as logarithms."""
    return np.asarray(_LOG[cells] @ _OPPONENT)


_LOG: Floats = np.log(np.arange(256) + _DARK).astype(np.float32)
_OPPONENT: Floats = np.array(
    [[1 / 3, -0.5, 0.0], [1 / 3, 0.25, -0.5], [1 / 3, 0.25, 0.5]], np.float32
)


def square_features(board: Rectified, pose: BoardPose, view: Viewpoint) -> Floats:
    """(m, FEATURES) of the squares, in the order of `pose.played`."""
    rows, columns = np.nonzero(pose.played)
    colors = log_colors(board.patches(SIDE)[rows, columns]).reshape(len(rows), SIDE * SIDE, 3)
    lean = view.lean(np.stack([columns, rows], axis=1).astype(np.float64) + 0.5)
    light = light_around(board, pose)
    top = _weighted(_disc_masks(lean * TOP, 0.26), colors)
    ground = np.asarray(_CORNERS @ colors)
    corners = np.median(ground, axis=1)
    ring = _weighted(_disc_masks(lean * TOP * 0.5, 0.44, 0.36), colors)
    spread = np.sqrt(np.maximum(_weighted(_disc_masks(lean * TOP, 0.26), colors**2) - top**2, 0))
    edge = _edge_energy(colors[..., 0].reshape(-1, SIDE, SIDE), lean * TOP)
    return np.concatenate(
        [top - light, top - corners, ring - corners, spread[:, :1], edge], axis=1
    ).astype(np.float32)


def light_around(board: Rectified, pose: BoardPose) -> Floats:
    """(m, 3): the colour of the cells next to each square that are no squares."""
    middle = slice(CELL // 4, CELL - CELL // 4)
    colors = log_colors(board.cells[:, :, middle, middle]).mean(axis=(2, 3))
    spread = np.pad(colors, ((1, 1), (1, 1), (0, 0)), constant_values=np.nan)
    beside = np.stack([spread[:-2, 1:-1], spread[2:, 1:-1], spread[1:-1, :-2], spread[1:-1, 2:]])
    return np.asarray(np.nanmedian(beside, axis=0)[pose.played])


def _weighted(masks: Floats, colors: Floats) -> Floats:
    """(m, 3): the mean of (m, p, 3) under masks (m, p) that add up to one."""
    return np.asarray((masks[:, None] @ colors)[:, 0])


@cache
def _grid() -> tuple[Floats, Floats]:
    """x and y of the pixels of a patch, in cells from the middle."""
    at = (np.arange(SIDE, dtype=np.float32) - (SIDE - 1) / 2) / CELL
    x, y = np.meshgrid(at, at)
    return x.astype(np.float32), y.astype(np.float32)


def _disc_masks(offset: npt.NDArray[np.float64], outer: float, inner: float = 0.0) -> Floats:
    """(m, SIDE * SIDE): discs or rings around the middles moved by `offset` (m, 2) cells."""
    x, y = _grid()
    away = np.hypot(x - offset[:, 0, None, None], y - offset[:, 1, None, None])
    masks = np.clip((outer - away) * CELL + 0.5, 0, 1) * np.clip((away - inner) * CELL + 0.5, 0, 1)
    flat = masks.reshape(len(offset), -1) + 1e-6
    return np.asarray(flat / flat.sum(axis=1, keepdims=True), np.float32)


def _corner_masks() -> Floats:
    x, y = _grid()
    masks = [
        ((abs(x - sx * 0.43) < 0.045) & (abs(y - sy * 0.43) < 0.045)).ravel()
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    whole = np.array(masks, np.float32)
    return np.asarray(whole / whole.sum(axis=1, keepdims=True))


_CORNERS = _corner_masks()
_RADII = (0.26, 0.30, 0.34, 0.38, 0.42)


def _edge_energy(bright: Floats, offset: npt.NDArray[np.float64]) -> Floats:
    """(m, 2): how strong the brightness changes across circles, and how much of that is the same
    all around."""
    dy, dx = np.gradient(bright, axis=(1, 2))
    x, y = _grid()
    px, py = x - offset[:, 0, None, None], y - offset[:, 1, None, None]
    away = np.hypot(px, py) + 1e-6
    across = ((dx * px + dy * py) / away).reshape(len(bright), -1, 1).astype(np.float32)
    around = [
        _weighted(_disc_masks(offset, r + 0.03, r - 0.03), np.concatenate([across, abs(across)], 2))
        for r in _RADII
    ]
    rings = np.stack(around, axis=1)
    return np.stack([abs(rings[..., 0]).max(axis=1), rings[..., 1].max(axis=1)], axis=1) * 4


FEATURES = 12
TOP_COLOR = slice(0, 3)
CORNER_CONTRAST = slice(3, 6)
EDGE = slice(10, 12)
USUAL: npt.NDArray[np.float64] = np.array([0.15] * 9 + [0.1, 0.1, 0.15])
"""(FEATURES,): by how much squares of one kind differ in most sets."""
