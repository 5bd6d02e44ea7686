"""Numbers that say what a square of a board looks like, whatever the light: (m, FEATURES).

Colours are logarithms, so that light, a factor, becomes a sum, and is taken out by what the cells
around show that are no squares. A piece is sampled on the rim of its top, where the network finds
that.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.finder import Finding
from vision.pose import BoardPose
from vision.rectify import CELL, Rectified
from vision.tops import Tops, log_colors

Floats = npt.NDArray[np.float32]


def square_features(light: Floats, tops: Tops, found: Finding) -> npt.NDArray[np.float64]:
    """(m, FEATURES) of the squares, from the `light_around` them (m, 3)."""
    odds = np.clip(found.standing, -_MOST_ODDS, _MOST_ODDS)
    parts = [tops.rim - light, tops.spread[:, None], odds[:, None]]
    return np.concatenate(parts, axis=1).astype(np.float64)


_MOST_ODDS = 6.0
FEATURES = 5
TOP_COLOR = slice(0, 3)
STANDING = 4
USUAL: npt.NDArray[np.float64] = np.array([0.25, 0.06, 0.06, 0.15, 1.5])
"""(FEATURES,): by how much squares of one kind differ in a picture, in most sets."""
SHIFTS: npt.NDArray[np.float64] = np.array([0.4, 0.2, 0.2, 0.1, 1.0])
"""(FEATURES,): by how much a kind differs between pictures of one set: light from elsewhere lies on
the pieces as a sheen, and cameras choose their colours."""


def light_around(board: Rectified, pose: BoardPose) -> Floats:
    """(m, 3): the colour of the light cells at and around each square: dark ones show less of the
    light than of the camera. Of light squares the corners are looked at, which pieces leave."""
    middle = slice(CELL // 4, CELL - CELL // 4)
    colors = log_colors(board.cells[:, :, middle, middle]).mean(axis=(2, 3))
    low, high = CELL // 20, CELL // 6
    near, far = slice(low, high), slice(CELL - high, CELL - low)
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
    ordered = np.sort(np.stack(around), axis=0)  # what lies outside comes last
    count = (~np.isnan(ordered)).sum(axis=0, keepdims=True)
    middle = [np.take_along_axis(ordered, at, axis=0)[0] for at in ((count - 1) // 2, count // 2)]
    return np.asarray((middle[0] + middle[1]) / 2)
