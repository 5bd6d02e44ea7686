"""Men against kings: a king is two discs high, and its side is seen twice as long.

How much of a side is seen is the height times the lean of the square, so it tells nothing from
straight above. How high a man is follows from those whose role is known and from the pieces of the
picture itself, of both colours: mostly men, though all of a colour may be kings. The network also
knows how one disc on another looks. Kings of other sets are one disc with a sign (`signs.py`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

USUAL_HEIGHT = 0.22
"""Of a man, in cells."""
_SPREAD = 0.5
"""Of the logarithm of the height among sets."""
ERROR, ERROR_SHARE = 0.8, 0.1
"""How exactly a side is seen: so many times what the network expects, and a share of itself."""
DOUBLED: Floats = np.array([2.0, 1.7, 1.4])
"""So many times as high as a man a king looks: of thin discs in few pixels less than twice,"""
DOUBLED_PRIOR: Floats = np.log([0.6, 0.3, 0.1])
"""with these likelihoods."""
SHARES: Floats = np.array([0.03, 0.15, 0.5, 0.95])
"""So many of the pieces of a colour may be kings, before anything is seen,"""
SHARES_PRIOR: Floats = np.log([0.55, 0.27, 0.13, 0.05])
"""and how likely that is: even that they all are."""
_ALIKE = 0.15
"""The two colours of a set look equally high but for so much (of the logarithm)."""
DOUBLE_USUAL = -1.6
"""The odds of two discs where the network knows nothing, a logarithm."""
DOUBLE_SHARE = 0.2
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


@dataclass(frozen=True, eq=False)
class Sides:
    """What is seen of m squares: how far the top of what stands there is from the foot, `side`
    (m,), in cells; how far that square leans, `lean` (m,), in cells for a cell of height; the
    logarithm of the odds that it looks like two discs, `double` (m,); and by how much the side is
    usually wrong, `error` (m,), in cells."""

    side: Floats
    lean: Floats
    double: Floats
    error: Floats

    def at(self, which: Mask | npt.NDArray[np.intp]) -> Sides:
        """Some of them."""
        return Sides(self.side[which], self.lean[which], self.double[which], self.error[which])

    def usual_lean(self, piece: Floats) -> float:
        """Of the pieces that stand there with these probabilities (m,)."""
        square = float(piece @ self.lean**2 + 1e-6) / (float(piece.sum()) + 1e-6)
        return float(np.sqrt(square))

    @cached_property
    def likelihoods(self) -> tuple[Floats, Floats]:
        """(h, m) of one disc and (k, h, m) of two, for each of `_HEIGHTS` and of `DOUBLED`."""
        sides = _HEIGHTS[:, None] * self.lean
        man, king = _log_normal(self, sides), _log_normal(self, DOUBLED[:, None, None] * sides)
        odds = DOUBLE_SHARE * (self.double - DOUBLE_USUAL)
        return man - np.logaddexp(0, odds), king - np.logaddexp(0, -odds)


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
        men = sides if king.all() else sides.at(~king)
        level = men.lean * (2 if king.all() and stacked > 0 else 1)
        worth = min(1.0, _ALIKE_WRONG / max(1, len(level)))
        weight = self.weight + worth * float(level @ level)
        fade = min(1.0, _MEMORY / max(weight, 1e-9))
        product = self.product + worth * float(men.side @ level)
        known = Height(product * fade, weight * fade, stacked)
        if king.any() and (self.weight or not king.all()):
            seen = stack_lead(known, sides.at(king), np.zeros(int(king.sum())))
            stacked = float(np.clip(stacked + np.clip(seen, -1, 1).sum(), NOT_STACKED, 10.0))
        return replace(known, stacked=stacked)

    def log_prior(self, lean: float) -> Floats:
        """Of each of `_HEIGHTS`, as they look in a picture where pieces usually lean so."""
        usual = np.log(_HEIGHTS / USUAL_HEIGHT) / _SPREAD
        if not self.weight:
            return np.asarray(-0.5 * usual**2)
        known = self.product / self.weight
        there, here = KNOWN / np.sqrt(self.weight), BIAS / lean
        deviation = np.sqrt(there**2 + here**2 + (KNOWN_SHARE * known) ** 2)
        return np.asarray(-0.5 * usual**2 + _log_student((_HEIGHTS - known) / deviation))


KNOWN, KNOWN_SHARE, BIAS = 0.03, 0.1, 0.03
"""How exactly the height of men follows from known ones, in cells of a side and as a share, and how
exactly it is seen in another picture: all sides of one are seen somewhat too long or too short."""
_ALIKE_WRONG = 2.0
"""So more known pieces of a picture than so many teach no more."""
_MEMORY = 60.0
NOT_STACKED = -10.0


def stack_lead(height: Height, sides: Sides, piece: Floats, other: Floats = ANY) -> Floats:
    """(m,): by how much two discs are likelier than one (natural logarithm), if a piece stands
    there; a piece of the colour does so with probability `piece` (m,). `other`: what the other
    colour tells, of `told_by`."""
    man, king = sides.likelihoods
    seen = _seen(man, king, piece)
    known = height.log_prior(sides.usual_lean(piece)) + other
    # each by what the others tell
    rest = _PRIOR + known[:, None] + seen.sum(axis=-1, keepdims=True) - seen
    weight = np.exp(rest - rest.max(axis=(0, 1, 2))).sum(axis=0)
    weight /= weight.sum(axis=(0, 1))
    man_likely, king_likely = (
        np.log((weight * np.exp(np.clip(part, -50, 50))).sum(axis=(0, 1)) + 1e-12)
        for part in (man, king)
    )
    return np.asarray(np.clip(king_likely - man_likely, -_MOST, _MOST))


def told_by(height: Height, sides: Sides, piece: Floats) -> Floats:
    """Of each of `_HEIGHTS`, a logarithm: what the pieces of one colour tell of the other's."""
    seen = _seen(*sides.likelihoods, piece).sum(axis=-1)
    told, lean = np.logaddexp.reduce(seen + _PRIOR[..., 0], axis=(0, 1)), sides.usual_lean(piece)
    if height.weight:
        told = told + height.log_prior(lean)
    apart = (_HEIGHTS[:, None] - _HEIGHTS) / (BIAS / lean)
    weight = np.exp(told - told.max()) @ np.exp(_log_student(apart))
    return np.asarray(np.log(_BLUR @ weight / weight.sum() + _FOREIGN))


def _seen(man: Floats, king: Floats, piece: Floats) -> Floats:
    """(s, k, h, m): how likely each piece is where so many are kings, kings look so many times as
    high as men, and men are so high."""
    share = SHARES[:, None, None, None]
    worth = piece / max(1.0, float(piece.sum()) / _INDEPENDENT)
    return np.asarray(np.logaddexp(np.log1p(-share) + man, np.log(share) + king) * worth)


_PRIOR: Floats = SHARES_PRIOR[:, None, None, None] + DOUBLED_PRIOR[:, None, None]


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
    deviation = np.hypot(ERROR * sides.error, ERROR_SHARE * expected)
    off = (sides.side - expected) / deviation
    return np.asarray(_log_student(off) - np.log(deviation))


def _log_student(off: Floats) -> Floats:
    """Of what is off by so many deviations."""
    return np.asarray(-2.5 * np.log1p(off**2 / 4))
