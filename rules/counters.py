"""The counts that end an endgame in a draw: kings only, few pieces, repetition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rules.endgames import INTERNATIONAL_ENDGAMES, EndgameRule
from rules.outcome import Termination
from rules.ply import Ply
from rules.position import Position

ENDGAME_PLIES = {rule.termination: rule.plies for rule in INTERNATIONAL_ENDGAMES}
INTERNATIONAL_KINGS_ONLY = 50  # plies


class Count(NamedTuple):
    """A running count in moves of both players; for a repetition, how often the position stood."""

    rule: Termination
    played: int
    limit: int

    def __str__(self) -> str:
        return f"{self.played} of {self.limit}"


@dataclass(frozen=True, slots=True)
class DrawCounters:
    """How far each count is, in plies. Moves "of both players" are two plies each.

    `kings_only`: plies in a row by kings without a capture, a draw at `kings_only_limit`.
    `endgame`: the endgame rule that counts now, if any, of several the one that ends first;
    `endgame_plies` so many are played under it, a draw at `endgame_limit`.
    `repetitions`: how often the position has stood with the same side to move, a draw at
    `repetitions_limit`.
    """

    kings_only: int = 0
    endgame: Termination | None = None
    endgame_plies: int = 0
    repetitions: int = 1
    repetitions_limit: int = 3
    kings_only_limit: int | None = INTERNATIONAL_KINGS_ONLY
    endgame_limit: int = 0

    @property
    def counts(self) -> tuple[Count, ...]:
        """Every count that runs now, to be read out: "12 of 25"."""
        counts = [Count(Termination.THREEFOLD, self.repetitions, self.repetitions_limit)]
        if self.kings_only_limit:
            counts.append(Count(self._kings_rule, self.kings_only // 2, self.kings_only_limit // 2))
        if self.endgame:
            counts.append(Count(self.endgame, self.endgame_plies // 2, self.endgame_limit // 2))
        return tuple(counts)

    @property
    def draw(self) -> Termination | None:
        """The rule that makes the position a draw now, if one does."""
        if self.repetitions >= self.repetitions_limit:
            return Termination.THREEFOLD
        if self.kings_only_limit and self.kings_only >= self.kings_only_limit:
            return self._kings_rule
        if self.endgame and self.endgame_plies >= self.endgame_limit:
            return self.endgame
        return None

    @property
    def _kings_rule(self) -> Termination:
        international = self.kings_only_limit == INTERNATIONAL_KINGS_ONLY
        return Termination.KINGS_25 if international else Termination.NO_PROGRESS


def count_draws(start: Position, plies: Sequence[Ply]) -> DrawCounters:
    """The counters after these plies, played from `start`."""
    now = plies[-1].after if plies else start
    quiet = _kings_only(plies)
    before = (ply.before for ply in plies[len(plies) - quiet :])
    variant = start.variant
    rule, played = _nearest_endgame(variant.endgames, plies, now)
    return DrawCounters(
        kings_only=quiet,
        endgame=rule.termination if rule else None,
        endgame_plies=played,
        repetitions=1 + sum(position.placement == now.placement for position in before),
        repetitions_limit=variant.repetitions,
        kings_only_limit=variant.kings_only_plies,
        endgame_limit=rule.plies if rule else 0,
    )


def _nearest_endgame(
    rules: Sequence[EndgameRule], plies: Sequence[Ply], now: Position
) -> tuple[EndgameRule | None, int]:
    """Of the endgame rules that hold now the one that ends first, and its plies."""
    counts = [(rule, _under_rule(rule, plies, now)) for rule in rules]
    running = [(rule, played) for rule, played in counts if played is not None]
    return min(running, key=lambda count: count[0].plies - count[1], default=(None, 0))


def _kings_only(plies: Sequence[Ply]) -> int:
    """Plies at the end that moved a king and captured nothing."""
    count = 0
    for ply in reversed(plies):
        if not ply.is_quiet_king_move:
            break
        count += 1
    return count


def _under_rule(rule: EndgameRule, plies: Sequence[Ply], now: Position) -> int | None:
    """Plies at the end that began under this rule, None where it does not hold: the one that made
    the endgame is not counted."""
    kind = rule.kind(now)
    if kind is None:
        return None
    count = 0
    for ply in reversed(plies):
        if rule.kind(ply.before) != kind:
            break
        count += 1
    return count
