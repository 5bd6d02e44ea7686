"""What empty squares, white and black pieces look like on one set: a cloud of features for each.

The clouds share one covariance, drawn towards what other sets have; squares far from all of them
are something else. In a picture with another light the clouds have moved: they are fitted to its
squares again, held by where they were (a mixture of Student's distributions, fitted by expectation
and maximisation; Peel and McLachlan 2000), from several starts, as the nearest is not always the
best. Of what was found the likeliest is taken, where a cloud that moved for a few squares explains
less than it seems to (Laplace's approximation of the evidence; MacKay 2003, chapter 28).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.features import SHIFTS, USUAL

Floats = npt.NDArray[np.float64]
Kinds = npt.NDArray[np.intp]

KINDS = 3
EMPTY, WHITE, BLACK = range(KINDS)
UNKNOWN = -1
FREEDOM = 8.0
"""Of Student's distribution: how little far squares count."""
PRIOR_COUNT = 30.0
"""So many squares the covariance of other sets is worth."""
MEMORY = 400.0
"""Squares of a kind that are remembered; older ones fade."""
ROUNDS = 5
WELL = 1.0
"""Where the clouds fit so well as they were, no other place is tried."""


@dataclass(frozen=True, eq=False, slots=True)
class Appearance:
    """`means` (3, d) of empty, white, black; `counts` (3,) of squares seen; `scatter` (d, d): the
    sum of squared deviations."""

    means: Floats
    counts: Floats
    scatter: Floats

    @classmethod
    def of(cls, features: Floats, kinds: Kinds) -> Appearance | None:
        """From squares (m, d) of known kinds (m,); None where a kind is missing."""
        if any((kinds == kind).sum() < 2 for kind in range(KINDS)):
            return None
        means = np.stack([features[kinds == kind].mean(axis=0) for kind in range(KINDS)])
        counts = np.array([float((kinds == kind).sum()) for kind in range(KINDS)])
        apart = (features - means[kinds])[kinds >= 0]
        return cls(means, counts, apart.T @ apart)

    def with_squares(self, features: Floats, kinds: Kinds) -> Appearance:
        """After more squares (m, d) of known kinds; unknown ones are left out."""
        means, counts, scatter = self.means.copy(), self.counts.copy(), self.scatter
        for kind in range(KINDS):
            new = features[kinds == kind]
            if not len(new):
                continue
            share = len(new) / (counts[kind] + len(new))
            step = new.mean(axis=0) - means[kind]
            apart = new - new.mean(axis=0)
            scatter = scatter + apart.T @ apart + np.outer(step, step) * share * counts[kind]
            means[kind] = means[kind] + share * step
            counts[kind] += len(new)
        faded = min(1.0, MEMORY * KINDS / counts.sum())
        return replace(
            self,
            means=means,
            counts=np.minimum(counts, MEMORY),
            scatter=scatter * faded,
        )

    def covariance(self) -> Floats:
        """(d, d): shared by the clouds."""
        prior = np.diag(PRIOR_COUNT * USUAL**2)
        return np.asarray((prior + self.scatter) / (PRIOR_COUNT + self.counts.sum()))

    def fitted(self, features: Floats, guess: Callable[[], Kinds], visible: Floats) -> Fit:
        """The clouds where the squares (m, d) of one picture have them; `guess` gives (m,): what
        the picture alone tells of its kinds; `visible` (m,): 0 where a square is hidden, to 1."""
        precision = np.asarray(np.linalg.inv(self.covariance()), np.float64)
        best = self._settled(features, visible, self.means, precision)
        if best.misfit > WELL:
            kinds = np.where(visible > 0.5, guess(), UNKNOWN)
            tried = [
                self._settled(features, visible, means, precision)
                for means in self._starts(features, kinds)
            ]
            best = max(best, *tried, key=lambda found: found.evidence)
        return Fit(best.means, precision)

    def _starts(self, features: Floats, guess: Kinds) -> list[Floats]:
        """Where the guess has the clouds, its colours either way round, or all pieces of one."""
        here = np.stack(
            [
                features[guess == kind].mean(axis=0) if (guess == kind).any() else self.means[kind]
                for kind in range(KINDS)
            ]
        )
        starts = [here, here[[EMPTY, BLACK, WHITE]]]
        pieces = features[guess > EMPTY]
        for kind in (WHITE, BLACK) if len(pieces) else ():
            alone = self.means.copy()
            alone[EMPTY], alone[kind] = here[EMPTY], pieces.mean(axis=0)
            starts.append(alone)
        return starts

    def _settled(
        self, features: Floats, visible: Floats, means: Floats, precision: Floats
    ) -> _Settled:
        """Where the clouds settle from this start on."""
        held, size = (USUAL / SHIFTS) ** 2, features.shape[1]
        for _ in range(ROUNDS):
            far = distances(features, means, precision)
            share = _shares(far, size) * (FREEDOM + size) / (FREEDOM + far) * visible[:, None]
            means = (held * self.means + share.T @ features) / (held + share.sum(axis=0)[:, None])
        far = distances(features, means, precision)
        moved = (((means - self.means) / SHIFTS) ** 2).sum(axis=1)
        likely = np.logaddexp.reduce(log_student(far, size), axis=1)
        misfit = float(visible @ far.min(axis=1)) / (size * max(float(visible.sum()), 1e-9))
        narrowed = 0.5 * np.log1p(share.sum(axis=0)[:, None] / held).sum()
        return _Settled(
            float(visible @ likely + log_student(moved, size).sum() - narrowed),
            max(misfit, float(moved.max()) / size),
            means,
        )


@dataclass(frozen=True, eq=False, slots=True)
class _Settled:
    """The `evidence` (a logarithm) that the squares of a picture give for clouds around `means`;
    `misfit`: how far the squares lie from them, and they from where they were, 1 is usual."""

    evidence: float
    misfit: float
    means: Floats


@dataclass(frozen=True, eq=False, slots=True)
class Fit:
    """The clouds in one picture."""

    means: Floats
    precision: Floats

    def distances(self, features: Floats) -> Floats:
        """(m, 3): squared, in deviations, from each cloud."""
        return distances(features, self.means, self.precision)

    def log_likelihood(self, features: Floats) -> Floats:
        """(m, 3) of each kind."""
        return log_student(self.distances(features), features.shape[1])


def distances(features: Floats, means: Floats, precision: Floats) -> Floats:
    """(m, k): squared Mahalanobis distances of squares (m, d) from means (k, d)."""
    whiten = np.linalg.cholesky(precision)
    apart = (features @ whiten)[:, None] - (means @ whiten)[None]
    return np.asarray((apart**2).sum(axis=2))


def log_student(far: Floats, size: int) -> Floats:
    """The logarithm of Student's density of `size` dimensions, up to a constant."""
    return np.asarray(-0.5 * (FREEDOM + size) * np.log1p(far / FREEDOM))


def _shares(far: Floats, size: int) -> Floats:
    """(m, k): how much of each square belongs to each cloud."""
    likelihood = log_student(far, size)
    weight = np.exp(likelihood - likelihood.max(axis=1, keepdims=True))
    return np.asarray(weight / weight.sum(axis=1, keepdims=True))
