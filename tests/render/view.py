"""What one camera sees of a board at one moment: the picture, and what of it is hidden."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from tests.render.compose import Cell, Composer, Put
from tests.render.conditions import Conditions, Motion
from tests.render.cover import covered
from tests.render.layers import Light, Points
from tests.render.plates import MARGIN, FigureKey, Plates
from tests.render.sensor import Grain, from_light
from tests.render.tracks import Point3

Picture = npt.NDArray[np.uint8]
Covered = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Busy:
    """A hand or head at a place, and the piece it holds."""

    figure: FigureKey
    place: Point3
    holds: str


@dataclass(frozen=True, eq=False)
class Sight:
    """`corners` (4, 2) of the world's corners in the picture; `covered` (n, n) of the world: the
    largest share that is hidden of a cell or of a piece on it."""

    picture: Picture
    corners: Points
    covered: Covered


class View:
    """The camera of some plates under changing conditions."""

    def __init__(self, plates: Plates, conditions: Conditions, noise: float, seed: int) -> None:
        self.plates, self._conditions = plates, conditions
        self._composer = Composer(plates)
        camera = plates.scene.camera
        self._size = camera.width, camera.height
        self._blur = min(0.9, plates.scene.sensor.blur) * camera.width / 1000
        self._grain = Grain(camera.height, camera.width, noise, seed)
        self._glow = _glow((camera.height, camera.width), conditions.spot)
        self._still: tuple[object, Light] | None = None

    def sight(
        self, time: float, index: int, state: Mapping[Cell, Put], version: int, busy: Iterable[Busy]
    ) -> Sight:
        """`version` is another number whenever `state` is another one."""
        motion, scene = self._conditions.board(time), self.plates.scene
        light = self._static(state, version, motion).copy()
        cover = np.zeros(light.shape[:2], np.float32)
        for one in busy:
            self._draw(light, cover, one, motion)
        to_frame = self._conditions.camera(time, self._size) @ self._crop
        board = self._composer.board_motion(motion)
        return Sight(
            self._developed(light, to_frame, time, index),
            self._corners(to_frame @ board),
            covered(cover, self._composer.camera, scene.board_size, scene.discs.height, board),
        )

    def _static(self, state: Mapping[Cell, Put], version: int, motion: Motion) -> Light:
        """The board without hands; made anew only where something changed."""
        key = version, motion
        if self._still is None or self._still[0] != key:
            light = self._composer.board(state)
            if motion != (0.0, 0.0, 0.0):
                light = self._composer.moved_board(light, motion)
            self._still = key, light
        return self._still[1]

    def _draw(self, light: Light, cover: Light, busy: Busy, motion: Motion) -> None:
        x, y, z = busy.place
        x, y = x + motion[0], y + motion[1]
        if busy.holds:
            grip = self.plates.scene.discs.height * (2 if busy.holds in "WB" else 1) - 0.2
            place = x, y, max(0.0, z - max(0.0, grip))
            self._composer.piece(light, cover, busy.holds, place)
        self._composer.figure(light, cover, busy.figure, (x, y, z))

    @property
    def _crop(self) -> Points:
        """(3, 3): from the plates to the frame, which lacks their margin."""
        dx, dy = (float(np.ceil(MARGIN * length)) for length in self._size)
        return np.array([[1, 0, -dx], [0, 1, -dy], [0, 0, 1.0]])

    def _developed(self, light: Light, to_frame: Points, time: float, index: int) -> Picture:
        moved = cv2.warpPerspective(light, to_frame, self._size, borderMode=cv2.BORDER_REFLECT_101)
        seen = np.asarray(moved, np.float32)
        seen *= np.asarray(self._conditions.gain(time), np.float32)
        if lit := self._conditions.lamp(time):
            seen *= 1 + lit * self._glow
        picture = from_light(seen)
        if self._blur > 0.2:
            picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), self._blur), np.uint8)
        return self._grain.on(picture, index)

    def _corners(self, to_frame: Points) -> Points:
        n = float(self.plates.scene.board_size)
        world = np.array([[[0.0, 0.0]], [[n, 0.0]], [[n, n]], [[0.0, n]]])
        plate = self._composer.camera.project(world)
        return np.asarray(cv2.perspectiveTransform(plate, to_frame)[:, 0], np.float64)


def _glow(shape: tuple[int, int], spot: tuple[float, float]) -> Light:
    """(h, w, 3): how much light a lamp adds, warm, round its spot."""
    y, x = np.mgrid[0 : 1 : shape[0] * 1j, 0 : 1 : shape[1] * 1j]
    near = np.exp(-((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / 0.12)
    return np.asarray(near[..., None] * (0.25, 0.42, 0.55), np.float32)
