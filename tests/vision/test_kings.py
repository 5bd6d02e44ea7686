from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.content import ROLE_TOLD as TOLD
from vision.kings import DOUBLE_USUAL, Height, Sides, king_lead, stack_lead, told_by

Mask = npt.NDArray[np.bool_]
LEAN = np.linspace(0.6, 1.4, 12)
ALL = np.ones(12)
KINGS = np.arange(12) % 4 == 1
NONE = np.zeros(12, np.bool_)
NO_LOOK = np.full(12, DOUBLE_USUAL)
"""What the network says where it can tell nothing."""


EXACT = np.full(12, 0.02)


def sides(height: float, kings: Mask = KINGS, error: float = 0.02) -> Sides:
    """What is seen of pieces so high, with errors as a camera has them."""
    wrong = np.random.default_rng(2).normal(0, 0.01, len(LEAN))
    seen = height * LEAN * np.where(kings, 2, 1) + wrong
    return Sides(seen, LEAN, NO_LOOK, np.full(12, error))


@pytest.mark.parametrize("height", [0.26, 0.33, 0.4])
def test_kings_stand_out_among_men_of_any_height(height: float) -> None:
    lead = stack_lead(Height(), sides(height), ALL)
    assert ((lead > 0) == KINGS).all()


def test_tall_pieces_that_are_all_alike_are_men() -> None:
    lead = stack_lead(Height(), sides(0.8, NONE), ALL)
    assert (lead < 0).all()


def test_pieces_that_are_all_as_high_as_kings_of_a_usual_set_are_left_open() -> None:
    lead = stack_lead(Height(), sides(0.5, NONE), ALL)
    assert (np.abs(lead) < TOLD).all()


def test_men_of_the_other_colour_tell_that_all_of_this_one_are_kings() -> None:
    men = told_by(Height(), sides(0.25, NONE), ALL)
    kings = sides(0.25, ~NONE)
    alone, beside = stack_lead(Height(), kings, ALL), stack_lead(Height(), kings, ALL, men)
    assert (beside > 1.0).all()
    assert (beside > alone + 1.0).all()


def test_where_sides_are_seen_less_exactly_less_is_told() -> None:
    sharp, blurred = (np.abs(stack_lead(Height(), sides(0.3, error=e), ALL)) for e in (0.02, 0.1))
    assert (blurred < sharp).all()


def test_discs_so_thin_that_kings_look_like_men_are_left_open() -> None:
    lead = stack_lead(Height(), sides(0.08, error=0.06), ALL)
    assert (np.abs(lead) < TOLD).all()


def test_known_men_tell_that_all_pieces_of_a_picture_are_kings() -> None:
    known = Height().with_pieces(sides(0.2, NONE), NONE)
    assert (stack_lead(known, sides(0.2, ~NONE), ALL) > 0).all()


def test_from_straight_above_nothing_is_told() -> None:
    flat = 0.03 * LEAN
    lead = stack_lead(Height(), Sides(0.2 * flat, flat, NO_LOOK, EXACT), ALL)
    assert np.abs(lead).max() < TOLD


def test_the_look_of_two_discs_counts_where_sides_tell_little() -> None:
    flat = 0.1 * LEAN
    look = Sides(0.2 * flat, flat, np.where(KINGS, 5.0, -5.0), EXACT)
    lead = stack_lead(Height(), look, ALL)
    assert lead[KINGS].min() > lead[~KINGS].max() + 1.0


def test_kings_that_are_no_stacks_are_told_by_their_signs_alone() -> None:
    height = Height().with_pieces(sides(0.2, NONE), NONE)
    for _ in range(3):
        height = height.with_pieces(sides(0.2, NONE), KINGS)
    by_stack = stack_lead(height, sides(0.2, NONE), ALL)
    lead = king_lead(height.stacked, by_stack, np.where(KINGS, 4.0, -4.0))
    assert ((lead > TOLD) == KINGS).all()
    assert ((lead < -TOLD) == ~KINGS).all()
