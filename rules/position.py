"""A position: which pieces stand where and whose turn it is. Legal, immutable, hashable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import NamedTuple

from rules.generator import legal_moves, quiet_moves
from rules.move import Move
from rules.piece import BLACK_KING, BLACK_MAN, WHITE_KING, WHITE_MAN, Color, Piece, Role
from rules.variant import Variant
from rules.variants import INTERNATIONAL

_ROLE_OF: dict[Piece, int] = {WHITE_MAN: 0, WHITE_KING: 1, BLACK_MAN: 2, BLACK_KING: 3}


class Position:
    """Pieces and the side to move. Treat it as immutable: every change gives a new position.

    The four sets of pieces are bitboards in which square n is bit n - 1.
    """

    __slots__ = ("_bk", "_bm", "_moves", "_wk", "_wm", "turn", "variant")

    variant: Variant
    turn: Color

    def __init__(self, variant: Variant, turn: Color, wm: int, wk: int, bm: int, bk: int) -> None:
        """For the rules themselves: the sets are in the inner form of `rules.geometry`."""
        self.variant = variant
        self.turn = turn
        self._wm = wm
        self._wk = wk
        self._bm = bm
        self._bk = bk
        self._moves: tuple[Move, ...] | None = None

    @classmethod
    def start(cls, variant: Variant = INTERNATIONAL, first: Color | None = None) -> Position:
        """The position in which a game begins. `first` moves first where the house lets the
        youngest player begin; None: the side that the variant says."""
        board = variant.geometry
        rows = range(variant.empty_rows + 1, variant.empty_rows + variant.men_rows + 1)
        black = sum(board.row_mask(row) for row in rows)
        white = sum(board.row_mask(board.height + 1 - row) for row in rows)
        return made(variant, first or variant.first, white, 0, black, 0)

    @classmethod
    def of(cls, variant: Variant, turn: Color, pieces: Mapping[int, Piece]) -> Position:
        """The position with these pieces. Raises SquareError for a square off the board."""
        board = variant.geometry
        sets = [0, 0, 0, 0]
        for square, piece in pieces.items():
            sets[_ROLE_OF[piece]] |= board.bits[board.check(square)]
        return made(variant, turn, *sets)

    @property
    def white_men(self) -> int:
        return self.variant.geometry.pack(self._wm)

    @property
    def white_kings(self) -> int:
        return self.variant.geometry.pack(self._wk)

    @property
    def black_men(self) -> int:
        return self.variant.geometry.pack(self._bm)

    @property
    def black_kings(self) -> int:
        return self.variant.geometry.pack(self._bk)

    @property
    def occupied(self) -> int:
        """All squares that are not empty, as a bitboard."""
        return self.variant.geometry.pack(self._wm | self._wk | self._bm | self._bk)

    def by_color(self, color: Color) -> int:
        """The squares held by one side, as a bitboard."""
        mask = self._wm | self._wk if color is Color.WHITE else self._bm | self._bk
        return self.variant.geometry.pack(mask)

    def piece_at(self, square: int) -> Piece | None:
        """The piece on a square, None where it is empty. Raises SquareError."""
        board = self.variant.geometry
        bit = board.bits[board.check(square)]
        if bit & self._wm:
            return WHITE_MAN
        if bit & self._bm:
            return BLACK_MAN
        if bit & self._wk:
            return WHITE_KING
        return BLACK_KING if bit & self._bk else None

    def pieces(self) -> dict[int, Piece]:
        """Every piece by its square, ascending."""
        listed = self.variant.geometry.listed
        found = dict.fromkeys(listed(self._wm), WHITE_MAN)
        found.update(dict.fromkeys(listed(self._wk), WHITE_KING))
        found.update(dict.fromkeys(listed(self._bm), BLACK_MAN))
        found.update(dict.fromkeys(listed(self._bk), BLACK_KING))
        return dict(sorted(found.items()))

    def squares(self, color: Color | None = None, role: Role | None = None) -> tuple[int, ...]:
        """The squares of all pieces of this colour and role (None: of any), ascending."""
        mask = 0
        if color is not Color.BLACK:
            mask |= (0 if role is Role.KING else self._wm) | (0 if role is Role.MAN else self._wk)
        if color is not Color.WHITE:
            mask |= (0 if role is Role.KING else self._bm) | (0 if role is Role.MAN else self._bk)
        return self.variant.geometry.listed(mask)

    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, with every route; worked out once."""
        moves = self._moves
        if moves is None:
            wm, wk, bm, bk = self._wm, self._wk, self._bm, self._bk
            if self.turn is Color.WHITE:
                moves = legal_moves(self.variant, True, wm, wk, bm, bk)
            else:
                moves = legal_moves(self.variant, False, bm, bk, wm, wk)
            self._moves = moves
        return moves

    def quiet_moves(self) -> tuple[Move, ...]:
        """The moves without capture, whether or not a capture is obligatory."""
        tables = self.variant.tables
        white = self.turn is Color.WHITE
        men, kings = (self._wm, self._wk) if white else (self._bm, self._bk)
        empty = tables.board & ~(self._wm | self._wk | self._bm | self._bk)
        return quiet_moves(tables, white, men, kings, empty)

    def play(self, move: Move) -> Position:
        """The position after a legal move of this position; it is not checked again."""
        bits = self.variant.tables.bits
        start, end = bits[move.start], bits[move.end]
        kept = ~start
        for square in move.routes[0].captured:
            kept ^= bits[square]
        wm, wk, bm, bk = self._wm & kept, self._wk & kept, self._bm & kept, self._bk & kept
        if self.turn is Color.WHITE:
            if start & self._wk or move.promotes:
                wk |= end
            else:
                wm |= end
            return Position(self.variant, Color.BLACK, wm, wk, bm, bk)
        if start & self._bk or move.promotes:
            bk |= end
        else:
            bm |= end
        return Position(self.variant, Color.WHITE, wm, wk, bm, bk)

    def after(
        self, start: int, end: int, removed: Iterable[int], promotes: bool = False
    ) -> Position:
        """The position after any motion, legal or not: the piece on `start` goes to `end` and the
        pieces on `removed` leave the board. Raises SquareError; a `start` without a piece leaves
        `end` empty. The turn passes to the other side than the one to move."""
        board = self.variant.geometry
        lifted, put = board.bits[board.check(start)], board.bits[board.check(end)]
        gone = lifted | put
        for square in removed:
            gone |= board.bits[board.check(square)]
        before = (self._wm, self._wk, self._bm, self._bk)
        sets = [pieces & ~gone for pieces in before]
        for index, pieces in enumerate(before):
            if pieces & lifted:
                sets[index | 1 if promotes else index] |= put
        return made(self.variant, self.turn.other, *sets)

    def without(self, square: int) -> Position:
        """The same position without the piece on this square. Raises SquareError."""
        pieces = self.pieces()
        pieces.pop(self.variant.geometry.check(square), None)
        return Position.of(self.variant, self.turn, pieces)

    def with_turn(self, color: Color) -> Position:
        """The same pieces with this side to move."""
        return made(self.variant, color, self._wm, self._wk, self._bm, self._bk)

    @property
    def placement(self) -> tuple[object, ...]:
        """What makes a position the same as another where repetitions are counted: the pieces and
        the side to move."""
        return (self._wm, self._wk, self._bm, self._bk, self.turn)

    @property
    def fen(self) -> str:
        """The canonical FEN: squares ascending, K before kings."""
        sides: dict[Color, list[str]] = {Color.WHITE: [], Color.BLACK: []}
        for square, piece in self.pieces().items():
            king = "K" if piece.role is Role.KING else ""
            sides[piece.color].append(f"{king}{square}")
        white, black = (",".join(squares) for squares in sides.values())
        return f"{self.turn.value}:W{white}:B{black}"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Position):
            return NotImplemented
        return (
            self._wm == other._wm
            and self._bm == other._bm
            and self._wk == other._wk
            and self._bk == other._bk
            and self.turn is other.turn
            and (self.variant is other.variant or self.variant == other.variant)
        )

    def __hash__(self) -> int:
        return hash((self._wm, self._wk, self._bm, self._bk, self.turn is Color.WHITE))

    def __repr__(self) -> str:
        return f"<Position {self.variant.name} {self.fen}>"

    def __reduce__(self) -> tuple[object, ...]:
        sets = (self._wm, self._wk, self._bm, self._bk)
        return (Position, (self.variant, self.turn, *sets))


class KingRun(NamedTuple):
    """How often in a row a side moved the king that is on `square` now, capturing nothing."""

    square: int
    moves: int


class KingRunPosition(Position):
    """A position of a game that limits the moves in a row with one king (`Variant.king_run`). A
    position that is set up begins without any such moves."""

    __slots__ = ("_runs",)

    def __init__(
        self,
        variant: Variant,
        turn: Color,
        wm: int,
        wk: int,
        bm: int,
        bk: int,
        runs: Mapping[Color, KingRun] = MappingProxyType({}),
    ) -> None:
        super().__init__(variant, turn, wm, wk, bm, bk)
        self._runs = runs

    @property
    def resting(self) -> int | None:
        """The king of the side to move that may not move again before another piece did or
        something was captured; None where no king must rest."""
        run, men = self._runs.get(self.turn), self.squares(self.turn, Role.MAN)
        over = run and men and self.variant.king_run and run.moves >= self.variant.king_run
        return run.square if run and over else None

    def legal_moves(self) -> tuple[Move, ...]:
        if self._moves is None:
            moves, resting = super().legal_moves(), self.resting
            if resting:
                moves = tuple(m for m in moves if m.is_capture or m.start != resting)
            self._moves = moves
        return self._moves

    def play(self, move: Move) -> Position:
        runs = self._runs_after(move.start, move.end, not move.is_capture)
        return self._with_runs(super().play(move), runs)

    def after(
        self, start: int, end: int, removed: Iterable[int], promotes: bool = False
    ) -> Position:
        removed = tuple(removed)
        runs = self._runs_after(start, end, not removed)
        return self._with_runs(super().after(start, end, removed, promotes), runs)

    def _runs_after(self, start: int, end: int, quiet: bool) -> Mapping[Color, KingRun]:
        runs = dict(self._runs)
        before = runs.pop(self.turn, None)
        piece = self.piece_at(start)
        if quiet and piece is not None and piece.role is Role.KING:
            count = before.moves if before and before.square == start else 0
            runs[self.turn] = KingRun(end, count + 1)
        return runs

    def with_turn(self, color: Color) -> Position:
        return self._with_runs(super().with_turn(color), self._runs)

    def _with_runs(self, position: Position, runs: Mapping[Color, KingRun]) -> Position:
        wm, wk, bm, bk = position._wm, position._wk, position._bm, position._bk
        return KingRunPosition(position.variant, position.turn, wm, wk, bm, bk, runs)

    def __eq__(self, other: object) -> bool:
        same = super().__eq__(other)
        if same is True and isinstance(other, KingRunPosition):
            return self._runs == other._runs
        return same

    __hash__ = Position.__hash__

    def __reduce__(self) -> tuple[object, ...]:
        sets = (self._wm, self._wk, self._bm, self._bk)
        return (KingRunPosition, (self.variant, self.turn, *sets, dict(self._runs)))


def made(variant: Variant, turn: Color, wm: int, wk: int, bm: int, bk: int) -> Position:
    """A position of the kind that the variant needs; the sets are in the inner form."""
    kind = Position if variant.king_run is None else KingRunPosition
    return kind(variant, turn, wm, wk, bm, bk)
