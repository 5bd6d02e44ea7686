"""On which side of the picture white sits: where a known position fits what is seen best."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rules.geometry import Geometry
from rules.position import Position
from rules.snapshot import Reading, Snapshot
from vision.content import READINGS, BoardReading, Content
from vision.pose import BoardPose, Side
from vision.seat import Seat, contents_of, seat_at

LEAST_LEAD = 4.0
"""By so much more likely (natural logarithm) than all others must a side be."""
LEAST_FIT = 0.9
"""Of the squares must show the colour that the position has there."""
_MOST = 6.0
"""What one square may count at most: one odd piece is no proof."""


@dataclass(frozen=True, slots=True)
class Orientation:
    """White's side; `fit`: the part of the seen squares that shows what the position has."""

    white: Side
    fit: float


def orientation_for(
    reading: BoardReading, position: Position, *, least_fit: float = LEAST_FIT
) -> Orientation | None:
    """Where white sits if this position is on the board; None where it does not stand there, or
    looks alike from several sides."""
    geometry = position.variant.geometry
    if (geometry.width, geometry.height) != (reading.pose.board_size,) * 2:
        return None
    ranked = sorted(
        ((*_likelihood(reading, position, seat), seat) for seat in seats(geometry, reading.pose)),
        key=lambda found: found[0],
        reverse=True,
    )
    likelihood, fit, seat = ranked[0]
    if fit < least_fit or likelihood - ranked[1][0] < LEAST_LEAD:
        return None
    return Orientation(seat.white, fit)


def seats(geometry: Geometry, pose: BoardPose) -> tuple[Seat, ...]:
    """Where white may sit: where the squares are the cells played on; everywhere, counted as in a
    mirror, if the board lies a quarter turn wrong."""
    return tuple(seat_at(geometry, pose, side) for side in Side)


def _likelihood(reading: BoardReading, position: Position, seat: Seat) -> tuple[float, float]:
    """How well the position explains what is seen (natural logarithm), and on what part of the
    squares their colours agree."""
    seen = color_likelihood(reading.log_likelihood[seat.rows, seat.columns])
    visible = reading.hidden[seat.rows, seat.columns] < 0.5
    expected = (contents_of(position) + 1) // 2
    lead = seen[np.arange(len(seen)), expected] - seen.max(axis=1)
    if not visible.any():
        return 0.0, 0.0
    likelihood = float(np.clip(lead[visible], -_MOST, 0).sum())
    if seat.mirrored:
        likelihood -= LEAST_LEAD + 1.0  # a board laid as it should be is likelier
    return likelihood, float((lead[visible] == 0).mean())


def color_likelihood(contents: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """(m, 3) of empty, white and black, from (m, 5)."""
    white = contents[:, [Content.WHITE_MAN, Content.WHITE_KING]].max(axis=1)
    black = contents[:, [Content.BLACK_MAN, Content.BLACK_KING]].max(axis=1)
    return np.stack([contents[:, Content.EMPTY], white, black], axis=1)


def snapshot_of(reading: BoardReading, seat: Seat, *, sure: float = 0.9) -> Snapshot:
    """The squares as far as they are surely seen: unknown where hidden or unsure, and without
    role where a man cannot be told from a king."""
    probability = reading.probability()[seat.rows, seat.columns]
    hidden = reading.hidden[seat.rows, seat.columns] >= 0.5
    return Snapshot(
        tuple(
            Reading.UNKNOWN if away else _settled(chances, sure)
            for chances, away in zip(probability.tolist(), hidden.tolist(), strict=True)
        )
    )


def _settled(chances: list[float], sure: float) -> Reading:
    best = max(range(len(chances)), key=chances.__getitem__)
    if chances[best] >= sure:
        return READINGS[best]
    for man, king, color in (
        (Content.WHITE_MAN, Content.WHITE_KING, Reading.WHITE),
        (Content.BLACK_MAN, Content.BLACK_KING, Reading.BLACK),
    ):
        if chances[man] + chances[king] >= sure:
            return color
    return Reading.UNKNOWN
