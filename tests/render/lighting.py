"""The lamps, windows and suns of a scene, in the language of POV-Ray."""

from __future__ import annotations

import math
from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from tests.render.scene import (
    LightKind,
    Rgb,
    Scene,
)
from tests.render.words import plain, shade, vector


def lights(scene: Scene) -> Iterable[str]:
    light, n = scene.light, scene.board_size
    middle = np.array([n / 2, n / 2, 0.0])
    key = light.power * (1 - light.fill)
    yield _sky(middle, light.power * light.fill, n)
    where = middle + _direction(light.turn, light.height) * 2.4 * n
    match light.kind:
        case LightKind.SOFT:
            yield _area(where, shade(light.color, key), 1.3 * n, 4)
        case LightKind.LOW_LAMP:
            near = middle + _direction(light.turn, light.height) * 1.4 * n
            yield _area(near, shade(light.color, key), 0.12 * n, 3)
        case LightKind.WINDOW:
            yield _area(where, shade(light.color, key), 0.9 * n, 4)
        case LightKind.CEILING:
            for step in (-1, 0, 1):
                spot = where + np.array([step * 0.8 * n, -step * 0.5 * n, 0.3 * step * n])
                yield _area(spot, shade(light.color, key / 3), 0.1 * n, 2)
        case LightKind.SUN_PATCH:
            yield _area(where, shade(light.color, key), 0.04 * n, 2)
            yield _window_frame(scene, where, middle)
    if light.glare > 0:
        yield _glare(scene, middle)


def _direction(turn: float, height: float) -> npt.NDArray[np.float64]:
    t, h = math.radians(turn), math.radians(height)
    return np.array([math.sin(t) * math.cos(h), math.cos(t) * math.cos(h), math.sin(h)])


def _area(
    where: npt.NDArray[np.float64],
    color: Rgb,
    size: float,
    samples: int,
) -> str:
    return (
        f"light_source {{ {vector(where)} rgb {vector(color)} area_light <{size:.2f}, 0, 0>, "
        f"<0, {size:.2f}, 0>, {samples}, {samples} adaptive 0 circular orient }}"
    )


def _sky(middle: npt.NDArray[np.float64], power: float, n: int) -> str:
    """Light from above that is nearly everywhere: soft shadows below the pieces."""
    where = middle + np.array([0.2 * n, -0.3 * n, 2.2 * n])
    return _area(where, (power, power, power), 3.2 * n, 4)


def _window_frame(scene: Scene, light: npt.NDArray[np.float64], middle: object) -> str:
    """A wall with a hole between light and board: a bright patch with hard edges."""
    n = scene.board_size
    towards = np.array([n * 0.4, n * 0.6, 0.0]) - light
    place = light + towards * 0.72
    turn = scene.light.turn
    hole = 0.16 * n
    return (
        f"difference {{ box {{ <{-3 * n}, -0.1, {-3 * n}>, <{3 * n}, 0.1, {3 * n}> }} "
        f"box {{ <{-hole}, -1, {-hole * 0.7}>, <-0.1, 1, {hole * 0.7}> }} "
        f"box {{ <0.1, -1, {-hole * 0.7}>, <{hole}, 1, {hole * 0.7}> }} "
        f"{plain((0.5, 0.5, 0.5))} rotate z*{-turn:.1f} translate {vector(place)} no_image "
        "no_reflection }"
    )


def _glare(scene: Scene, middle: npt.NDArray[np.float64]) -> str:
    """A lamp where the board mirrors it into the camera; near the middle of the playing area."""
    n, light = scene.board_size, scene.light
    spot = middle + np.array([math.sin(light.turn), math.cos(light.turn * 1.7), 0]) * 0.25 * n
    eye = scene.camera.eye
    away = (spot - eye) * np.array([1, 1, -1])
    where = spot + away / np.linalg.norm(away) * 1.8 * n
    power = light.glare * 0.5
    return _area(where, (power, power, power), 0.15 * n, 2)
