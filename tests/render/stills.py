"""Single rendered pictures with their labels.

    python tests/render/stills.py FOLDER --count 40 [--first 1] [--size 1280x720] [--hands]

writes a JPEG per seed and `labels.json`, in the form of a collection of labelled photographs. A
picture that is there already is not made again.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import cv2
import numpy as np

from tests.render.cover import HIDDEN, covered
from tests.render.labels import Label, label_of
from tests.render.pov import Picture, hands_text, render, scene_text
from tests.render.sampling import random_scene
from tests.render.scene import Scene
from tests.render.sensor import developed


def render_still(scene: Scene) -> tuple[Picture, Label]:
    """The picture of a scene and the truth about it. Takes seconds."""
    light = render(scene_text(scene), scene.camera)
    return developed(light, scene.sensor, scene.seed), still_label(scene)


def still_label(scene: Scene) -> Label:
    """The truth about a picture; where hands hide something, that takes a quick rendering."""
    if not scene.hands:
        return label_of(scene)
    hands = render(hands_text(scene), scene.camera, smooth=False, alpha=True)
    cover = np.asarray(hands[..., 3] / 255, np.float32)
    share = covered(cover, scene.camera, scene.board_size, scene.discs.height)
    return label_of(scene, share > HIDDEN)


def main() -> None:
    arguments = _arguments()
    folder: Path = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)
    listed = folder / "labels.json"
    labels = _known(listed)
    for seed in range(arguments.first, arguments.first + arguments.count):
        scene = random_scene(seed, size=arguments.size, hands=arguments.hands)
        file = folder / f"still_{seed:04d}.jpg"
        label = still_label(scene)
        if not file.exists():
            picture, _ = render_still(scene)
            cv2.imwrite(str(file), picture, [cv2.IMWRITE_JPEG_QUALITY, arguments.quality])
        labels[file.name] = {**label.to_json(file.name), "scene": scene.to_json()}
        listed.write_text(json.dumps([labels[name] for name in sorted(labels)], indent=1))
        print(file, scene.notes, flush=True)


def _known(listed: Path) -> dict[str, dict[str, object]]:
    """The labels that the folder has, by file."""
    if not listed.exists():
        return {}
    return {str(label["file"]): label for label in json.loads(listed.read_text())}


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--size", type=_size, help="WIDTHxHEIGHT; any by default")
    parser.add_argument("--hands", action="store_true", help="hands over the boards")
    parser.add_argument("--quality", type=int, default=92)
    return parser.parse_args()


def _size(text: str) -> tuple[int, int]:
    width, height = (int(part) for part in text.split("x"))
    return width, height


if __name__ == "__main__":
    main()
