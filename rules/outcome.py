"""How a game ended."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction

from rules.piece import Color


class Termination(enum.StrEnum):
    """Why a game is over. KINGS_25, ONE_V_THREE_16 and ONE_V_TWO_5 are the counts of
    international draughts; NO_PROGRESS (kings only, no capture) and ENDGAME are those of the other
    games, which have limits of their own. ENTERED: people said so and gave no reason."""

    NO_MOVES = "no_moves"
    NO_PIECES = "no_pieces"
    RESIGNED = "resigned"
    AGREED = "agreed"
    FLAG = "flag"
    THREEFOLD = "threefold"
    KINGS_25 = "kings_25"
    ONE_V_THREE_16 = "one_v_three_16"
    ONE_V_TWO_5 = "one_v_two_5"
    NO_PROGRESS = "no_progress"
    ENDGAME = "endgame"
    FIRST_KING = "first_king"
    ENTERED = "entered"


@dataclass(frozen=True, slots=True)
class Scoring:
    """The points of a win, a draw and a loss; organisers choose."""

    win: Fraction | int
    draw: Fraction | int
    loss: Fraction | int = 0

    def points(self, outcome: Outcome) -> tuple[Fraction | int, Fraction | int]:
        """The points of white and of black."""
        if outcome.winner is None:
            return (self.draw, self.draw)
        won = (self.win, self.loss)
        return won if outcome.winner is Color.WHITE else won[::-1]


TWO_ONE_ZERO = Scoring(2, 1)
"""KNDB 15, and the FMJD."""
ONE_HALF_ZERO = Scoring(1, Fraction(1, 2))
"""Most games on 64 squares."""
THREE_ONE_ZERO = Scoring(3, 1)
"""Some tournaments, to make draws worth less."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The winner (None: a draw) and the reason."""

    winner: Color | None
    termination: Termination

    @property
    def score(self) -> tuple[int, int]:
        """Points of white and of black: 2 for a win, 1 for a draw (KNDB 15)."""
        if self.winner is None:
            return (1, 1)
        return (2, 0) if self.winner is Color.WHITE else (0, 2)

    @property
    def text(self) -> str:
        """The score as it is written: 2-0, 1-1 or 0-2."""
        return "{}-{}".format(*self.score)
