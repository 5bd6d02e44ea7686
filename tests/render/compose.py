"""Puts a picture of any position together from the plates of a film, in milliseconds.

Everything is linear light, float32 (h, w, 3), in the pixels of the plates. Shadows multiply the
light of what lies below, pieces are laid over each other from far to near.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np
import numpy.typing as npt

from tests.render.plates import FigureKey, Place, Plates, canvas_camera, outlines
from tests.render.sensor import to_light

Light = npt.NDArray[np.float32]
Points = npt.NDArray[np.float64]
Cell = tuple[int, int]
_SHADOW_REACH = 1.45  # squares from the middle of a piece; its neighbours in a plate are 2.8 away
_EPS = 0.01


@dataclass(frozen=True, slots=True)
class Put:
    """A piece on a place, a bit off its middle."""

    letter: str
    dx: float = 0.0
    dy: float = 0.0


@dataclass(frozen=True, eq=False)
class Sprite:
    """A piece cut out of its plate: `origin` the pixel of the patch, `shadow` the share of light
    that is left around it, `foot` where its middle touches the ground."""

    origin: tuple[int, int]
    light: Light
    alpha: Light
    shadow: Light
    foot: Points


class Composer:
    """The pictures that these plates can make. `cover` in its methods is (h, w): how much of a
    pixel is hidden by something that moves; it is added to."""

    def __init__(self, plates: Plates) -> None:
        self.plates = plates
        self.camera = plates.camera
        self._empty = to_light(plates.empty)
        self._table = to_light(plates.table)
        self._sprite = lru_cache(maxsize=None)(self._cut)
        self._placed = lru_cache(maxsize=512)(self._put)
        self._hands = {key: _Cutout(plates, key) for key in plates.figures}
        self._depth = self._depth_of(plates.scene.board_size / 2, plates.scene.board_size / 2, 0)

    @property
    def shape(self) -> tuple[int, int]:
        height, width = self.plates.empty.shape[:2]
        return height, width

    def board(self, pieces: Mapping[Cell, Put]) -> Light:
        """The board with these pieces, nothing in motion."""
        light = self._empty.copy()
        placed = [(cell, self._placed(cell, put)) for cell, put in pieces.items()]
        placed.sort(key=lambda item: -self._distance(self.plates.places[item[0]]))
        for _, sprite in placed:
            _multiply(light, sprite.origin, sprite.shadow)
        for _, sprite in placed:
            _lay(light, sprite.origin, sprite.light, sprite.alpha)
        return light

    def moved_board(self, light: Light, motion: tuple[float, float, float]) -> Light:
        """The board shifted (squares) and turned (degrees) on its table."""
        homography = self.board_motion(motion)
        mask = self._board_mask
        size = (light.shape[1], light.shape[0])
        moved = cv2.warpPerspective(light, homography, size, borderMode=cv2.BORDER_REPLICATE)
        share = cv2.warpPerspective(mask, homography, size)[..., None]
        bare = light + (self._table - light) * mask[..., None]
        return np.asarray(bare + (moved - bare) * share, np.float32)

    def board_motion(self, motion: tuple[float, float, float]) -> Points:
        """(3, 3): where a pixel of the board goes when it is shifted and turned."""
        dx, dy, degrees = motion
        middle = self.plates.scene.board_size / 2
        turn = np.eye(3)
        turn[:2] = cv2.getRotationMatrix2D((middle, middle), degrees, 1.0)
        turn[:2, 2] += (dx, dy)
        plane = self.camera.homography()
        return np.asarray(plane @ turn @ np.linalg.inv(plane))

    def piece(
        self, light: Light, cover: Light, letter: str, place: tuple[float, float, float]
    ) -> None:
        """A piece in the hand or sliding, at any (x, y, z)."""
        x, y, z = place
        cell = self._nearest(x, y)
        sprite, home = self._sprite(letter, cell), self.plates.places[cell]
        home_depth = self._depth_of(home.x, home.y, home.z)
        on_ground = _warped(
            sprite, self.camera.project([x, y, 0.0]), home_depth / self._depth_of(x, y, 0.0)
        )
        faint = 1 - (1 - on_ground.shadow) * max(0.25, 1 - z / 2.5)
        _multiply(light, on_ground.origin, np.asarray(faint, np.float32))
        lifted = _warped(
            sprite, self.camera.project([x, y, z]), home_depth / self._depth_of(x, y, z)
        )
        _lay(light, lifted.origin, lifted.light, lifted.alpha)
        _cover(cover, lifted.origin, lifted.alpha)

    def figure(
        self, light: Light, cover: Light, key: FigureKey, place: tuple[float, float, float]
    ) -> None:
        """A hand, or a head, of which the fingertips are at (x, y, z)."""
        x, y, z = place
        scale = self._depth / max(0.3 * self._depth, self._depth_of(x, y, z))
        ground = self._shadow_spot(x, y, z)
        cutout = self._hands[key]
        cutout.shade(light, self.camera.project(ground), scale)
        cutout.lay(light, cover, self.camera.project([x, y, z]), scale)

    # Where things are.

    def _shadow_spot(self, x: float, y: float, z: float) -> tuple[float, float, float]:
        """Below something lifted to z the shadow moves away from the light."""
        light = self.plates.scene.light
        turn, height = np.radians(light.turn), np.radians(light.height)
        away = z / max(0.3, float(np.tan(height))) * (1 - light.fill)
        return x - away * float(np.sin(turn)), y - away * float(np.cos(turn)), 0.0

    def _depth_of(self, x: float, y: float, z: float) -> float:
        return float((np.array([x, y, z]) - self.camera.eye) @ self.camera.axes()[2])

    def _distance(self, place: Place) -> float:
        return float(np.linalg.norm(np.array([place.x, place.y, place.z]) - self.camera.eye))

    def _nearest(self, x: float, y: float) -> Cell:
        board = {c: p for c, p in self.plates.places.items() if c[0] >= 0}
        return min(board, key=lambda c: (board[c].x - x) ** 2 + (board[c].y - y) ** 2)

    @cached_property
    def _board_mask(self) -> Light:
        """(h, w): 1 on the board and the pieces above it, fading into the table."""
        n, board = self.plates.scene.board_size, self.plates.scene.board
        low, high = -board.border - 0.05, n + board.border + 0.05
        rim = [[x, y, z] for x in (low, high) for y in (low, high) for z in (-board.thickness, 0)]
        above = [[x, y, 0.7] for x in (0, n) for y in (0, n)]
        hull = cv2.convexHull(self.camera.project(rim + above).astype(np.float32))
        mask = np.zeros(self.shape, np.float32)
        cv2.fillConvexPoly(mask, np.round(hull).astype(np.int32), 1.0)
        return np.asarray(cv2.GaussianBlur(mask, (0, 0), 2.0), np.float32)

    # Sprites.

    def _put(self, cell: Cell, put: Put) -> Sprite:
        sprite, place = self._sprite(put.letter, cell), self.plates.places[cell]
        if put.dx == 0 == put.dy:
            return sprite
        foot = self.camera.project([place.x + put.dx, place.y + put.dy, place.z])
        return _warped(sprite, foot, 1.0)

    def _cut(self, letter: str, cell: Cell) -> Sprite:
        place = self.plates.places[cell]
        plate = self.plates.pieces[letter, place.group]
        hulls = outlines(self.plates.scene, self.camera, letter, place)
        foot = self.camera.project([place.x, place.y, place.z])
        x0, y0, x1, y1 = self._patch(hulls, place)
        light = to_light(plate[y0:y1, x0:x1])
        alpha = _filled([hull - (x0, y0) for hull in hulls], (y1 - y0, x1 - x0))
        shadow = _shadow(light, self._empty[y0:y1, x0:x1], alpha)
        fade = self._fade((x0, y0, x1, y1), place)
        return Sprite((x0, y0), light, alpha, np.asarray(1 + (shadow - 1) * fade, np.float32), foot)

    def _patch(self, hulls: list[Points], place: Place) -> tuple[int, int, int, int]:
        r = _SHADOW_REACH
        around = [[place.x + dx, place.y + dy, place.z] for dx in (-r, r) for dy in (-r, r)]
        points = np.concatenate([*hulls, self.camera.project(around)])
        height, width = self.shape
        low = np.clip(np.floor(points.min(axis=0)) - 2, 0, (width - 2, height - 2)).astype(int)
        high = np.clip(np.ceil(points.max(axis=0)) + 3, low + 2, (width, height)).astype(int)
        return int(low[0]), int(low[1]), int(high[0]), int(high[1])

    def _fade(self, box: tuple[int, int, int, int], place: Place) -> Light:
        """1 near the piece, 0 where its shadow is cut off."""
        x0, y0, x1, y1 = box
        pixels = np.stack(np.meshgrid(np.arange(x0, x1), np.arange(y0, y1)), axis=-1)
        plane = np.linalg.inv(self.camera.homography())
        ground = cv2.perspectiveTransform(pixels.reshape(-1, 1, 2).astype(np.float64), plane)
        distance = np.linalg.norm(ground[:, 0] - (place.x, place.y), axis=1)
        fade = np.clip((_SHADOW_REACH - distance) / 0.3, 0, 1)
        return np.asarray(fade.reshape(pixels.shape[:2]), np.float32)


class _Cutout:
    """A figure that can be laid anywhere."""

    def __init__(self, plates: Plates, key: FigureKey) -> None:
        figure, n = plates.figures[key], plates.scene.board_size
        self._foot = canvas_camera(plates.scene.camera).project([n / 2, n / 2, 0.0])
        self._rest = plates.camera.project([n / 2, n / 2, 0.0])
        self._picture = _spread(figure.picture)
        self._shadow = figure.shadow if figure.shadow.ndim == 2 else figure.shadow[..., 0]
        self._ratio = figure.picture.shape[1] / self._shadow.shape[1]

    def lay(self, light: Light, cover: Light, where: Points, scale: float) -> None:
        matrix = _about(self._foot, where, scale)
        size = (light.shape[1], light.shape[0])
        picture = cv2.warpAffine(self._picture, matrix, size, flags=cv2.INTER_LINEAR)
        x, y, w, h = cv2.boundingRect(picture[..., 3])
        if w == 0:
            return
        picture = picture[y : y + h, x : x + w]
        alpha = np.asarray(picture[..., 3] / 255, np.float32)
        _lay(light, (x, y), to_light(np.ascontiguousarray(picture[..., :3])), alpha)
        _cover(cover, (x, y), alpha)

    def shade(self, light: Light, where: Points, scale: float) -> None:
        matrix = _about(self._foot / self._ratio, where, scale * self._ratio)
        size = (light.shape[1], light.shape[0])
        share = cv2.warpAffine(
            self._shadow, matrix, size, flags=cv2.INTER_LINEAR, borderValue=(250,)
        )
        light *= np.minimum(share.astype(np.float32) / 250, 1.0)[..., None]


def _about(here: Points, there: Points, scale: float) -> Points:
    """(2, 3): scales about `here`, which goes to `there`."""
    shift = there - scale * here
    return np.array([[scale, 0.0, shift[0]], [0.0, scale, shift[1]]])


def _spread(picture: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    """Colours run a few pixels into what is transparent, against dark rims."""
    solid = picture[..., 3:] > 128
    color = np.where(solid, picture[..., :3], 0).astype(np.uint8)
    grown = cv2.dilate(color, np.ones((7, 7), np.uint8))
    return np.concatenate([np.where(solid, color, grown), picture[..., 3:]], axis=2)


def _filled(hulls: list[Points], shape: tuple[int, int]) -> Light:
    """(h, w): how much of each pixel lies within the outlines."""
    fine = 8
    mask = np.zeros((shape[0] * fine, shape[1] * fine), np.uint8)
    for hull in hulls:
        corners = (hull + 0.5) * fine - 0.5
        cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 255, cv2.LINE_8, 4)
    small = cv2.resize(mask, (shape[1], shape[0]), interpolation=cv2.INTER_AREA)
    return np.asarray(small / 255, np.float32)


def _shadow(light: Light, empty: Light, alpha: Light) -> Light:
    """(h, w): light with the piece to light without it; carried on below the piece."""
    free = 1 - np.asarray(cv2.dilate(alpha, np.ones((3, 3), np.uint8)), np.float32)
    near, wide = (_ratio(light, empty, free, sigma) for sigma in (1.2, 6.0))
    return np.asarray(np.where(free > 0.5, near, wide).clip(0.1, 1.5), np.float32)


def _ratio(light: Light, empty: Light, weight: Light, sigma: float) -> Light:
    with_piece, without = (
        cv2.GaussianBlur((a.mean(axis=2) + _EPS) * weight, (0, 0), sigma) for a in (light, empty)
    )
    return np.asarray((with_piece + 1e-6) / (without + 1e-6), np.float32)


def _warped(sprite: Sprite, foot: Points, scale: float) -> Sprite:
    """The sprite with its foot elsewhere."""
    height, width = sprite.alpha.shape
    inner = sprite.foot - sprite.origin
    low = np.floor(foot - scale * inner).astype(int)
    matrix = _about(inner, foot - low, scale)
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


def _window(
    shape: tuple[int, ...], origin: tuple[int, int], patch: tuple[int, ...]
) -> tuple[tuple[slice, slice], tuple[slice, slice]] | None:
    """The part of the picture that a patch lies on, and the part of the patch that lies on it."""
    (x, y), (height, width) = origin, patch[:2]
    left, top = max(0, -x), max(0, -y)
    right, bottom = min(width, shape[1] - x), min(height, shape[0] - y)
    if right <= left or bottom <= top:
        return None
    there = slice(y + top, y + bottom), slice(x + left, x + right)
    return there, (slice(top, bottom), slice(left, right))


def _multiply(light: Light, origin: tuple[int, int], share: Light) -> None:
    if window := _window(light.shape, origin, share.shape):
        light[window[0]] *= share[window[1]][..., None]


def _lay(light: Light, origin: tuple[int, int], patch: Light, alpha: Light) -> None:
    if window := _window(light.shape, origin, alpha.shape):
        there, part = window
        share = alpha[part][..., None]
        light[there] += (patch[part] - light[there]) * share


def _cover(cover: Light, origin: tuple[int, int], alpha: Light) -> None:
    if window := _window(cover.shape, origin, alpha.shape):
        np.maximum(cover[window[0]], alpha[window[1]], out=cover[window[0]])
