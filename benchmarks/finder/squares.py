"""Squares to train on, with what the network shall find on them.

    python benchmarks/finder/squares.py drawn OUT [--first 0] [--count 900] [--tall 0.08]
    python benchmarks/finder/squares.py traced FOLDER OUT
    python benchmarks/finder/squares.py PHOTOGRAPHS OUT

Of boards drawn by chance (`drawing.py`) or traced (a folder of `scenes.py`), seen through cheap
cameras, or of the photographs whose licence allows it. Writes .npz files: `squares`
(m, 88, 88, 3), `lean` (m, 2), `truth` (m, 6): occupied, where the top is (right, up), radius,
height, whether one disc lies on another; NaN where it is not known.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np
import numpy.typing as npt

from benchmarks.finder.drawing import Drawing
from benchmarks.finder.drawn_set import TALL, random_drawn
from tests.render.camera import Camera
from tests.render.labels import first_corner
from tests.render.sampled_table import random_sensor
from tests.render.scene import Crown, Scene
from tests.render.sensor import developed
from vision.picture import load_picture
from vision.pose import BoardPose, Picture
from vision.rectify import CELL, rectify
from vision.surroundings import squares_of
from vision.viewpoint import Viewpoint, viewpoint

SIDE = 88
TRUTHS = 6
HEIGHTS = {"b3nny01_0": 0.165, "b3nny01_1": 0.2, "ensiss": 0.23}
"""Of the discs of the photographs whose licence allows it, in cells; known by their names."""
LEFT_OUT = ("ensiss_35", "b3nny01_13")
"""A picture of a shop, of unknown licence; one with a label that misses a piece."""
DISCS = Path(__file__).with_name("discs.json")
"""Of every photograph its whole discs: which square, where the top is (right, up), the radius."""
OFF = 0.012
"""So many cells corners are off when a board is found."""
BLOCK = 50
"""Boards in a file."""
Floats = npt.NDArray[np.float64]
Parts = dict[str, npt.NDArray[np.generic]]


@dataclass(frozen=True, slots=True)
class Stack:
    """One piece of a board whose truth is known: its foot, in cells of the world, its `height` and
    radius, and whether it is one disc on another."""

    x: float
    y: float
    height: float
    radius: float
    double: bool


def of_drawn(seed: int, tall: float = TALL) -> Parts:
    """The squares of the drawn board of this seed."""
    drawn = random_drawn(seed, tall)
    drawing, rng = Drawing(drawn, seed), random.Random(seed)
    stacks = [
        Stack(x, y, drawn.form.height * discs, drawn.form.radius, discs == 2)
        for x, y, _, king in drawn.pieces
        for discs in [drawing.stack(king=king)]
    ]
    world = drawn.board_size, drawn.parity
    return of_stacks(drawing.picture(), drawn.camera, world, stacks, rng)


def of_traced(picture: Picture, scene: Scene, rng: random.Random) -> Parts:
    """The squares of a board that was traced."""
    stacks = []
    for piece in scene.pieces:
        double = piece.letter.isupper() and scene.discs.crown is Crown.STACK
        height = scene.discs.height * (2 if double else 1)
        stacks.append(Stack(piece.x, piece.y, height, scene.discs.radius, double))
    return of_stacks(picture, scene.camera, (scene.board_size, scene.parity), stacks, rng)


def of_stacks(
    picture: Picture,
    camera: Camera,
    world: tuple[int, int],
    stacks: Iterable[Stack],
    rng: random.Random,
) -> Parts:
    """The squares of a picture, taken by a cheap camera, of a board that has this size and parity
    and is found nearly where it is."""
    picture = developed(picture, random_sensor(rng), rng.randrange(1 << 30))
    n = float(world[0])
    corners = camera.project([[0.0, 0.0], [n, 0.0], [n, n], [0.0, n]])
    turns = first_corner(corners)
    exact = BoardPose(np.roll(corners, -turns, axis=0), world[0], (world[1] + turns) % 2)
    moved = np.array([[rng.gauss(0, OFF) for _ in range(2)] for _ in range(4)]) * exact.square_side
    pose = BoardPose(exact.corners + moved, exact.board_size, exact.parity)
    squares, lean, view = cut(picture, pose)
    truth = np.full((len(squares), TRUTHS), np.nan)
    truth[:, 0] = 0
    index = {cell: at for at, cell in enumerate(map(tuple, np.argwhere(pose.played).tolist()))}
    for stack in stacks:
        foot = _seen(pose, camera.project([stack.x, stack.y]))
        top = _seen(pose, camera.project([stack.x, stack.y, stack.height]))
        at = index.get((int(foot[1]), int(foot[0])))
        if at is not None:
            middle = np.floor(foot) + 0.5
            offset = _turned(top - middle, view.lean(middle))
            truth[at] = 1, *offset, stack.radius, stack.height, stack.double
    return {"squares": squares, "lean": lean, "truth": truth}


def _seen(pose: BoardPose, pixel: Floats) -> Floats:
    """(2,): a pixel in board coordinates."""
    x, y, w = np.linalg.inv(pose.homography) @ [*pixel, 1.0]
    return np.array([x / w, y / w])


def _turned(offset: Floats, lean: Floats) -> Floats:
    """Right and up, as `squares_of` turns the squares."""
    right = offset[0] if lean[0] >= 0 else -offset[0]
    up = -offset[1] if lean[1] <= 0 else offset[1]
    level = abs(lean[0]) > abs(lean[1])
    return np.array([up, right] if level else [right, up])


def of_photograph(picture: Picture, label: dict[str, object]) -> Parts:
    """The squares of a labelled picture; and again with its discs, which are all single, doubled:
    else the network would take what looks real for single."""
    rows, name = label["squares"], Path(str(label["file"])).stem
    assert isinstance(rows, list)
    letters = np.array([list(row) for row in rows])
    at = np.argwhere(letters != ".")
    parity = int(np.median(at.sum(axis=1) % 2)) if len(at) else int(str(label.get("parity", 1)))
    pose = BoardPose(np.array(label["corners"], np.float64), len(rows), parity)
    squares, lean, _ = cut(picture, pose)
    there = letters[pose.played]
    truth = np.full((len(there), TRUTHS), np.nan)
    truth[:, 0] = np.where(there == "?", np.nan, there != ".")
    height = next(height for start, height in HEIGHTS.items() if name.startswith(start))
    discs = json.loads(DISCS.read_text(encoding="utf-8")).get(name, [])
    which = [disc[0] for disc in discs]
    kings, doubled = squares[which], truth[which]
    for king, disc in zip(kings, discs, strict=True):
        index, *top, radius = disc
        _double(king, np.array(top), radius, height * lean[index])
    truth[which, 4:], doubled[:, 4:] = (height, 0), (2 * height, 1)
    return {
        "squares": np.concatenate([squares, kings]),
        "lean": np.concatenate([lean, lean[which]]),
        "truth": np.concatenate([truth, doubled]),
    }


def _double(square: npt.NDArray[np.uint8], top: Floats, radius: float, side: Floats) -> None:
    """Lay the disc of a square on itself: its top and its `side` (2,), as far as that is seen."""
    mask = np.zeros(square.shape[:2], np.uint8)
    for part in np.linspace(0, 1, 9):
        x, y = np.round(16 * ((SIDE - 1) / 2 + CELL * (top - part * side) * (1, -1))).astype(int)
        cv2.circle(mask, (int(x), int(y)), round(16 * CELL * radius), 255, -1, cv2.LINE_AA, 4)
    moved = np.array([[1, 0, CELL * side[0]], [0, 1, -CELL * side[1]]])
    disc, there = (
        cv2.warpAffine(part, moved, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
        for part in (square, mask)
    )
    share = there[..., None] / 255
    square[:] = square * (1 - share) + disc * share


def cut(picture: Picture, pose: BoardPose) -> tuple[npt.NDArray[np.uint8], Floats, Viewpoint]:
    height, width = picture.shape[:2]
    view = viewpoint(pose, (width, height))
    squares, lean = squares_of(rectify(picture, pose), pose, view, SIDE)
    return squares, lean, view


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pictures", help="drawn, traced, or a folder of photographs")
    parser.add_argument("folders", nargs="+", type=Path, help="of the scenes; of the squares")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=900)
    parser.add_argument("--tall", type=float, default=TALL, help="share of sets with high men")
    arguments = parser.parse_args()
    out: Path = arguments.folders[-1]
    out.mkdir(parents=True, exist_ok=True)
    if arguments.pictures == "drawn":
        last = arguments.first + arguments.count
        for first in range(arguments.first, last, BLOCK):
            seeds = range(first, min(first + BLOCK, last))
            boards = (of_drawn(seed, arguments.tall) for seed in seeds)
            _write(out / f"drawn_{first:05d}.npz", boards)
    elif arguments.pictures == "traced":
        folder = arguments.folders[0]
        for label in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
            file, scene = folder / label["file"], Scene.from_json(label["scene"])
            boards = (of_traced(load_picture(file), scene, random.Random(file.stem)) for _ in "1")
            _write(out / f"traced_{file.stem}.npz", boards)
    else:
        folder = Path(arguments.pictures)
        for label in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
            name = Path(label["file"]).stem
            if name.startswith(tuple(HEIGHTS)) and name not in LEFT_OUT:
                parts = of_photograph(load_picture(folder / label["file"]), label)
                _write(out / f"{name}.npz", [parts])


def _write(file: Path, boards: Iterable[Parts]) -> None:
    """The squares of these boards, which are only looked at where they were not yet."""
    if not file.exists():
        many = list(boards)
        np.savez(file, **{name: np.concatenate([one[name] for one in many]) for name in many[0]})
        print(file, flush=True)


if __name__ == "__main__":
    main()
