"""Boards told by printed ArUco markers (Garrido-Jurado et al. 2014): four loose ones laid at the
corners of any board, or four in the border of a printed board.

The number of a marker says which board it belongs to, of which size, and at which corner it lies,
counted clockwise from the upper left one with white at the bottom. So markers tell which side is
white's as well.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.corners import Floats
from vision.lattice import fit, project
from vision.locate import Sighting, first_seen
from vision.parity import judge_parity
from vision.pose import BoardPose, Picture, Side
from vision.window import SIZES

MODULES = 6
"""Of the side of a marker: four for its number, one of black frame on both sides."""
QUIET = 1
"""Modules of white around a marker, without which it is not seen."""
BORDER_GAP = 0.25
"""Between the playing area of a printed board and its markers, in squares."""
BORDER_SIDE = 1.0
"""Of a marker in the border, in squares."""
CONFIDENCE = 0.98
"""Of markers; whoever lays one at the wrong corner is seldom."""


@dataclass(frozen=True, slots=True)
class Marker:
    """A marker for one corner (0..3) of a board of this size, `loose` or in its border."""

    board_size: int
    corner: int
    loose: bool

    @property
    def number(self) -> int:
        return 12 * (not self.loose) + 4 * SIZES.index(self.board_size) + self.corner

    def modules(self) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
        """(6, 6): the modules that are black."""
        image = cv2.aruco.generateImageMarker(_dictionary(), self.number, MODULES)
        return np.asarray(image) < 128


def marker_numbered(number: int) -> Marker | None:
    """The marker with this number; None where no board has it."""
    if not 0 <= number < 24:
        return None
    return Marker(SIZES[number % 12 // 4], number % 4, number < 12)


def in_border(marker: Marker) -> Floats:
    """(4, 2): the corners of a printed board's marker in squares, (0, 0) the upper left corner of
    the playing area: above it and below it, flush with its sides."""
    n, side = marker.board_size, BORDER_SIDE
    left = 0.0 if marker.corner in (0, 3) else n - side
    top = -BORDER_GAP - side if marker.corner < 2 else n + BORDER_GAP
    return np.array([left, top]) + side * _UNIT


def locate_markers(picture: Picture) -> Sighting | None:
    """The board told by markers in a picture (BGR): all four loose ones, or two of a border; None
    where there are too few."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(_dictionary(), parameters)
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    outlines, numbers, _ = detector.detectMarkers(grey)
    if numbers is None:
        return None
    seen: dict[Marker, Floats] = {}
    for number, outline in zip(np.ravel(numbers), outlines, strict=True):
        marker = marker_numbered(int(number))
        if marker is not None:
            seen[marker] = np.asarray(outline, np.float64).reshape(4, 2)
    boards = {(marker.board_size, marker.loose) for marker in seen}
    sightings = [_sighting(picture, board, seen) for board in sorted(boards)]
    return max(filter(None, sightings), key=lambda sighting: sighting.nodes, default=None)


def _sighting(
    picture: Picture, board: tuple[int, bool], seen: dict[Marker, Floats]
) -> Sighting | None:
    """The board of this size with loose markers or a border."""
    n, loose = board
    mine = {marker: at for marker, at in seen.items() if (marker.board_size, marker.loose) == board}
    corners = _loose_corners(mine) if loose else _border_corners(n, mine)
    if corners is None or not cv2.isContourConvex(corners.astype(np.float32)):
        return None
    first = first_seen(corners)
    pose = BoardPose(np.roll(corners, -first, axis=0), n, 0)
    lab = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), np.uint8)
    parity, sure = judge_parity(lab, pose)
    pose = replace(pose, parity=parity)
    return Sighting(pose, CONFIDENCE * sure, len(mine) * 4, white=Side((Side.BOTTOM - first) % 4))


def _loose_corners(seen: dict[Marker, Floats]) -> Floats | None:
    """The tip of the white edge of each of four markers touches the board."""
    if len(seen) < 4:
        return None
    corners = np.zeros((4, 2))
    tips = 0.5 + (_UNIT - 0.5) * (1 + 2 * QUIET / MODULES)
    for marker, outline in seen.items():
        homography = cv2.getPerspectiveTransform(
            _UNIT.astype(np.float32), outline.astype(np.float32)
        )
        tip = tips[(marker.corner + 2) % 4]
        corners[marker.corner] = project(np.asarray(homography, np.float64), tip)
    return corners


def _border_corners(n: int, seen: dict[Marker, Floats]) -> Floats | None:
    if len(seen) < 2:
        return None
    printed = np.concatenate([in_border(marker) for marker in seen])
    homography = fit(printed, np.concatenate(list(seen.values())))
    return project(homography, n * _UNIT)


def loose_markers(board_size: int) -> Iterable[Marker]:
    return (Marker(board_size, corner, True) for corner in range(4))


def border_markers(board_size: int) -> Iterable[Marker]:
    return (Marker(board_size, corner, False) for corner in range(4))


def _dictionary() -> cv2.aruco.Dictionary:
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)


_UNIT = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]])
