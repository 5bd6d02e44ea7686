"""A board is found wherever it lies: on drawn pictures, whose truth is known to the pixel."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.drawn_board import (
    GREEN_RED,
    GREY,
    WOOD,
    Colors,
    Drawing,
    View,
    chequer,
    drawing,
    framed,
    photographed,
    start_position,
)
from vision.locate import Sighting, locate
from vision.pose import Picture

CONFIDENT = 0.5


def worst_corner(seen: Sighting, truth: Drawing) -> float:
    """In fields."""
    off = np.linalg.norm(seen.pose.corners - truth.pose.corners, axis=1).max()
    return float(off) / truth.pose.square_side


def assert_found(truth: Drawing, *, within: float = 0.1) -> None:
    seen = locate(truth.picture)
    assert seen is not None
    assert seen.confidence > CONFIDENT
    assert seen.pose.board_size == truth.pose.board_size
    assert worst_corner(seen, truth) < within
    assert seen.pose.parity == truth.pose.parity


@pytest.mark.parametrize("board_size", [8, 10, 12])
@pytest.mark.parametrize("colors", [WOOD, GREEN_RED, GREY])
def test_boards_of_any_size_and_colour(board_size: int, colors: Colors) -> None:
    discs = start_position(board_size)
    assert_found(drawing(board_size, View(turn=12), 1, colors=colors, discs=discs))


@pytest.mark.parametrize("turn", [0, 90])
def test_an_empty_board_is_played_on_its_dark_squares(turn: float) -> None:
    assert_found(drawing(10, View(turn), 1))


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("board_size", [8, 10, 12])
def test_pieces_tell_which_cells_are_played_on(board_size: int, light: bool) -> None:
    discs = start_position(board_size, light=light)
    assert_found(drawing(board_size, View(turn=-20, elevation=75), 2, discs=discs))


@settings(max_examples=12)
@given(
    turn=st.floats(-180, 180),
    elevation=st.floats(30, 90),
    part=st.floats(0.6, 0.75),
    board_size=st.sampled_from([8, 10, 12]),
    seed=st.integers(0, 999),
)
def test_any_turn_and_height_of_the_camera(
    turn: float, elevation: float, part: float, board_size: int, seed: int
) -> None:
    truth = drawing(board_size, View(turn, elevation, part), seed, discs=start_position(board_size))
    seen = locate(truth.picture)
    assert seen is not None
    assert seen.pose.board_size == board_size
    off = np.linalg.norm(seen.pose.corners[:, None] - truth.pose.corners, axis=2).min(axis=0)
    assert off.max() / truth.pose.square_side < 0.1  # at 45 degrees any corner may be the first


def test_a_corner_outside_the_picture_is_reckoned() -> None:
    truth = drawing(10, View(turn=30, part=0.85, y=0.4), 3)
    assert truth.pose.corners.min() < 0
    assert_found(truth)


def test_a_known_size_is_not_doubted() -> None:
    truth = drawing(10, View(), 4)
    seen = locate(truth.picture, board_size=10)
    assert seen is not None
    assert worst_corner(seen, truth) < 0.05
    other = locate(truth.picture, board_size=8)
    assert other is None or other.confidence < CONFIDENT


def test_corners_are_those_of_the_whole_picture_however_large() -> None:
    truth = drawing(8, View(width=3200, height=1800), 5)
    assert_found(truth, within=0.05)


FLAT: dict[str, Picture] = {
    "a floor": chequer(26, 26),
    "a board of nine": framed(chequer(9, 9), 30),
    "a board of six": framed(chequer(6, 6), 30),
    "a board of eleven": framed(chequer(11, 11), 30),
    "eight by nine": framed(chequer(8, 9), 30),
    "ten by nine": framed(chequer(10, 9), 30),
    "a table cloth": chequer(15, 17, GREY),
}


def crossword(rng: np.random.Generator) -> Picture:
    black = rng.random((13, 13)) < 0.35
    fields = np.where(np.kron(black, np.ones((40, 40)))[..., None] > 0, 20, 240)
    grid = np.broadcast_to(fields, (520, 520, 3)).astype(np.uint8).copy()
    grid[::40], grid[:, ::40] = 0, 0
    return grid


def keyboard(_: np.random.Generator) -> Picture:
    keys = np.full((330, 800, 3), 30, np.uint8)
    for row in range(5):
        for column in range(13):
            x, y = 10 + column * 58 + row * 12, 10 + row * 62
            keys[y : y + 50, x : x + 48] = 75
    return keys


@pytest.mark.parametrize("name", FLAT)
@pytest.mark.parametrize(("turn", "part"), [(8.0, 0.8), (40.0, 0.6)])
def test_what_is_chequered_and_no_board_is_not_taken_for_one(
    name: str, turn: float, part: float
) -> None:
    large = 3.0 if name == "a floor" else 1.0
    picture = photographed(FLAT[name], View(turn, 65, part * large), np.random.default_rng(6))
    seen = locate(picture)
    assert seen is None or seen.confidence < CONFIDENT


@pytest.mark.parametrize("draw", [crossword, keyboard])
@pytest.mark.parametrize("turn", [0.0, 25.0])
def test_crosswords_and_keyboards_are_no_boards(draw: object, turn: float) -> None:
    assert callable(draw)
    rng = np.random.default_rng(7)
    seen = locate(photographed(draw(rng), View(turn, 70), rng))
    assert seen is None or seen.confidence < CONFIDENT


@pytest.mark.parametrize(
    "picture",
    [
        np.zeros((480, 640, 3), np.uint8),
        np.random.default_rng(8).integers(0, 255, (480, 640, 3), np.uint8),
        np.full((64, 64, 3), 127, np.uint8),
        np.zeros((8, 900, 3), np.uint8),
    ],
    ids=["black", "noise", "small", "a strip"],
)
def test_a_picture_of_nothing_shows_no_board(picture: Picture) -> None:
    assert locate(picture) is None
