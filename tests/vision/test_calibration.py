from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.labelled import RENDERS, Labelled, labelled
from vision.calibration import Calibration, load_calibration, save_calibration
from vision.errors import CalibrationError
from vision.reader import Reader


@pytest.fixture(scope="module")
def start() -> Labelled:
    return labelled("still_0010", RENDERS)


@pytest.fixture(scope="module")
def learned(start: Labelled) -> Calibration:
    reader = Reader()
    reader.calibrate(start.picture, start.pose, start.cells)
    assert reader.calibration is not None
    return reader.calibration


def test_a_calibration_comes_back_from_its_file(
    tmp_path: Path, learned: Calibration, start: Labelled
) -> None:
    file = tmp_path / "set.json"
    save_calibration(learned, file)
    assert file.stat().st_size < 5_000
    reader = Reader(load_calibration(file))
    reading = reader.read(start.picture, start.pose)
    assert np.allclose(
        reading.log_likelihood,
        Reader(learned).read(start.picture, start.pose).log_likelihood,
        atol=0.05,
    )


BROKEN = [
    ("", "not JSON"),
    ("[" * 50_000, "not JSON"),
    ("[]", "another version"),
    ('{"format": 99}', "another version"),
    ('{"format": 3}', "scatter"),
    ("x" * 200_000, "too long"),
]


@pytest.mark.parametrize(("text", "said"), BROKEN)
def test_what_is_no_calibration_is_refused_in_one_line(text: str, said: str) -> None:
    with pytest.raises(CalibrationError, match=said) as caught:
        Calibration.from_json(text)
    assert "\n" not in str(caught.value)


DAMAGES: list[tuple[str, object]] = [
    ("means", [[1.0]]),
    ("means", "zero"),
    ("counts", [0, 0, 0]),
    ("counts", [1e300, 1, 1]),
    ("scatter", None),
    ("heights", [[-1, -1, 0], [0, 0, 0]]),
    ("sign_means", {"a": 1}),
    ("sign_counts", [[float("nan"), 1], [0, 0]]),
]


@pytest.mark.parametrize(("name", "value"), DAMAGES)
def test_damaged_calibrations_name_what_is_damaged(
    learned: Calibration, name: str, value: object
) -> None:
    data = {**json.loads(learned.to_json()), name: value}
    with pytest.raises(CalibrationError, match="damaged"):
        Calibration.from_json(json.dumps(data))


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=8,
)


@given(name=st.sampled_from(["means", "counts", "scatter", "heights", "sign_means"]), value=JSON)
def test_whatever_a_file_holds_gives_a_calibration_or_an_error(
    learned: Calibration, name: str, value: object
) -> None:
    data = {**json.loads(learned.to_json()), name: value}
    try:
        found = Calibration.from_json(json.dumps(data))
    except CalibrationError:
        return
    assert np.isfinite(found.appearance.covariance()).all()


def test_files_that_are_not_there_or_not_text_are_told(tmp_path: Path) -> None:
    with pytest.raises(CalibrationError, match="cannot be read"):
        load_calibration(tmp_path / "none.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(CalibrationError, match="not text"):
        load_calibration(tmp_path / "bytes.json")


def test_a_folder_cannot_be_written(tmp_path: Path, learned: Calibration) -> None:
    with pytest.raises(CalibrationError, match="cannot be written"):
        save_calibration(replace(learned), tmp_path)
