"""Squares cut from labelled pictures, with what the network shall find on them.

    python benchmarks/finder/squares.py PICTURES OUT [--only NAME ...] [--times 3]

Renders are developed `--times` times as different cameras do it, some at a lower resolution.
Writes an .npz per picture: `squares` (m, 52, 52, 3), `lean` (m, 2), `truth` (m, 5): occupied,
where the top is (right, up), radius, height; NaN where it is not known.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np
import numpy.typing as npt

from tests.render.sampled_table import random_sensor
from tests.render.scene import Crown, Scene
from tests.render.sensor import developed
from vision.picture import load_picture
from vision.pose import BoardPose, Picture
from vision.rectify import rectify
from vision.surroundings import squares_of
from vision.viewpoint import Viewpoint, viewpoint

SIDE = 52
PRODUCT_PICTURES = ("ensiss_35",)
Floats = npt.NDArray[np.float64]


def occupied(rows: list[str], pose: BoardPose) -> Floats:
    """(m, 5): the truth of the squares, as far as rows of letters tell it."""
    letters = np.array([list(row) for row in rows])[pose.played]
    truth = np.full((len(letters), 5), np.nan)
    truth[:, 0] = np.where(letters == "?", np.nan, letters != ".")
    return truth


def add_shapes(truth: Floats, scene: Scene, pose: BoardPose, view: Viewpoint) -> None:
    """Where the tops of the pieces of a scene are seen; `pose` at the size of its camera."""
    index = {cell: at for at, cell in enumerate(map(tuple, np.argwhere(pose.played).tolist()))}
    for piece in scene.pieces:
        king = piece.letter in "WB" and scene.discs.crown is Crown.STACK
        height = scene.discs.height * (2 if king else 1)
        foot, top = (_on_board(scene, pose, piece.x, piece.y, z) for z in (0.0, height))
        at = index.get((int(foot[1]), int(foot[0])))
        if at is None:
            continue
        middle = np.floor(foot) + 0.5
        truth[at, 1:3] = _turned(top - middle, view.lean(middle))
        truth[at, 3:] = scene.discs.radius, height


def _on_board(scene: Scene, pose: BoardPose, x: float, y: float, z: float) -> Floats:
    """(2,): where a point of the scene is seen, in board coordinates."""
    pixel = scene.camera.project(np.array([x, y, z]))
    back = np.linalg.inv(pose.homography)
    return np.asarray(cv2.perspectiveTransform(pixel.reshape(1, 1, 2), back).reshape(2))


def _turned(offset: Floats, lean: Floats) -> Floats:
    """Right and up, as `squares_of` turns the squares."""
    right = offset[0] if lean[0] >= 0 else -offset[0]
    up = -offset[1] if lean[1] <= 0 else offset[1]
    level = abs(lean[0]) > abs(lean[1])
    return np.array([up, right] if level else [right, up])


def cut(picture: Picture, pose: BoardPose) -> tuple[npt.NDArray[np.uint8], Floats, Viewpoint]:
    height, width = picture.shape[:2]
    view = viewpoint(pose, (width, height))
    squares, lean = squares_of(rectify(picture, pose), pose, view, SIDE)
    return squares, lean, view


def smaller(picture: Picture, pose: BoardPose, factor: float) -> tuple[Picture, BoardPose]:
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    ratio = np.array(small.shape[1::-1]) / picture.shape[1::-1]
    corners = (pose.corners + 0.5) * ratio - 0.5
    return np.asarray(small, np.uint8), BoardPose(corners, pose.board_size, pose.parity)


def pose_of(label: dict[str, object], rows: list[str]) -> BoardPose:
    at = np.argwhere(np.array([list(row) for row in rows]) != ".")
    parity = int(np.median(at.sum(axis=1) % 2)) if len(at) else int(str(label.get("parity", 1)))
    return BoardPose(np.array(label["corners"], np.float64), len(rows), parity)


def taken(picture: Picture, label: dict[str, object], times: int) -> dict[str, Floats]:
    """What is written of one picture."""
    rows = label["squares"]
    assert isinstance(rows, list)
    pose, parts = pose_of(label, rows), []
    described = label.get("scene")
    for time in range(times if described else 1):
        truth, shown, seen = occupied(rows, pose), picture, pose
        if isinstance(described, dict):
            rng = random.Random(f"{label['file']} {time}")
            scene = Scene.from_json(described)
            shown = developed(picture, random_sensor(rng), rng.randrange(1 << 30))
            if time and rng.random() < 0.6:
                shown, seen = smaller(shown, pose, rng.uniform(0.5, 0.9))
            add_shapes(truth, scene, pose, viewpoint(pose, (picture.shape[1], picture.shape[0])))
        squares, lean, _ = cut(shown, seen)
        parts.append((squares, lean, truth))
    names = ("squares", "lean", "truth")
    return {
        name: np.concatenate(part)
        for name, part in zip(names, zip(*parts, strict=True), strict=True)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pictures", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="*", default=[""], help="names that begin so")
    parser.add_argument("--times", type=int, default=3)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for label in json.loads((arguments.pictures / "labels.json").read_text(encoding="utf-8")):
        name = Path(label["file"]).stem
        wanted = name.startswith(tuple(arguments.only)) and name not in PRODUCT_PICTURES
        if wanted and label["squares"]:
            picture = load_picture(arguments.pictures / label["file"])
            np.savez(arguments.out / name, **taken(picture, label, arguments.times))


if __name__ == "__main__":
    main()
