"""Rendered pictures of sets to train on: of every set the start and a position with many kings,
in another light and from elsewhere, before any camera spoils them.

python benchmarks/finder/scenes.py FOLDER [--first 20000] [--count 200]
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2

from rules.piece import Role
from rules.position import Position
from rules.variants import variant_named
from tests.render.labels import label_of
from tests.render.pov import render, scene_text
from tests.render.sampled_position import VARIANTS, position_by_chance, standing
from tests.render.sampled_table import random_camera, random_light, random_things
from tests.render.sampling import random_scene
from tests.render.scene import Scene

SIZE = (640, 480)
KINGS = 0.4


def scenes_of(seed: int) -> list[Scene]:
    """The start position of a set, and another."""
    rng = random.Random(seed * 7 + 1)
    base = random_scene(seed, size=SIZE)
    height, radius = rng.uniform(0.07, 0.34), rng.uniform(0.3, 0.45)
    base = replace(base, discs=replace(base.discs, height=height, radius=radius), things=())
    name = VARIANTS[base.board_size] if base.parity == 1 else "spanish"
    start = Position.start(variant_named(name))
    first = replace(base, pieces=standing(start, base.parity, rng, 0.06))
    elevation = rng.choice((rng.uniform(28, 72), rng.uniform(28, 72), None))
    other = replace(
        base,
        light=random_light(rng),
        camera=random_camera(rng, base.board_size, base.board, SIZE, elevation),
        pieces=standing(_with_kings(rng, base), base.parity, rng, rng.choice((0.03, 0.06, 0.13))),
    )
    return [first, replace(other, things=random_things(rng, other))]


def _with_kings(rng: random.Random, scene: Scene) -> Position:
    position = position_by_chance(rng, scene.board_size, scene.parity)
    pieces = {
        square: replace(piece, role=Role.KING) if rng.random() < KINGS else piece
        for square, piece in position.pieces().items()
    }
    return Position.of(position.variant, position.turn, pieces)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=20000)
    parser.add_argument("--count", type=int, default=200)
    arguments = parser.parse_args()
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    labels = []
    for seed in range(arguments.first, arguments.first + arguments.count):
        for number, scene in enumerate(scenes_of(seed)):
            file = folder / f"{seed}_{number}.png"
            if not file.exists():
                cv2.imwrite(str(file), render(scene_text(scene), scene.camera))
            label = label_of(scene).to_json(file.name)
            labels.append({**label, "set": seed, "scene": scene.to_json()})
        (folder / "labels.json").write_text(json.dumps(labels))


if __name__ == "__main__":
    main()
