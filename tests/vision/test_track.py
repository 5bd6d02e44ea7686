"""The board from frame to frame, on drawn pictures with known corners."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rules.position import Position
from tests.vision.drawn_film import Camera, Table
from vision.pose import BoardPose, Side
from vision.track import PoseTracker

Image = np.ndarray


class Scene:
    """A drawn board, played on its dark cells or the light ones, under a camera that moves."""

    def __init__(self, *, light: bool = False) -> None:
        self.light = light
        position = Position.start()
        self.table = Table(position, Side.BOTTOM, seed=4)
        self.pieces = {self.table.middle(s): p for s, p in position.pieces().items()}
        self.camera = Camera()
        self.rng = np.random.default_rng(4)
        self.tracker = PoseTracker(BoardPose(self.camera.corners.copy(), 10, 1), self.picture())

    def picture(self, arm: bool = False) -> Image:
        drawn = self.table.draw(self.pieces)
        if arm:
            self.table.arm(drawn, (5.0, 3.0), (6.0, 14.0))
        taken = self.camera.take(drawn, 10, self.rng)
        return 255 - taken if self.light else taken

    def error(self, arm: bool = False) -> float:
        """Of the worst corner in the next picture, in squares."""
        pose = self.tracker.follow(self.picture(arm))
        assert pose is not None
        apart = np.linalg.norm(pose.corners - self.camera.corners, axis=1)
        return float(apart.max()) / pose.square_side


@pytest.fixture(params=[False, True], ids=["dark", "light"])
def scene(request: pytest.FixtureRequest) -> Scene:
    return Scene(light=request.param)


def test_a_board_at_rest_stays_where_it_is(scene: Scene) -> None:
    assert max(scene.error() for _ in range(5)) < 0.03


def test_drift_is_followed_under_an_arm(scene: Scene) -> None:
    for _ in range(12):
        scene.camera.corners += (0.8, -0.5)
        assert scene.error(arm=True) < 0.05


def test_a_nudge_is_followed(scene: Scene) -> None:
    scene.camera.corners += np.array([[22.0, 9.0], [18.0, 12.0], [20.0, 15.0], [25.0, 10.0]])
    scene.error()
    assert scene.error() < 0.05


def test_light_may_jump(scene: Scene) -> None:
    for light in (0.5, 1.25, 0.35, 1.0):
        scene.camera.light = light
        assert scene.error() < 0.05


def test_a_lens_that_bends_lines_loses_no_board(scene: Scene) -> None:
    """Barrel distortion of an ordinary webcam: one percent at the edge of the board."""
    picture = scene.picture()
    height, width = picture.shape[:2]
    focal = float(width)
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    bent = cv2.undistort(picture, lens, np.array([0.06, 0.0, 0.0, 0.0]))
    pose = scene.tracker.follow(bent)
    assert pose is not None
    assert scene.tracker.share_seen > 0.6


def test_where_there_is_no_board_none_is_followed(scene: Scene) -> None:
    last = scene.tracker.pose
    assert scene.tracker.follow(np.full((720, 960, 3), 90, np.uint8)) is None
    assert scene.tracker.pose is last
    assert scene.error() < 0.05
