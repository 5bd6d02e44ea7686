from __future__ import annotations

import numpy as np
import pytest

from vision.kings import DOUBLE_USUAL, TOLD, Height, king_lead, stack_lead

LEAN = np.linspace(0.6, 1.4, 12)
ALL = np.ones(12)
KINGS = np.arange(12) % 4 == 1
NONE = np.zeros(12, np.bool_)
NO_LOOK = np.full(12, DOUBLE_USUAL)
"""What the network says where it can tell nothing."""


def sides(height: float, kings: np.ndarray = KINGS) -> np.ndarray:  # type: ignore[type-arg]
    """What is seen of pieces so high, with errors as a camera has them."""
    wrong = np.random.default_rng(2).normal(0, 0.01, len(LEAN))
    return np.asarray(height * LEAN * np.where(kings, 2, 1) + wrong)


@pytest.mark.parametrize("height", [0.26, 0.33, 0.4])
def test_kings_stand_out_among_men_of_any_height(height: float) -> None:
    lead = stack_lead(Height(), sides(height), LEAN, ALL, NO_LOOK)
    assert ((lead > 0) == KINGS).all()


def test_tall_pieces_that_are_all_alike_are_men() -> None:
    lead = stack_lead(Height(), sides(0.8, NONE), LEAN, ALL, NO_LOOK)
    assert (lead < 0).all()


def test_known_men_tell_that_all_pieces_of_a_picture_are_kings() -> None:
    known = Height().with_pieces(sides(0.2, NONE), LEAN, NO_LOOK, NONE)
    assert (stack_lead(known, sides(0.2, ~NONE), LEAN, ALL, NO_LOOK) > 0).all()


def test_from_straight_above_nothing_is_told() -> None:
    flat = 0.03 * LEAN
    lead = stack_lead(Height(), 0.2 * flat, flat, ALL, NO_LOOK)
    assert np.abs(lead).max() < TOLD


def test_the_look_of_two_discs_tells_where_sides_do_not() -> None:
    flat = 0.1 * LEAN
    lead = stack_lead(Height(), 0.2 * flat, flat, ALL, np.where(KINGS, 5.0, -5.0))
    assert ((lead > TOLD) == KINGS).all()


def test_kings_that_are_no_stacks_are_told_by_their_signs_alone() -> None:
    height = Height().with_pieces(sides(0.2, NONE), LEAN, NO_LOOK, NONE)
    for _ in range(3):
        height = height.with_pieces(sides(0.2, NONE), LEAN, NO_LOOK, KINGS)
    by_stack = stack_lead(height, sides(0.2, NONE), LEAN, ALL, NO_LOOK)
    lead = king_lead(height.stacked, by_stack, np.where(KINGS, 4.0, -4.0))
    assert ((lead > TOLD) == KINGS).all()
    assert ((lead < -TOLD) == ~KINGS).all()
