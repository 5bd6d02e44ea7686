"""The committed stills: small rendered pictures with exact labels, for everybody's tests."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.pose import BoardPose

FOLDER = Path(__file__).with_name("samples") / "stills"
LABELS = json.loads((FOLDER / "labels.json").read_text())


def picture_and_pose(label: dict[str, object]) -> tuple[np.ndarray, BoardPose]:
    picture = cv2.imread(str(FOLDER / str(label["file"])))
    assert picture is not None
    corners = np.array(label["corners"], np.float64)
    size, parity = label["board_size"], label["parity"]
    assert isinstance(size, int)
    assert isinstance(parity, int)
    return picture, BoardPose(corners, size, parity)


@pytest.mark.parametrize("label", LABELS, ids=lambda label: str(label["file"]))
def test_the_label_lies_on_the_board(label: dict[str, object]) -> None:
    """Cells that are squares differ from those that are not, along every diagonal of the board."""
    picture, pose = picture_and_pose(label)
    assert list(picture.shape[1::-1]) == label["image_size"]
    n, fine = pose.board_size, 8
    rows = np.array([list(row) for row in label["squares"]])  # type: ignore[attr-defined]
    size = n * fine
    flat = cv2.warpPerspective(
        cv2.cvtColor(picture, cv2.COLOR_BGR2LAB),
        np.diag([fine, fine, 1.0]) @ np.linalg.inv(pose.homography),
        (size, size),
        flags=cv2.INTER_AREA,
    ).astype(np.float64)
    cells = flat.reshape(n, fine, n, fine, 3)[:, 2:-2, :, 2:-2].mean(axis=(1, 3))
    squares, others = cells[pose.played & (rows == ".")], cells[~pose.played]
    between = np.linalg.norm(squares.mean(axis=0) - others.mean(axis=0))
    assert between > 12


@pytest.mark.parametrize("label", LABELS, ids=lambda label: str(label["file"]))
def test_samples_stay_small(label: dict[str, object]) -> None:
    assert (FOLDER / str(label["file"])).stat().st_size <= 61_000


def test_samples_show_all_kinds_of_boards() -> None:
    assert {label["board_size"] for label in LABELS} == {8, 10, 12}
    assert {label["parity"] for label in LABELS} == {0, 1}
    assert any("W" in "".join(label["squares"]) for label in LABELS)
    assert 12 <= len(LABELS) <= 20
