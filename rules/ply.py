"""One ply of a game: from which position to which, and by which move."""

from __future__ import annotations

from dataclasses import dataclass

from rules.move import Move
from rules.position import Position
from rules.ruling import Reason


@dataclass(frozen=True, slots=True)
class Ply:
    """`move` is None where the position is known but the moves that led to it are not.
    `irregular` is why the move was wrong, where the opponent let it stand."""

    before: Position
    move: Move | None
    after: Position
    irregular: Reason | None = None

    @property
    def is_quiet_king_move(self) -> bool:
        """Whether only a king moved and nothing was captured; judged by the two positions, so
        that it holds for irregular plies too."""
        before, after = self.before, self.after
        return (
            before.white_men == after.white_men
            and before.black_men == after.black_men
            and before.white_kings.bit_count() == after.white_kings.bit_count()
            and before.black_kings.bit_count() == after.black_kings.bit_count()
        )
