"""The flanks of pieces: what is seen of their sides, below the top.

A lamp or a window that mirrors in the top of a dark piece makes it as bright as a light one; its
flank, which faces the camera, mirrors nothing of it. Light from behind darkens flanks, so they are
compared with those of the same picture, and only white with black.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vision.appearance import log_student
from vision.finder import SIDE, Finding
from vision.rectify import CELL, Cells
from vision.tops import log_colors

Floats = npt.NDArray[np.float64]

USUAL: Floats = np.array([0.25, 0.06, 0.06])
"""By how much flanks of one colour differ in a picture: brightness, and the two colours."""
_HELD = 2.0
"""So many pieces of a picture tell as much of its flanks as those that were shown."""
_MEMORY = 50.0
_MOST = 8.0
_BARELY, _WELL = 0.04, 0.12
"""Flanks that are seen less than so far, in cells, tell nothing; from so far on all."""
_AROUND = np.radians([-50, -30, -10, 10, 30, 50])
_UP = (0.3, 0.6)
"""Where a flank is looked at: around its middle, and from the foot up."""


def flanks_of(squares: Cells, lean: Floats, found: Finding) -> Floats:
    """(m, 3): the colours, as `log_colors` has them, of what stands on squares
    (m, SIDE, SIDE, 3) that lean (m, 2)."""
    away = lean / np.maximum(np.linalg.norm(lean, axis=1, keepdims=True), 1e-6)
    across = np.stack([-away[:, 1], away[:, 0]], axis=1)
    near = np.cos(_AROUND)[:, None] * -away[:, None] + np.sin(_AROUND)[:, None] * across[:, None]
    rims = found.radius[:, None, None] * near
    foot, side = found.top - found.side[:, None] * away, found.side[:, None] * away
    points = np.concatenate([(foot + up * side)[:, None] + rims for up in _UP], axis=1)
    x, y = (SIDE - 1) / 2 + CELL * points[..., 0], (SIDE - 1) / 2 - CELL * points[..., 1]
    columns, rows = (np.rint(part).clip(0, SIDE - 1).astype(np.intp) for part in (x, y))
    seen = log_colors(squares[np.arange(len(squares))[:, None], rows, columns])
    return np.asarray(np.median(seen, axis=1), np.float64)


@dataclass(frozen=True, eq=False, slots=True)
class Flanks:
    """`means` (2, 3) of white and black pieces against the light, and how many were seen, `counts`
    (2,)."""

    means: Floats = field(default_factory=lambda: np.zeros((2, 3)))
    counts: Floats = field(default_factory=lambda: np.zeros(2))

    def with_pieces(self, flanks: Floats, side: Floats, white: npt.NDArray[np.bool_]) -> Flanks:
        """After more pieces (k, 3) of known colour, whose sides are seen so far (k,)."""
        means, counts = self.means.copy(), self.counts.copy()
        for which, of in enumerate((white, ~white)):
            weight = _seen(side) * of
            if weight.sum():
                total = counts[which] + weight.sum()
                means[which] += (weight @ (flanks - means[which])) / total
                counts[which] = min(total, _MEMORY)
        return Flanks(means, counts)

    def white_lead(self, flanks: Floats, side: Floats, pieces: tuple[Floats, Floats]) -> Floats:
        """(m,): by how much a piece is likelier white than black (natural logarithm), from flanks
        (m, 3); `pieces`: how likely white and black stand there by all else, (m,)."""
        seen, far = _seen(side), []
        for mean, count, piece in zip(self.means, self.counts, pieces, strict=True):
            held, weight = min(_HELD, float(count)), seen * piece
            total = held + float(weight.sum())
            if total < 1:
                return np.zeros(len(flanks))
            here = (held * mean + weight @ flanks) / total
            far.append((((flanks - here) / USUAL) ** 2).sum(axis=1))
        lead = log_student(far[0], 3) - log_student(far[1], 3)
        return np.asarray(seen * np.clip(lead, -_MOST, _MOST))


def _seen(side: Floats) -> Floats:
    return np.clip((side - _BARELY) / (_WELL - _BARELY), 0, 1)
