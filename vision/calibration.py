"""What was learned of one set: how its squares and pieces look, how high its men are, what signs
kings bear.

Kept as a small JSON document. What is loaded may come from anywhere: whatever does not fit is a
CalibrationError of one line.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.appearance import KINDS, Appearance
from vision.errors import CalibrationError
from vision.features import FEATURES
from vision.flanks import Flanks
from vision.kings import NOT_STACKED, Height
from vision.signs import Signs

Floats = npt.NDArray[np.float64]

FORMAT = 3
_UNKNOWN, _NO_SIGNS, _NO_FLANKS = Height(), Signs(), Flanks()
MAX_BYTES = 100_000


@dataclass(frozen=True, eq=False, slots=True)
class Calibration:
    """All that a reader knows of a set."""

    appearance: Appearance
    heights: tuple[Height, Height] = (_UNKNOWN, _UNKNOWN)  # of white and black men
    signs: tuple[Signs, Signs] = (_NO_SIGNS, _NO_SIGNS)
    flanks: Flanks = _NO_FLANKS

    def to_json(self) -> str:
        """As text; `from_json` reads it back."""
        return json.dumps(
            {
                "format": FORMAT,
                "means": _rounded(self.appearance.means),
                "counts": _rounded(self.appearance.counts),
                "scatter": _rounded(self.appearance.scatter),
                "heights": [[h.product, h.weight, h.stacked] for h in self.heights],
                "sign_means": [_rounded(signs.means) for signs in self.signs],
                "sign_counts": [_rounded(signs.counts) for signs in self.signs],
                "flank_means": _rounded(self.flanks.means),
                "flank_counts": _rounded(self.flanks.counts),
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Calibration:
        """Raises CalibrationError."""
        if len(text) > MAX_BYTES:
            raise CalibrationError("this is no calibration: too long; calibrate again")
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise CalibrationError("this is no calibration: not JSON; calibrate again") from error
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise CalibrationError("this calibration is of another version; calibrate again")
        scatter = _array(data, "scatter", (FEATURES, FEATURES))
        counts = _array(data, "counts", (KINDS,))
        heights = _array(data, "heights", (2, 3))
        sign_means = _array(data, "sign_means", (2, 2, 3))
        sign_counts = _array(data, "sign_counts", (2, 2))
        flanks = Flanks(_array(data, "flank_means", (2, 3)), _array(data, "flank_counts", (2,)))
        least = float(np.linalg.eigvalsh(scatter).min())
        symmetric = np.allclose(scatter, scatter.T, atol=1e-3)
        if (
            not symmetric
            or least < -1e-3
            or counts.min() <= 0
            or sign_counts.min() < 0
            or flanks.counts.min() < 0
        ):
            raise CalibrationError("the calibration is damaged: scatter; calibrate again")
        if heights[:, :2].min() < 0:
            raise CalibrationError("the calibration is damaged: heights; calibrate again")
        white, black = (Height(p, w, max(NOT_STACKED, s)) for p, w, s in heights.tolist())
        return cls(
            Appearance(_array(data, "means", (KINDS, FEATURES)), counts, scatter),
            (white, black),
            (Signs(sign_means[0], sign_counts[0]), Signs(sign_means[1], sign_counts[1])),
            flanks,
        )


def save_calibration(calibration: Calibration, path: Path) -> None:
    """Raises CalibrationError where the file cannot be written."""
    try:
        path.write_text(calibration.to_json(), encoding="utf-8")
    except OSError as error:
        raise CalibrationError(f"{path} cannot be written: {error.strerror}") from error


def load_calibration(path: Path) -> Calibration:
    """Raises CalibrationError."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(MAX_BYTES + 1)
    except UnicodeDecodeError as error:
        raise CalibrationError(f"{path} is no calibration: not text; calibrate again") from error
    except OSError as error:
        raise CalibrationError(f"{path} cannot be read: {error.strerror}") from error
    return Calibration.from_json(text)


def _rounded(values: Floats) -> object:
    return np.round(values, 5).tolist()


def _array(data: Mapping[str, object], name: str, shape: tuple[int, ...]) -> Floats:
    """The numbers of this name. Raises CalibrationError."""
    try:
        values = np.asarray(data.get(name), np.float64)
    except (TypeError, ValueError, OverflowError):
        values = np.empty(0)
    if values.shape != shape or not np.isfinite(values).all() or np.abs(values).max() > _LARGEST:
        raise CalibrationError(f"the calibration is damaged: {name}; calibrate again")
    return values


_LARGEST = math.exp(20)
