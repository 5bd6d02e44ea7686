from __future__ import annotations

import numpy as np
import pytest

from tests.render.camera import Camera
from vision.pose import BoardPose
from vision.rectify import CELL, rectify
from vision.surroundings import squares_of
from vision.viewpoint import viewpoint

VIEWS = [(e, t) for e in (30.0, 45.0, 60.0, 80.0) for t in (0.0, 33.0, 90.0, 200.0)]


def camera_at(elevation: float, turn: float) -> Camera:
    return Camera(1280, 720, 1050.0, (5.0, 5.0), elevation, turn, 24.0)


def pose_of(camera: Camera) -> BoardPose:
    corners = camera.project([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])
    return BoardPose(corners, 10, 1)


@pytest.mark.parametrize(("elevation", "turn"), VIEWS)
def test_the_camera_is_found_from_the_board_alone(elevation: float, turn: float) -> None:
    view = viewpoint(pose_of(camera_at(elevation, turn)), (1280, 720))
    assert abs(float(view.elevation(np.array([5.0, 5.0]))) - elevation) < 3


@pytest.mark.parametrize(("elevation", "turn"), VIEWS)
def test_what_stands_up_is_seen_where_the_lean_says(elevation: float, turn: float) -> None:
    camera = camera_at(elevation, turn)
    pose = pose_of(camera)
    lean = viewpoint(pose, (1280, 720)).lean(np.array([3.5, 6.5]))
    top = camera.project(np.array([3.5, 6.5, 0.25]))
    seen_at = pose.to_pixels(np.array([3.5, 6.5]) + 0.25 * lean)
    assert np.linalg.norm(seen_at - top) < 0.05 * pose.square_side


@pytest.mark.parametrize(("elevation", "turn"), [view for view in VIEWS if view[0] >= 45])
def test_every_square_is_turned_so_that_it_leans_up(elevation: float, turn: float) -> None:
    camera = camera_at(elevation, turn)
    picture = np.zeros((720, 1280, 3), np.uint8)
    pose = pose_of(camera)
    rows, columns = np.nonzero(pose.played)
    tops = np.stack([columns + 0.5, rows + 0.5, np.full(len(rows), 0.3)], axis=1)
    for x, y in np.rint(camera.project(tops)).astype(int):
        picture[max(0, y - 1) : y + 2, max(0, x - 1) : x + 2] = 255
    patches, lean = squares_of(rectify(picture, pose), pose, viewpoint(pose, (1280, 720)), CELL)
    assert (lean >= 0).all()
    assert (lean[:, 1] >= lean[:, 0]).all()
    bright = patches[..., 0].astype(np.float64)
    at = (np.arange(CELL) - (CELL - 1) / 2) / CELL
    inside = (bright.sum(axis=(1, 2)) > 0) & (np.abs(0.3 * lean) < 0.4).all(axis=1)
    total = bright.sum(axis=(1, 2))[inside]
    right = (bright.sum(axis=1)[inside] @ at) / total
    up = -(bright.sum(axis=2)[inside] @ at) / total
    seen = np.stack([right, up], axis=1)
    assert np.abs(seen - 0.3 * lean[inside]).max() < 0.12
