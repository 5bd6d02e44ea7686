"""Puts a picture of any position together from the plates of a film, in milliseconds.

Everything is linear light, float32 (h, w, 3), in the pixels of the plates. Shadows multiply the
light of what lies below, pieces are laid over each other from far to near.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

import cv2
import numpy as np

from tests.render.layers import Light, Points, hide, lay, multiply
from tests.render.outlines import outlines
from tests.render.plates import FigureKey, Place, Plates
from tests.render.sensor import to_light
from tests.render.sprites import Cutout, Sprite, filled, shadow_of, warped

Cell = tuple[int, int]
_SHADOW_REACH = 1.45  # squares from the middle of a piece; its neighbours in a plate are 2.8 away


@dataclass(frozen=True, slots=True)
class Put:
    """A piece on a place, a bit off its middle."""

    letter: str
    dx: float = 0.0
    dy: float = 0.0


class Composer:
    """The pictures that these plates can make. `cover` in its methods is (h, w): how much of a
    pixel is hidden by something that moves; it is added to."""

    def __init__(self, plates: Plates) -> None:
        self.plates = plates
        self.camera = plates.camera
        self._empty = to_light(plates.empty)
        self._table = to_light(plates.table)
        self._sprite = lru_cache(maxsize=128)(self._cut)
        self._placed = lru_cache(maxsize=64)(self._put)
        self._hands = {key: Cutout(plates, key) for key in plates.figures}
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
            multiply(light, sprite.origin, sprite.shadow)
        for _, sprite in placed:
            lay(light, sprite.origin, sprite.light, sprite.alpha)
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
        on_ground = warped(
            sprite, self.camera.project([x, y, 0.0]), home_depth / self._depth_of(x, y, 0.0)
        )
        faint = 1 - (1 - on_ground.shadow) * max(0.25, 1 - z / 2.5)
        multiply(light, on_ground.origin, np.asarray(faint, np.float32))
        lifted = warped(
            sprite, self.camera.project([x, y, z]), home_depth / self._depth_of(x, y, z)
        )
        lay(light, lifted.origin, lifted.light, lifted.alpha)
        hide(cover, lifted.origin, lifted.alpha)

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
        return warped(sprite, foot, 1.0)

    def _cut(self, letter: str, cell: Cell) -> Sprite:
        place = self.plates.places[cell]
        plate = self.plates.pieces[letter, place.group]
        hulls = outlines(self.plates.scene, self.camera, letter, place)
        foot = self.camera.project([place.x, place.y, place.z])
        x0, y0, x1, y1 = self._patch(hulls, place)
        light = to_light(plate[y0:y1, x0:x1])
        alpha = filled([hull - (x0, y0) for hull in hulls], (y1 - y0, x1 - x0))
        shadow = shadow_of(light, self._empty[y0:y1, x0:x1], alpha)
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
        """1 near the piece, 0 where its shadow is cut off, or where another one is."""
        x0, y0, x1, y1 = box
        pixels = np.stack(np.meshgrid(np.arange(x0, x1), np.arange(y0, y1)), axis=-1)
        plane = np.linalg.inv(self.camera.homography())
        flat = pixels.reshape(-1, 1, 2).astype(np.float64)
        ground = np.asarray(cv2.perspectiveTransform(flat, plane)[:, 0], np.float64)
        fade = np.clip((_SHADOW_REACH - _from(place, ground)) / 0.3, 0, 1)
        for other in self.plates.places.values():
            near = abs(other.x - place.x) < 3 and abs(other.y - place.y) < 3
            if near and other.group == place.group and other != place:
                fade *= np.clip((_from(other, ground) - 0.85) / 0.3, 0, 1)
        return np.asarray(fade.reshape(pixels.shape[:2]), np.float32)


def _from(place: Place, ground: Points) -> Points:
    """How far points of the table are from the middle of a place."""
    return np.asarray(np.hypot(ground[:, 0] - place.x, ground[:, 1] - place.y))
