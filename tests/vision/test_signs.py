from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.content import ROLE_TOLD as TOLD
from vision.signs import Signs

MEN = np.zeros((10, 3)) + np.random.default_rng(3).normal(0, (0.05, 0.02, 0.02), (10, 3))
LABEL = np.array([0.6, 0.1, -0.35])
"""A white label with a blue crown on a purple disc."""
ALL = np.ones(10)


def with_kings(*which: int) -> npt.NDArray[np.float64]:
    tops = MEN.copy()
    tops[list(which)] += LABEL
    return tops


def test_a_sign_that_was_never_shown_stands_out_among_men() -> None:
    lead = Signs().lead(with_kings(4), ALL)
    assert lead[4] > 0
    assert (np.delete(lead, 4) < -TOLD).all()


def test_shown_men_tell_that_all_pieces_of_a_picture_bear_a_sign() -> None:
    known = Signs().with_tops(MEN, np.zeros(10, np.bool_))
    assert (known.lead(with_kings(*range(10)), ALL) > 2.0).all()


def test_a_sign_that_was_shown_is_known_again() -> None:
    kings = np.arange(10) < 3
    once = Signs().with_tops(with_kings(0, 1, 2), kings)
    never = Signs().with_tops(MEN, np.zeros(10, np.bool_))
    again = with_kings(7)
    assert once.lead(again, ALL)[7] > never.lead(again, ALL)[7]


def test_a_sheen_however_bright_is_no_sure_sign() -> None:
    tops = MEN.copy()
    tops[4, 0] += 3.0
    assert Signs().lead(tops, ALL)[4] < 2 * TOLD


def test_tops_that_all_bear_a_pattern_may_be_of_men_or_of_kings() -> None:
    assert (Signs().lead(with_kings(*range(10)), ALL) == 0).all()


def test_a_top_unlike_that_of_known_men_is_no_sure_man() -> None:
    known = Signs().with_tops(MEN, np.zeros(10, np.bool_))
    faint = MEN + np.array([0.9, 0.0, 0.0])
    assert (known.lead(faint, ALL) >= 0).all()


def test_what_is_remembered_stays_small() -> None:
    signs = Signs()
    for _ in range(30):
        signs = signs.with_tops(MEN, np.zeros(10, np.bool_))
    assert signs.counts.max() <= 50
