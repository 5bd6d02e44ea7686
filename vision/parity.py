"""Which cells are played on, the dark ones or the light ones: those on which pieces stand."""

from __future__ import annotations

import cv2
import numpy as np

from vision.corners import Floats
from vision.pose import BoardPose, Picture

CELL = 20


def played_parity(lab: Picture, pose: BoardPose) -> int:
    """The parity of the squares of a board whose `pose` has any parity; of the dark ones where
    the board is empty."""
    cells = _cells(lab, pose)
    edge = _patches(cells, 2, 5)
    middle = cells[:, :, 7:13, 7:13].mean(axis=(2, 3))
    rows, columns = np.indices(middle.shape[:2])
    even = (rows + columns) % 2 == 0
    lightness = edge.mean(axis=2)[..., 0]
    dark = 0 if lightness[even].mean() < lightness[~even].mean() else 1
    occupied = _occupied(edge, middle)
    counts = [float(np.sort(occupied[even == (parity == 0)])[::-1].sum()) for parity in (0, 1)]
    return 1 - dark if counts[1 - dark] > 1.5 * counts[dark] + 1 else dark


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


def _occupied(edge: Floats, middle: Floats) -> Floats:
    """(n, n): 0..1, how much the middle of a cell differs from its corners."""
    away = np.linalg.norm(edge - middle[:, :, None], axis=3)
    away = np.sort(away, axis=2)[:, :, 1]
    return np.asarray(np.clip((away - 8) / 16, 0, 1))
