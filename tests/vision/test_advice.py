"""What people are told to change: light, angle, distance; one remedy for one trouble."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
import pytest

from rules.position import Position
from tests.vision.drawn_film import Film
from vision.advice import Advice, advice
from vision.pose import Picture
from vision.seat import contents_of
from vision.sources import Frame
from vision.watch import Watch

START = Position.start()
USUAL = [[250, 90], [715, 100], [860, 640], [90, 620]]


def as_it_is(picture: Picture) -> Picture:
    return picture


def lit(share: float) -> Callable[[Picture], Picture]:
    return lambda picture: np.asarray(cv2.convertScaleAbs(picture, alpha=share), np.uint8)


def mirrors_a_lamp(picture: Picture) -> Picture:
    lamp = np.zeros(picture.shape[:2], np.float32)
    cv2.ellipse(lamp, (480, 330), (190, 110), 0, 0, 360, 230, -1)
    lamp = cv2.GaussianBlur(lamp, (0, 0), 15)[..., None]
    return np.clip(picture + lamp, 0, 255).astype(np.uint8)


def blurred(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 5), np.uint8)


def empty(picture: Picture) -> Picture:
    return np.full_like(picture, 120)


@pytest.mark.parametrize(
    ("corners", "seen", "told"),
    [
        (USUAL, as_it_is, []),
        (USUAL, lit(0.12), [Advice.LIGHTER]),
        (USUAL, lit(2.2), [Advice.DARKER]),
        (USUAL, mirrors_a_lamp, [Advice.GLARE]),
        (USUAL, blurred, [Advice.SHARPER]),
        (USUAL, empty, [Advice.NO_BOARD]),
        ([[440, 300], [560, 302], [580, 400], [420, 398]], as_it_is, [Advice.NEARER]),
        ([[250, -40], [715, -30], [860, 540], [90, 520]], as_it_is, [Advice.FARTHER]),
        ([[600, 90], [1065, 100], [1210, 640], [440, 620]], as_it_is, [Advice.NO_BOARD]),
        ([[180, 60], [780, 60], [780, 660], [180, 660]], as_it_is, [Advice.LOWER]),
    ],
)
def test_each_trouble_has_its_remedy(
    corners: list[list[float]], seen: Callable[[Picture], Picture], told: list[Advice]
) -> None:
    film = Film(START, [], seed=3)
    film.camera.corners = np.array(corners, np.float64)
    watch = Watch(START.variant.geometry, contents_of(START))
    for number, frame in zip(range(2), film.frames(), strict=False):
        look = watch.see(Frame(seen(frame.picture), frame.time, number))
    assert advice(look.frame.picture, look.pose, look.reading) == told
