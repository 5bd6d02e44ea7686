"""Help while a position is set up: one thing at a time, the nearest first.

Who sees the lights gets many corrections at once; by ear each is told, and that it was done."""

from __future__ import annotations

from announcer.announcement import Announcement, Form, Kind, Subject, Topic, Values
from reconciler.transition import SetupNeeded
from rules.geometry import Geometry
from rules.piece import Color, Piece

SET_UP = Topic(Subject.SET_UP)
_DONE = Topic(Subject.SET_UP, "done")

MOST_STEPS_LED = 6
"""From so many corrections on each one is named; before that the lights show them all at once."""
_NEAR_ROWS = 2
"""A piece this near to an empty place was most likely meant to stand there."""
_MOST_NAMED = 3
"""So many squares that came right are named; of more only how many are left."""


def next_correction(
    needed: SetupNeeded, board: Geometry, most: int = MOST_STEPS_LED
) -> Announcement:
    """What to do next so that the board comes to show the position; one step at a time, unless
    there are more than `most`. A piece is moved over only to where one of its colour is missing."""
    corrections = len(_wrong(needed))
    if corrections > most:
        return _many(needed, corrections)
    return _one(needed, _nearest_pair(needed, board, _NEAR_ROWS))


def led_correction(
    needed: SetupNeeded, board: Geometry, moved: tuple[int, int] | None = None
) -> Announcement:
    """The same by ear: always one step, and a piece is moved over from however far. `moved`: the
    piece on the second of these squares came from the first."""
    missing = dict(needed.missing)
    if moved is not None and moved[0] in missing and moved[1] in needed.extra:
        return _one(needed, (moved[1], moved[0]))
    reach = board.height if needed.colors else _NEAR_ROWS
    return _one(needed, _nearest_pair(needed, board, reach))


def _one(needed: SetupNeeded, pair: tuple[int, int] | None) -> Announcement:
    missing = dict(needed.missing)
    swaps = [square for square in needed.extra if square in missing]
    if pair is not None:
        values = Values(piece=missing[pair[1]])
        return Announcement(Kind.SET_UP, SET_UP, Form.MOVE_OVER, pair, values)
    if swaps:
        return _place(Form.SWAP, swaps[0], missing[swaps[0]])
    if missing:
        return _place(Form.PLACE, *needed.missing[0])
    return Announcement(Kind.SET_UP, SET_UP, Form.CLEAR, needed.extra[:1])


def came_right(before: SetupNeeded, now: SetupNeeded) -> Announcement | None:
    """The squares that were wrong before and are right now; None where there are none."""
    right = sorted(_wrong(before) - _wrong(now))
    if not right:
        return None
    form = Form.PLAIN if len(right) <= _MOST_NAMED else Form.MANY
    count = len(right) if form is Form.PLAIN else len(_wrong(now))
    values = Values(count=count)
    return Announcement(Kind.SQUARE_RIGHT, _DONE, form, tuple(right), values)


def _wrong(needed: SetupNeeded) -> set[int]:
    return {*dict(needed.missing), *needed.extra}


def _many(needed: SetupNeeded, corrections: int) -> Announcement:
    places = tuple(square for square, _ in needed.missing)
    values = Values(starts=needed.extra, ends=places, count=corrections)
    return Announcement(Kind.SET_UP, SET_UP, Form.MANY, values=values)


def _place(form: Form, square: int, piece: Piece) -> Announcement:
    return Announcement(Kind.SET_UP, SET_UP, form, (square,), Values(piece=piece))


def _nearest_pair(needed: SetupNeeded, board: Geometry, reach: int) -> tuple[int, int] | None:
    """The misplaced piece and the empty place that lie nearest to each other, at most `reach` rows
    or columns apart."""
    missing, colors = dict(needed.missing), dict(needed.colors)
    pairs = [
        (_distance(board, extra, place), extra, place)
        for extra in needed.extra
        for place, piece in missing.items()
        if extra not in missing and place not in needed.extra and _fits(piece, colors.get(extra))
    ]
    distance, extra, place = min(pairs, default=(reach + 1, 0, 0))
    return (extra, place) if distance <= reach else None


def _fits(piece: Piece, color: Color | None) -> bool:
    """Whether a piece of this colour may be the one; None: nobody can tell."""
    return color is None or piece.color is color


def _distance(board: Geometry, one: int, other: int) -> int:
    rows = abs(board.row(one) - board.row(other))
    return max(rows, abs(board.column(one) - board.column(other)))
