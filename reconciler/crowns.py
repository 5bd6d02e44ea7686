"""Which kings still lack their second disc, on boards that can see it.

What a piece is comes from the rules; the board only tells whether the disc is on. A king that
was seen crowned once is never doubted again (KNDB 3.4 and 3.5)."""

from __future__ import annotations

from reconciler.sight import Sight, bit, squares_of
from rules.game import Ply
from rules.piece import Role
from rules.position import Position


class Crowns:
    """The squares of uncrowned kings."""

    def __init__(self, watched: bool) -> None:
        self._watched = watched
        self.pending = 0

    def played(self, ply: Ply) -> None:
        """Follow a ply: a promotion leaves an uncrowned king, a piece takes its state along."""
        move = ply.move
        if not self._watched or move is None:
            return
        carried = self.pending & bit(move.start)
        self.pending &= ~bit(move.start)
        if move.promotes or carried:
            self.pending |= bit(move.end)

    def look(self, sight: Sight, position: Position) -> int:
        """Take off the list what is crowned, or no king any more; gives the squares taken off."""
        for_sure = 0
        for square in squares_of(self.pending):
            piece = position.piece_at(square)
            if piece is None or piece.role is not Role.KING or sight.kings & bit(square):
                for_sure |= bit(square)
        self.pending &= ~for_sure
        return for_sure

    def uncrowned(self, sight: Sight) -> int:
        """The kings on the list that show a single disc now."""
        return self.pending & sight.men
