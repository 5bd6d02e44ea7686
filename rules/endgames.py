"""Endgames that are a draw after so many moves."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.outcome import Termination
from rules.piece import Color, Role

if TYPE_CHECKING:
    from rules.position import Position

Material = tuple[int, int]  # men, kings


@dataclass(frozen=True)
class EndgameRule:
    """A draw after `plies` plies of both players together in one kind of endgame.

    `kind` is None where the rule does not hold; the count begins anew when it changes. The ply
    that makes the endgame is not counted.
    """

    name: str
    plies: int
    kind: Callable[[Position], Hashable]
    termination: Termination = Termination.ENDGAME


def material(position: Position, color: Color) -> Material:
    """The men and kings of one side."""
    men = len(position.squares(color, Role.MAN))
    return (men, len(position.squares(color)) - men)


def against_lone_king(position: Position) -> Material | None:
    """The material that plays against a king that stands alone, if a king is part of it; with two
    kings alone either."""
    sides = [material(position, color) for color in Color]
    for alone, against in (sides, sides[::-1]):
        if alone == (0, 1) and against[1] >= 1:
            return against
    return None


@dataclass(frozen=True)
class Against:
    """A lone king against so many pieces, so many kings among them at least."""

    pieces: range
    kings: int = 1

    def __call__(self, position: Position) -> Hashable:
        against = against_lone_king(position)
        if against is None or against[1] < self.kings:
            return None
        return True if sum(against) in self.pieces else None


@dataclass(frozen=True)
class Unchanged:
    """So many pieces on the board, kings on both sides: the balance may not change."""

    pieces: range

    def __call__(self, position: Position) -> Hashable:
        sides = tuple(material(position, color) for color in Color)
        both = all(kings for _, kings in sides)
        return sides if both and sum(map(sum, sides)) in self.pieces else None


@dataclass(frozen=True)
class KingsAlone:
    """So many kings of either side, and no men."""

    pieces: range

    def __call__(self, position: Position) -> Hashable:
        against = against_lone_king(position)
        alone = against is not None and against[0] == 0 and against[1] in self.pieces
        return True if alone else None


def on_main_road(position: Position) -> Hashable:
    """Three pieces against a king that holds the long diagonal from the lower left."""
    against = against_lone_king(position)
    if against is None or sum(against) != 3:
        return None
    board = position.variant.geometry
    road = {board.at(board.height + 1 - n, n) for n in range(1, board.width + 1)}
    lone = Color.WHITE if material(position, Color.WHITE) == (0, 1) else Color.BLACK
    return True if road.issuperset(position.squares(lone)) else None


ONE_OR_TWO = EndgameRule(
    "one against one or two", 10, Against(range(1, 3)), Termination.ONE_V_TWO_5
)
INTERNATIONAL_ENDGAMES = (
    ONE_OR_TWO,
    EndgameRule("one against three", 32, Against(range(3, 4)), Termination.ONE_V_THREE_16),
)
RUSSIAN_ENDGAMES = (
    ONE_OR_TWO,
    EndgameRule("three against one on the main road", 10, on_main_road),
    EndgameRule("three kings against one", 30, Against(range(3, 13), kings=3)),
    EndgameRule("four or five pieces", 60, Unchanged(range(4, 6))),
    EndgameRule("six or seven pieces", 120, Unchanged(range(6, 8))),
)
FRISIAN_ENDGAMES = (
    EndgameRule("two kings against one", 14, KingsAlone(range(2, 3))),
    EndgameRule("king against king", 4, KingsAlone(range(1, 2))),
)
