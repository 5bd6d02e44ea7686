"""The squares of a board with what is around them, each turned so that things lean the same way.

What stands up is seen leaning away from the camera, in another direction on every square and with
every turn of the board. Mirrored and turned by quarters, every square leans up and at most as much
to the right, and its sides stay upright and level.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.pose import BoardPose
from vision.rectify import Cells, Rectified
from vision.viewpoint import Viewpoint

Floats = npt.NDArray[np.float64]


def squares_of(
    board: Rectified, pose: BoardPose, view: Viewpoint, side: int
) -> tuple[Cells, Floats]:
    """(m, side, side, 3): the surroundings of the squares, in the order of `pose.played`, turned;
    (m, 2): how far each leans to the right and up, in cells for a cell of height."""
    rows, columns = np.nonzero(pose.played)
    patches = board.patches(side)[rows, columns]
    lean = view.lean(np.stack([columns, rows], axis=1).astype(np.float64) + 0.5)
    left, down = lean[:, 0] < 0, lean[:, 1] > 0
    patches[left] = patches[left][:, :, ::-1]
    patches[down] = patches[down][:, ::-1]
    amount = np.abs(lean)
    level = amount[:, 0] > amount[:, 1]
    # mirrored in the diagonal from the lower left to the upper right
    patches[level] = patches[level][:, ::-1, ::-1].swapaxes(1, 2)
    amount[level] = amount[level][:, ::-1]
    return patches, amount
