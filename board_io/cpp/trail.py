"""The positions of a round that both sides have, and those that were taken back. Pure."""

from __future__ import annotations

from rules.move import Move
from rules.position import Position


class Trail:
    """Empty where there is no round."""

    def __init__(self) -> None:
        self._done: list[Position] = []
        self._undone: list[Position] = []

    def __bool__(self) -> bool:
        return bool(self._done)

    @property
    def last(self) -> Position:
        """What both sides have now, in a round."""
        return self._done[-1]

    @property
    def length(self) -> int:
        """How many positions there were, that of the beginning included."""
        return len(self._done)

    def is_at(self, position: Position) -> bool:
        return is_same(self.last, position)

    def begin(self, position: Position) -> None:
        self._done, self._undone = [position], []

    def end(self) -> None:
        self._done, self._undone = [], []

    def play(self, position: Position) -> None:
        """A move leads here."""
        self._done.append(position)
        self._undone = []

    def undo_to(self, position: Position) -> bool:
        """Go back to where both were before; whether they were there."""
        at = next((i for i, one in enumerate(self._done[:-1]) if is_same(one, position)), None)
        if at is None:
            return False
        self._undone += reversed(self._done[at + 1 :])
        del self._done[at + 1 :]
        return True

    def redo(self, position: Position) -> bool:
        """Go where both were before the last step back; whether that is here."""
        if not self._undone or not is_same(self._undone[-1], position):
            return False
        self._done.append(self._undone.pop())
        return True


def is_same(one: Position, other: Position) -> bool:
    """Whether the same pieces stand in the same game, and the same side is to move."""
    return one.variant == other.variant and one.placement == other.placement


def move_between(before: Position, after: Position) -> Move | None:
    """The legal move that leads from one position to the other."""
    if before.variant != after.variant:
        return None
    return next((m for m in before.legal_moves() if is_same(before.play(m), after)), None)
