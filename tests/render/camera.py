"""The camera of a rendered picture: where a point of the world falls in it.

The world is the board: x in columns to the right, y in rows down (the first row at the far side,
white's at the near side of an unturned camera), z up, all in squares. Corner 0 of the playing area
is the origin. Pixels as OpenCV counts them: the centre of the first is 0, 0.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Camera:
    """Looks at `target` from `distance` squares; angles in degrees.

    `elevation`: 90 looks straight down. `turn`: 0 stands on white's side, 90 on the right of it.
    `focal` in pixels; `k1`, `k2`: radial distortion as OpenCV has it, negative for a barrel.
    """

    width: int
    height: int
    focal: float
    target: tuple[float, float]
    elevation: float
    turn: float
    distance: float
    roll: float = 0.0
    k1: float = 0.0
    k2: float = 0.0

    def axes(self) -> Points:
        """(3, 3): right, down and forward of the picture as world directions."""
        e, t, r = (math.radians(a) for a in (self.elevation, self.turn, self.roll))
        level = np.array([math.sin(t), math.cos(t), 0.0])
        sky = np.array([0.0, 0.0, 1.0])
        forward = -(math.cos(e) * level + math.sin(e) * sky)
        up = -math.sin(e) * level + math.cos(e) * sky
        right = np.cross(up, forward)
        down = -up
        c, s = math.cos(r), math.sin(r)
        return np.asarray(np.stack([c * right + s * down, -s * right + c * down, forward]))

    @property
    def eye(self) -> Points:
        """(3,): where the camera is."""
        target: Points = np.array([*self.target, 0.0])
        return np.asarray(target - self.distance * self.axes()[2])

    @property
    def matrix(self) -> Points:
        """(3, 3): the intrinsic matrix."""
        cx, cy = (self.width - 1) / 2, (self.height - 1) / 2
        return np.array([[self.focal, 0, cx], [0, self.focal, cy], [0, 0, 1.0]])

    @property
    def lens(self) -> Points:
        """Distortion coefficients as OpenCV wants them."""
        return np.array([self.k1, self.k2, 0.0, 0.0])

    def project(self, points: npt.ArrayLike) -> Points:
        """World points (..., 2) on the board or (..., 3) as pixels (..., 2)."""
        world = np.asarray(points, np.float64)
        if world.shape[-1] == 2:
            world = np.concatenate([world, np.zeros((*world.shape[:-1], 1))], axis=-1)
        seen = (world - self.eye) @ self.axes().T
        flat = seen[..., :2] / seen[..., 2:]
        r2 = (flat**2).sum(axis=-1, keepdims=True)
        bent = flat * (1 + self.k1 * r2 + self.k2 * r2**2)
        return np.asarray(bent * self.focal + self.matrix[:2, 2])

    def homography(self) -> Points:
        """(3, 3): board plane to pixels, without the lens' distortion."""
        axes = self.axes()
        shift = -axes @ self.eye
        return np.asarray(self.matrix @ np.column_stack([axes[:, 0], axes[:, 1], shift]))

    def pinhole(self) -> Camera:
        """The camera without distortion that sees all that this one does."""
        if self.k1 == 0 == self.k2:
            return self
        grid = self._straight(step=16)
        reach = np.abs(grid * self.focal).max(axis=(0, 1)) + 2
        width, height = (2 * math.ceil(r) for r in reach)
        return Camera(
            max(width, self.width),
            max(height, self.height),
            self.focal,
            self.target,
            self.elevation,
            self.turn,
            self.distance,
            self.roll,
        )

    def bend(self, straight: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
        """A picture of the `pinhole` camera as this lens shows it."""
        if self.k1 == 0 == self.k2:
            return straight
        where = self._straight(step=1) * self.focal
        height, width = straight.shape[:2]
        where += ((width - 1) / 2, (height - 1) / 2)
        x, y = (np.ascontiguousarray(where[..., axis], np.float32) for axis in (0, 1))
        return np.asarray(cv2.remap(straight, x, y, cv2.INTER_CUBIC), straight.dtype)

    def _straight(self, step: int) -> Points:
        """(h, w, 2): the undistorted direction (x / z, y / z) of every step-th pixel."""
        xs = np.arange(0, self.width + step - 1, step).clip(max=self.width - 1)
        ys = np.arange(0, self.height + step - 1, step).clip(max=self.height - 1)
        bent: Points = np.stack(np.meshgrid(xs, ys), axis=-1).astype(np.float64)
        bent = (bent - self.matrix[:2, 2]) / self.focal
        straight = bent.copy()
        for _ in range(12):
            r2 = (straight**2).sum(axis=-1, keepdims=True)
            straight = bent / (1 + self.k1 * r2 + self.k2 * r2**2)
        return straight
