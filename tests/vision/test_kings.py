from __future__ import annotations

import numpy as np
import pytest

from vision.kings import Height, roles

LEAN = np.linspace(0.6, 1.4, 12)
ALL = np.ones(12)
KINGS = np.arange(12) % 4 == 1


def sides(height: float, kings: np.ndarray = KINGS) -> np.ndarray:  # type: ignore[type-arg]
    """What is seen of pieces so high, with errors as a camera has them."""
    wrong = np.random.default_rng(2).normal(0, 0.01, len(LEAN))
    return np.asarray(height * LEAN * np.where(kings, 2, 1) + wrong)


@pytest.mark.parametrize("height", [0.26, 0.33, 0.4])
def test_kings_stand_out_among_men_of_any_height(height: float) -> None:
    seen = roles(Height(), sides(height), LEAN, ALL)
    assert seen.told
    assert ((seen.lead > 0) == KINGS).all()


def test_tall_pieces_that_are_all_alike_are_men() -> None:
    seen = roles(Height(), sides(0.8, np.zeros(12, np.bool_)), LEAN, ALL)
    assert (seen.lead < 0).all()


def test_known_men_tell_that_all_pieces_of_a_picture_are_kings() -> None:
    known = Height().with_pieces(sides(0.2, KINGS & False), LEAN, KINGS & False)
    seen = roles(known, sides(0.2, KINGS | True), LEAN, ALL)
    assert (seen.lead > 0).all()


def test_from_straight_above_nothing_is_told() -> None:
    flat = 0.03 * LEAN
    assert not roles(Height(), 0.2 * flat, flat, ALL).told


def test_kings_that_are_no_stacks_are_not_looked_for() -> None:
    height = Height().with_pieces(sides(0.2, KINGS & False), LEAN, KINGS & False)
    for _ in range(3):
        height = height.with_pieces(sides(0.2, KINGS & False), LEAN, KINGS)
    seen = roles(height, sides(0.2), LEAN, ALL)
    assert not seen.told
    assert (seen.lead == 0).all()
