"""A variant of draughts as a record of named traits. The defaults are international draughts."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from rules.endgames import INTERNATIONAL_ENDGAMES, EndgameRule
from rules.geometry import Direction, Geometry, Grid, geometry
from rules.piece import Color, Piece, Role
from rules.rulebook import KNDB, Rulebook
from rules.tables import Tables
from rules.traits import FarRow, Landing, Obligation, Removal, ScoreStyle, SquareNames

__all__ = [
    "FarRow",
    "Grid",
    "Landing",
    "Obligation",
    "Removal",
    "ScoreStyle",
    "SquareNames",
    "Variant",
]


@dataclass(frozen=True)
class Variant:
    """What draughts is in one variant. Each trait names the topic of its article in brackets;
    `rulebook.article` gives the article.

    width, height, dark_corner_left, grid: the board [BOARD]
    men_rows, empty_rows: rows filled with men at the start, rows behind them left empty [SETUP]
    first: the side that moves first [FIRST_MOVE]
    youngest_begins: the players are asked who is the youngest, that side moves first [FIRST_MOVE]
    men_capture_backward: [MAN_CAPTURE]
    men_capture_kings: whether a man may take a king [MAN_CAPTURE]
    flying_kings: kings move and capture along whole lines [KING_MOVE, KING_CAPTURE]
    landing: where a flying king may stop behind what it takes [KING_CAPTURE]
    king_run: so many quiet moves in a row may be made with the same king while the side has men,
        None where that is free [KING_RUN]
    must_capture: a capture that can be made must be made [CAPTURE_OBLIGATORY]
    huffing: who did not capture though he had to may lose the piece for it [HUFFING]
    obligation: which capture [MAJORITY]
    removal: [REMOVAL_MOMENT]
    far_row: [PROMOTION]
    first_king_wins: [NO_MOVE_LEFT]
    no_moves_wins: who cannot move has won, not lost [NO_MOVE_LEFT]
    repetitions: a position that stands so often is a draw [DRAW_REPETITION]
    kings_only_plies: so many king moves in a row without a capture are a draw, None where that is
        not counted [DRAW_KINGS]
    endgames: with few pieces left, so many moves are a draw [DRAW_ENDGAME]
    free_draw: a draw may be agreed at any time, in a match too [DRAW_AGREED]
    game_type: number of the PDN GameType tag, None where there is none
    square_names: how squares are written in PDN
    capture_sign: of moves in PDN
    score_style: how the result is written in PDN
    """

    name: str
    width: int = 10
    height: int = 10
    dark_corner_left: bool = True
    grid: Grid = Grid.DIAGONAL
    men_rows: int = 4
    empty_rows: int = 0
    first: Color = Color.WHITE
    youngest_begins: bool = False
    men_capture_backward: bool = True
    men_capture_kings: bool = True
    flying_kings: bool = True
    landing: Landing = Landing.FREE
    king_run: int | None = None
    must_capture: bool = True
    huffing: bool = False
    obligation: Obligation = Obligation.MOST
    removal: Removal = Removal.AFTER
    far_row: FarRow = FarRow.STAYS_MAN
    first_king_wins: bool = False
    no_moves_wins: bool = False
    repetitions: int = 3
    kings_only_plies: int | None = 50
    endgames: tuple[EndgameRule, ...] = INTERNATIONAL_ENDGAMES
    free_draw: bool = False
    game_type: int | None = 20
    square_names: SquareNames = SquareNames.NUMBERS
    capture_sign: str = "x"
    score_style: ScoreStyle = ScoreStyle.TWO_POINTS
    rulebook: Rulebook = field(default=KNDB, compare=False)

    def __hash__(self) -> int:
        return hash(self.name)

    def __reduce__(self) -> tuple[object, ...]:
        """Tables are not pickled: they are built again where they are needed."""
        return (Variant, tuple(getattr(self, name) for name in self.__dataclass_fields__))

    @cached_property
    def geometry(self) -> Geometry:
        return geometry(self.width, self.height, self.dark_corner_left, self.grid)

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

    def slides(self, piece: Piece) -> tuple[Direction, ...]:
        """The directions in which a piece moves where it captures nothing."""
        if piece.role is Role.KING:
            return self.grid.slides
        return _not_backward(self.grid.slides, piece.color)

    def jumps(self, piece: Piece) -> tuple[Direction, ...]:
        """The directions in which a piece captures."""
        if piece.role is Role.KING or self.men_capture_backward:
            return self.grid.jumps
        return _not_backward(self.grid.jumps, piece.color)

    def flies(self, piece: Piece) -> bool:
        """Whether a piece moves along whole lines."""
        return piece.role is Role.KING and self.flying_kings


def _not_backward(ways: tuple[Direction, ...], color: Color) -> tuple[Direction, ...]:
    down = 1 if color is Color.BLACK else -1
    return tuple(way for way in ways if way[0] * down >= 0)
