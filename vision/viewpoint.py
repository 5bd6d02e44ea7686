"""From where the camera looks at the board, and where it therefore sees what stands up.

A plane seen by a camera whose principal point is the middle of the picture tells the focal length
and the pose (Zhang 2000), but only when it is seen obliquely; then and otherwise the focal lengths
of ordinary cameras are the likeliest.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.pose import BoardPose, Points

USUAL_FOCAL = 0.85
"""Of phones and webcams, as a share of the longer side of the picture."""
_SPREAD = 0.35
"""Of the logarithm of the focal length among cameras."""
_FIT = 0.02
"""How exactly the two axes of a board are seen at right angles and of one length."""


@dataclass(frozen=True, eq=False, slots=True)
class Viewpoint:
    """`eye` (3,): the camera in board coordinates: column, row and height, in cells."""

    eye: npt.NDArray[np.float64]

    def lean(self, points: Points) -> Points:
        """(..., 2): by how many cells what stands at these points of the board seems to lie away
        from the camera, for each cell that it is high."""
        return np.asarray((np.asarray(points, np.float64) - self.eye[:2]) / self.eye[2])

    def elevation(self, points: Points) -> npt.NDArray[np.float64]:
        """(...): the angle between board and line of sight, degrees."""
        away = np.linalg.norm(self.lean(points), axis=-1)
        return np.asarray(np.degrees(np.arctan2(1.0, away)))


def viewpoint(pose: BoardPose, picture_size: tuple[int, int]) -> Viewpoint:
    """Where the camera was; `picture_size` is (width, height)."""
    width, height = picture_size
    to_middle = np.array([[1, 0, -(width - 1) / 2], [0, 1, -(height - 1) / 2], [0, 0, 1.0]])
    plane = to_middle @ pose.homography
    focals = max(picture_size) * USUAL_FOCAL * np.exp(np.linspace(-1.2, 1.2, 97))
    axes = np.repeat(plane[None, :, :2], len(focals), axis=0)
    axes[:, :2] /= focals[:, None, None]
    first, second = axes[..., 0], axes[..., 1]
    lengths = np.linalg.norm(first, axis=1), np.linalg.norm(second, axis=1)
    slant = (first * second).sum(axis=1) / (lengths[0] * lengths[1])
    unequal = np.log(lengths[0] / lengths[1])
    usual = np.log(focals / focals[len(focals) // 2]) / _SPREAD
    cost = (slant**2 + unequal**2) / _FIT**2 + usual**2
    focal = float(focals[int(cost.argmin())])
    return Viewpoint(_eye(np.diag([1 / focal, 1 / focal, 1.0]) @ plane))


def _eye(plane: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """The camera from the map of the board onto its picture at a distance of one."""
    lengths = np.linalg.norm(plane[:, :2], axis=0)
    scale = 1 / np.sqrt(lengths[0] * lengths[1])
    if plane[2, 2] < 0:  # the board is in front of the camera
        scale = -scale
    across, down, shift = (plane * scale).T
    turn, _, other = np.linalg.svd(np.stack([across, down, np.cross(across, down)], axis=1))
    eye = -(turn @ other).T @ shift
    return np.array([eye[0], eye[1], max(abs(float(eye[2])), 0.1)])
