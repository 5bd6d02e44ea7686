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


def first_guess(features: Floats, bright: Floats) -> Kinds:
    """(m,): the kinds of the squares, from their features (m, FEATURES) alone and how `bright` (m,)
    they are for people."""
    kinds = np.full(len(features), EMPTY, np.intp)
    standing = features[:, STANDING] > 0
    kinds[standing] = _two_colors(features[standing][:, TOP_COLOR], bright[standing])
    return kinds


def _two_colors(colors: Floats, bright: Floats) -> Kinds:
    """WHITE or BLACK for each piece, from colours (k, 3): the two groups that are each most alike;
    tried from several pieces far from others (k-means of two)."""
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
    first_lighter = np.median(bright[best]) > np.median(bright[~best])
    return np.where(best == first_lighter, WHITE, BLACK)


def _one_color(colors: Floats) -> Kinds:
    light = len(colors) > 0 and float(colors[:, 0].mean()) > _GREY
    return np.full(len(colors), WHITE if light else BLACK, np.intp)
