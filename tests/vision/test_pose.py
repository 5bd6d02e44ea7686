"""Where the cells of a board lie in a picture."""

from __future__ import annotations

import numpy as np
import pytest

from rules.position import Position
from rules.variants import variant_named
from vision.pose import BoardPose, Side, cells_of

CORNERS = np.array([[100.0, 80.0], [520.0, 110.0], [560.0, 430.0], [60.0, 400.0]])


def test_the_corners_of_the_board_are_the_corners_in_the_picture() -> None:
    pose = BoardPose(CORNERS, 10, parity=1)
    board = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]])
    assert pose.to_pixels(board) == pytest.approx(CORNERS, abs=1e-3)


@pytest.mark.parametrize("white", Side)
@pytest.mark.parametrize("name", ["international", "russian", "canadian"])
def test_every_square_has_a_cell_of_its_own_and_all_have_one_colour(name: str, white: Side) -> None:
    geometry = variant_named(name).geometry
    cells = cells_of(geometry, white)
    assert len(set(cells.values())) == geometry.squares
    assert len({(row + column) % 2 for row, column in cells.values()}) == 1
    parity = sum(cells[1]) % 2
    assert BoardPose(CORNERS, geometry.width, parity).fits(geometry, white)
    assert not BoardPose(CORNERS, geometry.width, 1 - parity).fits(geometry, white)


@pytest.mark.parametrize(
    ("white", "cell"),
    [
        (Side.BOTTOM, (9, 0)),
        (Side.LEFT, (0, 0)),
        (Side.TOP, (0, 9)),
        (Side.RIGHT, (9, 9)),
    ],
)
def test_square_46_is_at_the_left_hand_of_white(white: Side, cell: tuple[int, int]) -> None:
    geometry = Position.start().variant.geometry
    assert cells_of(geometry, white)[46] == cell
