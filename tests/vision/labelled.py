"""Labelled pictures as the tests of reading want them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from vision.content import BoardReading
from vision.picture import load_picture
from vision.pose import BoardPose, Picture

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos"
RENDERS = Path(__file__).resolve().parents[1] / "render" / "samples" / "stills"
needs_photos = pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"no photographs in {PHOTOS}")


@dataclass(frozen=True, eq=False)
class Labelled:
    """`cells` (n, n): a `Content` each, -1 where the label does not say."""

    picture: Picture
    pose: BoardPose
    cells: npt.NDArray[np.intp]
    elevation: float | None

    def wrong(self, reading: BoardReading) -> int:
        """How many squares show another kind (empty, white, black) than is there."""
        seen = reading.log_likelihood.argmax(axis=2)
        known = self.pose.played & (self.cells >= 0)
        return int(((seen + 1) // 2 != (self.cells + 1) // 2)[known].sum())


@cache
def _labels(folder: Path) -> dict[str, dict[str, object]]:
    entries = json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    return {Path(entry["file"]).stem: entry for entry in entries}


def names(folder: Path) -> list[str]:
    return sorted(_labels(folder)) if (folder / "labels.json").is_file() else []


def labelled(name: str, folder: Path = PHOTOS) -> Labelled:
    label = _labels(folder)[name]
    rows = label["squares"]
    assert isinstance(rows, list)
    cells = np.array([[".wWbB?".index(letter) for letter in row] for row in rows], np.intp)
    cells[cells == 5] = -1
    at = np.argwhere(cells != 0)
    parity = int(np.median(at.sum(axis=1) % 2)) if len(at) else 1
    pose = BoardPose(np.array(label["corners"], np.float64), len(rows), parity)
    elevation = label.get("elevation")
    assert elevation is None or isinstance(elevation, float)
    return Labelled(load_picture(folder / str(label["file"])), pose, cells, elevation)
