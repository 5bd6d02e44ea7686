from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.labelled import PHOTOS, RENDERS, Labelled, labelled, names, needs_photos
from vision.content import Content
from vision.errors import SightError
from vision.pose import Picture
from vision.reader import Reader

ACROSS = [
    ("b3nny01_04", ["b3nny01_00", "b3nny01_05", "b3nny01_06", "b3nny01_08"], 1),
    ("b3nny01_11", ["b3nny01_09", "b3nny01_12"], 2),
    ("ensiss_20", ["ensiss_21", "ensiss_26", "ensiss_31"], 0),
    ("ensiss_24", ["ensiss_22"], 1),
    ("thiago_50", ["thiago_51", "thiago_57", "thiago_58"], 3),
    ("ragui_71", ["ragui_72"], 0),
]
"""Calibrated on a photograph: others of the set, and how many squares may be wrong in all."""
START = "still_0010"


@needs_photos
@pytest.mark.parametrize(("known", "others", "most"), ACROSS)
def test_photographs_are_read_in_other_light_and_from_elsewhere(
    known: str, others: list[str], most: int
) -> None:
    reader = calibrated(labelled(known))
    wrong = {name: wrong_of(reader, labelled(name)) for name in others}
    assert sum(wrong.values()) <= most, wrong


@needs_photos
def test_a_whole_game_is_read_after_its_start() -> None:
    game = PHOTOS / "tcd_game"
    reader = calibrated(labelled("move00", game))
    later = [name for name in names(game) if name.startswith("move")][1::3]
    assert {name: wrong_of(reader, labelled(name, game)) for name in later} == dict.fromkeys(
        later, 0
    )


@needs_photos
def test_most_squares_are_read_without_any_calibration() -> None:
    wrong = squares = 0
    for name in names(PHOTOS)[::3]:
        sample = labelled(name)
        wrong += sample.wrong(Reader().guess(sample.picture, sample.pose))
        squares += int((sample.cells[sample.pose.played] >= 0).sum())
    assert wrong <= 0.05 * squares


def test_most_squares_of_renders_are_read_without_any_calibration() -> None:
    found = [labelled(name, RENDERS) for name in names(RENDERS)]
    found = [sample for sample in found if (sample.elevation or 0) >= 30]  # no mirror of lamps
    wrong = [s.wrong(Reader().read(s.picture, s.pose)) for s in found]
    assert sum(wrong) <= 0.05 * sum(int(s.pose.played.sum()) for s in found)


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda picture: darker(picture, 0.55), id="darker"),
        pytest.param(lambda picture: darker(picture, 1.3), id="brighter"),
        pytest.param(lambda picture: cast(picture, (0.75, 1.0, 1.2)), id="warm"),
        pytest.param(lambda picture: cv2.GaussianBlur(picture, (0, 0), 2.0), id="blurred"),
        pytest.param(lambda picture: shaded(picture), id="half in shadow"),
    ],
)
def test_a_calibrated_set_is_read_in_another_light(change) -> None:  # type: ignore[no-untyped-def]
    sample = labelled(START, RENDERS)
    reader = calibrated(sample)
    changed = np.asarray(change(sample.picture), np.uint8)
    assert sample.wrong(reader.read(changed, sample.pose)) == 0


def test_what_covers_squares_is_hidden_and_nothing_else_is() -> None:
    sample = labelled(START, RENDERS)
    reader = calibrated(sample)
    covered, picture = with_sleeve(sample)
    hidden = reader.read(picture, sample.pose).hidden >= 0.5
    assert hidden[covered].mean() > 0.7
    away = sample.pose.played & ~cv2.dilate(covered.astype(np.uint8), np.ones((3, 3))).astype(bool)
    assert hidden[away].mean() < 0.05


def test_learning_keeps_a_reader_right_and_small() -> None:
    sample = labelled(START, RENDERS)
    reader = calibrated(sample)
    for gain in np.linspace(1.0, 0.5, 12):
        picture = darker(sample.picture, float(gain))
        reader.learn(picture, sample.pose, sample.cells, np.ones(sample.cells.shape, np.bool_))
    assert reader.calibration is not None
    assert reader.calibration.appearance.counts.max() <= 400
    assert sample.wrong(reader.read(darker(sample.picture, 0.5), sample.pose)) == 0


def test_unknown_squares_teach_nothing() -> None:
    sample = labelled(START, RENDERS)
    reader = calibrated(sample)
    before = reader.calibration
    assert before is not None
    reader.learn(
        darker(sample.picture, 0.2), sample.pose, sample.cells, np.zeros_like(sample.cells, bool)
    )
    assert reader.calibration is not None
    assert np.array_equal(reader.calibration.appearance.means, before.appearance.means)


def test_a_position_with_too_few_pieces_does_not_calibrate() -> None:
    sample = labelled(START, RENDERS)
    cells = np.where(sample.cells == Content.BLACK_MAN, Content.EMPTY, sample.cells)
    with pytest.raises(SightError, match="two of each side"):
        Reader().calibrate(sample.picture, sample.pose, cells)


def calibrated(sample: Labelled) -> Reader:
    reader = Reader()
    reader.calibrate(sample.picture, sample.pose, sample.cells)
    return reader


def wrong_of(reader: Reader, sample: Labelled) -> int:
    return sample.wrong(reader.read(sample.picture, sample.pose))


def darker(picture: Picture, gain: float) -> Picture:
    return np.clip(picture * gain, 0, 255).astype(np.uint8)


def cast(picture: Picture, gains: tuple[float, float, float]) -> Picture:
    return np.clip(picture * np.array(gains), 0, 255).astype(np.uint8)


def shaded(picture: Picture) -> Picture:
    """The left half in a shadow with a soft edge."""
    width = picture.shape[1]
    gain = 1 - 0.45 / (1 + np.exp((np.arange(width) - width / 2) / (width / 60)))
    return np.asarray(picture * gain[None, :, None]).astype(np.uint8)


def with_sleeve(sample: Labelled) -> tuple[np.ndarray, Picture]:  # type: ignore[type-arg]
    """A sleeve laid across the board; the squares that it covers altogether."""
    n = sample.pose.board_size
    band = np.array([[3.9, -1.0], [6.1, -1.0], [6.1, n + 1.0], [3.9, n + 1.0]])
    picture = sample.picture.copy()
    outline = np.rint(sample.pose.to_pixels(band)).astype(np.int32)
    cv2.fillPoly(picture, [outline], (120, 70, 60))
    grain = np.random.default_rng(1).normal(0, 4, picture.shape)
    picture = np.clip(picture + grain, 0, 255).astype(np.uint8)
    covered = np.zeros((n, n), np.bool_)
    covered[:, 4:6] = True
    return covered & sample.pose.played, picture
