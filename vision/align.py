"""A reader calibrated on a known position, and with it where white sits.

A position stands on the board where what was learned of it reads as it again, and where the pieces
taken for white are the lighter ones. A first guess, which may be poor, says what to try first.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from rules.geometry import Geometry
from vision.content import BoardReading
from vision.errors import SightError
from vision.pose import BoardPose, Picture, Side
from vision.reader import Reader
from vision.seat import Contents, Seat, seat_at
from vision.settle import BLACK, WHITE, by_kind

AGREEING = 0.96
"""A position is taken for the known one where so many squares agree."""
STATED = 0.9
"""Where somebody says that it is shown, so many do."""


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """`reading`: of the picture, by the `reader` that was calibrated on it."""

    seat: Seat
    reader: Reader
    reading: BoardReading


def ranked_seats(
    reading: BoardReading, geometry: Geometry, expected: Contents
) -> list[tuple[float, Seat]]:
    """The four seats of white, and on what part of the squares the reading agrees with the contents
    (m,) expected there; the best first."""
    seats = [seat_at(geometry, reading.pose, side) for side in Side]
    ranked = [(agreement(reading, seat, expected), seat) for seat in seats]
    return sorted(ranked, key=lambda found: found[0], reverse=True)


def agreement(reading: BoardReading, seat: Seat, expected: Contents) -> float:
    """The part of the squares on which a reading shows the kind that is expected there."""
    kinds = by_kind(reading.log_likelihood[seat.rows, seat.columns]).argmax(axis=1)
    return float((kinds == (expected + 1) // 2).mean())


def align(
    picture: Picture,
    guess: BoardReading,
    geometry: Geometry,
    expected: Contents,
    agreeing: float = AGREEING,
) -> Aligned | None:
    """Calibrate on the contents (m,) of the squares of a board that is `guess`ed already; None
    where the picture does not show them on so many squares."""
    pose = guess.pose
    for _, seat in ranked_seats(guess, geometry, expected):
        reader = Reader()
        try:
            reader.calibrate(picture, pose, seat.on_cells(expected, pose.board_size))
        except SightError:
            return None
        reading = reader.read(picture, pose)
        if agreement(reading, seat, expected) >= agreeing and _white_is_lighter(
            picture, pose, seat, expected
        ):
            return Aligned(seat, reader, reading)
    return None


def _white_is_lighter(picture: Picture, pose: BoardPose, seat: Seat, expected: Contents) -> bool:
    middles = np.stack([seat.columns, seat.rows], axis=1).astype(np.float64) + 0.5
    at = np.rint(pose.to_pixels(middles)).astype(np.intp)
    height, width = picture.shape[:2]
    x, y = at[:, 0].clip(0, width - 1), at[:, 1].clip(0, height - 1)
    brightness = cv2.blur(picture, (3, 3))[y, x].sum(axis=1)
    kinds = (expected + 1) // 2
    white, black = (np.median(brightness[kinds == kind]) for kind in (WHITE, BLACK))
    return bool(white > black)
