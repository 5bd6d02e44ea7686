"""Kings that bear a sign: a crown on a label, a star, a turned disc.

A sign is in the middle of the top, so there the colour differs from that of the rim otherwise than
it does on a man. A king whose sign was never shown may bear any: where a top differs from those of
the men it may be one.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from vision.appearance import log_student

Floats = npt.NDArray[np.float64]

USUAL: Floats = np.array([0.25, 0.06, 0.06])
"""By how much the middles of tops differ from their rims, among men of a colour: brightness by a
sheen, colours less."""
WIDER = 5.0
"""So many times more among all signs that there are."""
_MOST_BRIGHT = 5.0
"""A sheen may be brighter still, and is no sign."""
_HELD = 3.0
"""So many kings it takes to believe their sign as much as that men have none."""
_MEMORY = 50.0
_ENOUGH = 4.0
"""So many pieces of a colour in a picture tell how its men look."""
_PLAIN = 6.0
"""So far from plain, in squared deviations, a top may bear a sign even where most others are like
it: they may all be kings."""
MEN, KINGS = range(2)


@dataclass(frozen=True, eq=False, slots=True)
class Signs:
    """The tops of one colour: `means` (2, 3) of men and kings, middle against rim, and how many
    were seen, `counts` (2,)."""

    means: Floats = field(default_factory=lambda: np.zeros((2, 3)))
    counts: Floats = field(default_factory=lambda: np.zeros(2))

    def with_tops(self, tops: Floats, king: npt.NDArray[np.bool_]) -> Signs:
        """After more pieces (k, 3) of known role."""
        means, counts = self.means.copy(), self.counts.copy()
        for role, new in ((MEN, tops[~king]), (KINGS, tops[king])):
            if len(new):
                share = len(new) / (counts[role] + len(new))
                means[role] += share * (new.mean(axis=0) - means[role])
                counts[role] = min(counts[role] + len(new), _MEMORY)
        return Signs(means, counts)

    def lead(self, tops: Floats, piece: Floats) -> Floats:
        """(m,): by how much a king that bears a sign is likelier than a man (natural logarithm),
        from tops (m, 3) on which a piece of the colour stands with probability `piece` (m,)."""
        men, count = self._men(tops, piece)
        usual = USUAL * np.sqrt(1 + _ENOUGH / (1 + count))
        man = _log_density((tops - men) / usual)
        any_sign = _log_density((tops - men) / usual / WIDER) - 3 * np.log(WIDER)
        if not self.counts[KINGS]:
            plain = self.means[MEN] if self.counts[MEN] else 0.0
            far = (((tops - plain) / USUAL) ** 2).sum(axis=1)
            return np.asarray(
                np.where(far > _PLAIN, np.maximum(any_sign - man, 0.0), any_sign - man)
            )
        known = self.counts[KINGS] / (self.counts[KINGS] + _HELD)
        same = _log_density((tops - self.means[KINGS]) / usual)
        king = np.logaddexp(np.log(known) + same, np.log(1 - known) + any_sign)
        return np.asarray(king - man)

    def _men(self, tops: Floats, piece: Floats) -> tuple[Floats, float]:
        """How men look, and how many tell it: those shown, else the most of this picture."""
        seen = tops[piece > 0.5]
        if self.counts[MEN] or len(seen) < _ENOUGH:
            return self.means[MEN], float(self.counts[MEN])
        return np.asarray(np.median(seen, axis=0)), len(seen) / 2


def _log_density(off: Floats) -> Floats:
    """(m,): of tops that are off (m, 3) by so many deviations."""
    bright = off[:, 0].clip(-_MOST_BRIGHT, _MOST_BRIGHT)
    return log_student(bright**2 + (off[:, 1:] ** 2).sum(axis=1), 3)
