"""A game: the start, the plies, and how it stands. Immutable: playing gives a new game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

from rules.counters import DrawCounters, count_draws
from rules.errors import IllegalMoveError
from rules.move import Move
from rules.outcome import Outcome, Termination
from rules.piece import Color, Role
from rules.ply import Ply
from rules.position import Position
from rules.variant import Variant
from rules.variants import INTERNATIONAL

__all__ = ["Game", "Outcome", "Ply", "Termination"]


@dataclass(frozen=True)
class Game:
    """`verdict` is a result that people entered; see `outcome` for how the game stands."""

    start: Position
    plies: tuple[Ply, ...] = ()
    verdict: Outcome | None = None

    @classmethod
    def new(cls, variant: Variant = INTERNATIONAL, first: Color | None = None) -> Game:
        """A game at its beginning; `first` as in `Position.start`."""
        return cls(Position.start(variant, first))

    @property
    def variant(self) -> Variant:
        return self.start.variant

    @property
    def position(self) -> Position:
        """The position now."""
        return self.plies[-1].after if self.plies else self.start

    def play(self, move: Move) -> Game:
        """The game after a legal move. Raises IllegalMoveError."""
        before = self.position
        if move not in before.legal_moves():
            raise IllegalMoveError(f"{move} is not a legal move in {before.fen}")
        return self.record(Ply(before, move, before.play(move)))

    def record(self, ply: Ply) -> Game:
        """The game after any ply, also an irregular one. A verdict does not outlive it."""
        return Game(self.start, (*self.plies, ply))

    def take_back(self, count: int = 1) -> Game:
        """The game without its last plies; taking back more than there are gives the start."""
        return Game(self.start, self.plies[: max(0, len(self.plies) - count)])

    def finish(self, outcome: Outcome | None) -> Game:
        """The game with a result that people entered; None takes it away again."""
        return replace(self, verdict=outcome)

    @cached_property
    def counters(self) -> DrawCounters:
        """The draw counters as they stand now."""
        return count_draws(self.start, self.plies)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it runs: by verdict, by having no move left, or by a draw
        counter that is full now. The last does not forbid going on: where people play on, the
        outcome of the new position counts."""
        if self.verdict is not None:
            return self.verdict
        position = self.position
        if self.variant.first_king_wins:
            for color in Color:
                if position.squares(color, Role.KING):
                    return Outcome(color, Termination.FIRST_KING)
        if not position.legal_moves():
            return self._without_moves(position)
        rule = self.counters.draw
        return Outcome(None, rule) if rule else None

    def _without_moves(self, position: Position) -> Outcome:
        mover = position.turn
        reason = Termination.NO_MOVES if position.by_color(mover) else Termination.NO_PIECES
        return Outcome(mover if self.variant.no_moves_wins else mover.other, reason)
