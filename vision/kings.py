"""Men against kings: a king is two discs high, and its side is seen twice as long.

How much of a side is seen is the height times the lean of the square, so it tells nothing from
straight above. How high a man is follows from those whose role is known and from the pieces of the
picture itself, of both colours: mostly men, though all of a colour may be kings. The network also
knows how one disc on another looks. Kings of other sets are one disc with a sign (`signs.py`).
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
NEAT, NOISE_ASTRAY = 0.085, 4.0
"""Where pieces stand farther than so from the middles of their squares, more: of a king that
stands towards the camera the top is seen where that of a man is."""
SHRUNK: Floats = np.array([0.03, 0.08, 0.14])
"""The network takes thin discs for higher, and so a king of them for less than twice a man: by so
much, in cells,"""
SHRUNK_PRIOR: Floats = np.log([0.7, 0.2, 0.1])
"""with these likelihoods."""
SHARES: Floats = np.array([0.03, 0.15, 0.5, 0.95])
"""So many of the pieces of a colour may be kings, before anything is seen,"""
SHARES_PRIOR: Floats = np.log([0.55, 0.27, 0.13, 0.05])
"""and how likely that is: even that they all are."""
_ALIKE = 0.15
"""The two colours of a set look equally high but for so much (of the logarithm)."""
TOLD = 2.35
"""A role that is so much likelier than the other is told (natural logarithm), else neither."""
DOUBLE_USUAL = -1.6
"""The odds of two discs where the network knows nothing, a logarithm."""
DOUBLE_SHARE = 0.55
"""So much of it is news: the network sees the same side."""
_INDEPENDENT = 8.0
"""More pieces than so many teach no more about the height."""
_MOST = 6.0
_HEIGHTS = np.exp(np.linspace(np.log(0.06), np.log(1.3), 60))
ANY: Floats = np.zeros(len(_HEIGHTS))
"""The other colour tells nothing."""
_BLUR = np.exp(-0.5 * (np.log(_HEIGHTS[:, None] / _HEIGHTS) / _ALIKE) ** 2)
_BLUR /= _BLUR.sum(axis=1, keepdims=True)
_FOREIGN = 1e-3
"""They may be no set."""


@dataclass(frozen=True, eq=False, slots=True)
class Sides:
    """What is seen of m squares: how far the top of what stands there is from the foot, `side`
    (m,), in cells; how far that square leans, `lean` (m,), in cells for a cell of height; the
    logarithm of the odds that it looks like two discs, `double` (m,); and how far the pieces of
    the picture stand from the middles of their squares, `astray`, in cells."""

    side: Floats
    lean: Floats
    double: Floats
    astray: float = 0.0

    def at(self, which: Mask | npt.NDArray[np.intp]) -> Sides:
        """Some of them."""
        return Sides(self.side[which], self.lean[which], self.double[which], self.astray)


@dataclass(frozen=True, slots=True)
class Height:
    """How high the men of one colour look: `product` and `weight` are sums over known pieces of
    side * level and of level squared, where level is the lean, twice for a king. `stacked`: the
    logarithm of the odds that kings are stacked at all."""

    product: float = 0.0
    weight: float = 0.0
    stacked: float = 1.4

    def with_pieces(self, sides: Sides, king: Mask) -> Height:
        """After more pieces (m,) of known role; older ones fade."""
        stacked = self.stacked
        if king.any() and self.weight:
            seen = stack_lead(self, sides.at(king), np.zeros(int(king.sum())))
            stacked = float(np.clip(stacked + np.clip(seen, -1, 1).sum(), NOT_STACKED, 10.0))
        level = sides.lean * np.where(king & (stacked > 0), 2, 1)
        weight = self.weight + float(level @ level)
        fade = min(1.0, _MEMORY / max(weight, 1e-9))
        return Height((self.product + float(sides.side @ level)) * fade, weight * fade, stacked)

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


def stack_lead(height: Height, sides: Sides, piece: Floats, other: Floats = ANY) -> Floats:
    """(m,): by how much two discs are likelier than one (natural logarithm), if a piece stands
    there; a piece of the colour does so with probability `piece` (m,). `other`: what the other
    colour tells, of `told_by`."""
    man, king = _likelihoods(sides)
    seen = _seen(man, king, piece)
    # each by what the others tell
    rest = _PRIOR + (height.log_prior() + other)[:, None] + seen.sum(axis=-1, keepdims=True) - seen
    weight = np.exp(rest - rest.max(axis=(0, 1, 2))).sum(axis=0)
    weight /= weight.sum(axis=(0, 1))
    man_likely, king_likely = (
        np.log((weight * np.exp(np.clip(part, -50, 50))).sum(axis=(0, 1)) + 1e-12)
        for part in (man, king)
    )
    return np.asarray(np.clip(king_likely - man_likely, -_MOST, _MOST))


def told_by(height: Height, sides: Sides, piece: Floats) -> Floats:
    """Of each of `_HEIGHTS`, a logarithm: what the pieces of one colour tell of the other's."""
    seen = _seen(*_likelihoods(sides), piece).sum(axis=-1)
    told = np.logaddexp.reduce(seen + _PRIOR[..., 0], axis=(0, 1))
    if height.weight:
        told = told + height.log_prior()
    return np.asarray(np.log(_BLUR @ np.exp(told - told.max()) + _FOREIGN))


def _likelihoods(sides: Sides) -> tuple[Floats, Floats]:
    """(h, m) of one disc and (k, h, m) of two, for each of `_HEIGHTS` and of `SHRUNK`."""
    doubled = np.maximum(2 * _HEIGHTS - SHRUNK[:, None], _HEIGHTS)
    man = _log_normal(sides, _HEIGHTS[:, None] * sides.lean)
    king = _log_normal(sides, doubled[..., None] * sides.lean)
    odds = DOUBLE_SHARE * (sides.double - DOUBLE_USUAL)
    return man - np.logaddexp(0, odds), king - np.logaddexp(0, -odds)


def _seen(man: Floats, king: Floats, piece: Floats) -> Floats:
    """(s, k, h, m): how likely each piece is where so many are kings, so shrunk, and men so
    high."""
    share = SHARES[:, None, None, None]
    worth = piece / max(1.0, float(piece.sum()) / _INDEPENDENT)
    return np.asarray(np.logaddexp(np.log1p(-share) + man, np.log(share) + king) * worth)


_PRIOR: Floats = SHARES_PRIOR[:, None, None, None] + SHRUNK_PRIOR[:, None, None]


def king_lead(stacked: float, by_stack: Floats, by_sign: Floats) -> Floats:
    """(m,): by how much a king is likelier than a man, where kings are stacked by these odds (a
    logarithm) and bear a sign else."""
    return np.asarray(
        np.logaddexp(
            by_stack - np.logaddexp(0, -stacked),
            by_sign - np.logaddexp(0, stacked),
        )
    )


def _log_normal(sides: Sides, expected: Floats) -> Floats:
    """(..., m): with wider tails than normal, so that no piece is beyond doubt."""
    noise = NOISE + NOISE_LEAN * sides.lean + NOISE_ASTRAY * max(0.0, sides.astray - NEAT)
    off = (sides.side - expected) / (deviation := np.hypot(noise, NOISE_SHARE * expected))
    return np.asarray(-2.5 * np.log1p(off**2 / 4) - np.log(deviation))
