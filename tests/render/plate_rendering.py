"""Renders the base pictures of a film; takes minutes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from tests.render.figures import hand_text, head_text, person_at
from tests.render.pieces_text import pile_text
from tests.render.plates import FIGURES, LETTERS, FigureKey, canvas_camera, places_of, plate_camera
from tests.render.pov import Picture, ground_text, lights_text, render, scene_text
from tests.render.scene import Scene

_SHADOW_SCALE = 3


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
    person = person_at(scene.seed, key.seat)
    if key.head:
        return head_text(person, key.seat, f"<{n / 2}, {n / 2}, 4.5>")
    return hand_text(person, key.seat, key.left, place)


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


def _files() -> Iterator[str]:
    yield from ("empty.jpg", "table.jpg")
    yield from (f"{letter}_{group}.jpg" for letter in LETTERS for group in range(4))
    for key in FIGURES:
        yield from (f"{key.name}.webp", f"{key.name}_shadow.jpg")
