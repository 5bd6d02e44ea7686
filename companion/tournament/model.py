"""What a tournament is: its players, the rounds that were paired, and the results. Pure.

Players are numbered from 1 in the order in which they were entered, which is also their strength
where nothing else is known.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from rules.outcome import ONE_HALF_ZERO, THREE_ONE_ZERO, TWO_ONE_ZERO, Scoring
from rules.piece import Color

Points = Fraction | int


class System(enum.StrEnum):
    """SWISS: in each round those meet who stand alike. ROUND_ROBIN: everybody meets everybody;
    TWICE: with both colours."""

    SWISS = "swiss"
    ROUND_ROBIN = "round_robin"
    TWICE = "round_robin_twice"


class Score(enum.StrEnum):
    """The result of a pairing as it is written; `-f` where somebody did not turn up."""

    WHITE = "2-0"
    DRAW = "1-1"
    BLACK = "0-2"
    WHITE_ABSENT = "0-2f"
    BLACK_ABSENT = "2-0f"
    BOTH_ABSENT = "0-0f"

    @property
    def is_played(self) -> bool:
        return not self.value.endswith("f")

    def gained(self, color: Color) -> int:
        """1 for the winner, 0 for a draw, -1 for the loser."""
        white = {"2": 1, "1": 0, "0": -1}[self.value[0]]
        if self is Score.BOTH_ABSENT:
            return -1
        return white if color is Color.WHITE else -white


SCORINGS: Mapping[str, Scoring] = MappingProxyType(
    {"2-1-0": TWO_ONE_ZERO, "1-½-0": ONE_HALF_ZERO, "3-1-0": THREE_ONE_ZERO}
)
"""The points of a win, a draw and a loss, by the name that people give them."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A player of the tournament, in it from round `since` up to and with round `until`."""

    number: int
    name: str
    since: int = 1
    until: int | None = None

    def plays_in(self, round_number: int) -> bool:
        return self.since <= round_number and (self.until is None or round_number <= self.until)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players at a board; `black` None: white is free this round, which counts as a win
    where not everybody is free in turn.
    `game` is the kept game that it became."""

    round: int
    board: int
    white: int
    black: int | None
    score: Score | None = None
    game: int | None = None

    @property
    def is_open(self) -> bool:
        return self.black is not None and self.score is None

    def color_of(self, number: int) -> Color | None:
        if number == self.white:
            return Color.WHITE
        return Color.BLACK if number == self.black else None

    def opponent_of(self, number: int) -> int | None:
        return self.black if number == self.white else self.white


@dataclass(frozen=True)
class Tournament:
    """A tournament as it stands. `rounds`: how many are planned."""

    name: str
    system: System
    scoring: str
    rounds: int
    entries: tuple[Entry, ...] = ()
    pairings: tuple[Pairing, ...] = ()

    @property
    def round(self) -> int:
        """The round that was paired last; 0 before the first."""
        return max((pairing.round for pairing in self.pairings), default=0)

    @property
    def open(self) -> tuple[Pairing, ...]:
        """The pairings without a result."""
        return tuple(pairing for pairing in self.pairings if pairing.is_open)

    @property
    def is_over(self) -> bool:
        return self.round >= self.rounds and not self.open

    def entry(self, number: int) -> Entry:
        return next(entry for entry in self.entries if entry.number == number)

    def pairings_of(self, number: int) -> Iterator[Pairing]:
        """The pairings of a player, in order."""
        for pairing in self.pairings:
            if pairing.color_of(number) is not None:
                yield pairing

    def points_of(self, number: int) -> Points:
        return sum((self.points_in(pairing, number) for pairing in self.pairings_of(number)), 0)

    def points_in(self, pairing: Pairing, number: int) -> Points:
        """What a player got for a pairing."""
        scoring = SCORINGS[self.scoring]
        if pairing.black is None:
            return scoring.win if self.system is System.SWISS else 0
        color = pairing.color_of(number)
        if pairing.score is None or color is None:
            return 0
        gained = pairing.score.gained(color)
        return {1: scoring.win, 0: scoring.draw, -1: scoring.loss}[gained]
