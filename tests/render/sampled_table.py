"""Cameras, light and clutter by chance."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np

from tests.render.camera import Camera
from tests.render.sampled_set import HUES, WOODS
from tests.render.scene import (
    Board,
    Light,
    LightKind,
    Reach,
    Rgb,
    Scene,
    Sensor,
    Thing,
    ThingKind,
)


def random_camera(
    rng: random.Random,
    n: int,
    board: Board,
    size: tuple[int, int],
    elevation: float | None = None,
) -> Camera:
    """All corners of the playing area are in the frame, mostly the border too."""
    width, height = size
    focal = width / (2 * math.tan(math.radians(rng.uniform(45, 78)) / 2))
    strong = rng.random() < 0.4
    turns = rng.choice((0, 0, 90, 180, 270, None))
    camera = Camera(
        width=width,
        height=height,
        focal=focal,
        target=(n / 2 + rng.uniform(-0.6, 0.6), n / 2 + rng.uniform(-0.6, 0.6)),
        elevation=elevation or rng.choice((rng.uniform(25, 90), rng.uniform(40, 75), 89.0)),
        turn=rng.uniform(0, 360) if turns is None else turns + rng.gauss(0, 6),
        distance=10.0 * n,
        roll=rng.gauss(0, 2.5),
        k1=rng.uniform(-0.22, 0.03) if strong else 0.0,
        k2=rng.uniform(0.0, 0.04) if strong else 0.0,
    )
    filled = rng.uniform(0.55, 0.97)
    return framed(camera, n, filled, rng.choice((0.0, board.border)))


def framed(camera: Camera, n: int, filled: float, border: float = 0.0) -> Camera:
    """The camera so far away that the board spans this share of the picture."""
    low, high = -border, n + border
    rim = np.array([[low, low], [high, low], [high, high], [low, high]], np.float64)
    half = np.array([camera.width, camera.height]) / 2
    near, far = 1.0 * n, 30.0 * n
    for _ in range(40):
        middle = (near + far) / 2
        spread = np.abs(replace(camera, distance=middle).project(rim) - half + 0.5) / half
        near, far = (middle, far) if spread.max() > filled else (near, middle)
    return replace(camera, distance=far)


def random_light(rng: random.Random) -> Light:
    kind = rng.choice(list(LightKind))
    low = {LightKind.LOW_LAMP: (16, 35), LightKind.WINDOW: (20, 40), LightKind.SUN_PATCH: (30, 50)}
    warm, cool = (1.0, 0.86, 0.66), (0.86, 0.93, 1.0)
    colors = {LightKind.LOW_LAMP: warm, LightKind.WINDOW: cool}
    color = colors.get(kind, rng.choice(((1.0, 1.0, 1.0), warm, cool, (1.0, 0.75, 0.8))))
    return Light(
        kind=kind,
        turn=rng.uniform(0, 360),
        height=rng.uniform(*low.get(kind, (45, 80))),
        fill=rng.uniform(0.35, 0.7),
        color=color,
        glare=rng.choice((0.0, 0.0, 0.0, rng.uniform(0.5, 1.6))),
        power=rng.uniform(0.8, 1.15),
    )


def random_sensor(rng: random.Random) -> Sensor:
    return Sensor(
        exposure=rng.uniform(0.7, 1.15),
        contrast=rng.uniform(0.85, 1.12),
        warmth=rng.gauss(0, 0.3),
        vignette=rng.uniform(0, 0.4),
        blur=rng.choice((0.3, 0.6, 0.9, 1.4)),
        motion=rng.choice((0.0, 0.0, 0.0, 2.0)),
        noise=rng.choice((1.0, 2.5, 5.0)),
        quality=rng.choice((60, 75, 88, 95)),
    )


def ground_color(rng: random.Random) -> Rgb:
    greys = ((0.8, 0.8, 0.78), (0.45, 0.46, 0.48), (0.15, 0.15, 0.16))
    return rng.choice((*WOODS, *greys, (0.25, 0.4, 0.3), (0.7, 0.2, 0.2), (0.2, 0.3, 0.5)))


def random_things(rng: random.Random, scene: Scene) -> tuple[Thing, ...]:
    """Captured pieces, and clutter where it hides nothing of the playing area."""
    n, border = scene.board_size, scene.board.border
    found: list[Thing] = []
    for _ in range(rng.choice((0, 0, 4, 9))):
        along, away = rng.uniform(-0.5, n + 0.5), n + border + rng.uniform(0.6, 1.8)
        color = rng.choice((scene.discs.white, scene.discs.black))
        x, y = rng.choice(((along, away), (away, along), (n - away, along), (along, n - away)))
        if all(math.hypot(x - t.x, y - t.y) > 2.1 * scene.discs.radius for t in found):
            found.append(Thing(ThingKind.DISC, x, y, rng.uniform(0, 360), 1.0, color))
    for _ in range(rng.choice((0, 1, 2, 4))):
        angle, away = rng.uniform(0, 2 * math.pi), n * 0.72 + border + rng.uniform(1, 5)
        kind = rng.choice([k for k in ThingKind if k is not ThingKind.DISC])
        color = rng.choice((*HUES, *WOODS, (0.9, 0.9, 0.9), (0.1, 0.1, 0.1)))
        x, y = n / 2 + away * math.cos(angle), n / 2 + away * math.sin(angle)
        thing = Thing(kind, x, y, rng.uniform(0, 360), rng.uniform(0.8, 1.5), color)
        if not hides_board(scene, thing):
            found.append(thing)
    return tuple(found)


def hides_board(scene: Scene, thing: Thing) -> bool:
    """Whether the thing stands between the camera and the playing area."""
    reach = {ThingKind.MUG: 1.4, ThingKind.BOX: 1.2}.get(thing.kind, 2.0) * thing.size
    top = {ThingKind.MUG: 1.9, ThingKind.BOX: 0.6}.get(thing.kind, 0.2) * thing.size
    offsets = np.array([[a, b] for a in (-1, 0, 1) for b in (-1, 0, 1)]) * reach
    points = np.array([[thing.x + dx, thing.y + dy, top] for dx, dy in offsets])
    eye = scene.camera.eye
    if eye[2] <= top + 0.5:
        return True
    share = top / eye[2]
    shadow = points[:, :2] + (points[:, :2] - eye[:2]) * share / (1 - share)
    n, spare = scene.board_size, scene.board.border + 0.2
    both = np.concatenate([points[:, :2], shadow])
    low, high = both.min(axis=0), both.max(axis=0)
    return bool((low < n + spare).all() and (high > -spare).all())


def random_hands(rng: random.Random, n: int) -> tuple[Reach, ...]:
    """One or two hands: at work, or resting on the rim."""
    found = []
    for far in rng.sample((False, True), rng.choice((1, 1, 2))):
        depth = rng.choice((rng.uniform(-0.5, 0.5), rng.uniform(0.5, 0.55 * n)))
        y = depth if far else n - depth
        found.append(Reach(rng.uniform(0, n), y, far, rng.random() < 0.3))
    return tuple(found)
