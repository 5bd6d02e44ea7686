"""X-corners: points where two light and two dark fields meet, as inside a chequered board.

Such a point is a saddle of the brightness: the determinant of the Hessian is negative and extreme
(Bok et al. 2014; Bennett and Lasenby's ChESS, 2014, gave the idea of the ring). A ring around it
is light, dark, light, dark, and looks the same turned by half a turn.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Channel = npt.NDArray[np.float32]
"""One number per pixel (h, w), 0..255: lightness, or where a colour lies on some axis."""

LEVELS = 3
RADIUS = 4.5
"""Of the ring, in pixels of each level of the pyramid."""
SAMPLES = 16
PER_LEVEL = 900
MOST = 1000
"""Corners of a picture; the strongest are kept."""
LEAST_CONTRAST = 2.5
"""Root mean square on the ring; below that the noise of a camera makes corners."""
LEAST_SYMMETRY = 0.75
LEAST_ANGLE = np.radians(22)
"""Between the two edges: a board seen at 25 degrees, turned by 45, still shows 46."""


@dataclass(frozen=True, eq=False, slots=True)
class XCorners:
    """`points` (k, 2) in pixels; `edges` (k, 2), the angles of the two edges, radians modulo pi,
    counted so that going from the first to the second one crosses a light field; `strength` (k,),
    the contrast on the ring where it is most symmetric. Best first."""

    points: Floats
    edges: Floats
    strength: Floats

    def __len__(self) -> int:
        return len(self.points)

    @property
    def light(self) -> Floats:
        """(k, 2): the direction through the middle of the light fields."""
        first, second = self.edges.T
        middle = first + (second - first) % np.pi / 2
        return np.stack([np.cos(middle), np.sin(middle)], axis=1)


def find_corners(channel: Channel, *, zoom: float = 1.0) -> XCorners:
    """All X-corners of a picture made `zoom` times as large, at that scale and coarser ones; those
    seen at several scales once; in pixels of the picture itself."""
    level = np.asarray(channel, np.float32)
    if zoom != 1:
        way = cv2.INTER_AREA if zoom < 1 else cv2.INTER_CUBIC
        level = np.asarray(cv2.resize(level, None, fx=zoom, fy=zoom, interpolation=way), np.float32)
    scale = 1 / zoom
    shift = (scale - 1) / 2
    found, scales = [], []
    for octave in range(LEVELS if zoom == 1 else LEVELS - 1):
        if octave:
            if min(level.shape) < 64:
                break
            level = np.asarray(cv2.pyrDown(level), np.float32)
            scale *= 2
        corners = _at_one_scale(level)
        found.append(XCorners(corners.points * scale + shift, corners.edges, corners.strength))
        scales.append(np.full(len(corners), max(scale, 1.0)))
    return _distinct(
        XCorners(
            *(np.concatenate([getattr(one, name) for one in found]) for name in XCorners.__slots__)
        ),
        np.concatenate(scales),
    )


def _at_one_scale(level: Channel) -> XCorners:
    smooth = np.asarray(cv2.GaussianBlur(level, (0, 0), 1.2), np.float32)
    dx, dy = cv2.Sobel(smooth, -1, 1, 0, scale=1 / 8), cv2.Sobel(smooth, -1, 0, 1, scale=1 / 8)
    dxx, dyy = cv2.Sobel(dx, -1, 1, 0, scale=1 / 8), cv2.Sobel(dy, -1, 0, 1, scale=1 / 8)
    dxy = cv2.Sobel(dx, -1, 0, 1, scale=1 / 8)
    saddle = dxy * dxy - dxx * dyy
    peak = (saddle >= cv2.dilate(saddle, np.ones((5, 5), np.uint8))) & (saddle > 0.05)
    margin = min(int(RADIUS) + 1, *saddle.shape)
    peak[:margin], peak[-margin:], peak[:, :margin], peak[:, -margin:] = 0, 0, 0, 0
    y, x = np.nonzero(peak)
    if len(x) > PER_LEVEL:
        best = np.argpartition(-saddle[y, x], PER_LEVEL)[:PER_LEVEL]
        y, x = y[best], x[best]
    gradient = np.stack([dx[y, x], dy[y, x]], axis=1).astype(np.float64)
    a, b, c = (d[y, x].astype(np.float64) for d in (dxx, dxy, dyy))
    # the exact saddle: where the gradient is zero
    shift = (
        np.stack(
            [c * gradient[:, 0] - b * gradient[:, 1], a * gradient[:, 1] - b * gradient[:, 0]],
            axis=1,
        )
        / np.maximum(b * b - a * c, 1e-9)[:, None]
    )
    points = np.stack([x, y], axis=1).astype(np.float64) + np.clip(shift, -1.5, 1.5)
    return _ringed(smooth, points)


def _ringed(smooth: Channel, points: Floats) -> XCorners:
    """Those points around which it is light, dark, light, dark."""
    if not len(points):
        return XCorners(points, points, points[:, 0])
    angle = np.arange(SAMPLES) * 2 * np.pi / SAMPLES
    around = points[:, None] + RADIUS * np.stack([np.cos(angle), np.sin(angle)], axis=1)
    maps = around.astype(np.float32)
    ring = np.asarray(
        cv2.remap(smooth, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR), np.float64
    ).reshape(len(points), SAMPLES)
    ring -= ring.mean(axis=1, keepdims=True)
    half = SAMPLES // 2
    even = (ring[:, :half] + ring[:, half:]) / 2
    odd = (ring[:, :half] - ring[:, half:]) / 2
    even_power, odd_power = (even**2).mean(axis=1), (odd**2).mean(axis=1)
    symmetry = even_power / np.maximum(even_power + odd_power, 1e-9)
    after = np.roll(even, -1, axis=1)
    rises, falls = (even < 0) & (after >= 0), (even >= 0) & (after < 0)
    good = (rises.sum(axis=1) == 1) & (symmetry > LEAST_SYMMETRY) & (even_power > LEAST_CONTRAST**2)
    edges = np.stack([_crossing(even, after, rises), _crossing(even, after, falls)], axis=1)
    between = (edges[:, 1] - edges[:, 0]) % np.pi
    good &= (between > LEAST_ANGLE) & (between < np.pi - LEAST_ANGLE)
    strength = np.sqrt(even_power) * (symmetry - 0.5)
    return XCorners(points[good], edges[good], strength[good])


def _crossing(even: Floats, after: Floats, where: npt.NDArray[np.bool_]) -> Floats:
    """The angle at which each ring crosses its mean, interpolated between two samples."""
    index = where.argmax(axis=1)
    rows = np.arange(len(index))
    before, behind = even[rows, index], after[rows, index]
    step = before - behind
    part = before / np.where(step == 0, 1, step)
    return np.asarray((index + np.clip(part, 0, 1)) * 2 * np.pi / SAMPLES)


def _distinct(corners: XCorners, scale: Floats) -> XCorners:
    """A corner seen at several scales kept once: where it is finest, and yet clear."""
    order = np.argsort(-corners.strength, kind="stable")[:MOST]
    points = corners.points[order]
    near = np.linalg.norm(points[:, None] - points[None], axis=2)
    reach = 1.5 * np.maximum(scale[order][:, None], scale[order][None])
    stronger = np.tril(near < reach, -1)
    keep = np.ones(len(order), bool)
    for index in np.nonzero(stronger.any(axis=1))[0]:
        keep[index] = not (stronger[index] & keep).any()
    kept = order[keep]
    return XCorners(corners.points[kept], corners.edges[kept], corners.strength[kept])
