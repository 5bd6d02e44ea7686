"""Which cells are played on, the dark ones or the light ones: those on which pieces stand.

The cells that are not played on all look alike; of the others some hold white, some black, some
nothing. A piece that is seen obliquely hides the near part of the cell behind it, so each cell is
looked at beyond its middle, away from the camera.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import Floats
from vision.pose import BoardPose, Picture

CELL = 20
BEYOND = 0.2
"""How far beyond the middle of a cell it is looked at, in cells: on any disc still."""
DOUBT = 0.35
"""With a smaller difference between both colours of cells, in parts of their sum, it is unsure."""
LEAST_PIECES = 1.0


def played_parity(lab: Picture, pose: BoardPose) -> int:
    """The parity of the squares; see `judge_parity`."""
    return judge_parity(lab, pose)[0]


def judge_parity(lab: Picture, pose: BoardPose) -> tuple[int, float]:
    """The parity of the squares of a board whose `pose` has any parity, and how sure it is (0.5 to
    1); that of the dark ones where the board is empty."""
    cells = _cells(lab, pose)
    corners = _patches(cells, 2, 5)
    looks = _beyond(cells, pose)
    rows, columns = np.indices(looks.shape[:2])
    parity = np.asarray((rows + columns) % 2)
    lightness = corners.mean(axis=2)[..., 0]
    dark = int(lightness[parity == 0].mean() > lightness[parity == 1].mean())
    standing = _unlike_corners(corners, looks) + _unlike_others(looks, parity)
    pieces = [float(standing[parity == one].sum()) for one in (0, 1)]
    if max(pieces) < LEAST_PIECES:
        return dark, 1.0
    apart = (pieces[dark] - pieces[1 - dark]) / sum(pieces)
    sure = float(np.interp(abs(apart), (0.0, DOUBT), (0.5, 1.0)))
    return (dark, sure) if apart > -0.05 else (1 - dark, sure)


def _cells(lab: Picture, pose: BoardPose) -> Floats:
    """(n, n, CELL, CELL, 3)"""
    n = pose.board_size
    to_board = np.array([[1 / CELL, 0, 0.5 / CELL], [0, 1 / CELL, 0.5 / CELL], [0, 0, 1]])
    flat = cv2.warpPerspective(
        lab,
        pose.homography @ to_board,
        (n * CELL, n * CELL),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(flat.reshape(n, CELL, n, CELL, 3).swapaxes(1, 2), np.float64)


def _patches(cells: Floats, low: int, high: int) -> Floats:
    """(n, n, 4, 3): the mean colour in the four corners of each cell."""
    near, far = slice(low, high), slice(CELL - high, CELL - low)
    return np.stack(
        [cells[:, :, y, x].mean(axis=(2, 3)) for y in (near, far) for x in (near, far)], axis=2
    )


def _beyond(cells: Floats, pose: BoardPose) -> Floats:
    """(n, n, 3): the colour of each cell beyond its middle."""
    middle = np.full(2, pose.board_size / 2)
    ends = pose.to_pixels(middle + np.array([[0, 0], [1, 0], [0, 1]]))
    away = np.linalg.solve((ends[1:] - ends[0]).T, np.array([0.0, -1.0]))
    x, y = (CELL * (0.5 + BEYOND * away / np.linalg.norm(away))).round().astype(int)
    return np.asarray(cells[:, :, y - 2 : y + 2, x - 2 : x + 2].mean(axis=(2, 3)))


def _unlike_corners(corners: Floats, looks: Floats) -> Floats:
    """(n, n): 0..1, how much a cell differs from its own corners, whatever the light."""
    away = np.sort(np.linalg.norm(corners - looks[:, :, None], axis=3), axis=2)[:, :, 1]
    return np.asarray(np.clip((away - 8) / 16, 0, 1))


def _unlike_others(looks: Floats, parity: npt.NDArray[np.int_]) -> Floats:
    """(n, n): 0..1, how much a cell differs from most cells of its parity."""
    away = np.zeros(parity.shape)
    usual = []
    for one in (0, 1):
        mine = looks[parity == one]
        away[parity == one] = np.linalg.norm(mine - np.median(mine, axis=0), axis=1)
        usual.append(float(np.median(away[parity == one])))
    return np.asarray(np.clip((away - 8 - 2 * min(usual)) / 16, 0, 1))
