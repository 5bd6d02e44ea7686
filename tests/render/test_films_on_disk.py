"""Films written to a folder: pictures or a video, and what is true of each frame."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.game import Game
from rules.notation import parse_move
from tests.render.conditions import CALM
from tests.render.film import Film, performed
from tests.render.films import write
from tests.render.games import played_game
from tests.render.plates import Plates

HABITS = replace(CALM, fps=1.0, noise=1.0)


@pytest.fixture
def short_film(plates: Plates) -> Film:
    return Film([plates], performed(played_game(3, 3), HABITS, 3), HABITS, 3)


def test_a_folder_of_frames_tells_the_game(short_film: Film, tmp_path: Path) -> None:
    write(short_film, tmp_path)
    truth = json.loads((tmp_path / "truth.json").read_text())
    assert len(list(tmp_path.glob("frame_*.jpg"))) == len(truth["frames"])
    game = Game.new()
    for move in truth["moves"]:
        game = game.play(parse_move(game.position, move["move"]))
        assert move["done_ms"] <= move["t_ms"]
        assert truth["frames"][move["frame"]]["seen"] >= move["ply"]
    assert game.position.fen == truth["final"]


def test_a_video_has_the_frames_of_the_film(short_film: Film, tmp_path: Path) -> None:
    write(short_film, tmp_path, "avi")
    truth = json.loads((tmp_path / "truth.json").read_text())
    video = cv2.VideoCapture(str(tmp_path / "film.avi"))
    count = 0
    while (read := video.read())[0]:
        count += 1
        assert read[1].shape[1::-1] == tuple(truth["frames"][0]["image_size"])
    video.release()
    assert count == len(truth["frames"])


def test_while_the_camera_is_carried_nothing_can_be_read(plates: Plates) -> None:
    film = Film([plates, plates], performed(played_game(3, 2), HABITS, 3), HABITS, 3)
    (moment,) = film.carried
    for frame in film.frames():
        under_way = abs(frame.time - moment) < 0.5
        assert np.all(frame.truth.hidden) == under_way
