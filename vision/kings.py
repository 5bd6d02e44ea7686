"""Men against kings: a king is two discs high, and its side is seen twice as long.

How much of a side is seen is the height times the lean of the square, so it tells nothing from
straight above. How high a man is follows from those whose role is known and, as men are the most,
from the pieces of the picture itself. The network also knows how one disc on another looks. Kings
of other sets are one disc with a sign (`signs.py`).
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
NOISE, NOISE_LEAN, NOISE_SHARE = 0.03, 0.045, 0.18
"""How exactly a side is seen, in cells: so much, more where things lean and are blurred, and a
share of itself."""
SHRUNK = 0.03
"""The network takes thin discs for higher, and so a king of them for less than twice a man."""
KINGS = 0.15
"""So many of the pieces are kings, before anything is seen."""
TOLD = 2.3
"""A role that is so much likelier than the other is told (natural logarithm), else neither."""
DOUBLE_USUAL = -1.6
"""The odds of two discs where the network knows nothing, a logarithm."""
DOUBLE_SHARE = 0.5
"""So much of it is news: the network sees the same side."""
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
    stacked: float = 2.0

    def with_pieces(self, side: Floats, lean: Floats, double: Floats, king: Mask) -> Height:
        """After more pieces (m,) of known role; older ones fade."""
        stacked = self.stacked
        if king.any() and self.weight:
            none = np.zeros(int(king.sum()))
            seen = stack_lead(self, side[king], lean[king], none, double[king])
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


def stack_lead(height: Height, side: Floats, lean: Floats, piece: Floats, double: Floats) -> Floats:
    """(m,): by how much two discs are likelier than one (natural logarithm), if a piece stands
    there; from the seen sides (m,) of squares with this lean (m,), on which a piece of the colour
    stands with probability `piece` (m,). `double` (m,): the logarithm of the odds that it looks
    like two discs."""
    man = _log_normal(side, np.outer(_HEIGHTS, lean), lean)
    king = _log_normal(side, np.outer(np.maximum(2 * _HEIGHTS - SHRUNK, _HEIGHTS), lean), lean)
    odds = DOUBLE_SHARE * (double - DOUBLE_USUAL)
    man, king = man - np.logaddexp(0, odds), king - np.logaddexp(0, -odds)
    both = np.logaddexp(np.log(1 - KINGS) + man, np.log(KINGS) + king)
    many = max(1.0, float(piece.sum()) / _INDEPENDENT)
    posterior = height.log_prior() + both @ piece / many
    weight = np.exp(posterior - posterior.max())
    weight /= weight.sum()
    man_likely, king_likely = (
        np.log(weight @ np.exp(np.clip(part, -50, 50)) + 1e-12) for part in (man, king)
    )
    return np.asarray(np.clip(king_likely - man_likely, -_MOST, _MOST))


def king_lead(stacked: float, by_stack: Floats, by_sign: Floats) -> Floats:
    """(m,): by how much a king is likelier than a man, where kings are stacked by these odds (a
    logarithm) and bear a sign else."""
    return np.asarray(
        np.logaddexp(
            by_stack - np.logaddexp(0, -stacked),
            by_sign - np.logaddexp(0, stacked),
        )
    )


def _log_normal(side: Floats, expected: Floats, lean: Floats) -> Floats:
    """(h, m): with wider tails than normal, so that no piece is beyond doubt."""
    deviation = np.hypot(NOISE + NOISE_LEAN * lean, NOISE_SHARE * expected)
    off = (side - expected) / deviation
    return np.asarray(-2.5 * np.log1p(off**2 / 4) - np.log(deviation))
