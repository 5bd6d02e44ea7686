"""A board seen from straight above: one warp a picture, and the cells cut from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np
import numpy.typing as npt

from vision.pose import BoardPose, Picture

CELL = 40
"""Pixels of a cell's side seen from above."""
AROUND = 1
"""Cells around the board that are seen, too: tall pieces at the rim lean out of it."""

Cells = npt.NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Rectified:
    """`view`: the board and `AROUND` cells on every side, `CELL` pixels a cell; outside the
    picture its border is repeated."""

    view: Picture
    board_size: int

    @cached_property
    def cells(self) -> Cells:
        """(n, n, CELL, CELL, 3)."""
        edge, n = AROUND * CELL, self.board_size
        board = self.view[edge : edge + n * CELL, edge : edge + n * CELL]
        return board.reshape(n, CELL, n, CELL, 3).swapaxes(1, 2)

    def patches(self, side: int) -> Cells:
        """(n, n, side, side, 3): around the middle of each cell, `side` up to 3 * CELL and even."""
        first = AROUND * CELL + (CELL - side) // 2
        windows = np.lib.stride_tricks.sliding_window_view(self.view, (side, side), axis=(0, 1))
        last = first + self.board_size * CELL
        return np.moveaxis(windows[first:last:CELL, first:last:CELL], 2, -1)


def rectify(picture: Picture, pose: BoardPose) -> Rectified:
    """The board from above. Much larger pictures are averaged first, so that nothing is skipped."""
    wide = (pose.board_size + 2 * AROUND) * CELL
    cut, shift, scale = _reduced(picture, pose)
    to_board = np.array(
        [
            [1 / CELL, 0, 0.5 / CELL - AROUND],
            [0, 1 / CELL, 0.5 / CELL - AROUND],
            [0, 0, 1],
        ]
    )
    to_cut = np.array(
        [
            [scale, 0, (0.5 - shift[0]) * scale - 0.5],
            [0, scale, (0.5 - shift[1]) * scale - 0.5],
            [0, 0, 1],
        ]
    )
    view = cv2.warpPerspective(
        cut,
        to_cut @ pose.homography @ to_board,
        (wide, wide),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return Rectified(np.asarray(view, np.uint8), pose.board_size)


def _reduced(picture: Picture, pose: BoardPose) -> tuple[Picture, tuple[int, int], float]:
    """The part of the picture around the board, where it begins (x, y), and how much smaller it
    has become."""
    height, width = picture.shape[:2]
    spare = 1.5 * pose.square_side
    low = np.floor(pose.corners.min(axis=0) - spare).clip(0, (width - 2, height - 2)).astype(int)
    high = np.ceil(pose.corners.max(axis=0) + spare).clip(low + 2, (width, height)).astype(int)
    cut = picture[low[1] : high[1], low[0] : high[0]]
    times = int(pose.square_side / (0.9 * CELL))
    if times > 1 and min(cut.shape[:2]) >= times:
        tall, wide = (side // times for side in cut.shape[:2])
        whole = cut[: tall * times, : wide * times]
        cut = np.asarray(cv2.resize(whole, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)
    else:
        times = 1
    return cut, (int(low[0]), int(low[1])), 1 / times
