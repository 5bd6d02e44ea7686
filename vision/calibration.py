"""What was learned of one set: how its squares and pieces look, how high its men are.

Kept as a small JSON document. What is loaded may come from anywhere: whatever does not fit is a
CalibrationError of one line.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt

from vision.appearance import BLACK, KINDS, WHITE, Appearance, distances, log_student
from vision.content import Content
from vision.errors import CalibrationError
from vision.features import FEATURES
from vision.kings import NOT_STACKED, Height

Floats = npt.NDArray[np.float64]
Contents = npt.NDArray[np.intp]

FORMAT = 1
_UNKNOWN = Height()
MAX_BYTES = 100_000
_HELD = 3.0
"""So many kings it takes to believe their looks as much as those of men."""


@dataclass(frozen=True, eq=False, slots=True)
class Crowns:
    """The looks of kings: `means` (2, FEATURES) of white and black ones, `counts` (2,) seen."""

    means: Floats = field(default_factory=lambda: np.zeros((2, FEATURES)))
    counts: Floats = field(default_factory=lambda: np.zeros(2))

    def with_squares(self, features: Floats, contents: Contents) -> Crowns:
        """After more squares of known content."""
        means, counts = self.means.copy(), self.counts.copy()
        for side, king in enumerate((Content.WHITE_KING, Content.BLACK_KING)):
            new = features[contents == king]
            if len(new):
                share = len(new) / (counts[side] + len(new))
                means[side] += share * (new.mean(axis=0) - means[side])
                counts[side] = min(counts[side] + len(new), 50.0)
        return Crowns(means, counts)


@dataclass(frozen=True, eq=False, slots=True)
class Calibration:
    """All that a reader knows of a set."""

    appearance: Appearance
    heights: tuple[Height, Height] = (_UNKNOWN, _UNKNOWN)  # of white and black men
    crowns: Crowns = field(default_factory=Crowns)

    def king_lead(self, features: Floats, means: Floats, precision: Floats) -> Floats:
        """(m, 2): by how much the looks say king rather than man, of white and of black; `means`
        are the clouds fitted to this picture. 0 where no king was shown yet."""
        lead = np.zeros((len(features), 2))
        for side, kind in enumerate((WHITE, BLACK)):
            count = self.crowns.counts[side]
            if not count:
                continue
            shift = means[kind] - self.appearance.means[kind]
            looks = np.stack([means[kind], self.crowns.means[side] + shift])
            likely = log_student(distances(features, looks, precision), features.shape[1])
            lead[:, side] = (likely[:, 1] - likely[:, 0]) * count / (count + _HELD)
        return np.asarray(np.clip(lead, -4, 4))

    def to_json(self) -> str:
        """As text; `from_json` reads it back."""
        return json.dumps(
            {
                "format": FORMAT,
                "means": _rounded(self.appearance.means),
                "counts": _rounded(self.appearance.counts),
                "scatter": _rounded(self.appearance.scatter),
                "heights": [[h.product, h.weight, h.stacked] for h in self.heights],
                "king_means": _rounded(self.crowns.means),
                "king_counts": _rounded(self.crowns.counts),
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
        king_counts = _array(data, "king_counts", (2,))
        least = float(np.linalg.eigvalsh(scatter).min())
        symmetric = np.allclose(scatter, scatter.T, atol=1e-3)
        if not symmetric or least < -1e-3 or counts.min() <= 0 or king_counts.min() < 0:
            raise CalibrationError("the calibration is damaged: scatter; calibrate again")
        if heights[:, :2].min() < 0:
            raise CalibrationError("the calibration is damaged: heights; calibrate again")
        white, black = (Height(p, w, max(NOT_STACKED, s)) for p, w, s in heights.tolist())
        return cls(
            Appearance(_array(data, "means", (KINDS, FEATURES)), counts, scatter),
            (white, black),
            Crowns(_array(data, "king_means", (2, FEATURES)), king_counts),
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
