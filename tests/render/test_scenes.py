"""Scenes by chance keep their promises, whatever the seed."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from tests.render.labels import label_of, world_corners
from tests.render.pov import POVRAY
from tests.render.sampled_set import luma
from tests.render.sampling import random_scene
from tests.render.scene import Scene
from tests.render.stills import render_still, still_label
from vision.pose import Side


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return [random_scene(seed) for seed in range(1, 70)]


def test_all_corners_are_in_the_frame(scenes: list[Scene]) -> None:
    for scene in scenes:
        corners = world_corners(scene)
        assert (corners > 1).all(), scene.seed
        assert (corners < (scene.camera.width - 2, scene.camera.height - 2)).all(), scene.seed


def test_corners_go_round_clockwise_from_the_top_left(scenes: list[Scene]) -> None:
    for scene in scenes:
        corners = label_of(scene).corners
        across, down = corners[1] - corners[0], corners[3] - corners[0]
        assert across[0] * down[1] - across[1] * down[0] > 0, scene.seed
        assert (corners[0] - corners[2]).sum() < 0, scene.seed


def test_pieces_stand_on_squares_and_rows_agree_with_the_seat_of_white(scenes: list[Scene]) -> None:
    for scene in scenes:
        label = label_of(scene)
        rows = np.array([list(row) for row in label.squares])
        assert (rows[~label.pose.played] == ".").all(), scene.seed
        assert sorted("".join(label.squares)) == sorted("".join(scene.cells())), scene.seed


def test_at_the_start_white_sits_where_the_label_says(scenes: list[Scene]) -> None:
    starts = [s for s in scenes if len(s.pieces) == 40 and s.board_size == 10]
    assert len(starts) > 3
    for scene in starts:
        label = label_of(scene)
        turns = {Side.BOTTOM: 0, Side.LEFT: 1, Side.TOP: 2, Side.RIGHT: 3}[label.white]
        upright = np.rot90(np.array([list(row) for row in label.squares]), turns)
        assert {letter.lower() for letter in upright[-1]} == {".", "w"}, scene.seed
        assert {letter.lower() for letter in upright[0]} == {".", "b"}, scene.seed


def test_white_is_the_lighter_side(scenes: list[Scene]) -> None:
    for scene in scenes:
        discs = scene.discs
        assert luma(discs.white) > luma(discs.black), scene.seed


def test_the_pose_of_a_label_finds_the_pieces(scenes: list[Scene]) -> None:
    """Each piece of the scene, projected, falls into the cell that the label gives it."""
    for scene in scenes:
        plain = replace(scene, camera=replace(scene.camera, k1=0.0, k2=0.0))
        label = label_of(plain)
        to_board = np.linalg.inv(label.pose.homography)
        for piece in plain.pieces:
            x, y = plain.camera.project([piece.x, piece.y])
            column, row, w = to_board @ (x, y, 1.0)
            assert label.squares[int(row / w)][int(column / w)] == piece.letter, scene.seed


def test_a_scene_survives_being_written_down(scenes: list[Scene]) -> None:
    for scene in scenes[:20]:
        assert Scene.from_json(json.loads(json.dumps(scene.to_json()))) == scene


@pytest.mark.skipif(POVRAY is None, reason="povray is not installed: apt install povray")
def test_the_same_seed_gives_the_same_picture() -> None:
    scene = random_scene(11, size=(160, 120))
    once, again = render_still(scene), render_still(scene)
    assert (once[0] == again[0]).all()
    assert once[1].squares == again[1].squares


@pytest.mark.skipif(POVRAY is None, reason="povray is not installed: apt install povray")
def test_what_a_hand_hides_is_not_known() -> None:
    scene = random_scene(502, size=(160, 120), hands=True)
    assert scene.hands
    label, bare = still_label(scene), label_of(scene)
    pairs = list(zip("".join(label.squares), "".join(bare.squares), strict=True))
    assert all(told in ("?", true) for told, true in pairs)
    assert 3 < sum(told == "?" for told, _ in pairs) < 60
