"""Where the board is in a picture: four corners, its size, the cells that are played on.

    picture -> X-corners -> lattices -> windows -> nodes to a fraction of a pixel -> pose

The lightness is looked at first; where it shows no board, the colours are (red and green squares
of the same grey).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.corners import Floats, XCorners, find_corners
from vision.lattice import Lattice, find_lattices, project
from vision.parity import judge_parity
from vision.pose import BoardPose, Picture, Side
from vision.rays import look_at_rays
from vision.refine import refine
from vision.window import SIZES, Window, board_windows

WORKING_SIDE = 1280
"""The longer side of the picture that is searched; larger ones are made smaller."""
SURE = 0.9
"""From this confidence on no other channel is tried."""
CONTRAST_STEPS = 100
"""Between light and dark fields in the picture whose nodes are refined."""
LEAST_SEEN = 0.85
"""The part of the board that must lie in the picture."""
LEAST = 0.05
"""Below this nothing is told at all."""


@dataclass(frozen=True, eq=False, slots=True)
class Sighting:
    """A board seen: `confidence` (0..1) that all of `pose` is right; `nodes`, how many of its
    inner nodes (or corners of markers) support it; `white`, the side along which white's first
    row lies, where markers tell it."""

    pose: BoardPose
    confidence: float
    nodes: int
    white: Side | None = None


def locate(picture: Picture, *, board_size: int | None = None) -> Sighting | None:
    """The board in a picture (BGR), or None where there is none; `board_size` if it is known."""
    sizes = SIZES if board_size is None else (board_size,)
    scale = min(1.0, WORKING_SIDE / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    lab = np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2LAB), np.uint8)
    seen = _best(lab, sizes)
    if seen is None or seen.window.confidence < LEAST:
        return None
    pose, nodes, sure = _pose(lab, seen)
    ratio = np.array(picture.shape[1::-1]) / small.shape[1::-1]
    in_full = replace(pose, corners=(pose.corners + 0.5) * ratio - 0.5)
    return Sighting(in_full, seen.window.confidence * sure, nodes)


@dataclass(frozen=True, eq=False, slots=True)
class _Seen:
    """A window of a lattice, and the axis of colour along which its fields differ."""

    lattice: Lattice
    axis: Floats
    window: Window


def _best(lab: Picture, sizes: tuple[int, ...]) -> _Seen | None:
    """The window with the clearest evidence of those that are likely; the first one that is sure
    and clear ends the search."""
    best: _Seen | None = None
    for corners in _searches(lab):
        for lattice in find_lattices(corners):
            rays = look_at_rays(lab, lattice, max(sizes))
            for window in board_windows(rays, sizes):
                if not _plausible(project(lattice.homography, _square(window)), lab):
                    continue
                if best is None or _rank(window) > _rank(best.window):
                    best = _Seen(lattice, rays.axis, window)
                if window.confidence >= SURE:
                    return best
    return best


def _rank(window: Window) -> float:
    return window.confidence * max(window.evidence, 0.0)


def _searches(lab: Picture) -> Iterator[XCorners]:
    """The corners by lightness, by each colour, and those of very small fields."""
    lightness = lab[..., 0].astype(np.float32)
    yield find_corners(lightness)
    for index in (1, 2):
        yield find_corners(lab[..., index].astype(np.float32) * 2, zoom=0.5)
    yield find_corners(lightness, zoom=2)


def _square(window: Window) -> Floats:
    """The corners of a window on its lattice."""
    n = window.board_size
    whole = np.array([[0, 0], [n, 0], [n, n], [0, n]])
    return np.asarray(np.add(whole, (window.left, window.top)))


def _plausible(corners: Floats, lab: Picture) -> bool:
    """Whether a board may lie there: before the horizon, and most of it in the picture."""
    if not np.isfinite(corners).all() or not cv2.isContourConvex(corners.astype(np.float32)):
        return False
    height, width = lab.shape[:2]
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    seen, _ = cv2.intersectConvexConvex(corners.astype(np.float32), frame)
    return float(seen) > LEAST_SEEN * float(cv2.contourArea(corners.astype(np.float32)))


def _pose(lab: Picture, seen: _Seen) -> tuple[BoardPose, int, float]:
    """The pose to a fraction of a pixel, how many inner nodes support it, and how sure it is which
    cells are played on."""
    n, window = seen.window.board_size, seen.window
    inner = np.stack(np.meshgrid(np.arange(n - 1), np.arange(n - 1)), axis=-1).reshape(-1, 2)
    nodes = np.add(inner, (window.left + 1, window.top + 1))
    contrast = cv2.transform(lab.astype(np.float32), seen.axis[None] * CONTRAST_STEPS)
    plane, count = refine(np.asarray(contrast, np.float32), seen.lattice.homography, nodes)
    pose = BoardPose(_as_seen(plane.to_pixels(_square(window))), n, 0)
    parity, sure = judge_parity(lab, pose)
    return replace(pose, parity=parity), count, sure


def _as_seen(corners: Floats) -> Floats:
    """Clockwise, the one that is seen as the top left one first."""
    x, y = (corners - corners.mean(axis=0)).T
    if float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) < 0:
        corners = corners[::-1]
    return np.roll(corners, -first_seen(corners), axis=0)


def first_seen(corners: Floats) -> int:
    """The index of the corner that lies most to the upper left of its opposite."""
    return int((corners - np.roll(corners, 2, axis=0)).sum(axis=1).argmin())
