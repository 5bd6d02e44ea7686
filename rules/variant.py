"""A variant of draughts as a record of named traits. The defaults are international draughts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from rules.geometry import Geometry, geometry
from rules.piece import Color
from rules.rulebook import KNDB, Rulebook
from rules.tables import Tables
from rules.traits import FarRow, Obligation, ScoreStyle

__all__ = ["FarRow", "Obligation", "ScoreStyle", "Variant"]


@dataclass(frozen=True)
class Variant:
    """What draughts is in one variant. Each trait names the topic of its article in brackets;
    `rulebook.article` gives the article.

    width, height, dark_corner_left: the board [BOARD]
    men_rows: rows filled with men at the start [SETUP]
    first: the side that moves first [FIRST_MOVE]
    men_capture_backward: [MAN_CAPTURE]
    men_capture_kings: whether a man may take a king [MAN_CAPTURE]
    flying_kings: kings move and capture along whole lines [KING_MOVE, KING_CAPTURE]
    must_capture: a capture that can be made must be made [CAPTURE_OBLIGATORY]
    obligation: which capture [MAJORITY]
    far_row: [PROMOTION]
    killer_kings: a king that takes a king last stops directly behind it [KING_CAPTURE]
    no_moves_wins: who cannot move has won, not lost [NO_MOVE_LEFT]
    repetitions: a position that stands so often is a draw [DRAW_REPETITION]
    kings_only_plies: so many king moves in a row without a capture are a draw, None where that is
        not counted [DRAW_KINGS]
    endgame_counts: one king against one, two or three pieces is a draw after 5 or 16 moves
        [DRAW_ENDGAME]
    game_type: number of the PDN GameType tag, None where there is none
    score_style: how the result is written in PDN
    """

    name: str
    width: int = 10
    height: int = 10
    dark_corner_left: bool = True
    men_rows: int = 4
    first: Color = Color.WHITE
    men_capture_backward: bool = True
    men_capture_kings: bool = True
    flying_kings: bool = True
    must_capture: bool = True
    obligation: Obligation = Obligation.MOST
    far_row: FarRow = FarRow.STAYS_MAN
    killer_kings: bool = False
    no_moves_wins: bool = False
    repetitions: int = 3
    kings_only_plies: int | None = 50
    endgame_counts: bool = True
    game_type: int | None = 20
    score_style: ScoreStyle = ScoreStyle.TWO_POINTS
    rulebook: Rulebook = field(default=KNDB, compare=False)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, ...]:
        """Tables are not pickled: they are built again where they are needed."""
        return (Variant, tuple(getattr(self, name) for name in self.__dataclass_fields__))

    @cached_property
    def geometry(self) -> Geometry:
        return geometry(self.width, self.height, self.dark_corner_left)

    @cached_property
    def tables(self) -> Tables:
        return Tables(self)

    @property
    def squares(self) -> int:
        """How many squares are played on."""
        return self.geometry.squares

    def promotes_on(self, color: Color, square: int) -> bool:
        """Whether a man of this colour that stays on this square becomes a king."""
        return self.geometry.row(square) == (1 if color is Color.WHITE else self.height)
