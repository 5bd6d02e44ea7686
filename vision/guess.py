"""What stands on the squares of a board that was never seen before: empty, a lighter, a darker.

Occupied squares have an edge around their middle and empty ones have none; the pieces are then of
two colours, the lighter of which is white.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from vision.appearance import BLACK, EMPTY, WHITE, Kinds
from vision.features import CORNER_CONTRAST, EDGE, TOP_COLOR

Floats = npt.NDArray[np.float64]

_LEAST_APART = 2.0
"""Two colours of pieces lie so many deviations apart; else there is but one."""
_OCCUPIED = 0.55


def first_guess(features: Floats) -> Kinds:
    """(m,): the kinds of the squares, from their features (m, d) alone."""
    contrast = np.linalg.norm(features[:, CORNER_CONTRAST], axis=1)
    standing = contrast + features[:, EDGE].sum(axis=1)
    kinds = np.full(len(features), EMPTY, np.intp)
    threshold = max(_threshold(standing), _OCCUPIED)
    occupied = standing > threshold
    kinds[occupied] = _two_colors(features[occupied][:, TOP_COLOR])
    return kinds


def _threshold(values: Floats) -> float:
    """Between the two groups of these values that are each most alike (Otsu 1979)."""
    ordered = np.sort(values)
    count = np.arange(1, len(ordered))
    below = np.cumsum(ordered)[:-1] / count
    above = (ordered.sum() - np.cumsum(ordered)[:-1]) / (len(ordered) - count)
    between = count * (len(ordered) - count) * (above - below) ** 2
    cut = int(between.argmax())
    return float(ordered[cut] + ordered[cut + 1]) / 2


def _two_colors(colors: Floats) -> Kinds:
    """WHITE or BLACK for each piece; by the direction in which the colours (k, 3) differ most."""
    if len(colors) < 2:
        return np.full(len(colors), WHITE if colors[:, 0].sum() > -0.8 else BLACK, np.intp)
    light = colors[:, 0] > _threshold(colors[:, 0])
    for _ in range(8):
        first, second = np.median(colors[light], axis=0), np.median(colors[~light], axis=0)
        nearer = np.linalg.norm(colors - first, axis=1) < np.linalg.norm(colors - second, axis=1)
        if nearer.all() or not nearer.any() or (nearer == light).all():
            break
        light = nearer
    if colors[light][:, 0].mean() < colors[~light][:, 0].mean():
        light = ~light
    spread = np.concatenate(
        [colors[side] - colors[side].mean(axis=0) for side in (light, ~light)]
    ).std()
    apart = np.linalg.norm(colors[light].mean(axis=0) - colors[~light].mean(axis=0))
    if apart < _LEAST_APART * spread:
        return np.full(len(colors), WHITE if colors[:, 0].mean() > -0.8 else BLACK, np.intp)
    return np.where(light, WHITE, BLACK)
