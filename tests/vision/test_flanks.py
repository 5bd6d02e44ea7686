from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.finder import SIDE, Finding
from vision.flanks import Flanks, flanks_of
from vision.rectify import CELL
from vision.tops import log_colors

Floats = npt.NDArray[np.float64]

TOP, FLANK, BOARD = (40, 40, 190), (20, 20, 90), (60, 150, 130)
WHITE, BLACK = np.array([-0.1, 0.1, 0.0]), np.array([-1.3, 0.1, 0.1])
SEEN = np.full(8, 0.2)
WHITES = np.arange(8) < 5


def shown(white: npt.NDArray[np.bool_] = WHITES) -> Floats:
    """Flanks (8, 3) of white and black pieces."""
    return np.where(white[:, None], WHITE, BLACK) + np.random.default_rng(1).normal(0, 0.02, (8, 3))


def likely(white: npt.NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """What all else tells of them."""
    return white.astype(np.float64), (~white).astype(np.float64)


@pytest.mark.parametrize("lean", [(0.0, 0.8), (0.5, 0.7)])
@pytest.mark.parametrize("offset", [(0.0, 0.0), (-0.1, 0.15)])
def test_the_flank_is_below_the_top(lean: tuple[float, float], offset: tuple[float, float]) -> None:
    radius, height = 0.35, 0.3
    square = np.full((SIDE, SIDE, 3), BOARD, np.uint8)
    top = np.array(offset) + height * np.array(lean)
    for part in np.linspace(0, 1, 20):
        place = np.array(offset) * (1 - part) + top * part
        x, y = (SIDE - 1) / 2 + CELL * place[0], (SIDE - 1) / 2 - CELL * place[1]
        color = TOP if part == 1 else FLANK
        cv2.circle(
            square, (round(x * 16), round(y * 16)), round(radius * CELL * 16), color, -1, 8, 4
        )
    here, side = np.array([6.0]), height * np.linalg.norm(lean)
    found = Finding(
        here, -here, top[None], np.array([radius]), np.array([side]), -here, np.array([0.02])
    )
    seen = flanks_of(square[None], np.array([lean]), found)
    assert np.allclose(seen[0], log_colors(np.array([FLANK], np.uint8))[0], atol=0.02)


def test_a_dark_piece_whose_top_mirrors_a_lamp_is_dark_by_its_flank() -> None:
    by_top = WHITES.copy()
    by_top[6] = True
    lead = Flanks().white_lead(shown(), SEEN, likely(by_top))
    assert lead[6] < -2
    assert (lead[:5] > 2).all()


def test_flanks_that_were_shown_tell_even_where_a_colour_is_gone() -> None:
    known = Flanks().with_pieces(shown(), SEEN, WHITES)
    none = np.zeros(8, np.bool_)
    lead = known.white_lead(shown(none), SEEN, likely(none))
    assert (lead < -2).all()


def test_from_steeply_above_flanks_tell_nothing() -> None:
    assert (Flanks().white_lead(shown(), np.full(8, 0.03), likely(WHITES)) == 0).all()


def test_one_colour_alone_tells_nothing_where_none_was_shown() -> None:
    assert (Flanks().white_lead(shown(), SEEN, likely(np.ones(8, np.bool_))) == 0).all()
