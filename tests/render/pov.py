"""A scene in the language of POV-Ray 3.7, and the pictures that it makes of it."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from tests.render.board_text import board_parts, ground
from tests.render.camera import Camera
from tests.render.figures import reach_text
from tests.render.lighting import lights
from tests.render.pieces_text import piece_text, thing_text
from tests.render.scene import (
    Scene,
    Standing,
)
from tests.render.words import vector

Picture = npt.NDArray[np.uint8]


POVRAY = shutil.which("povray")


_HEAD = """#version 3.7;
global_settings { assumed_gamma 1.0 max_trace_level 6 ambient_light rgb 1 }
"""


_ROOM = "background { srgb <0.35, 0.36, 0.38> }"


def render(text: str, camera: Camera, *, smooth: bool = True, alpha: bool = False) -> Picture:
    """The picture (h, w, 3 or 4 with `alpha`) of a scene text, through the lens of the camera."""
    straight = camera.pinhole()
    return camera.bend(_traced(text + camera_text(straight), straight, smooth, alpha))


def _traced(text: str, camera: Camera, smooth: bool, alpha: bool) -> Picture:
    if POVRAY is None:
        raise FileNotFoundError("povray is not installed: apt install povray")
    with tempfile.TemporaryDirectory() as folder:
        source, made = Path(folder, "scene.pov"), Path(folder, "scene.png")
        source.write_text(text)
        options = [f"+I{source}", f"+O{made}", f"+W{camera.width}", f"+H{camera.height}"]
        options += ["+A0.1", "+AM2", "+R2", "-J"] if smooth else ["-A"]
        options += ["+FN8", "-D", "+WT1", "-GA", "+UA" if alpha else "-UA"]
        done = subprocess.run([POVRAY, *options], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError("povray failed:\n" + _complaint(done.stderr))
        picture = cv2.imread(str(made), cv2.IMREAD_UNCHANGED if alpha else cv2.IMREAD_COLOR)
    assert picture is not None
    return np.asarray(picture, np.uint8)


def _complaint(output: str) -> str:
    """The lines that say what is wrong, without the list of authors."""
    lines = output.splitlines()
    first = next((k for k, line in enumerate(lines) if line.startswith("File '")), 0)
    return "\n".join(lines[first : first + 12])


def scene_text(scene: Scene, pieces: Iterable[Standing] | None = None) -> str:
    """All but the camera; `pieces` instead of those of the scene."""
    standing = scene.pieces if pieces is None else pieces
    parts = [_HEAD, _ROOM, *lights(scene), *ground(scene), *board_parts(scene)]
    parts += [thing_text(scene, thing) for thing in scene.things]
    parts += [piece_text(scene.discs, piece) for piece in standing]
    parts += [reach_text(scene.seed, reach) for reach in scene.hands]
    return "\n".join(parts) + "\n"


def lights_text(scene: Scene) -> str:
    return "\n".join([_HEAD, *lights(scene)]) + "\n"


def hands_text(scene: Scene) -> str:
    """Only the hands that reach over the board, in the dark."""
    return "\n".join([_HEAD, *(reach_text(scene.seed, reach) for reach in scene.hands)]) + "\n"


def ground_text(scene: Scene) -> str:
    """The table and what lies on it, without a board."""
    return (
        "\n".join([_ROOM, *ground(scene), *(thing_text(scene, thing) for thing in scene.things)])
        + "\n"
    )


def camera_text(camera: Camera) -> str:
    right, down, forward = camera.axes()
    w, h = camera.width / camera.focal, camera.height / camera.focal
    return (
        f"camera {{ perspective location {vector(camera.eye)} direction {vector(forward)} "
        f"right {vector(right * w)} up {vector(-down * h)} }}\n"
    )
