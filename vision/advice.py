"""What people can do so that the camera sees the board better."""

from __future__ import annotations

import enum

import cv2
import numpy as np
import numpy.typing as npt

from vision.content import BoardReading
from vision.pose import BoardPose, Picture
from vision.viewpoint import viewpoint

Gray = npt.NDArray[np.uint8]

_DARK, _BRIGHT = 45.0, 215.0
_GLARE = 250
_GLARE_SHARE = 0.06
_SMALL_PX = 22.0
_NEAR_EDGE = 0.01
_FLAT_DEGREES, _STEEP_DEGREES = 25.0, 80.0
_BLURRED = 12.0
_UNSURE = 1.5


class Advice(enum.Enum):
    """What to change; the value names the sentence of it."""

    NO_BOARD = "no_board"  # all four corners must be in the picture
    LIGHTER = "lighter"  # too dark
    DARKER = "darker"  # too bright
    GLARE = "glare"  # a lamp or window is mirrored
    NEARER = "nearer"  # cells are too small
    FARTHER = "farther"  # the board touches the edge of the picture
    HIGHER = "higher"  # the camera looks too flat
    LOWER = "lower"  # straight from above men and kings look alike
    SHARPER = "sharper"  # out of focus, or the camera shakes
    UNLIKE = "unlike"  # pieces and squares look much alike


def advice(picture: Picture, pose: BoardPose | None, reading: BoardReading | None) -> list[Advice]:
    """What to change about light, angle and distance; nothing where all is well."""
    gray = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    told = _of_light(gray, pose)
    if pose is None:
        return [Advice.NO_BOARD, *told]
    told += _of_place(picture, pose)
    if Advice.LIGHTER not in told and _sharpness(gray, pose) < _BLURRED:  # the dark hides edges
        told.append(Advice.SHARPER)
    if reading is not None and _lead(reading) < _UNSURE:
        told.append(Advice.UNLIKE)
    return told


def _of_light(gray: Gray, pose: BoardPose | None) -> list[Advice]:
    board = gray if pose is None else gray[_inside(gray, pose) > 0]
    if not board.size:
        return []
    mean = float(board.mean())
    told = []
    if mean < _DARK:
        told.append(Advice.LIGHTER)
    elif mean > _BRIGHT:
        told.append(Advice.DARKER)
    elif float((board >= _GLARE).mean()) > _GLARE_SHARE:
        told.append(Advice.GLARE)
    return told


def _of_place(picture: Picture, pose: BoardPose) -> list[Advice]:
    height, width = picture.shape[:2]
    told = []
    if pose.square_side < _SMALL_PX:
        told.append(Advice.NEARER)
    margin = _NEAR_EDGE * max(height, width)
    corners = pose.corners
    if (corners < margin).any() or (corners > (width - margin, height - margin)).any():
        told.append(Advice.FARTHER)
    middle = np.array([pose.board_size / 2, pose.board_size / 2])
    elevation = float(viewpoint(pose, (width, height)).elevation(middle))
    if elevation < _FLAT_DEGREES:
        told.append(Advice.HIGHER)
    elif elevation > _STEEP_DEGREES:
        told.append(Advice.LOWER)
    return told


def _inside(gray: Gray, pose: BoardPose) -> Gray:
    mask = np.zeros(gray.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.rint(pose.corners).astype(np.int32), 1)
    return mask


def _sharpness(gray: Gray, pose: BoardPose) -> float:
    """How steep the edges of the cells are: the 99th percentile of the second derivative."""
    left, top, width, height = cv2.boundingRect(pose.corners.astype(np.float32))
    board = gray[max(0, top) : top + height, max(0, left) : left + width]
    if not board.size:
        return 0.0
    return float(np.percentile(np.abs(cv2.Laplacian(board, cv2.CV_32F)), 99))


def _lead(reading: BoardReading) -> float:
    """How far the likeliest kind is ahead on the least sure squares."""
    likelihood = reading.log_likelihood[reading.pose.played]
    kinds = np.stack(
        [likelihood[:, 0], likelihood[:, 1:3].max(axis=1), likelihood[:, 3:5].max(axis=1)], axis=1
    )
    ordered = np.sort(kinds, axis=1)
    return float(np.percentile(ordered[:, 2] - ordered[:, 1], 10))
