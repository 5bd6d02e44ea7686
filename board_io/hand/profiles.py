"""How people handle pieces: every duration in milliseconds, every habit as a probability."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from board_io.hand.errors import UnknownProfileError


@dataclass(frozen=True, slots=True)
class Span:
    """A duration between two bounds in milliseconds, both included."""

    low: int
    high: int

    def pick(self, rng: random.Random) -> int:
        return rng.randint(self.low, self.high)


@dataclass(frozen=True, slots=True)
class HandProfile:
    """The habits of one kind of player.

    Probabilities are per occasion: per ply unless the comment says otherwise.
    """

    name: str

    # Between plies.
    thinking: Span
    burst: float  # the reply comes at once; at most three plies run together
    burst_gap: Span
    straighten: float
    straightened: Span  # a piece straightened is off the board for so long
    touch: float  # a piece is lifted and put back, then another one moves
    touched: Span
    correct: float
    correct_after: Span
    take_back_one: float
    take_back_two: float  # both per ply
    take_back_after: Span
    take_back_rest: Span  # after the take-back, before the move that replaces it
    take_back_gap: Span  # between the plies that are taken back

    # One piece from square to square.
    carry: Span
    slide_king: float
    slide_step: Span  # on a square, and between two squares
    slide_man: float  # pushed to the next square
    push: Span
    off_centre: float  # per piece put down
    off_centre_drop: float  # of those: the right square drops out in between
    off_centre_early: float  # of those: the neighbour fires first
    off_centre_for: Span

    # Captures.
    captured_first: float
    two_hands: float
    stops: float  # on the landing squares of a multiple capture
    hop: Span
    stop: Span
    long_stop: float  # per stop
    long_stop_for: Span
    removal_gap: Span
    late_removal: float
    late_removal_after: Span
    removal_reversed: float
    removal_any_order: float
    reply_early: float  # the opponent begins before the captured pieces are off
    reply_early_put: float  # of those: he even puts his piece down

    # Promotion.
    crown_after: Span
    crown_flicker: float

    # What the sensors add.
    flicker: float
    flicker_for: Span
    long_flicker: float  # of those
    long_flicker_for: Span
    lost: float  # per event
    heartbeat: Span  # from a lost report to the heartbeat that shows the gap
    full_report: Span  # from the gap to the full report that was asked for


HOME = HandProfile(
    name="home",
    thinking=Span(1500, 7000),
    burst=0.0,
    burst_gap=Span(20, 150),
    straighten=0.03,
    straightened=Span(200, 1200),
    touch=0.015,
    touched=Span(300, 1400),
    correct=0.01,
    correct_after=Span(1000, 3000),
    take_back_one=0.006,
    take_back_two=0.004,
    take_back_after=Span(1500, 4000),
    take_back_rest=Span(1500, 3500),
    take_back_gap=Span(500, 1300),
    carry=Span(200, 600),
    slide_king=0.5,
    slide_step=Span(40, 120),
    slide_man=0.2,
    push=Span(20, 150),
    off_centre=0.05,
    off_centre_drop=0.25,
    off_centre_early=0.08,
    off_centre_for=Span(50, 300),
    captured_first=0.12,
    two_hands=0.15,
    stops=0.6,
    hop=Span(150, 400),
    stop=Span(80, 400),
    long_stop=0.05,
    long_stop_for=Span(600, 1500),
    removal_gap=Span(150, 700),
    late_removal=0.06,
    late_removal_after=Span(1500, 4000),
    removal_reversed=0.2,
    removal_any_order=0.15,
    reply_early=0.03,
    reply_early_put=0.4,
    crown_after=Span(500, 5000),
    crown_flicker=0.3,
    flicker=0.03,
    flicker_for=Span(80, 400),
    long_flicker=0.12,
    long_flicker_for=Span(1000, 1700),
    lost=0.002,
    heartbeat=Span(0, 1000),
    full_report=Span(15, 80),
)

CAREFUL = replace(
    HOME,
    name="careful",
    thinking=Span(2500, 9000),
    straighten=0.02,
    touch=0.005,
    correct=0.004,
    take_back_one=0.002,
    take_back_two=0.001,
    carry=Span(300, 700),
    slide_king=0.3,
    slide_man=0.1,
    off_centre=0.01,
    captured_first=0.02,
    two_hands=0.02,
    stops=0.9,
    hop=Span(200, 440),
    stop=Span(150, 400),
    long_stop=0.0,
    removal_gap=Span(250, 600),
    late_removal=0.0,
    removal_reversed=0.0,
    removal_any_order=0.0,
    reply_early=0.0,
    flicker=0.01,
    long_flicker=0.0,
    lost=0.0005,
)

CHILD = replace(
    HOME,
    name="child",
    thinking=Span(800, 6000),
    straighten=0.05,
    touch=0.05,
    correct=0.03,
    take_back_one=0.015,
    take_back_two=0.01,
    carry=Span(250, 900),
    slide_king=0.7,
    slide_man=0.35,
    off_centre=0.12,
    captured_first=0.25,
    two_hands=0.1,
    stops=0.8,
    hop=Span(200, 600),
    stop=Span(150, 700),
    long_stop=0.2,
    long_stop_for=Span(800, 2000),
    late_removal=0.12,
    removal_any_order=0.4,
    reply_early=0.05,
    flicker=0.04,
    lost=0.003,
)

BLITZ = replace(
    HOME,
    name="blitz",
    thinking=Span(100, 1500),
    burst=0.15,
    straighten=0.01,
    straightened=Span(200, 500),
    touch=0.01,
    touched=Span(150, 400),
    correct=0.005,
    correct_after=Span(1000, 1500),
    take_back_one=0.002,
    take_back_two=0.001,
    carry=Span(90, 350),
    slide_king=0.4,
    slide_step=Span(40, 70),
    slide_man=0.4,
    off_centre=0.1,
    off_centre_for=Span(50, 200),
    captured_first=0.1,
    two_hands=0.3,
    stops=0.4,
    hop=Span(70, 180),
    stop=Span(40, 120),
    long_stop=0.0,
    removal_gap=Span(150, 300),
    late_removal=0.01,
    late_removal_after=Span(1500, 2500),
    removal_any_order=0.3,
    reply_early=0.1,
    crown_after=Span(500, 3000),
    flicker=0.03,
    lost=0.001,
)

PROFILES = {profile.name: profile for profile in (CAREFUL, HOME, CHILD, BLITZ)}


def profile_named(name: str) -> HandProfile:
    """The profile of this name. Raises UnknownProfileError where there is none."""
    try:
        return PROFILES[name]
    except KeyError:
        raise UnknownProfileError(
            f"no hand profile named {name!r}: use {', '.join(PROFILES)}"
        ) from None
