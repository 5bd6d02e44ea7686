from __future__ import annotations

from xml.etree import ElementTree

import numpy as np

from tests.vision.labelled import RENDERS, labelled
from vision.overlay import diagram_svg, overlay, sureness
from vision.reader import Reader


def test_a_reading_is_drawn_over_a_copy_of_its_picture() -> None:
    sample = labelled("still_0010", RENDERS)
    before = sample.picture.copy()
    drawn = overlay(sample.picture, Reader().read(sample.picture, sample.pose))
    assert np.array_equal(sample.picture, before)
    changed = (drawn != before).any(axis=2)
    for at in sample.pose.to_pixels(np.argwhere(sample.cells > 0)[:, ::-1] + 0.5):
        x, y = np.rint(at).astype(int)
        assert changed[y, x]
    far = np.ones_like(changed)
    low, high = sample.pose.corners.min(axis=0), sample.pose.corners.max(axis=0)
    x1, y1 = np.maximum(np.floor(low) - 20, 0).astype(int)
    x2, y2 = np.ceil(high).astype(int) + 20
    far[y1:y2, x1:x2] = False
    assert not changed[far].any()


def test_corners_outside_the_picture_are_no_trouble() -> None:
    sample = labelled("still_0010", RENDERS)
    reading = Reader().read(sample.picture, sample.pose)
    cut = np.ascontiguousarray(sample.picture[100:, 200:])
    assert overlay(cut, reading).shape == cut.shape


def test_a_diagram_has_a_disc_for_every_piece_and_a_mark_where_nothing_is_known() -> None:
    sample = labelled("still_0010", RENDERS)
    reading = Reader().read(sample.picture, sample.pose)
    row, column = np.argwhere(sample.cells > 0)[0]
    reading.hidden[:] = 0.0
    reading.hidden[row, column] = 1.0
    drawing = ElementTree.fromstring(diagram_svg(reading))
    space = "{http://www.w3.org/2000/svg}"
    discs = [c for c in drawing.iter(f"{space}circle") if c.get("r") == "0.38"]
    assert len(discs) == int((sample.cells > 0).sum()) - 1
    assert [t.text for t in drawing.iter(f"{space}text")] == ["?"]
    assert 0.0 <= sureness(reading).min() <= sureness(reading).max() <= 1.0
