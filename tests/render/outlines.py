"""What a piece covers in a picture: exact outlines, from the camera alone."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from tests.render.camera import Camera
from tests.render.pieces_text import stack_shift
from tests.render.plates import Place
from tests.render.scene import Crown, Scene

Points = npt.NDArray[np.float64]


def outlines(scene: Scene, camera: Camera, letter: str, place: Place) -> list[Points]:
    """What a piece covers in the plate: one convex outline for each of its discs, exact."""
    discs = scene.discs
    turn = math.radians(place.turn)
    lower = _hull(camera, discs.radius, discs.height, (place.x, place.y, place.z))
    if letter not in "WB" or discs.crown is not Crown.STACK:
        return [lower]
    dx, dy = stack_shift(place.turn)
    x = place.x + dx * math.cos(turn) - dy * math.sin(turn)
    y = place.y + dx * math.sin(turn) + dy * math.cos(turn)
    upper = _hull(camera, discs.radius, discs.height, (x, y, place.z + discs.height))
    return [lower, upper]


def _hull(
    camera: Camera, radius: float, height: float, place: tuple[float, float, float]
) -> Points:
    angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    ring = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    edge = min(0.035, height * 0.25)
    levels = (
        (radius - edge, 0.0),
        (radius, edge),
        (radius, height - edge),
        (radius - edge, height),
    )
    points = [
        np.column_stack([ring * r + place[:2], np.full(len(ring), place[2] + z)]) for r, z in levels
    ]
    seen = camera.project(np.concatenate(points)).astype(np.float32)
    return np.asarray(cv2.convexHull(seen)[:, 0], np.float64)
