from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.finder import SIDE, Finding
from vision.rectify import CELL
from vision.tops import Tops, log_colors, tops_of

RED, BLUE, BOARD = (40, 40, 190), (200, 80, 60), (60, 90, 130)


def top(offset: tuple[float, float], radius: float, sign: float) -> Tops:
    """Of a red disc there, with a blue sign of this share of its radius."""
    square = np.full((SIDE, SIDE, 3), BOARD, np.uint8)
    x, y = (SIDE - 1) / 2 + CELL * offset[0], (SIDE - 1) / 2 - CELL * offset[1]
    for share, color in ((1.0, RED), (sign, BLUE)):
        middle = (round(x * 16), round(y * 16))
        if share:
            cv2.circle(square, middle, round(share * radius * CELL * 16), color, -1, 8, 4)
    here, none = np.array([6.0]), np.zeros(1)
    found = Finding(here, -here, np.array([offset]), np.array([radius]), none, none, none)
    return tops_of(square[None], found)


@pytest.mark.parametrize("offset", [(0.0, 0.0), (0.1, 0.3)])
@pytest.mark.parametrize("radius", [0.3, 0.4])
@pytest.mark.parametrize("sign", [0.0, 0.4, 0.5])
def test_the_rim_tells_the_colour_and_the_middle_the_sign(
    offset: tuple[float, float], radius: float, sign: float
) -> None:
    seen = top(offset, radius, sign)
    red, blue = log_colors(np.array([[RED, BLUE]], np.uint8))[0]
    assert np.allclose(seen.rim[0], red, atol=0.02)
    assert np.allclose(seen.sign[0], blue - red if sign else 0, atol=0.02)


def test_what_is_bright_for_people_is_told_of_the_rim() -> None:
    plain, signed = top((0, 0), 0.4, 0.0), top((0, 0), 0.4, 0.5)
    assert plain.bright[0] == pytest.approx(signed.bright[0])
    assert signed.spread[0] > plain.spread[0]
