"""The counts that end an endgame in a draw: kings only, few pieces, repetition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rules.outcome import Termination
from rules.piece import Color, Role
from rules.ply import Ply
from rules.position import Position

ENDGAME_PLIES = {Termination.ONE_V_THREE_16: 32, Termination.ONE_V_TWO_5: 10}


@dataclass(frozen=True, slots=True)
class DrawCounters:
    """How far each count is, in plies. Moves "of both players" are two plies each.

    `kings_only`: plies in a row by kings without a capture, a draw at `kings_only_limit`.
    `endgame`: which endgame rule counts now, if any; `endgame_plies` so many are played under it,
    a draw at `endgame_limit`.
    `repetitions`: how often the position has stood with the same side to move, a draw at
    `repetitions_limit`.
    """

    kings_only: int = 0
    endgame: Termination | None = None
    endgame_plies: int = 0
    repetitions: int = 1
    repetitions_limit: int = 3
    kings_only_limit: int | None = 50

    @property
    def endgame_limit(self) -> int:
        """The plies at which the endgame rule makes a draw; 0 where none counts."""
        return ENDGAME_PLIES[self.endgame] if self.endgame else 0

    @property
    def draw(self) -> Termination | None:
        """The rule that makes the position a draw now, if one does."""
        if self.repetitions >= self.repetitions_limit:
            return Termination.THREEFOLD
        if self.kings_only_limit and self.kings_only >= self.kings_only_limit:
            return Termination.KINGS_25
        if self.endgame and self.endgame_plies >= self.endgame_limit:
            return self.endgame
        return None


def count_draws(start: Position, plies: Sequence[Ply]) -> DrawCounters:
    """The counters after these plies, played from `start`."""
    now = plies[-1].after if plies else start
    quiet = _kings_only(plies)
    before = (ply.before for ply in plies[len(plies) - quiet :])
    variant = start.variant
    rule = endgame_rule(now) if variant.endgame_counts else None
    return DrawCounters(
        kings_only=quiet,
        endgame=rule,
        endgame_plies=_under_rule(rule, plies) if rule else 0,
        repetitions=1 + sum(position == now for position in before),
        repetitions_limit=variant.repetitions,
        kings_only_limit=variant.kings_only_plies,
    )


def endgame_rule(position: Position) -> Termination | None:
    """The endgame rule for this material: one king against three, or against one or two pieces,
    a king among them."""
    sides = [_material(position, color) for color in Color]
    for alone, against in (sides, sides[::-1]):
        if alone == (0, 1) and against[1] >= 1:
            pieces = sum(against)
            if pieces <= 2:
                return Termination.ONE_V_TWO_5
            if pieces == 3:
                return Termination.ONE_V_THREE_16
    return None


def _material(position: Position, color: Color) -> tuple[int, int]:
    men = len(position.squares(color, Role.MAN))
    return (men, len(position.squares(color)) - men)


def _kings_only(plies: Sequence[Ply]) -> int:
    """Plies at the end that moved a king and captured nothing."""
    count = 0
    for ply in reversed(plies):
        if not ply.is_quiet_king_move:
            break
        count += 1
    return count


def _under_rule(rule: Termination, plies: Sequence[Ply]) -> int:
    """Plies at the end that began under this rule: the one that made the material is not
    counted."""
    count = 0
    for ply in reversed(plies):
        if endgame_rule(ply.before) is not rule:
            break
        count += 1
    return count
