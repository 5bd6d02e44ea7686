"""The base pictures of a film: one scene and camera, every piece on every square, rendered once.

Sixteen plates hold the four kinds of pieces on a quarter of the squares each, far enough apart that
neither pieces nor shadows meet. Together with the empty board, the bare table, and the hands with
their shadows they are all that a film of any game is made of. They are larger than the frames by
`MARGIN` on each side, so that the camera may move a little.
"""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from tests.render.camera import Camera
from tests.render.figures import Person, Side, hand_text, head_text, random_person
from tests.render.pov import (
    ground_text,
    lights_text,
    pile_text,
    render,
    scene_text,
    stack_shift,
)
from tests.render.scene import Crown, Scene

Picture = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
LETTERS = "wWbB"
TRAY = 8  # places beside the board for captured pieces, on each side
MARGIN = 0.06
_SHADOW_SCALE = 3


@dataclass(frozen=True, slots=True)
class Place:
    """Where a piece can stand: on the board, or beside it (`row` -1)."""

    x: float
    y: float
    z: float
    turn: float
    group: int


@dataclass(frozen=True, slots=True)
class FigureKey:
    """A hand or a head of the player on this side; `left`: the left hand."""

    side: Side
    left: bool = False
    head: bool = False

    @property
    def name(self) -> str:
        kind = "head" if self.head else "left" if self.left else "right"
        return f"{kind}_{self.side.name.lower()}"


FIGURES = tuple(
    FigureKey(side, left, head)
    for side in Side
    for left, head in ((False, False), (True, False), (False, True))
)


def places_of(scene: Scene) -> dict[tuple[int, int], Place]:
    """By (row, column) of the world; those beside the board are (-1, k) for white's captures, at
    the right, and (-2, k) for black's, at the left."""
    rng = random.Random(scene.seed)
    n, floor, away = scene.board_size, -scene.board.thickness, scene.board.border + 0.75
    found = {}
    for row in range(n):
        for column in range(n):
            if (row + column) % 2 == scene.parity:
                group = row % 2 + 2 * ((column // 2 + row // 2) % 2)
                turn = rng.uniform(0, 360)
                found[row, column] = Place(column + 0.5, row + 0.5, 0.0, turn, group)
    for k in range(TRAY):
        turn, along = rng.uniform(0, 360), 0.6 + k * 1.02
        found[-1, k] = Place(n + away, n - along, floor, turn, k % 4)
        found[-2, k] = Place(-away, along, floor, turn + 30, k % 4)
    return found


@dataclass(frozen=True, eq=False)
class Figure:
    """A hand or head at the middle of the board: BGRA on a canvas twice as large as a plate, and
    the share of light (a third of the size) that reaches the table below it."""

    picture: Picture
    shadow: Picture


@dataclass(frozen=True, eq=False)
class Plates:
    """`camera` is that of the plates; pictures are BGR."""

    scene: Scene
    empty: Picture
    table: Picture
    pieces: dict[tuple[str, int], Picture]
    figures: dict[FigureKey, Figure]

    @property
    def camera(self) -> Camera:
        return plate_camera(self.scene.camera)

    @cached_property
    def places(self) -> dict[tuple[int, int], Place]:
        return places_of(self.scene)


def plate_camera(camera: Camera) -> Camera:
    """The camera of the frames with a margin around."""
    return replace(
        camera,
        width=camera.width + 2 * math.ceil(MARGIN * camera.width),
        height=camera.height + 2 * math.ceil(MARGIN * camera.height),
    )


def canvas_camera(camera: Camera) -> Camera:
    """The camera of the figures: sees twice as wide, for arms that reach out of the picture."""
    plate = plate_camera(camera)
    return replace(plate, width=2 * plate.width, height=2 * plate.height, k1=0.0, k2=0.0)


# Rendering.


def render_plates(scene: Scene) -> Iterator[tuple[str, Picture]]:
    """Every base picture with its name, one after the other; takes minutes."""
    camera = plate_camera(scene.camera)
    yield "empty", render(scene_text(scene, ()), camera)
    yield "table", render(lights_text(scene) + ground_text(scene), camera)
    for letter in LETTERS:
        for group in range(4):
            yield f"{letter}_{group}", render(_pieces_text(scene, letter, group), camera)
    yield from _render_figures(scene)


def _pieces_text(scene: Scene, letter: str, group: int) -> str:
    piles = [
        pile_text(scene.discs, letter, (place.x, place.y, place.z), place.turn)
        for place in places_of(scene).values()
        if place.group == group
    ]
    return scene_text(scene, ()) + "\n".join(piles)


def _render_figures(scene: Scene) -> Iterator[tuple[str, Picture]]:
    canvas = canvas_camera(scene.camera)
    small = replace(
        canvas,
        width=canvas.width // _SHADOW_SCALE,
        height=canvas.height // _SHADOW_SCALE,
        focal=canvas.focal / _SHADOW_SCALE,
    )
    white = "plane { z, 0 pigment { rgb 0.8 } finish { ambient 0.1 diffuse 0.8 } }\n"
    lights = lights_text(scene)
    bright = render(lights + white, small, smooth=False)
    for key in FIGURES:
        figure = figure_text(scene, key)
        yield f"{key.name}", render(lights + figure, canvas, alpha=True)
        shaded = render(lights + white + _unseen(figure), small, smooth=False)
        share = _light(shaded) / np.maximum(_light(bright), 1e-3)
        yield f"{key.name}_shadow", np.asarray((share * 250).clip(0, 255), np.uint8)


def _light(picture: Picture) -> npt.NDArray[np.float64]:
    return np.asarray((picture.mean(axis=2) / 255.0) ** 2.2)


def _unseen(figure: str) -> str:
    cut = figure.rstrip().removesuffix("}")
    return cut + "no_image no_reflection }\n"


def figure_text(scene: Scene, key: FigureKey) -> str:
    """The hand or head of a player at the middle of the board."""
    n = scene.board_size
    place = f"<{n / 2}, {n / 2}, 0>"
    person = person_of(scene, key.side)
    if key.head:
        return head_text(person, key.side, f"<{n / 2}, {n / 2}, 4.5>")
    return hand_text(person, key.side, key.left, place)


def person_of(scene: Scene, side: Side) -> Person:
    return random_person(random.Random(scene.seed * 2 + (side is Side.FAR)))


# Keeping.


def save(scene: Scene, folder: Path, quality: int = 95) -> None:
    """Renders what is missing in the folder. Raises FileNotFoundError without povray."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scene.json").write_text(json.dumps(scene.to_json(), indent=1))
    if all((folder / name).exists() for name in _files()):
        return
    for name, picture in render_plates(scene):
        if picture.ndim == 3 and picture.shape[2] == 4:
            cv2.imwrite(str(folder / f"{name}.webp"), picture, [cv2.IMWRITE_WEBP_QUALITY, quality])
        else:
            cv2.imwrite(str(folder / f"{name}.jpg"), picture, _full_color(quality))


def _full_color(quality: int) -> list[int]:
    """JPEG that does not smear colours over the rims of pieces."""
    sampling = cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
    return [
        *(cv2.IMWRITE_JPEG_QUALITY, quality),
        *(cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling),
    ]


def load(folder: Path) -> Plates:
    """The plates of a folder."""
    scene = Scene.from_json(json.loads((folder / "scene.json").read_text()))
    return Plates(
        scene=scene,
        empty=_read(folder / "empty.jpg"),
        table=_read(folder / "table.jpg"),
        pieces={
            (letter, group): _read(folder / f"{letter}_{group}.jpg")
            for letter in LETTERS
            for group in range(4)
        },
        figures={
            key: Figure(
                _read(folder / f"{key.name}.webp"), _read(folder / f"{key.name}_shadow.jpg")
            )
            for key in FIGURES
        },
    )


def _files() -> Iterator[str]:
    yield from ("empty.jpg", "table.jpg")
    yield from (f"{letter}_{group}.jpg" for letter in LETTERS for group in range(4))
    for key in FIGURES:
        yield from (f"{key.name}.webp", f"{key.name}_shadow.jpg")


def _read(path: Path) -> Picture:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise FileNotFoundError(f"{path} is missing: render the plates again")
    return np.asarray(picture, np.uint8)


# Outlines.


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
