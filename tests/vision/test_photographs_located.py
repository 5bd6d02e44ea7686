"""The labelled photographs of real boards: all found, none of them wrongly."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from vision.locate import locate
from vision.picture import load_picture

PHOTOS = Path(__file__).resolve().parents[3] / "shared" / "photos"
EVERY = 4
"""One in so many is tried here; all of them in benchmarks/vision_locate.py."""


def labels() -> list[tuple[Path, dict[str, object]]]:
    folders = (PHOTOS, PHOTOS / "tcd_game")
    found = [
        (folder / entry["file"], entry)
        for folder in folders
        if (folder / "labels.json").exists()
        for entry in json.loads((folder / "labels.json").read_text(encoding="utf-8"))
    ]
    return found[::EVERY]


@pytest.mark.skipif(not PHOTOS.is_dir(), reason=f"no photographs in {PHOTOS}")
def test_boards_are_found_on_photographs() -> None:
    missed = [file.name for file, label in labels() if not located(file, label)]
    assert not missed


def located(file: Path, label: dict[str, object]) -> bool:
    """Whether corners, size and squares are right; a wrong board must not be told as sure."""
    seen = locate(load_picture(file))
    if seen is None:
        return False
    corners = np.array(label["corners"])
    side = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).mean()
    off = np.linalg.norm(seen.pose.corners - corners, axis=1).max()
    right = (
        seen.pose.board_size == label["board_size"]
        and off < 0.25 * float(side) / seen.pose.board_size
        and parity_of(label) in (None, seen.pose.parity)
    )
    assert right or seen.confidence < 0.5, file.name
    return right


def parity_of(label: dict[str, object]) -> int | None:
    rows = label["squares"]
    assert isinstance(rows, list)
    sums = [
        (row + column) % 2
        for row, cells in enumerate(rows)
        for column, letter in enumerate(cells)
        if letter != "."
    ]
    return Counter(sums).most_common(1)[0][0] if sums else None
