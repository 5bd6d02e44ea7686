"""What stands on the squares of a board that was never seen before: empty, a lighter, a darker.

The network tells where pieces stand; they are then of two colours, the lighter of which is white.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.appearance import BLACK, EMPTY, WHITE, Kinds
from vision.features import STANDING, TOP_COLOR, USUAL

Floats = npt.NDArray[np.float64]

_LEAST_APART = 2.5
"""So many times farther apart than pieces of one colour lie two colours; else there is but one."""
_LEAST_DISTANCE = 1.5
"""And so many usual deviations."""
_STRANGE = 6.0
"""What lies farther from both is no piece, and counts no more than this."""
_DULL = 20
"""Colours are compared at this percentile: a sheen makes pieces brighter, never darker."""
_GREY = -0.8
"""Pieces of one colour are white where they are lighter than this, against the light cells."""


def first_guess(features: Floats, bright: Floats) -> Kinds:
    """(m,): the kinds of the squares, from their features (m, FEATURES) alone and how `bright` (m,)
    they are for people."""
    kinds = np.full(len(features), EMPTY, np.intp)
    standing = features[:, STANDING] > 0
    if standing.any():
        kinds[standing] = _two_colors(features[standing][:, TOP_COLOR], bright[standing])
    return kinds


def _two_colors(colors: Floats, bright: Floats) -> Kinds:
    """WHITE or BLACK for each piece, from colours (k, 3): the two groups that are each most alike;
    tried from several pieces far from others (k-means of two)."""
    one_color = np.full(len(colors), WHITE if colors[:, 0].mean() > _GREY else BLACK, np.intp)
    if len(colors) < 2:
        return one_color
    colors = colors / USUAL[TOP_COLOR]
    apart = np.linalg.norm(colors[:, None] - colors[None], axis=2)
    best, least = np.zeros(len(colors), np.bool_), np.inf
    for first in _starts(apart):
        for _ in range(8):
            middles = np.stack([_median(colors[side]) for side in (first, ~first)])
            far = np.linalg.norm(colors[:, None] - middles[None], axis=2)
            nearer = far[:, 0] < far[:, 1]
            if nearer.all() or not nearer.any() or (nearer == first).all():
                break
            first = nearer
        cost = float(np.minimum(far.min(axis=1), _STRANGE).sum())
        if cost < least:
            best, least = first, cost
    middles = np.stack([_median(colors[side]) for side in (best, ~best)])
    between = np.linalg.norm(middles[0] - middles[1])
    if between < max(_LEAST_DISTANCE, _LEAST_APART * least / len(colors)):
        return one_color
    dull = [np.percentile(bright[side], _DULL) for side in (best, ~best)]
    return np.where(best == (dull[0] > dull[1]), WHITE, BLACK)


def _median(values: Floats) -> Floats:
    """(k,): of (m, k); for a few values much faster than that of numpy."""
    ordered, count = np.sort(values, axis=0), len(values)
    return np.asarray((ordered[(count - 1) // 2] + ordered[count // 2]) / 2)


def _starts(apart: Floats) -> list[npt.NDArray[np.bool_]]:
    """Ways to part pieces in two, from their distances (k, k): the nearer ones to a piece, against
    the farthest or one that has many farther ones: the farthest may be no piece at all."""
    ways = []
    for seed in np.argsort(-np.median(apart, axis=1))[:: max(1, len(apart) // 4)]:
        order = np.argsort(apart[seed])
        for other in (order[-1], order[(3 * len(order)) // 4]):
            way = apart[seed] < apart[other]
            if way.any() and not way.all():
                ways.append(way)
    return ways or [np.arange(len(apart)) == 0]
