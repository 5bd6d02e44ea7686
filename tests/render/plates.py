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
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from tests.render.camera import Camera
from tests.render.figures import Seat
from tests.render.scene import Scene

Picture = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float64]
LETTERS = "wWbB"
SAMPLES = Path(__file__).with_name("samples")
TRAY = 8  # places beside the board for captured pieces, on each side
MARGIN = 0.06


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
    """A hand or a head of the player who sits there; `left`: the left hand."""

    seat: Seat
    left: bool = False
    head: bool = False

    @property
    def name(self) -> str:
        kind = "head" if self.head else "left" if self.left else "right"
        return f"{kind}_{self.seat.name.lower()}"


FIGURES = tuple(
    FigureKey(seat, left, head)
    for seat in Seat
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


def _read(path: Path) -> Picture:
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None:
        raise FileNotFoundError(f"{path} is missing: render the plates again")
    return np.asarray(picture, np.uint8)
