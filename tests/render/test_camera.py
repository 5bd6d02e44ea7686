"""The labels come from the camera: it must put points where the pictures show them."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.render.camera import Camera
from tests.render.pov import POVRAY, render, scene_text
from tests.render.sampling import random_scene
from tests.render.scene import Ground, LightKind, Material

CAMERA = Camera(
    width=960,
    height=720,
    focal=850.0,
    target=(4.1, 3.9),
    elevation=55.0,
    turn=25.0,
    distance=15.0,
    roll=2.0,
    k1=-0.2,
    k2=0.03,
)
INNER = np.stack(np.meshgrid(np.arange(1, 8), np.arange(1, 8)), axis=-1).reshape(-1, 2) * 1.0


def found_corners(picture: np.ndarray) -> np.ndarray:
    found, corners = cv2.findChessboardCornersSB(picture, (7, 7), flags=cv2.CALIB_CB_ACCURACY)
    assert found
    return np.asarray(corners).reshape(-1, 2)


def distances_to(camera: Camera, corners: np.ndarray) -> np.ndarray:
    """In squares, from each projected lattice point to the nearest corner that was found."""
    points = camera.project(INNER)
    distances = np.linalg.norm(points[:, None] - corners[None], axis=2).min(axis=1)
    side = np.linalg.norm(camera.project([4.0, 4.0]) - camera.project([5.0, 4.0]))
    return np.asarray(distances / side)


def test_points_of_the_board_go_through_the_homography() -> None:
    plain = replace(CAMERA, k1=0.0, k2=0.0)
    through = cv2.perspectiveTransform(INNER[:, None], plain.homography())[:, 0]
    assert plain.project(INNER) == pytest.approx(through, abs=1e-6)


def test_the_lens_bends_a_picture_as_it_bends_points() -> None:
    straight = CAMERA.pinhole()
    n, fine = 8, 40
    board = np.kron(np.indices((n, n)).sum(axis=0) % 2, np.ones((fine, fine))) * 200 + 30
    scale = np.array([[1 / fine, 0, 0.5 / fine], [0, 1 / fine, 0.5 / fine], [0, 0, 1]])
    drawn = cv2.warpPerspective(
        board.astype(np.uint8),
        straight.homography() @ scale,
        (straight.width, straight.height),
        flags=cv2.INTER_AREA,
        borderValue=(120,),
    )
    picture = CAMERA.bend(np.asarray(drawn, np.uint8))
    assert picture.shape == (CAMERA.height, CAMERA.width)
    assert distances_to(CAMERA, found_corners(picture)).max() < 0.01


def test_a_picture_without_distortion_is_left_alone() -> None:
    plain = replace(CAMERA, k1=0.0, k2=0.0)
    picture = np.zeros((720, 960, 3), np.uint8)
    assert plain.pinhole() is plain
    assert plain.bend(picture) is picture


@pytest.mark.skipif(POVRAY is None, reason="povray is not installed: apt install povray")
def test_a_rendered_board_lies_where_the_camera_says() -> None:
    scene = random_scene(4, board_size=8)
    board = replace(
        scene.board,
        material=Material.PRINT,
        light=(0.9, 0.9, 0.9),
        dark=(0.1, 0.1, 0.1),
        lines=0.0,
        border=0.0,
        folds=0.0,
    )
    bare = replace(
        scene,
        board=board,
        pieces=(),
        things=(),
        ground=Ground.PLAIN,
        light=replace(scene.light, kind=LightKind.SOFT, glare=0.0),
        camera=replace(CAMERA, width=480, height=360, focal=425.0),
    )
    picture = render(scene_text(bare), bare.camera)
    distances = distances_to(bare.camera, found_corners(picture))
    assert np.median(distances) < 0.005
    assert distances.max() < 0.02
