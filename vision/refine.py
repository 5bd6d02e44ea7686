"""The pose of a board to a fraction of a pixel: all its inner nodes, and the bend of the lens.

A homography alone is wrong by a pixel or two in the corners of a webcam's picture, so one radial
coefficient is fitted along: x = c + (u - c) (1 + k |u - c|^2), u the pinhole point, c the middle.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import Channel, Floats
from vision.lattice import project, steps

LEAST_POINTS = 8
BEND = 0.06
"""How large k usually is at most, at the corner of the picture: a strong webcam bends 0.1."""
WORTH = 1.3
"""How many times less a bent plane must leave over."""


@dataclass(frozen=True, eq=False, slots=True)
class Plane:
    """Where a plane lies in a picture: pinhole `homography` (3, 3), then the lens."""

    homography: Floats
    middle: Floats
    bend: float = 0.0

    def to_pixels(self, points: npt.ArrayLike) -> Floats:
        """Points (..., 2) of the plane as pixels."""
        straight = project(self.homography, points) - self.middle
        radius = (straight**2).sum(axis=-1, keepdims=True)
        return np.asarray(self.middle + straight * (1 + self.bend * radius))


def refine(channel: Channel, homography: Floats, nodes: npt.ArrayLike) -> tuple[Plane, int]:
    """The plane through the nodes (k, 2) that are seen, and how many those are."""
    height, width = channel.shape
    plane = Plane(homography, np.array([width - 1, height - 1]) / 2)
    nodes = np.asarray(nodes, np.float64)
    count = 0
    for reach in (0.2, 0.1):
        expected = plane.to_pixels(nodes)
        right, down = steps(plane.homography, nodes)
        size = np.minimum(np.linalg.norm(right, axis=1), np.linalg.norm(down, axis=1))
        half = int(np.clip(0.16 * np.median(size), 2, 12))
        edge = half + 2
        inside = ((expected > edge) & (expected < [width - edge, height - edge])).all(axis=1)
        if inside.sum() < LEAST_POINTS:
            break
        found = _saddles(channel, expected[inside], half)
        close = np.linalg.norm(found - expected[inside], axis=1) < reach * size[inside]
        if close.sum() < LEAST_POINTS:
            break
        plane, count = _fitted(plane, nodes[inside][close], found[close], size[inside][close])
    return plane, count


def _saddles(channel: Channel, expected: Floats, half: int) -> Floats:
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.01)
    start = expected.astype(np.float32).reshape(-1, 1, 2)
    found = cv2.cornerSubPix(channel, start.copy(), (half, half), (-1, -1), criteria)
    return np.asarray(found, np.float64).reshape(-1, 2)


def _fitted(start: Plane, nodes: Floats, points: Floats, size: Floats) -> tuple[Plane, int]:
    """The pinhole plane, unless a bent one leaves far less over: boards with uneven fields look
    bent too, and the flat plane is what cells are read with."""
    flat, flat_count, flat_rest = _solved(start, nodes, points, size, 1e-4)
    bent, bent_count, bent_rest = _solved(start, nodes, points, size, BEND)
    if bent_rest * WORTH < flat_rest:
        return bent, bent_count
    return flat, flat_count


def _solved(
    start: Plane, nodes: Floats, points: Floats, size: Floats, bend: float
) -> tuple[Plane, int, float]:
    """Gauss-Newton over the eight numbers of the homography and the bend, outliers let go; how
    many points it holds and what is left over, in fields."""
    scale = 1 / float((start.middle**2).sum())
    values = np.append((start.homography / start.homography[2, 2]).ravel()[:8], start.bend / scale)
    weight = np.ones(len(nodes))
    for turn in range(6):
        plane = _plane(values, start.middle, scale)
        residual = (points - plane.to_pixels(nodes)) / size[:, None]
        off = np.linalg.norm(residual, axis=1)
        spread = max(float(np.median(off)), 0.002)
        if turn:
            weight = np.where(off < 4 * spread, (1 - (off / (4 * spread)) ** 2) ** 2, 0)
        jacobian = _jacobian(values, start.middle, scale, nodes) / size[:, None, None]
        rows = (jacobian * weight[:, None, None]).reshape(-1, 9)
        hold = np.zeros((1, 9))
        hold[0, 8] = spread / bend
        rhs = np.append((residual * weight[:, None]).ravel(), -values[8] * hold[0, 8])
        unit = np.maximum(np.abs(values), 1e-6)
        unit[8] = 1
        step, *_ = np.linalg.lstsq(np.vstack([rows, hold]) * unit, rhs, rcond=None)
        values = values + step * unit
    plane = _plane(values, start.middle, scale)
    off = np.linalg.norm(points - plane.to_pixels(nodes), axis=1) / size
    return plane, int((weight > 0.3).sum()), float(np.quantile(off, 0.7))


def _plane(values: Floats, middle: Floats, scale: float) -> Plane:
    return Plane(np.append(values[:8], 1).reshape(3, 3), middle, float(values[8]) * scale)


def _jacobian(values: Floats, middle: Floats, scale: float, nodes: Floats) -> Floats:
    """(k, 2, 9): how each pixel moves with each of the numbers."""
    plane = _plane(values, middle, scale)
    x, y = nodes.T
    depth = plane.homography[2, 0] * x + plane.homography[2, 1] * y + 1
    straight = project(plane.homography, nodes)
    spread = np.stack([x, y, np.ones_like(x)], axis=1) / depth[:, None]
    pinhole = np.zeros((len(nodes), 2, 8))
    pinhole[:, 0, 0:3] = pinhole[:, 1, 3:6] = spread
    pinhole[:, :, 6:8] = -straight[:, :, None] * spread[:, None, :2]
    away = straight - middle
    radius = (away**2).sum(axis=1)
    lens = np.eye(2) * (1 + plane.bend * radius)[:, None, None]
    lens = lens + 2 * plane.bend * away[:, :, None] * away[:, None, :]
    bend = (away * radius[:, None] * scale)[:, :, None]
    return np.concatenate([lens @ pinhole, bend], axis=2)
