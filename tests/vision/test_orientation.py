from __future__ import annotations

import numpy as np
import pytest

from rules.position import Position
from rules.snapshot import Reading
from rules.variants import variant_named
from vision.content import BoardReading, Content
from vision.orientation import orientation_for, snapshot_of
from vision.pose import BoardPose, Side
from vision.seat import contents_of, seat_at

CORNERS = np.array([[0.0, 0.0], [400.0, 0.0], [400.0, 400.0], [0.0, 400.0]])


def reading_of(position: Position, white: Side, *, lead: float = 5.0) -> BoardReading:
    """The position seen without a doubt, white at this side."""
    geometry = position.variant.geometry
    parity = next(p for p in (0, 1) if BoardPose(CORNERS, geometry.width, p).fits(geometry, white))
    pose = BoardPose(CORNERS, geometry.width, parity)
    seat = seat_at(geometry, pose, white)
    cells = seat.on_cells(contents_of(position), pose.board_size)
    likelihood = np.where(np.arange(5) == cells[..., None], 0.0, -lead)
    return BoardReading(pose, likelihood, np.zeros(cells.shape))


@pytest.mark.parametrize("name", ["international", "russian", "canadian"])
@pytest.mark.parametrize("white", list(Side))
def test_the_start_tells_where_white_sits(name: str, white: Side) -> None:
    start = Position.start(variant_named(name))
    found = orientation_for(reading_of(start, white), start)
    assert found is not None
    assert (found.white, found.fit) == (white, 1.0)


def test_another_position_is_not_taken_for_the_start() -> None:
    start = Position.start()
    played = start
    for _ in range(30):
        played = played.play(played.legal_moves()[0])
    assert orientation_for(reading_of(played, Side.BOTTOM), start) is None


def test_an_empty_board_has_no_side() -> None:
    empty = Position.of(variant_named("international"), Position.start().turn, {})
    assert orientation_for(reading_of(empty, Side.BOTTOM), empty) is None


def test_a_board_of_another_size_has_no_side() -> None:
    seen = reading_of(Position.start(variant_named("russian")), Side.TOP)
    assert orientation_for(seen, Position.start()) is None


@pytest.mark.parametrize("white", list(Side))
def test_a_snapshot_counts_squares_from_white(white: Side) -> None:
    start = Position.start()
    reading = reading_of(start, white, lead=6.0)
    snapshot = snapshot_of(reading, seat_at(start.variant.geometry, reading.pose, white))
    assert snapshot[1] is Reading.BLACK_MAN
    assert snapshot[25] is Reading.EMPTY
    assert snapshot[50] is Reading.WHITE_MAN


def test_what_is_hidden_or_unsure_stays_unknown() -> None:
    start = Position.start()
    reading = reading_of(start, Side.BOTTOM, lead=6.0)
    reading.hidden[0, 1] = 1.0
    reading.log_likelihood[0, 3] = 0.0
    reading.log_likelihood[0, 5, Content.BLACK_KING] = 0.0
    snapshot = snapshot_of(reading, seat_at(start.variant.geometry, reading.pose, Side.BOTTOM))
    assert [snapshot[n] for n in (1, 2, 3)] == [Reading.UNKNOWN, Reading.UNKNOWN, Reading.BLACK]
