"""Numbers that say what a square of a board looks like, whatever the light: (m, FEATURES).

Colours are logarithms, so that light, a factor, becomes a sum, and is taken out by what the cells
around show that are no squares. A piece is sampled on its top, where the network finds that.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from vision.finder import SIDE, Finding
from vision.pose import BoardPose
from vision.rectify import CELL, Cells, Rectified

Floats = npt.NDArray[np.float32]

_DARK = 10.0
"""Added before the logarithm: darker is noise."""
_TOP = 0.22
"""Radius of what is sampled of a top, in cells."""


def square_features(
    board: Rectified, pose: BoardPose, squares: Cells, found: Finding
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """(m, FEATURES) of the squares with their surroundings `squares` (m, SIDE, SIDE, 3); and (m,):
    how bright people see what stands on them, 0 to 255, the light not taken out."""
    colors = log_colors(squares).reshape(len(squares), SIDE * SIDE, 3)
    light = light_around(board, pose)
    odds = np.clip(found.standing, -_MOST_ODDS, _MOST_ODDS)
    present = 1 / (1 + np.exp(-odds))
    mask = _disc_masks(found.top * present[:, None])
    top = _mean(mask, colors)
    light_log = colors[..., :1]
    spread = np.sqrt(np.maximum(_mean(mask, light_log**2) - _mean(mask, light_log) ** 2, 0))
    features = np.concatenate([top - light, spread, odds[:, None]], axis=1).astype(np.float64)
    bright = _mean(mask, (squares @ _LUMA).reshape(len(squares), -1, 1))
    return features, bright[:, 0].astype(np.float64)


_LUMA: Floats = np.array([0.114, 0.587, 0.299], np.float32)
"""Brightness as people see it (ITU-R BT.601) of blue, green, red."""
_MOST_ODDS = 6.0
FEATURES = 5
TOP_COLOR = slice(0, 3)
STANDING = 4
USUAL: npt.NDArray[np.float64] = np.array([0.25, 0.06, 0.06, 0.15, 1.5])
"""(FEATURES,): by how much squares of one kind differ in a picture, in most sets."""
SHIFTS: npt.NDArray[np.float64] = np.array([0.4, 0.2, 0.2, 0.1, 1.0])
"""(FEATURES,): by how much a kind differs between pictures of one set: light from elsewhere lies on
the pieces as a sheen, and cameras choose their colours."""


def log_colors(cells: Cells) -> Floats:
    """(..., 3): brightness, yellow against blue, red against green, as logarithms."""
    return np.asarray(_LOG[cells] @ _OPPONENT)


_LOG: Floats = np.log(np.arange(256) + _DARK).astype(np.float32)
_OPPONENT: Floats = np.array(
    [[1 / 3, -0.5, 0.0], [1 / 3, 0.25, -0.5], [1 / 3, 0.25, 0.5]], np.float32
)


def light_around(board: Rectified, pose: BoardPose) -> Floats:
    """(m, 3): the colour of the light cells at and around each square: dark ones show less of the
    light than of the camera. Of light squares the corners are looked at, which pieces leave."""
    middle = slice(CELL // 4, CELL - CELL // 4)
    colors = log_colors(board.cells[:, :, middle, middle]).mean(axis=(2, 3))
    near, far = slice(1, 4), slice(CELL - 4, CELL - 1)
    corners = [log_colors(board.cells[:, :, y, x]).mean(axis=(2, 3)) for y, x in _pairs(near, far)]
    ground = np.median(np.stack(corners), axis=0)
    played = pose.played
    if np.median(ground[played][:, 0]) > np.median(ground[~played][:, 0]):
        return _median_of(ground, ((0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1)))[played]
    return _median_of(colors, ((-1, 0), (1, 0), (0, -1), (0, 1)))[played]


def _pairs(near: slice, far: slice) -> tuple[tuple[slice, slice], ...]:
    return (near, near), (near, far), (far, near), (far, far)


def _median_of(colors: Floats, ways: tuple[tuple[int, int], ...]) -> Floats:
    """(n, n, 3): the median of the cells that lie these ways from each, as far as there are any."""
    n = len(colors)
    spread = np.pad(colors, ((1, 1), (1, 1), (0, 0)), constant_values=np.nan)
    around = [spread[1 + down : 1 + down + n, 1 + right : 1 + right + n] for down, right in ways]
    return np.asarray(np.nanmedian(np.stack(around), axis=0))


def _mean(masks: Floats, colors: Floats) -> Floats:
    """(m, k): the mean of (m, p, k) under masks (m, p) that add up to one."""
    return np.asarray((masks[:, None] @ colors)[:, 0])


def _disc_masks(offset: npt.NDArray[np.float64]) -> Floats:
    """(m, SIDE * SIDE): discs around the middles moved by `offset` (m, 2), right and up."""
    x, y = _grid()
    shift = offset.astype(np.float32)
    away = np.hypot(x - shift[:, 0, None, None], y + shift[:, 1, None, None])
    masks = np.clip((_TOP - away) * CELL + 0.5, 0, 1).reshape(len(offset), -1) + 1e-6
    return np.asarray(masks / masks.sum(axis=1, keepdims=True), np.float32)


@cache
def _grid() -> tuple[Floats, Floats]:
    """x and y of the pixels of the surroundings, in cells from the middle."""
    at = (np.arange(SIDE, dtype=np.float32) - (SIDE - 1) / 2) / CELL
    x, y = np.meshgrid(at, at)
    return x.astype(np.float32), y.astype(np.float32)
