"""Help while a position is set up: one thing at a time, the nearest first."""

from __future__ import annotations

from announcer.announcement import Announcement, Form, Kind, Subject, Topic, Values
from reconciler.transition import SetupNeeded
from rules.geometry import Geometry
from rules.piece import Piece

SET_UP = Topic(Subject.SET_UP)

MOST_STEPS_LED = 6
"""From so many corrections on each one is named; before that the lights show them all at once."""
_NEAR_ROWS = 2
"""A piece this near to an empty place was most likely meant to stand there."""


def next_correction(
    needed: SetupNeeded, board: Geometry, most: int = MOST_STEPS_LED
) -> Announcement:
    """What to do next so that the board comes to show the position; one step at a time, unless
    there are more than `most`."""
    missing = dict(needed.missing)
    swaps = [square for square in needed.extra if square in missing]
    corrections = len(set(missing) | set(needed.extra))
    if corrections > most:
        return _many(needed, corrections)
    pair = _nearest_pair(needed, board)
    if pair is not None:
        values = Values(piece=missing[pair[1]])
        return Announcement(Kind.SET_UP, SET_UP, Form.MOVE_OVER, pair, values)
    if swaps:
        return _place(Form.SWAP, swaps[0], missing[swaps[0]])
    if missing:
        return _place(Form.PLACE, *needed.missing[0])
    return Announcement(Kind.SET_UP, SET_UP, Form.CLEAR, needed.extra[:1])


def _many(needed: SetupNeeded, corrections: int) -> Announcement:
    places = tuple(square for square, _ in needed.missing)
    values = Values(starts=needed.extra, ends=places, count=corrections)
    return Announcement(Kind.SET_UP, SET_UP, Form.MANY, values=values)


def _place(form: Form, square: int, piece: Piece) -> Announcement:
    return Announcement(Kind.SET_UP, SET_UP, form, (square,), Values(piece=piece))


def _nearest_pair(needed: SetupNeeded, board: Geometry) -> tuple[int, int] | None:
    """The misplaced piece and the empty place that lie nearest to each other."""
    missing = {square for square, _ in needed.missing}
    pairs = [
        (_distance(board, extra, place), extra, place)
        for extra in needed.extra
        for place in missing
        if extra not in missing and place not in needed.extra
    ]
    distance, extra, place = min(pairs, default=(_NEAR_ROWS + 1, 0, 0))
    return (extra, place) if distance <= _NEAR_ROWS else None


def _distance(board: Geometry, one: int, other: int) -> int:
    rows = abs(board.row(one) - board.row(other))
    return max(rows, abs(board.column(one) - board.column(other)))
