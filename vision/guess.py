"""What stands on the squares of a board that was never seen before: empty, a lighter, a darker.

The network tells where pieces stand; they are then of two colours, the lighter of which is white.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.appearance import BLACK, EMPTY, WHITE, Kinds
from vision.features import STANDING, TOP_COLOR

Floats = npt.NDArray[np.float64]

_LEAST_APART = 2.5
"""Two colours of pieces lie so many deviations apart; else there is but one."""
_GREY = -0.8
"""Pieces of one colour are white where they are lighter than this, against the light cells."""


_LUMA = np.array([1.0, 0.438, -0.288])
"""Makes the brightness that people see (ITU-R BT.601) of the three parts of a colour."""


def first_guess(features: Floats) -> Kinds:
    """(m,): the kinds of the squares, from their features (m, FEATURES) alone."""
    kinds = np.full(len(features), EMPTY, np.intp)
    standing = features[:, STANDING] > 0
    kinds[standing] = _two_colors(features[standing][:, TOP_COLOR])
    return kinds


def _two_colors(colors: Floats) -> Kinds:
    """WHITE or BLACK for each piece, from colours (k, 3): the two groups that are each most alike;
    tried from each pair of pieces far apart, for the best (k-means of two)."""
    if len(colors) < 2:
        return _one_color(colors)
    apart = np.linalg.norm(colors[:, None] - colors[None], axis=2)
    best, least = np.zeros(len(colors), np.bool_), np.inf
    for seed in np.argsort(-apart.max(axis=1))[:6]:
        first = apart[seed] < apart[int(apart[seed].argmax())]
        for _ in range(8):
            middles = np.stack([np.median(colors[side], axis=0) for side in (first, ~first)])
            far = np.linalg.norm(colors[:, None] - middles[None], axis=2)
            nearer = far[:, 0] < far[:, 1]
            if nearer.all() or not nearer.any() or (nearer == first).all():
                break
            first = nearer
        cost = float(np.minimum(far[:, 0], far[:, 1]).sum())
        if cost < least:
            best, least = first, cost
    middles = np.stack([np.median(colors[side], axis=0) for side in (best, ~best)])
    if np.linalg.norm(middles[0] - middles[1]) < _LEAST_APART * least / len(colors):
        return _one_color(colors)
    first_light, second_light = (middles @ _LUMA).tolist()
    return np.where(best == (first_light > second_light), WHITE, BLACK)


def _one_color(colors: Floats) -> Kinds:
    light = len(colors) > 0 and float((colors @ _LUMA).mean()) > _GREY
    return np.full(len(colors), WHITE if light else BLACK, np.intp)
