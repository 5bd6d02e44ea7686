"""How well the order of the changes supports a sequence of plies.

Each ply wants its piece put down, after that of the ply before it; it wants the piece lifted
before it was put down, and the captured pieces taken off. Reports that were lost come late with
the next full report, so a late lift counts for less than a missing one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reconciler.log import Change
from reconciler.sight import bit
from rules.piece import Color

_UNMET = 1.5
_OUT_OF_ORDER = 3.0
_LATE = 1.0
_NOISE = 0.7
_COMING_OR_GOING = 0.35
_FLICKER = 0.2
_SOON = 0.45
"""Seconds after which a square that flickers is as before."""
_OFF_CENTRE = 0.15
"""Seconds that a piece between two squares may fire both."""
_STAY = 0.12
"""Seconds that a piece stays at least where it is put down."""


@dataclass(frozen=True, slots=True)
class Step:
    """One piece goes from square to square and takes others off."""

    color: Color
    start: int
    end: int
    captured: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """`unmet`: what the plies want and was not seen so, 0 where all was. `noise`: changes that
    have nothing to do with them. `passed`: how many pieces ended on a square over which they may
    only have slid. `late`: how many were put down before they were lifted, as far as the reports
    tell. `unseen`: what they want of squares that could not be read."""

    unmet: float = 0.0
    noise: float = 0.0
    passed: int = 0
    late: int = 0
    unseen: int = 0

    @property
    def doubt(self) -> float:
        """All that speaks against the plies."""
        return self.unmet + self.noise


def weigh(
    steps: Sequence[Step],
    changes: list[Change],
    used: int,
    standing: int = 0,
    beside: int = 0,
    blind: int = 0,
) -> Evidence:
    """The evidence in the changes for these steps; `used` are the squares that they may touch,
    `standing` those of captured pieces that are still to be taken off, `beside` those next to
    where pieces were put down, `blind` those that could not be read.

    Squares on the way may change as often as they like: pieces are slid over them."""
    out_of_order, done, passed, late = 0.0, -math.inf, 0, 0
    silent: list[int] = []
    if not changes:
        return Evidence()
    for step in steps:
        if step.start != step.end:
            lifted = _first_emptied(changes, step.start)
            placed = _placed(changes, step, done, lifted)
            if placed is not None:
                done = max(done, placed.earliest)
                passed += _only_passed(changes, step.end, placed.time)
            elif _first_filled(changes, step, -math.inf) is not None:
                out_of_order += _OUT_OF_ORDER
            else:
                silent.append(step.end)
            if lifted is None:
                silent.append(step.start)
            elif placed is not None and lifted.earliest > placed.time + _OFF_CENTRE:
                late += 1
        off = (square for square in step.captured if not bit(square) & standing)
        silent += [square for square in off if _first_emptied(changes, square) is None]
    unseen = sum(bool(bit(square) & blind) for square in silent)
    unmet = out_of_order + _LATE * late + _UNMET * (len(silent) - unseen)
    noise = _noise([change for change in changes if not bit(change.square) & used], beside)
    noise += _COMING_OR_GOING * _comings_and_goings(steps, changes)
    return Evidence(unmet, noise, passed, late, unseen)


def completed(steps: Iterable[Step], changes: list[Change]) -> list[float | None]:
    """When each step was done: its piece came to rest, and what it captured was off. None where
    that was not seen."""
    times: list[float | None] = []
    done = -math.inf
    for step in steps:
        rested = [c.time for c in changes if c.square == step.end and c.filled_by(step.color)]
        off = [_first_emptied(changes, square) for square in step.captured]
        seen = [*rested[-1:], *(change.time for change in off if change is not None)]
        done = max([done, *seen])
        times.append(done if seen else None)
    return times


def _comings_and_goings(steps: Sequence[Step], changes: list[Change]) -> int:
    """Changes of the squares that pieces left, reached or were taken from, beyond those that the
    steps need."""
    needed = Counter(square for step in steps for square in (step.start, step.end, *step.captured))
    seen = Counter(change.square for change in changes if change.square in needed)
    return sum(max(0, count - needed[square]) for square, count in seen.items())


def _noise(changes: list[Change], beside: int) -> float:
    """What these changes speak against. A piece that was off for a moment flickers, a square beside
    where a piece was put down fires when that stands off-centre: both say little."""
    last: dict[int, Change] = {}
    noise = 0.0
    for change in changes:
        before = last.pop(change.square, None)
        soon = before is not None and change.time - before.time <= _SOON
        if soon and (change.filled or bit(change.square) & beside):
            noise += 2 * _FLICKER - _NOISE
        else:
            last[change.square] = change
            noise += _NOISE
    return noise


def left_over(
    changes: list[Change], steps: Iterable[Step], in_hand: int, ways: int
) -> list[Change]:
    """What of the changes is not part of these steps: pieces in a hand, and what happened on other
    squares since the last of them was lifted. Over `ways` their pieces may have been slid."""
    explained, began, done = 0, math.inf, -math.inf
    for step in steps:
        explained |= bit(step.start) | bit(step.end)
        for square in step.captured:
            explained |= bit(square)
        lifted = _first_emptied(changes, step.start)
        placed = _placed(changes, step, done, lifted)
        began = began if lifted is None else lifted.time
        done = done if placed is None else placed.time
    return [
        change
        for change in changes
        if bit(change.square) & in_hand
        or (
            change.time >= began
            and not bit(change.square) & explained
            and not (bit(change.square) & ways and change.time <= done)
        )
    ]


def after(changes: list[Change], steps: Iterable[Step]) -> list[Change]:
    """The changes that come after these steps, though pieces have moved on since: on each square
    what happened after its part in them, from when the last piece was lifted."""
    parts: list[Change | None] = []
    done = began = -math.inf
    for step in steps:
        lifted = _first_emptied(changes, step.start)
        placed = _placed(changes, step, done, lifted)
        parts += [lifted, placed, *(_first_emptied(changes, square) for square in step.captured)]
        done = done if placed is None else placed.time
        began = began if lifted is None else lifted.time
    used: dict[int, float] = {}
    for part in filter(None, parts):
        used[part.square] = max(part.time, used.get(part.square, part.time))
    return [c for c in changes if c.time >= began and c.time > used.get(c.square, -math.inf)]


def _placed(
    changes: list[Change], step: Step, since: float, lifted: Change | None
) -> Change | None:
    """The piece is put down: after it was lifted, where there is such a change."""
    if lifted is not None:
        placed = _first_filled(changes, step, max(since, lifted.earliest))
        if placed is not None:
            return placed
    return _first_filled(changes, step, since)


def _first_filled(changes: list[Change], step: Step, since: float) -> Change | None:
    """Changes of one report carry the same time: their order is not known, so any order fits."""
    for change in changes:
        if change.square == step.end and change.time >= since and change.filled_by(step.color):
            return change
    return None


def _only_passed(changes: list[Change], square: int, placed: float) -> bool:
    """Whether the piece was off the square again so soon, and for good, that it rather slid
    over it."""
    later = [c for c in changes if c.square == square and c.time > placed]
    left = next((c.time for c in later if c.emptied), math.inf)
    return left - placed < _STAY and not any(c.filled for c in later)


def _first_emptied(changes: list[Change], square: int) -> Change | None:
    return next((c for c in changes if c.emptied and c.square == square), None)
