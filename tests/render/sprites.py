"""Pieces and figures cut out of the plates of a film."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
import numpy.typing as npt

from tests.render.layers import Light, Points, about, hide, lay
from tests.render.plates import FigureKey, Plates, canvas_camera
from tests.render.sensor import to_light

_EPS = 0.01  # of light: darker than this the noise of the plates would be taken for shadow


@dataclass(frozen=True, eq=False)
class Sprite:
    """A piece cut out of its plate: `origin` the pixel of the patch, `shadow` the share of light
    that is left around it, `foot` where its middle touches the ground."""

    origin: tuple[int, int]
    light: Light
    alpha: Light
    shadow: Light
    foot: Points


class Cutout:
    """A figure that can be laid anywhere."""

    def __init__(self, plates: Plates, key: FigureKey) -> None:
        figure, n = plates.figures[key], plates.scene.board_size
        self._foot = canvas_camera(plates.scene.camera).project([n / 2, n / 2, 0.0])
        self._rest = plates.camera.project([n / 2, n / 2, 0.0])
        self._picture = _spread(figure.picture)
        self._shadow = figure.shadow if figure.shadow.ndim == 2 else figure.shadow[..., 0]
        self._ratio = figure.picture.shape[1] / self._shadow.shape[1]

    def lay(self, light: Light, cover: Light, where: Points, scale: float) -> None:
        matrix = about(self._foot, where, scale)
        size = (light.shape[1], light.shape[0])
        picture = cv2.warpAffine(self._picture, matrix, size, flags=cv2.INTER_LINEAR)
        x, y, w, h = cv2.boundingRect(picture[..., 3])
        if w == 0:
            return
        picture = picture[y : y + h, x : x + w]
        alpha = np.asarray(picture[..., 3] / 255, np.float32)
        lay(light, (x, y), to_light(np.ascontiguousarray(picture[..., :3])), alpha)
        hide(cover, (x, y), alpha)

    def shade(self, light: Light, where: Points, scale: float) -> None:
        matrix = about(self._foot / self._ratio, where, scale * self._ratio)
        size = (light.shape[1], light.shape[0])
        share = cv2.warpAffine(
            self._shadow, matrix, size, flags=cv2.INTER_LINEAR, borderValue=(250,)
        )
        light *= np.minimum(share.astype(np.float32) / 250, 1.0)[..., None]


def warped(sprite: Sprite, foot: Points, scale: float) -> Sprite:
    """The sprite with its foot elsewhere."""
    height, width = sprite.alpha.shape
    inner = sprite.foot - sprite.origin
    low = np.floor(foot - scale * inner).astype(int)
    matrix = about(inner, foot - low, scale)
    size = (int(width * scale) + 2, int(height * scale) + 2)
    light = cv2.warpAffine(sprite.light, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpAffine(sprite.alpha, matrix, size)
    shadow = cv2.warpAffine(sprite.shadow, matrix, size, borderValue=(1.0,))
    return replace(
        sprite,
        origin=(int(low[0]), int(low[1])),
        light=np.asarray(light, np.float32),
        alpha=np.asarray(alpha, np.float32),
        shadow=np.asarray(shadow, np.float32),
        foot=foot,
    )


def filled(hulls: list[Points], shape: tuple[int, int]) -> Light:
    """(h, w): how much of each pixel lies within the outlines."""
    fine = 8
    mask = np.zeros((shape[0] * fine, shape[1] * fine), np.uint8)
    for hull in hulls:
        corners = (hull + 0.5) * fine - 0.5
        cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    small = cv2.resize(mask, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255, np.float32)


def shadow_of(light: Light, empty: Light, alpha: Light) -> Light:
    """(h, w): light with the piece to light without it; carried on below the piece."""
    free = 1 - np.asarray(cv2.dilate(alpha, np.ones((3, 3), np.uint8)), np.float32)
    near, wide = (_ratio(light, empty, free, sigma) for sigma in (1.2, 6.0))
    return np.asarray(np.where(free > 0.5, near, wide).clip(0.1, 1.5), np.float32)


def _ratio(light: Light, empty: Light, weight: Light, sigma: float) -> Light:
    with_piece, without = (
        cv2.GaussianBlur((a.mean(axis=2) + _EPS) * weight, (0, 0), sigma) for a in (light, empty)
    )
    return np.asarray((with_piece + 1e-6) / (without + 1e-6), np.float32)


def _spread(picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Colours run a few pixels into what is transparent, against dark rims."""
    solid = picture[..., 3:] > 128
    color = np.where(solid, picture[..., :3], 0).astype(np.uint8)
    grown = cv2.dilate(color, np.ones((7, 7), np.uint8))
    return np.concatenate([np.where(solid, color, grown), picture[..., 3:]], axis=2)
