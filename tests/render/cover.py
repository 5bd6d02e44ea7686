"""How much of each cell something hides that is in the way."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from tests.render.camera import Camera
from tests.render.layers import Points

HIDDEN = 0.12  # of a cell: more cannot be read
_FINE = 6  # samples along the side of a cell


def covered(
    cover: npt.NDArray[np.float32],
    camera: Camera,
    n: int,
    height: float,
    moved: Points | None = None,
) -> npt.NDArray[np.float32]:
    """(n, n) of the world: the larger share hidden of a cell and of a piece on it, `height` high.
    `cover` (h, w): how much of each pixel is hidden; `moved` (3, 3): where the board's pixels
    went when it was nudged."""
    shares = []
    for z in (0.0, height):
        rim = camera.project([[0.0, 0.0, z], [n, 0.0, z], [n, n, z], [0.0, n, z]])
        if moved is not None:
            rim = np.asarray(cv2.perspectiveTransform(rim[:, None], moved)[:, 0], np.float64)
        flat = np.array([[0, 0], [n, 0], [n, n], [0, n]], np.float32) * _FINE - 0.5
        matrix = cv2.getPerspectiveTransform(rim.astype(np.float32), flat)
        fitted = cv2.warpPerspective(cover, matrix, (n * _FINE, n * _FINE))
        shares.append(fitted.reshape(n, _FINE, n, _FINE).mean(axis=(1, 3)))
    return np.asarray(np.maximum(*shares), np.float32)
