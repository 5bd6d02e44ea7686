"""Readings of many frames made one: what stands on each square, changed only when it is certain.

A square keeps its content until another one explains it clearly better, in several frames one after
the other and for a while; less clearly, for longer. What a hidden square shows counts for nothing:
it keeps what was seen last. Pieces are told apart by colour first; men and kings need longer.

Nothing moves without a hand: what appears where none was, and the game does not say, is a
misreading (glare, a sun patch). While the square shows just that, nobody knows what stands on it,
whatever hands do there; until it has agreed with the game for long.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rules.snapshot import Reading
from vision.content import ROLE_TOLD, Content

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
AGREES_S = 60.0
"""Or when it has agreed with the game for so long: glare shows a piece where one may come to stand,
too."""
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
    """The settled contents of m squares; `kind` (m,) holds EMPTY, WHITE or BLACK, -1 unknown."""

    def __init__(self, squares: int) -> None:
        self.kind = np.full(squares, -1, np.intp)
        self.sure = np.zeros(squares)
        self._expected: npt.NDArray[np.intp] | None = None
        self._plausible: Mask | None = None
        self._alternative = np.full(squares, -1, np.intp)
        self._since = np.full(squares, np.inf)
        self._frames = np.zeros(squares, np.intp)
        self._faint_since = np.zeros(squares)
        self._role = np.zeros(squares)
        self._misread = np.full(squares, -1, np.intp)
        self._misread_at = np.zeros(squares)
        self._contradicts_at = np.zeros(squares)
        self._last: float | None = None
        self._interval = HOLD_S

    def anew(self) -> Settler:
        """One that has seen nothing yet, of the same game."""
        settler = Settler(len(self.kind))
        settler._expected, settler._plausible = self._expected, self._plausible
        return settler

    def expect(self, kinds: npt.NDArray[np.intp], plausible: Mask) -> None:
        """What stands on the squares by the game (m,), and (m, 3) what may stand there soon."""
        self._expected, self._plausible = kinds, plausible
        self.kind[self.misread] = kinds[self.misread]

    def add(
        self,
        log_likelihood: Floats,
        hidden: Mask,
        strange: Mask,
        now: float,
        *,
        disturbed: Mask | None = None,
    ) -> None:
        """One more frame: (m, 5) of each square, in the order of `Content`; what is hidden; and
        what looks `strange`: it is believed only after a while, where frames come often.
        `disturbed`: under or beside a hand within the last `HAND_S`, where that is known."""
        step = HOLD_S if self._last is None else now - self._last
        self._last = now
        self._interval += 0.2 * (min(step, 10 * HOLD_S) - self._interval)
        kinds = by_kind(log_likelihood)
        if self._plausible is not None:
            kinds = np.where(self._plausible, kinds, kinds - IMPLAUSIBLE)
        best = kinds.argmax(axis=1)
        known = self.kind >= 0
        settled = np.where(known, self.kind, best)
        rows = np.arange(len(best))
        lead = np.clip(kinds[rows, best] - kinds[rows, settled], 0, _MOST)
        second = np.sort(kinds, axis=1)[:, -2]
        lead = np.where(known, lead, kinds[rows, best] - second)
        if disturbed is not None and self._expected is not None and self._interval < SELDOM_S:
            agrees = best == self._expected
            self._note_misread(best, agrees, known & ~hidden, disturbed, now)
        visible = ~hidden & (best != self._misread)
        self.sure = np.where(visible, kinds[rows, best] - second, self.sure)
        doubtful = strange & (self._interval < SELDOM_S)
        self._count(best, lead, visible & ~doubtful, visible, now)
        expected = np.zeros_like(known) if self._plausible is None else self._plausible[rows, best]
        self._change(best, lead, visible, expected, now)
        self._weigh_roles(log_likelihood, visible, step)

    def _note_misread(
        self,
        best: npt.NDArray[np.intp],
        agrees: Mask,
        seen: Mask,
        disturbed: Mask,
        now: float,
    ) -> None:
        """Squares that begin to show, or still show, what nobody can have put there."""
        other = (best != self.kind) & (best != self._alternative) & (best != self._misread)
        began = seen & other & ~agrees & ~disturbed
        self._misread[began] = best[began]
        shown = seen & (best == self._misread)
        self._misread_at[shown] = now
        self._contradicts_at[shown & ~agrees] = now
        gone = seen & (now - self._misread_at > RECOVERS_S)
        self._misread[gone | (shown & (now - self._contradicts_at > AGREES_S))] = -1

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

    def _weigh_roles(self, log_likelihood: Floats, visible: Mask, step: float) -> None:
        man, king = _ROLE_COLUMNS[self.kind].T
        lead = log_likelihood[_rows(man), king] - log_likelihood[_rows(man), man]
        share = min(1.0, max(step, 1e-3) / ROLE_S)
        weighed = visible & (self.kind > 0)
        target = np.where(np.abs(lead) > ROLE_TOLD, np.clip(lead, -4, 4), 0.0)
        self._role[weighed] += share * (target - self._role)[weighed]

    @property
    def misread(self) -> Mask:
        """(m,): squares that show what nobody can have put there."""
        return np.asarray(self._misread >= 0)

    @property
    def in_doubt(self) -> Mask:
        """(m,): squares that begin to show something else."""
        return np.asarray(np.isfinite(self._since) & ~self.misread)

    def readings(self) -> tuple[Reading, ...]:
        """Of each square, the role where it is clear; unknown what is misread."""
        role = np.where(self._role > ROLE_CLEAR, 2, np.where(self._role < -ROLE_CLEAR, 0, 1))
        kinds = np.where(self.misread, -1, self.kind)
        return tuple(
            Reading.UNKNOWN if kind < 0 else _ROLE_READINGS[kind][which]
            for kind, which in zip(kinds.tolist(), role.tolist(), strict=True)
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
