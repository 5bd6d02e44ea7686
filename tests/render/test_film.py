"""Films: pictures, and the truth about them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise

import cv2
import numpy as np
import pytest

from rules.notation import format_move, parse_move
from tests.render.compose import Composer, Put
from tests.render.conditions import CALM, ROUGH, Habits
from tests.render.film import Film, Frame, performed
from tests.render.games import played_game
from tests.render.plates import SAMPLES, Plates, load
from tests.render.sensor import from_light

NUDGED = replace(CALM, board_nudges=40.0, camera_nudges=40.0, noise=0.5)


def made(plates: Plates, habits: Habits, seed: int, plies: int = 8) -> Film:
    game = played_game(seed, plies)
    return Film([plates], performed(game, habits, seed), habits, seed)


def first(film: Film, count: int) -> list[Frame]:
    return list(islice(film.frames(), count))


def test_the_same_seed_gives_the_same_film(plates: Plates) -> None:
    one, other = (first(made(plates, ROUGH, 3), 12) for _ in range(2))
    for a, b in zip(one, other, strict=True):
        assert (a.picture == b.picture).all()
        assert a.truth.label.squares == b.truth.label.squares
    assert not (one[0].picture == one[-1].picture).all()


def test_frames_come_at_the_rate_that_was_asked_for(plates: Plates) -> None:
    frames = first(made(plates, replace(CALM, fps=5.0), 1), 4)
    assert [frame.time for frame in frames] == pytest.approx([0.0, 0.2, 0.4, 0.6])
    camera = plates.scene.camera
    assert frames[0].picture.shape == (camera.height, camera.width, 3)


def test_a_game_is_told_ply_by_ply_and_legally(plates: Plates) -> None:
    film = made(plates, replace(CALM, fps=2.0), 2, plies=6)
    frames = list(film.frames())
    seen = [frame.truth.seen for frame in frames]
    assert seen == sorted(seen)
    assert seen[-1] == len(film.performance.plies) == 6
    assert all(frame.truth.seen <= frame.truth.done for frame in frames)
    position = film.performance.start
    for played in film.performance.plies:
        assert played.ply.move is not None
        move = parse_move(position, format_move(position, played.ply.move))
        position = position.play(move)
    assert position == film.performance.final


def test_hands_hide_what_they_change(plates: Plates) -> None:
    film = made(plates, replace(CALM, fps=5.0), 4, plies=2)
    frames = list(film.frames())
    changed = [
        after
        for before, after in pairwise(frames)
        if before.truth.label.squares != after.truth.label.squares
    ]
    assert changed
    assert all(frame.truth.hidden.any() for frame in changed)
    assert not frames[0].truth.hidden.any()
    assert not frames[-1].truth.hidden.any()


def test_corners_follow_a_nudged_board_and_camera(plates: Plates) -> None:
    frames = first(made(plates, NUDGED, 5, plies=1), 60)
    moved = np.linalg.norm(
        frames[-1].truth.label.corners - frames[0].truth.label.corners, axis=1
    ).max()
    assert moved > 3
    for frame in (frames[0], frames[-1]):
        assert lattice_error(frame) < 0.03


def lattice_error(frame: Frame) -> float:
    """Median distance, in squares, from lattice points to the corners of fields near them."""
    pose = frame.truth.label.pose
    rows = frame.truth.label.squares
    n = pose.board_size
    free = [
        (column, row)
        for row in range(1, n)
        for column in range(1, n)
        if all(
            rows[r][c] == "." and not frame.truth.hidden[r, c]
            for r in (row - 1, row)
            for c in (column - 1, column)
        )
    ]
    assert len(free) >= 6
    points = pose.to_pixels(np.array(free, np.float64))
    grey = cv2.cvtColor(frame.picture, cv2.COLOR_BGR2GRAY)
    start = points.astype(np.float32)[:, None]
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.001)
    refined = cv2.cornerSubPix(grey, start.copy(), (4, 4), (-1, -1), stop)[:, 0]
    return float(np.median(np.linalg.norm(refined - points, axis=1)) / pose.square_side)


@pytest.mark.parametrize("name", ["plates_10", "plates_8"])
def test_pieces_put_together_look_as_they_were_rendered(name: str) -> None:
    """A quarter of the squares with men of one colour is a base picture itself."""
    plates = load(SAMPLES / name)
    composer = Composer(plates)
    men = {c: Put("w") for c, p in plates.places.items() if p.group == 0}
    made_up = from_light(composer.board(men)).astype(np.int16)
    difference = np.abs(made_up - plates.pieces["w", 0])
    assert difference.mean() < 2.5
    assert np.percentile(difference, 99) < 25


def test_a_carried_piece_is_drawn_and_covers(plates: Plates) -> None:
    composer = Composer(plates)
    light = composer.board({})
    before, cover = light.copy(), np.zeros(composer.shape, np.float32)
    composer.piece(light, cover, "w", (5.0, 5.0, 0.5))
    assert cover.max() > 0.9
    x, y = composer.camera.project([5.0, 5.0, 0.6]).astype(int)
    assert cover[y, x] > 0.9
    assert np.abs(light - before).max() > 0.05


def test_no_frame_is_black_or_white(plates: Plates) -> None:
    for frame in first(made(plates, replace(ROUGH, fps=0.5), 9), 30):
        assert 20 < frame.picture.mean() < 235
