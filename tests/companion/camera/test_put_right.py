"""A board that got wrong under a camera: told within a second of its film, with the squares; healed
when it is put right, and the game goes on. The time is that of the film: nobody waits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import pytest

from companion.camera.video import Plan, Watching
from rules.position import Position
from tests.vision.drawn_film import Film, FilmFrame, random_moves

START = Position.start()
RIGHT = START.pieces()
PLY = random_moves(START, 1, seed=5)
TOLD_S = 1.0
Frames = Iterator[FilmFrame]


def put_on_a_wrong_square(film: Film) -> Frames:
    yield from film.carry(32, 22)


def put_back(film: Film) -> Frames:
    yield from film.carry(22, 32)


def knocked_off(film: Film) -> Frames:
    yield from film.brush(38, {square: RIGHT[square] for square in RIGHT if square != 38})


def set_up_again(film: Film) -> Frames:
    yield from film.brush(38, dict(RIGHT))


def swapped_behind_a_back(film: Film) -> Frames:
    yield from film.covered(0.8)
    film.stand({**RIGHT, 19: RIGHT[33], 33: RIGHT[19]})


def swapped_again(film: Film) -> Frames:
    yield from film.covered(0.8)
    film.stand(dict(RIGHT))


@pytest.mark.parametrize(
    ("goes_wrong", "is_mended", "wrong"),
    [
        (put_on_a_wrong_square, put_back, {22, 32}),
        (knocked_off, set_up_again, {38}),
        (swapped_behind_a_back, swapped_again, {19, 33}),
    ],
)
def test_a_board_that_gets_wrong_is_told_at_once_and_healed_when_it_is_right(
    tmp_path: Path,
    goes_wrong: Callable[[Film], Frames],
    is_mended: Callable[[Film], Frames],
    wrong: set[int],
) -> None:
    film = Film(START, [], seed=5)
    wrong_since = 0.0

    def played() -> Frames:
        nonlocal wrong_since
        yield from film.still(0.8)
        yield from goes_wrong(film)
        wrong_since = film.time
        yield from film.still(1.4)
        yield from is_mended(film)
        yield from film.still(1.0)
        yield from film.play(PLY[0])
        yield from film.still(0.8)

    path = tmp_path / "film.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 12.5, film.camera.size)
    for frame in played():
        writer.write(frame.picture)
    writer.release()
    filmed = Watching(Plan(path)).watch(lambda done, count: None)
    first = filmed.unsure[0]
    assert first.t_ms / 1000 - wrong_since <= TOLD_S
    assert set(first.squares) <= wrong
    assert filmed.open == []
    assert [ply.move for ply in filmed.game.plies] == PLY
