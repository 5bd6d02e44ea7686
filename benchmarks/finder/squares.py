"""Squares to train on, with what the network shall find on them.

    python benchmarks/finder/squares.py drawn OUT [--first 0] [--count 900] [--tall 0.08]
    python benchmarks/finder/squares.py PICTURES OUT [--only NAME ...]

Of boards drawn by chance (`drawing.py`), seen through cheap cameras, or of a folder of labelled
pictures. Writes .npz files: `squares` (m, 52, 52, 3), `lean` (m, 2), `truth` (m, 6): occupied,
where the top is (right, up), radius, height, whether one disc lies on another; NaN where it is not
known.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import numpy.typing as npt

from benchmarks.finder.drawing import Drawing
from benchmarks.finder.drawn_set import TALL, random_drawn
from tests.render.labels import first_corner
from tests.render.sampled_table import random_sensor
from tests.render.sensor import developed
from vision.picture import load_picture
from vision.pose import BoardPose, Picture
from vision.rectify import rectify
from vision.surroundings import squares_of
from vision.viewpoint import Viewpoint, viewpoint

SIDE = 52
TRUTHS = 6
LEFT_OUT = ("ensiss_35", "b3nny01_13")
"""A picture of a shop, of unknown licence; one with a label that misses a piece."""
OFF = 0.012
"""So many cells corners are off when a board is found."""
BLOCK = 50
"""Boards in a file."""
Floats = npt.NDArray[np.float64]
Parts = dict[str, npt.NDArray[np.generic]]


def of_drawn(seed: int, tall: float = TALL) -> Parts:
    """The squares of the drawn board of this seed."""
    drawn = random_drawn(seed, tall)
    drawing, rng = Drawing(drawn, seed), random.Random(seed)
    picture = developed(drawing.picture(), random_sensor(rng), seed)
    n = float(drawn.board_size)
    world = drawn.camera.project([[0.0, 0.0], [n, 0.0], [n, n], [0.0, n]])
    turns = first_corner(world)
    exact = BoardPose(np.roll(world, -turns, axis=0), int(n), (drawn.parity + turns) % 2)
    moved = np.array([[rng.gauss(0, OFF) for _ in range(2)] for _ in range(4)]) * exact.square_side
    pose = BoardPose(exact.corners + moved, exact.board_size, exact.parity)
    squares, lean, view = cut(picture, pose)
    truth = np.full((len(squares), TRUTHS), np.nan)
    truth[:, 0] = 0
    index = {cell: at for at, cell in enumerate(map(tuple, np.argwhere(pose.played).tolist()))}
    for x, y, _, king in drawn.pieces:
        height = drawn.form.height * drawing.stack(king=king)
        foot = _seen(pose, drawn.camera.project([x, y]))
        top = _seen(pose, drawn.camera.project([x, y, height]))
        at = index.get((int(foot[1]), int(foot[0])))
        if at is not None:
            middle = np.floor(foot) + 0.5
            offset = _turned(top - middle, view.lean(middle))
            double = drawing.stack(king=king) - 1
            truth[at] = 1, *offset, drawn.form.radius, height, double
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
    """The squares of a labelled picture. Its pieces are all single; said so, the network would take
    what looks real for single."""
    rows = label["squares"]
    assert isinstance(rows, list)
    letters = np.array([list(row) for row in rows])
    at = np.argwhere(letters != ".")
    parity = int(np.median(at.sum(axis=1) % 2)) if len(at) else int(str(label.get("parity", 1)))
    pose = BoardPose(np.array(label["corners"], np.float64), len(rows), parity)
    squares, lean, _ = cut(picture, pose)
    there = letters[pose.played]
    truth = np.full((len(there), TRUTHS), np.nan)
    truth[:, 0] = np.where(there == "?", np.nan, there != ".")
    return {"squares": squares, "lean": lean, "truth": truth}


def cut(picture: Picture, pose: BoardPose) -> tuple[npt.NDArray[np.uint8], Floats, Viewpoint]:
    height, width = picture.shape[:2]
    view = viewpoint(pose, (width, height))
    squares, lean = squares_of(rectify(picture, pose), pose, view, SIDE)
    return squares, lean, view


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pictures", help="drawn, or a folder of labelled pictures")
    parser.add_argument("out", type=Path)
    parser.add_argument("--only", nargs="*", default=[""], help="names that begin so")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=900)
    parser.add_argument("--tall", type=float, default=TALL, help="share of sets with high men")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.pictures == "drawn":
        last = arguments.first + arguments.count
        for first in range(arguments.first, last, BLOCK):
            file = arguments.out / f"drawn_{first:05d}.npz"
            if not file.exists():
                many = [
                    of_drawn(seed, arguments.tall)
                    for seed in range(first, min(first + BLOCK, last))
                ]
                joined = {name: np.concatenate([one[name] for one in many]) for name in many[0]}
                np.savez(file, **joined)
                print(file, flush=True)
        return
    folder = Path(arguments.pictures)
    for label in json.loads((folder / "labels.json").read_text(encoding="utf-8")):
        name = Path(label["file"]).stem
        if name.startswith(tuple(arguments.only)) and name not in LEFT_OUT:
            np.savez(
                arguments.out / name, **of_photograph(load_picture(folder / label["file"]), label)
            )


if __name__ == "__main__":
    main()
