"""Which cells are hidden by hands, arms, sleeves and heads, and where something moves.

The cells that are no squares always look the same but for the light: what covers them is told by
comparing each with how it looked before, the change of light over the whole board taken out. A
square is hidden where the cells around it are, or while something moves on it; pieces that come
and go change squares alone.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.pose import BoardPose, Picture

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]

_CELL = 12
"""Pixels a cell in the small view of the board from above."""
_MIDDLE = slice(3, 9)
"""The part of a cell that no piece beside it covers."""
_COVERED = 16.0
"""Grey levels by which a covered cell differs at least from how it looked, the light taken out."""
_SHADOW = 0.035
"""A shadow darkens all colours alike; the shares of blue, green and red change by less."""
_TINTED, _UNEVEN = 0.012, 8.0
"""Skin over light wood changes them no more than a shadow may, but it does change them, and unlike
a soft shadow it makes the cell uneven: by so many grey levels, its mean change taken out."""
_DARKEST_SHADOW = 0.45
_SAME_LIGHT = 0.08
"""Cells whose brightness changed by factors so near (logarithm) have kept the same light."""
_MOVES = 14.0
"""Grey levels between two frames: more is motion."""
_MOVING_SHARE = 0.12
_LEARN = 0.05
_ABSORB_S = 3.0
"""What covers a cell and does not move for so long is taken for part of the board: a new light."""


@dataclass(frozen=True, slots=True, eq=False)
class Hands:
    """(n, n) each: cells covered by something that is no piece, and cells where something moves.
    `present`: a hand is over the board."""

    covered: Mask
    moving: Mask
    present: bool

    @property
    def hidden(self) -> Mask:
        """Cells of which nothing can be said now."""
        return np.asarray(self.covered | self.moving)


class HandFinder:
    """Remembers how the board looked."""

    def __init__(self) -> None:
        self._usual: Floats | None = None
        self._before: tuple[Floats, Floats] | None = None
        self._covered_since: npt.NDArray[np.float64] | None = None
        self._seen = 0

    def find(
        self, picture: Picture, pose: BoardPose, now: float, *, tells_motion: bool = True
    ) -> Hands:
        """What is hidden in this picture; the first ones teach how the board looks. Pictures that
        were taken long after one another do not tell what moves (`tells_motion`)."""
        view = _from_above(picture, pose)
        middles = _middles(view, pose.board_size)
        light = ~pose.played
        moving = self._moving(view, _colors(middles), light) & tells_motion
        if self._usual is None or self._covered_since is None:
            self._usual, self._covered_since = middles, np.full(light.shape, now)
        middles_even = middles / _gain(_colors(middles), _colors(self._usual), light)
        covered = light & _differs(middles_even, self._usual)
        self._covered_since[~covered | moving] = now
        lasting = now - self._covered_since > _ABSORB_S
        self._seen += 1
        rate = np.where(covered & ~lasting, 0.0, max(_LEARN, 1.0 / self._seen))
        rate[moving] = 0.0
        share = rate[..., None, None, None].astype(np.float32)
        self._usual += share * (middles_even - self._usual)
        covered &= ~lasting
        around = cv2.filter2D(
            covered.astype(np.float32), -1, _SIDES, borderType=cv2.BORDER_CONSTANT
        )
        covered |= pose.played & (around >= 2)
        present = bool(covered.sum() >= 2 or moving.sum() >= 2)
        return Hands(covered, moving, present)

    def _moving(self, view: Floats, colors: Floats, light: Mask) -> Mask:
        before, self._before = self._before, (view, colors)
        if before is None:
            return np.zeros(light.shape, np.bool_)
        change = np.abs(view - before[0] * _gain(colors, before[1], light)).max(axis=2) > _MOVES
        inner = change[_CELL:-_CELL, _CELL:-_CELL].astype(np.float32)
        share = cv2.resize(inner, light.shape, interpolation=cv2.INTER_AREA)
        return np.asarray(share > _MOVING_SHARE)


_SIDES = np.array([[0, 1, 0], [1, 0, 1], [0, 1, 0]], np.float32)


def _from_above(picture: Picture, pose: BoardPose) -> Floats:
    """The board and one cell around it seen from above, `_CELL` pixels a cell, smoothed."""
    size = (pose.board_size + 2) * _CELL
    scale = np.array(
        [[1 / _CELL, 0, -1 + 0.5 / _CELL], [0, 1 / _CELL, -1 + 0.5 / _CELL], [0, 0, 1]]
    )
    view = cv2.warpPerspective(
        picture,
        pose.homography @ scale,
        (size, size),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return np.asarray(cv2.blur(view, (3, 3)), np.float32)


def _middles(view: Floats, size: int) -> Floats:
    """(n, n, h, w, 3): the middle of each cell."""
    inner = view[_CELL:-_CELL, _CELL:-_CELL].reshape(size, _CELL, size, _CELL, 3)
    return np.ascontiguousarray(inner[:, _MIDDLE, :, _MIDDLE].transpose(0, 2, 1, 3, 4))


def _colors(middles: Floats) -> Floats:
    """(n, n, 3): the mean colour of the middle of each cell."""
    return np.asarray(middles.mean(axis=(2, 3)), np.float32)


def _gain(colors: Floats, usual: Floats, light: Mask) -> Floats:
    """(3,): how much brighter each colour has become over the whole board: as on the most cells
    that agree, which are those that nothing covers."""
    ratio = np.log((colors[light] + 4) / (usual[light] + 4))
    apart = np.abs(ratio[:, None] - ratio[None]).max(axis=2)
    agreeing = apart < _SAME_LIGHT
    best = int(agreeing.sum(axis=1).argmax())
    return np.asarray(np.exp(np.median(ratio[agreeing[best]], axis=0)), np.float32)


def _differs(middles: Floats, usual: Floats) -> Mask:
    """Which cells show something else than before: no light, no shadow explains the change."""
    now, then = _colors(middles), _colors(usual)
    change = np.abs(now - then).max(axis=2) > _COVERED
    brightness, before = now.sum(axis=2) + 1, then.sum(axis=2) + 1
    tint = np.abs(now / brightness[..., None] - then / before[..., None]).max(axis=2)
    ratio = brightness / before
    uneven = np.abs(middles / ratio[..., None, None, None] - usual).max(axis=4).mean(axis=(2, 3))
    skin = (tint > _TINTED) & (uneven > _UNEVEN)
    shadow = (tint < _SHADOW) & ~skin & (ratio > _DARKEST_SHADOW) & (ratio < 1.25)
    return np.asarray(change & ~shadow)
