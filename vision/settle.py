"""Readings of many frames made one: what stands on each square, changed only when it is certain.

A square keeps its content until another one explains it clearly better, in several frames one after
the other and for a while; less clearly, for longer. What a hidden square shows counts for nothing:
it keeps what was seen last. Pieces are told apart by colour first; men and kings need longer.

Nothing moves without a hand: what appears where none was is a misreading (glare, a sun patch). It
stays one while the square shows just that, unless the game lets one expect it and a hand covers it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rules.snapshot import Reading
from vision.content import Content

Floats = npt.NDArray[np.float64]
Mask = npt.NDArray[np.bool_]

HOLD_S = 0.1
"""A new content must be seen for so long, or once where frames come more seldom."""
MOST_FRAMES = 4
STRANGE_S = 0.25
"""The same where the square looks like nothing that is known, but the game lets one expect what it
seems to be: a piece put down askew, an odd light."""
SELDOM_S = 0.5
IMPLAUSIBLE = 4.0
"""By so much (natural logarithm) clearer must be seen what the game does not let one expect."""
CLEAR = 2.0
"""A content this much more likely (natural logarithm) than the settled one is clearly another."""
FAINT = 0.5
FAINT_S = 1.2
"""One this much more likely for so long is another, too."""
RECOVERS_S = 2.0
"""A misreading is over when the square has shown for so long what stands on it."""
HAND_S = 0.5
"""So long after a hand was over a square it may show something new because of that."""
ROLE_S = 0.6
"""Over such a time it is weighed whether a piece is a man or a king."""
ROLE_CLEAR = 1.0
_MOST = 6.0

EMPTY, WHITE, BLACK = 0, 1, 2
_ROLE_READINGS = (
    (Reading.EMPTY,) * 3,
    (Reading.WHITE_MAN, Reading.WHITE, Reading.WHITE_KING),
    (Reading.BLACK_MAN, Reading.BLACK, Reading.BLACK_KING),
)


class Settler:
    """The settled contents of m squares; `kind` (m,) holds EMPTY, WHITE or BLACK, -1 unknown;
    `plausible` (m, 3): what may be there soon, where that is known."""

    def __init__(self, squares: int, plausible: Mask | None = None) -> None:
        self.kind = np.full(squares, -1, np.intp)
        self.sure = np.zeros(squares)
        self.plausible = plausible
        self._alternative = np.full(squares, -1, np.intp)
        self._since = np.full(squares, np.inf)
        self._frames = np.zeros(squares, np.intp)
        self._faint_since = np.zeros(squares)
        self._role = np.zeros(squares)
        self._misread = np.full(squares, -1, np.intp)
        self._misread_at = np.zeros(squares)
        self._hand_at = np.full(squares, -np.inf)
        self._last: float | None = None
        self._interval = HOLD_S

    def add(
        self,
        log_likelihood: Floats,
        hidden: Mask,
        strange: Mask,
        now: float,
        *,
        roles_told: bool,
        disturbed: Mask | None = None,
    ) -> None:
        """One more frame: (m, 5) of each square, in the order of `Content`; what is hidden; and
        what looks `strange`: it is believed only after a while, where frames come often.
        `disturbed`: under or beside a hand within the last `HAND_S`, where that is known."""
        step = HOLD_S if self._last is None else now - self._last
        self._last = now
        self._interval += 0.2 * (min(step, 10 * HOLD_S) - self._interval)
        kinds = by_kind(log_likelihood)
        if self.plausible is not None:
            kinds = np.where(self.plausible, kinds, kinds - IMPLAUSIBLE)
        best = kinds.argmax(axis=1)
        known = self.kind >= 0
        settled = np.where(known, self.kind, best)
        rows = np.arange(len(best))
        lead = np.clip(kinds[rows, best] - kinds[rows, settled], 0, _MOST)
        second = np.sort(kinds, axis=1)[:, -2]
        lead = np.where(known, lead, kinds[rows, best] - second)
        if disturbed is not None and self.plausible is not None and self._interval < SELDOM_S:
            self._hand_at[hidden] = now
            self._note_misread(best, known & ~hidden, disturbed, self.plausible, now)
        visible = ~hidden & (best != self._misread)
        self.sure = np.where(visible, kinds[rows, best] - second, self.sure)
        doubtful = strange & (self._interval < SELDOM_S)
        self._count(best, lead, visible & ~doubtful, visible, now)
        expected = np.zeros_like(known) if self.plausible is None else self.plausible[rows, best]
        self._change(best, lead, visible, expected, now)
        self._weigh_roles(log_likelihood, visible, step, roles_told=roles_told)

    def _note_misread(
        self,
        best: npt.NDArray[np.intp],
        seen: Mask,
        disturbed: Mask,
        plausible: Mask,
        now: float,
    ) -> None:
        """Squares that begin to show, or still show, what nobody can have put there."""
        began = seen & (best != self.kind) & (best != self._alternative) & ~disturbed
        self._misread[began] = best[began]
        shown = seen & (best == self._misread)
        self._misread_at[shown] = now
        moved = now - self._hand_at < HAND_S
        may_be = shown & moved & plausible[np.arange(len(best)), best]
        self._misread[may_be | (seen & (now - self._misread_at > RECOVERS_S))] = -1

    def _count(
        self, best: npt.NDArray[np.intp], lead: Floats, plain: Mask, visible: Mask, now: float
    ) -> None:
        """For how long and in how many frames another content has been the best."""
        other = visible & (best != self.kind) & (lead > FAINT)
        same = other & (best == self._alternative)
        new = other & ~same
        gone = visible & ~other
        self._alternative = np.where(other, best, np.where(gone, -1, self._alternative))
        self._faint_since = np.where(new | gone, now, self._faint_since)
        ended = gone | (new & (lead <= CLEAR))
        clear = other & (lead > CLEAR)
        began = clear & (new | np.isinf(self._since))
        self._since = np.where(began, now, np.where(ended, np.inf, self._since))
        self._frames[began | ended] = 0
        self._frames[clear & plain] += 1

    def _change(
        self, best: npt.NDArray[np.intp], lead: Floats, visible: Mask, expected: Mask, now: float
    ) -> None:
        needed = int(np.clip(round(HOLD_S / max(self._interval, 1e-3) + 0.5), 1, MOST_FRAMES))
        held = now - self._since + self._interval + 1e-6
        clear = (self._frames >= needed) & (held >= HOLD_S)
        clear |= (self._frames > 0) & (self.kind < 0)  # anything is better than nothing
        clear |= expected & (held >= STRANGE_S)
        faint = (self._alternative >= 0) & (now - self._faint_since >= FAINT_S)
        change = visible & (clear & (lead > CLEAR) | faint) & (best == self._alternative)
        self.kind[change] = best[change]
        self._role[change] = 0.0
        self._frames[change] = 0
        self._since[change] = np.inf
        self._alternative[change] = -1

    def _weigh_roles(
        self, log_likelihood: Floats, visible: Mask, step: float, *, roles_told: bool
    ) -> None:
        man, king = _ROLE_COLUMNS[self.kind].T
        lead = np.clip(log_likelihood[_rows(man), king] - log_likelihood[_rows(man), man], -4, 4)
        share = min(1.0, max(step, 1e-3) / ROLE_S)
        weighed = visible & (self.kind > 0)
        target = lead if roles_told else np.zeros_like(lead)
        self._role[weighed] += share * (target - self._role)[weighed]

    @property
    def misread(self) -> Mask:
        """(m,): squares that show what nobody can have put there."""
        return np.asarray(self._misread >= 0)

    @property
    def in_doubt(self) -> Mask:
        """(m,): squares that begin to show something else."""
        return np.asarray(np.isfinite(self._since))

    def readings(self) -> tuple[Reading, ...]:
        """Of each square, the role where it is clear."""
        role = np.where(self._role > ROLE_CLEAR, 2, np.where(self._role < -ROLE_CLEAR, 0, 1))
        return tuple(
            Reading.UNKNOWN if kind < 0 else _ROLE_READINGS[kind][which]
            for kind, which in zip(self.kind.tolist(), role.tolist(), strict=True)
        )

    def contents(self) -> npt.NDArray[np.intp]:
        """The `Content` of each square, men where the role is not clear; -1 unknown."""
        king = self._role > ROLE_CLEAR
        return np.where(self.kind <= 0, self.kind, 2 * self.kind - 1 + king)


_ROLE_COLUMNS = np.array(
    [
        (Content.EMPTY, Content.EMPTY),
        (Content.WHITE_MAN, Content.WHITE_KING),
        (Content.BLACK_MAN, Content.BLACK_KING),
        (Content.EMPTY, Content.EMPTY),  # unknown, index -1
    ],
    np.intp,
)


def _rows(like: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    return np.arange(len(like))


def by_kind(log_likelihood: Floats) -> Floats:
    """(m, 5) of each content as (m, 3) of empty, white, black: the better of man and king."""
    return np.stack(
        [
            log_likelihood[:, Content.EMPTY],
            log_likelihood[:, [Content.WHITE_MAN, Content.WHITE_KING]].max(axis=1),
            log_likelihood[:, [Content.BLACK_MAN, Content.BLACK_KING]].max(axis=1),
        ],
        axis=1,
    )
