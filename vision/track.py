"""The pose of the board from frame to frame: predicted by the flow of the picture, then refitted to
the corners that four cells share, so that it never drifts.

Such a corner is a saddle of brightness: where it lies is told by the picture alone, whatever the
light. Those under hands and pieces look otherwise and are left out; the homography is fitted to the
rest (RANSAC). Flow: Lucas and Kanade in pyramids (Bouguet 2000); saddles: Förstner and Gülch 1987.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from vision.pose import BoardPose, Picture, Points

Gray = npt.NDArray[np.uint8]
"""(height, width): along the axis of colour that tells squares, low, from other cells best."""

LEAST_CORNERS = 8
LEAST_SHARE = 0.2
"""Of all inner corners: fewer seen, and the pose is not believed."""
_STILL_PX = 0.5
"""Corners that move less lie still: the pose is averaged over frames."""
_AVERAGED = 0.15
_REACH = 0.14
"""So far from where it is expected, in cells, a corner is looked for."""
_CLEAN = 0.85
_CLEAN_PX = 2.0
"""Where so many of the corners seen before are seen again, and so near, the flow is not asked."""
_LEAP = 0.4
_LEAP_SHARE = 0.6
_BESIDE = 0.16
"""So far from a corner, in cells along both sides, the cells around it are compared; discs that
stand in the middle of their squares do not reach there."""


@dataclass(frozen=True, slots=True, eq=False)
class _Fit:
    """A pose, the corners that it rests on, and how far they lay from where they were expected."""

    pose: BoardPose
    seen: npt.NDArray[np.bool_]
    moved: float


class PoseTracker:
    """Follows one board from the pose in a first picture on."""

    def __init__(self, pose: BoardPose, picture: Picture) -> None:
        self._pose = pose
        self._lattice = _inner_corners(pose.board_size)
        self._signs = _signs(self._lattice, pose.parity)
        self._axis = _contrast_axis(picture, pose, self._lattice, self._signs)
        self._before = self._gray(picture)
        self.seen = np.zeros(len(self._lattice), np.bool_)

    @property
    def pose(self) -> BoardPose:
        """Where the board was seen last."""
        return self._pose

    @property
    def share_seen(self) -> float:
        """How many of the inner corners the last fit rests on, 0 to 1."""
        return float(self.seen.mean())

    def follow(self, picture: Picture) -> BoardPose | None:
        """The pose in the next picture; None where too little of the board is seen, and then the
        last pose is tried again with the picture after it."""
        gray = self._gray(picture)
        before, self._before = self._before, gray
        if gray.shape != before.shape:
            return None
        last = self._pose
        fits = [fit for fit in (self._fit(gray, last),) if fit is not None]
        if not fits or fits[0].seen.sum() < _CLEAN * self.seen.sum() or fits[0].moved > _CLEAN_PX:
            flown = self._flown(before, gray)
            fits += [] if flown is None else [f for f in (self._fit(gray, flown),) if f is not None]
        fits = [fit for fit in fits if self._believed(fit)]
        if not fits:
            self.seen = np.zeros_like(self.seen)
            return None
        best = max(fits, key=lambda fit: fit.seen.sum())
        self.seen = best.seen
        self._pose = _averaged(last, best.pose)
        return self._pose

    def _believed(self, fit: _Fit) -> bool:
        """A board that seems to have leapt is believed where most of it is seen: under a hand the
        flow is that of the hand, and a lattice fits itself a cell farther on."""
        leap = np.linalg.norm(fit.pose.corners - self._pose.corners, axis=1).max()
        return bool(leap < _LEAP * fit.pose.square_side or fit.seen.mean() >= _LEAP_SHARE)

    def _gray(self, picture: Picture) -> Gray:
        return np.asarray(cv2.transform(picture, self._axis), np.uint8).reshape(picture.shape[:2])

    def _flown(self, before: Gray, gray: Gray) -> BoardPose | None:
        """The last pose carried along by the flow of the picture at the corners of cells."""
        grid = np.indices((self._pose.board_size + 1,) * 2).reshape(2, -1).T[:, ::-1]
        start = self._pose.to_pixels(grid.astype(np.float64)).astype(np.float32).reshape(-1, 1, 2)
        end, found, _ = cv2.calcOpticalFlowPyrLK(
            before, gray, start, start.copy(), winSize=(21, 21), maxLevel=4
        )
        good = found.ravel() == 1
        if good.sum() < LEAST_CORNERS:
            return None
        moved, _ = cv2.findHomography(
            start[good], end[good], cv2.RANSAC, 0.1 * self._pose.square_side
        )
        return None if moved is None else _carried(self._pose, moved)

    def _fit(self, gray: Gray, guess: BoardPose) -> _Fit | None:
        """The pose at the corners near those of the guess, then more closely at those near it."""
        rough = self._fitted(gray, guess, _REACH)
        return None if rough is None else self._fitted(gray, rough.pose, _REACH / 2)

    def _fitted(self, gray: Gray, guess: BoardPose, reach_cells: float) -> _Fit | None:
        expected = guess.to_pixels(self._lattice)
        height, width = gray.shape
        reach = max(2, min(12, round(reach_cells * _least_side(guess))))
        inside = (expected > reach + 1) & (expected < (width - reach - 2, height - reach - 2))
        within = inside.all(axis=1)
        if within.sum() < LEAST_CORNERS:
            return None
        found = expected.astype(np.float32)
        refined = cv2.cornerSubPix(
            gray, found[within].reshape(-1, 1, 2), (reach, reach), (-1, -1), _UNTIL
        )
        found[within] = refined.reshape(-1, 2)
        shift = (found - expected).astype(np.float64)
        near = np.linalg.norm(shift, axis=1) < 1.5 * reach
        usable = within & near & self._looks_right(gray, guess, shift)
        least = max(LEAST_CORNERS, LEAST_SHARE * len(self._lattice))
        if usable.sum() < least:
            return None
        homography, kept = cv2.findHomography(
            self._lattice[usable].astype(np.float32),
            found[usable],
            cv2.RANSAC,
            max(1.0, 0.04 * guess.square_side),
        )
        if homography is None or kept.sum() < least or not _spread(self._lattice[usable], kept):
            return None
        seen = np.zeros(len(self._lattice), np.bool_)
        seen[np.flatnonzero(usable)[kept.ravel() == 1]] = True
        moved = float(np.median(np.linalg.norm(shift[seen], axis=1)))
        return _Fit(_with_homography(guess, homography), seen, moved)

    def _looks_right(self, gray: Gray, guess: BoardPose, shift: Points) -> npt.NDArray[np.bool_]:
        """Which corners have light and dark around them as the board has."""
        contrast = _contrast(gray, guess, self._lattice, shift) * self._signs
        usual = float(np.median(contrast[contrast > 0])) if (contrast > 0).any() else 0.0
        return np.asarray(contrast > max(_LEAST_CONTRAST, _USUAL_SHARE * usual))


_UNTIL = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 12, 0.02)
_LEAST_CONTRAST = 4.0
_USUAL_SHARE = 0.3
_GRAY_CONTRAST = 25.0
_GRAY = (0.114, 0.587, 0.299)
_AROUND = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float64) * _BESIDE


def _inner_corners(size: int) -> Points:
    """(m, 2): the points (column, row) that four cells share."""
    rows, columns = np.mgrid[1:size, 1:size]
    return np.stack([columns.ravel(), rows.ravel()], axis=1).astype(np.float64)


def _signs(lattice: Points, parity: int) -> npt.NDArray[np.float64]:
    """Of each corner: 1 where the cell up and left of it is no square, -1 where it is one."""
    return np.where((lattice.sum(axis=1) % 2) == parity, -1.0, 1.0)


def _contrast(
    gray: Gray, pose: BoardPose, lattice: Points, shift: Points
) -> npt.NDArray[np.float64]:
    """How much brighter the cells up-left and down-right of each corner are than the others; the
    darker of the bright, against the brighter of the dark, so that a hand does not pass."""
    around = pose.to_pixels(lattice[:, None] + _AROUND) + shift[:, None]
    values = _sampled(gray, around)
    first, second = values[:, (0, 2)], values[:, (1, 3)]
    up = first.min(axis=1) - second.max(axis=1)
    down = second.min(axis=1) - first.max(axis=1)
    return np.where(up > 0, up, np.where(down > 0, -down, 0.0))


def _sampled(image: npt.NDArray[np.uint8], points: Points) -> npt.NDArray[np.float64]:
    """The image at the pixels nearest to points (..., 2), edges repeated."""
    height, width = image.shape[:2]
    at = np.rint(points).astype(np.intp)
    columns = at[..., 0].clip(0, width - 1)
    rows = at[..., 1].clip(0, height - 1)
    return np.asarray(image[rows, columns], np.float64)


def _contrast_axis(
    picture: Picture, pose: BoardPose, lattice: Points, signs: npt.NDArray[np.float64]
) -> npt.NDArray[np.float32]:
    """(1, 4): the map of BGR to brightness, or darkness where squares are the lighter cells; where
    they hardly differ in that, red and green ones, an affine map in which they differ most: squares
    near 70, the other cells 185."""
    values = _sampled(picture, pose.to_pixels(lattice[:, None] + _AROUND))
    first, second = values[:, (0, 2)].mean(axis=1), values[:, (1, 3)].mean(axis=1)
    upper = (signs > 0)[:, None]
    light = np.median(np.where(upper, first, second), axis=0)
    dark = np.median(np.where(upper, second, first), axis=0)
    way = light - dark
    brighter = float(way @ _GRAY)
    if brighter > _GRAY_CONTRAST:
        return np.array([[*_GRAY, 0.0]], np.float32)
    if brighter < -_GRAY_CONTRAST:
        return np.array([[*np.negative(_GRAY), 255.0]], np.float32)
    length = float(way @ way) or 1.0
    axis = 115.0 * way / length
    if float(np.abs(axis).sum()) > 6.0:  # hardly any contrast: do not make noise of it
        axis *= 6.0 / float(np.abs(axis).sum())
    offset = 127.5 - float(axis @ (light + dark)) / 2
    return np.array([[*axis, offset]], np.float32)


def _least_side(pose: BoardPose) -> float:
    """The shortest side of a cell anywhere on the board, in pixels."""
    n = float(pose.board_size)
    ends = np.array([[0, 0], [n - 1, 0], [n - 1, n - 1], [0, n - 1]])
    start = pose.to_pixels(ends)
    sides = [pose.to_pixels(ends + np.array(way)) - start for way in ((1.0, 0.0), (0.0, 1.0))]
    return float(np.linalg.norm(sides, axis=2).min())


def _spread(lattice: Points, kept: npt.NDArray[np.uint8]) -> bool:
    """Whether the corners that the fit rests on span a good part of the board."""
    used = lattice[kept.ravel() == 1]
    extent = used.max(axis=0) - used.min(axis=0)
    return bool(extent.min() >= 2 and extent.max() >= 3)


def _with_homography(pose: BoardPose, homography: npt.NDArray[np.float64]) -> BoardPose:
    n = float(pose.board_size)
    ends = np.array([[[0, 0]], [[n, 0]], [[n, n]], [[0, n]]])
    corners = cv2.perspectiveTransform(ends, homography).reshape(4, 2)
    return replace(pose, corners=np.asarray(corners, np.float64))


def _carried(pose: BoardPose, moved: npt.NDArray[np.float64]) -> BoardPose:
    """The pose after the picture moved by this homography."""
    corners = cv2.perspectiveTransform(pose.corners.reshape(4, 1, 2), moved).reshape(4, 2)
    return replace(pose, corners=np.asarray(corners, np.float64))


def _averaged(last: BoardPose, new: BoardPose) -> BoardPose:
    """The new pose, over frames where the board lies still."""
    step = new.corners - last.corners
    if float(np.abs(step).max()) > _STILL_PX:
        return new
    return replace(new, corners=last.corners + _AVERAGED * step)
