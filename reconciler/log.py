"""What changed on the board since it last stood as agreed."""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace

from reconciler.sight import Sight, bit, mask, squares_of
from rules.piece import Color


@dataclass(frozen=True, slots=True)
class Change:
    """One square changed. A piece replaced by one of another colour is both emptied and filled.
    `color`: of the piece that stands there now, None where that is not known. `hidden_since`:
    it could not be seen from then on; the change happened between then and `time`."""

    time: float
    square: int
    emptied: bool
    filled: bool
    color: Color | None = None
    hidden_since: float | None = None

    @property
    def earliest(self) -> float:
        """When it happened at the earliest."""
        return self.time if self.hidden_since is None else self.hidden_since

    def filled_by(self, color: Color) -> bool:
        """Whether a piece was put down that can be of this colour."""
        return self.filled and (self.color is None or self.color is color)


class Log:
    """Changes in order of time since the last agreement; how long pieces were off their square
    since the last ply; which squares drop out by themselves; on which nobody knows what happened
    (`blind`), because for a while they could not be read."""

    def __init__(self, flicker: float) -> None:
        self.changes: list[Change] = []
        self.touched = self.blind = 0
        self.outings: dict[int, float] = {}
        self._flicker = flicker
        self._out_since: dict[int, float] = {}
        self._flickering: set[int] = set()
        self._hidden_since: dict[int, float] = {}
        self._unknown = 0

    @property
    def together(self) -> int:
        """How many squares changed in the last report."""
        return sum(change.time == self.changes[-1].time for change in self.changes)

    def add(self, before: Sight, after: Sight, now: float) -> int:
        """Note every square that differs between two sights; gives their mask."""
        wrong = (before.white & after.black) | (before.black & after.white)
        unknown = before.unknown | after.unknown
        changed = ((before.occupied ^ after.occupied) | wrong) & ~unknown
        rest = changed
        while rest:
            low = rest & -rest
            rest ^= low
            square = low.bit_length()
            emptied, filled = bool(before.occupied & low), bool(after.occupied & low)
            color = _color(after, low) if filled else None
            since = self._hidden_since.pop(square, None)
            self.changes.append(Change(now, square, emptied, filled, color, since))
            if not filled:
                self._out_since[square] = now
            elif not emptied:
                self._came_back(square, now)
        self.touched |= changed
        self.not_read(unknown)
        self._unknown = after.unknown
        self._note_hidden(after.hidden, now)
        return changed

    def _note_hidden(self, hidden: int, now: float) -> None:
        since = self._hidden_since
        self._hidden_since = {square: since.get(square, now) for square in squares_of(hidden)}

    def _came_back(self, square: int, now: float) -> None:
        since = self._out_since.pop(square, None)
        if since is None:
            return
        outing = now - since
        self.outings[square] = max(outing, self.outings.get(square, 0.0))
        if outing <= self._flicker:
            self._flickering.add(square)

    def flickers(self, square: int) -> bool:
        """Whether the piece on this square has dropped out for a moment before."""
        return square in self._flickering

    def keep_only(self, changes: list[Change]) -> None:
        """Forget all changes but these, which belong to what is still under way."""
        self.changes = changes
        self.touched = self.blind = self._unknown
        for change in changes:
            self.touched |= bit(change.square)

    def not_read(self, squares: int) -> None:
        """What happened on these squares (a mask) is not known."""
        self.blind |= squares
        self.touched |= squares

    def without(self, squares: int) -> Log:
        """The same where these squares were not read."""
        log = copy(self)
        log.not_read(squares)
        return log

    def new_turn(self) -> None:
        """Forget which pieces were touched: another player is to move."""
        self.outings.clear()

    def turned(self, size: int) -> Log:
        """The same for a board of `size` squares read from the other side."""
        log = Log(self._flicker)
        log.changes = [replace(c, square=size + 1 - c.square) for c in self.changes]
        log.outings = {size + 1 - s: outing for s, outing in self.outings.items()}
        log.blind = mask(tuple(size + 1 - s for s in squares_of(self.blind)))
        log.touched = log.blind | mask(tuple(change.square for change in log.changes))
        return log


def _color(sight: Sight, low: int) -> Color | None:
    if sight.white & low:
        return Color.WHITE
    return Color.BLACK if sight.black & low else None
