"""Men against kings: a king is two discs high, and its side is seen twice as long.

How much of a side is seen is the height times the lean of the square, so it tells nothing from
straight above. How high a man is follows from those whose role is known and, as men are the most,
from the pieces of the picture itself. Kings that are marked otherwise (a crown, a turned disc) are
told by their looks, once some were shown.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

USUAL_HEIGHT = 0.22
"""Of a man, in cells."""
_SPREAD = 0.5
"""Of the logarithm of the height among sets."""
NOISE = 0.05
"""Of a seen side, in cells; among pieces of one colour, as what misleads is the same for all."""
NOISE_SHARE = 0.25
"""Of a seen side, as a share of itself."""
KINGS = 0.15
"""So many of the pieces are kings, before anything is seen."""
TOLD = 2.3
"""Where men and kings differ by so many deviations they are told apart."""
LEAST_LEAN = 0.3
"""Seen more steeply than some 73 degrees, sides tell nothing."""
_INDEPENDENT = 8.0
"""More pieces than so many teach no more about the height."""
_MOST = 6.0
_HEIGHTS = np.exp(np.linspace(np.log(0.06), np.log(1.3), 120))


@dataclass(frozen=True, slots=True)
class Height:
    """How high the men of one colour look: `product` and `weight` are sums over known pieces of
    side * level and of level squared, where level is the lean, twice for a king. `stacked`: the
    logarithm of the odds that kings are stacked at all."""

    product: float = 0.0
    weight: float = 0.0
    stacked: float = 3.0

    def with_pieces(self, side: Floats, lean: Floats, king: Mask) -> Height:
        """After more pieces (m,) of known role; older ones fade."""
        stacked = self.stacked
        if king.any() and self.weight:
            seen = roles(self, side[king], lean[king], np.zeros(int(king.sum()))).lead
            stacked = float(np.clip(stacked + np.clip(seen, -1, 1).sum(), NOT_STACKED, 10.0))
        level = lean * np.where(king & (stacked > 0), 2, 1)
        weight = self.weight + float(level @ level)
        fade = min(1.0, _MEMORY / max(weight, 1e-9))
        return Height((self.product + float(side @ level)) * fade, weight * fade, stacked)

    def log_prior(self) -> Floats:
        """Of each of `_HEIGHTS`."""
        usual = np.log(_HEIGHTS / USUAL_HEIGHT) / _SPREAD
        if not self.weight:
            return np.asarray(-0.5 * usual**2)
        known = self.product / self.weight
        deviation = np.hypot(NOISE / np.sqrt(self.weight), 0.1 * max(known, 0.05))
        return np.asarray(-0.5 * usual**2 - 0.5 * ((_HEIGHTS - known) / deviation) ** 2)


_MEMORY = 60.0
NOT_STACKED = -10.0


@dataclass(frozen=True, eq=False, slots=True)
class Roles:
    """`lead` (m,): by how much a king is likelier than a man (natural logarithm), if a piece stands
    there; `told`: whether this view tells at all."""

    lead: Floats
    told: bool


def roles(height: Height, side: Floats, lean: Floats, piece: Floats) -> Roles:
    """From the seen sides (m,) of squares with this lean (m,), on which a piece of the colour
    stands with probability `piece` (m,)."""
    man, king = (_log_normal(side, times * np.outer(_HEIGHTS, lean)) for times in (1, 2))
    both = np.logaddexp(np.log(1 - KINGS) + man, np.log(KINGS) + king)
    many = max(1.0, float(piece.sum()) / _INDEPENDENT)
    posterior = height.log_prior() + both @ piece / many
    weight = np.exp(posterior - posterior.max())
    weight /= weight.sum()
    likely = (np.log(weight @ np.exp(np.clip(part, -50, 50)) + 1e-12) for part in (man, king))
    man_likely, king_likely = likely
    lead = np.clip(king_likely - man_likely, -_MOST, _MOST)
    apart = float(weight @ _HEIGHTS) * lean
    apart = apart / np.hypot(NOISE, 1.5 * NOISE_SHARE * apart)
    told = bool(np.median(apart) > TOLD and np.median(lean) > LEAST_LEAN)
    if height.stacked < 0 or not told:
        return Roles(np.zeros_like(lead), False)
    return Roles(lead, told)


def _log_normal(side: Floats, expected: Floats) -> Floats:
    """(h, m): with wider tails than normal, so that no piece is beyond doubt."""
    deviation = np.hypot(NOISE, NOISE_SHARE * expected)
    off = (side - expected) / deviation
    return np.asarray(-2.5 * np.log1p(off**2 / 4) - np.log(deviation))
