"""A board watched on a drawn film: arms, nudges, a lamp, a board that is turned or taken away."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from rules.position import Position
from tests.vision.drawn_film import Film, FilmFrame, random_moves
from vision.pose import Side
from vision.seat import contents_of
from vision.sources import Frame
from vision.watch import Finding, Look, Watch

START = Position.start()


def watched(
    film: Film, frames: Iterator[FilmFrame] | None = None
) -> Iterator[tuple[FilmFrame, Look]]:
    watch = Watch(START.variant.geometry, contents_of(START))
    for number, seen in enumerate(frames or film.frames()):
        yield seen, watch.see(Frame(seen.picture, seen.time, number))


def shows(look: Look, position: Position) -> bool:
    assert look.snapshot is not None
    pieces = position.pieces()
    return all(
        reading.color == (pieces[square].color if square in pieces else None)
        for square, reading in look.snapshot
    )


@pytest.mark.parametrize(("white", "plies"), [(Side.BOTTOM, 2), (Side.LEFT, 1)])
def test_every_ply_is_seen_soon_after_the_hand_has_left_and_none_before(
    white: Side, plies: int
) -> None:
    moves = random_moves(START, plies, seed=5)
    positions = [START]
    for move in moves:
        positions.append(positions[-1].play(move))
    film = Film(START, moves, white=white, seed=5, rest_s=0.56)
    left = 0.0
    for seen, look in watched(film):
        assert look.finding is Finding.FOLLOWED
        assert look.snapshot is not None
        if seen.hand:
            left = seen.time
            continue
        if seen.time - left > 0.4:
            assert shows(look, positions[seen.plies])
            assert not look.snapshot.hidden


def test_squares_under_an_arm_are_hidden_and_keep_what_they_showed() -> None:
    film = Film(START, random_moves(START, 1, seed=5), seed=5, rest_s=0.4)
    most = 0
    for seen, look in watched(film):
        if seen.hand and look.snapshot is not None:
            most = max(most, len(look.snapshot.hidden))
    assert most >= 4


def test_a_nudge_of_the_camera_moves_no_piece() -> None:
    film = Film(START, [], seed=6, rest_s=1.0)
    for seen, look in watched(film):
        assert shows(look, START)
        if round(seen.time * 12.5) == 10:
            film.camera.corners = film.camera.corners + np.array([17.0, -11.0])
    pose = look.pose
    assert pose is not None
    assert np.abs(pose.corners - film.camera.corners).max() < 0.1 * pose.square_side


def test_a_lamp_that_is_switched_off_moves_no_piece() -> None:
    film = Film(START, [], seed=7, rest_s=1.0)
    for seen, look in watched(film):
        assert shows(look, START)
        film.camera.light = 0.55 if seen.time > 0.8 else 1.0


def test_a_board_that_is_turned_is_found_again_and_read_the_same_way_round() -> None:
    film = Film(START, [], seed=8, rest_s=1.6)
    for seen, look in watched(film):
        if round(seen.time * 12.5) == 12:
            film.camera.corners = np.roll(film.camera.corners, 2, axis=0) + np.array([6.0, 4.0])
        if seen.time > 2.2:
            assert look.finding is Finding.FOLLOWED
            assert shows(look, START)


def test_a_board_out_of_sight_is_lost_and_comes_back() -> None:
    film = Film(START, [], seed=9, rest_s=1.6)

    def frames() -> Iterator[FilmFrame]:
        for seen in film.frames():
            if 0.6 < seen.time < 2.0:
                seen.picture[:] = 90
            yield seen

    findings = {round(seen.time, 2): look.finding for seen, look in watched(film, frames())}
    assert findings[0.4] is Finding.FOLLOWED
    assert findings[1.84] is Finding.LOST
    assert list(findings.values())[-1] is Finding.FOLLOWED
