"""Captures under way: those that the rules allow, and those that can merely be begun."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from rules.geometry import Direction
from rules.move import Move, Route
from rules.piece import Piece, Role
from rules.position import Position
from rules.traits import FarRow, Landing, Removal

_MOST_JUMPED_AGAIN = 8


class Jump(NamedTuple):
    """One jump of a capture: over which square, to which."""

    over: int
    land: int


@dataclass(frozen=True, slots=True)
class PartialCapture:
    """A capture that has begun and is legal so far.

    `path`: the squares the piece stood on, the start first; `captured`: the squares jumped, in
    order. `moves` are the legal moves that begin so.
    """

    position: Position
    path: tuple[int, ...]
    captured: tuple[int, ...]
    moves: tuple[Move, ...]

    @property
    def finished(self) -> Move | None:
        """The move that is complete as it stands, None where the capture must go on."""
        here = (self.path, self.captured)
        for move in self.moves:
            if any((route.path, route.captured) == here for route in move.routes):
                return move
        return None

    @property
    def following(self) -> tuple[Jump, ...]:
        """The jumps that may come next, none where the capture is finished."""
        made = len(self.captured)
        jumps = (
            Jump(route.captured[made], route.path[made + 1])
            for route in self._routes()
            if len(route.captured) > made
        )
        return tuple(dict.fromkeys(jumps))

    @property
    def on_board(self) -> dict[int, Piece]:
        """Every piece by its square as it stands now, a crowned man as a king."""
        pieces = self.position.pieces()
        piece = pieces.pop(self.path[0])
        if self.position.variant.removal is not Removal.AFTER:
            for square in self.captured:
                del pieces[square]
        pieces[self.path[-1]] = Piece(piece.color, Role.KING if self._is_king(piece) else Role.MAN)
        return dict(sorted(pieces.items()))

    def then(self, land: int) -> PartialCapture | None:
        """The capture with its next jump made, None where no legal capture goes to `land`."""
        return partial_capture(self.position, (*self.path, land))

    def _is_king(self, piece: Piece) -> bool:
        variant, finished = self.position.variant, self.finished
        if piece.role is Role.KING or (finished is not None and finished.promotes):
            return True
        passing = variant.far_row is FarRow.BECOMES_KING
        return passing and any(variant.promotes_on(piece.color, s) for s in self.path[1:])

    def _routes(self) -> Iterator[Route]:
        size = len(self.path)
        return (r for move in self.moves for r in move.routes if r.path[:size] == self.path)


def partial_capture(position: Position, path: tuple[int, ...]) -> PartialCapture | None:
    """The capture that has gone along `path` so far, a start alone included; None where no legal
    capture begins so."""
    size = len(path)
    fitting = [
        (move, route)
        for move in position.legal_moves()
        if move.is_capture
        for route in move.routes
        if route.path[:size] == path
    ]
    if not path or not fitting:
        return None
    moves = tuple(dict.fromkeys(move for move, _ in fitting))
    return PartialCapture(position, path, fitting[0][1].captured[: size - 1], moves)


class CaptureState(NamedTuple):
    """Somewhere in a capture: where the piece stands and what it has jumped."""

    square: int
    captured: frozenset[int]


def capture_states(position: Position, start: int) -> frozenset[CaptureState]:
    """Every state that the piece on `start` can reach by one capture after another, whether or
    not the rules let it be chosen or stop there."""
    return _reached(position, start, frozenset())


def could_jump_again(position: Position, start: int, end: int, captured: frozenset[int]) -> bool:
    """Whether the piece on `start` could come to `end` capturing exactly these pieces if it were
    allowed to jump a piece more than once: what a player who forgot that rule may have done.
    Not looked for beyond eight pieces, to keep the search small."""
    if position.variant.removal is not Removal.AFTER:
        return False
    if not 0 < len(captured) <= _MOST_JUMPED_AGAIN:
        return False
    return CaptureState(end, captured) in _reached(position, start, captured)


class _Node(NamedTuple):
    """A state with what decides how it goes on: whether the man was crowned, and the way back
    where turning back is forbidden."""

    state: CaptureState
    crowned: bool = False
    back: Direction | None = None


def _reached(position: Position, start: int, jump_again: frozenset[int]) -> frozenset[CaptureState]:
    if position.piece_at(start) is None:
        return frozenset()
    search = _States(position, start, jump_again)
    pending = [_Node(CaptureState(start, frozenset()))]
    seen: set[_Node] = set()
    while pending:
        for following in search.following(pending.pop()):
            if following not in seen:
                seen.add(following)
                pending.append(following)
    return frozenset(node.state for node in seen)


class _States:
    def __init__(self, position: Position, start: int, jump_again: frozenset[int]) -> None:
        variant = self.variant = position.variant
        piece = position.piece_at(start)
        assert piece is not None
        self.piece = piece
        self.jump_again = jump_again
        # Where pieces may be jumped again only those are of interest; the others block.
        enemies = frozenset(position.squares(piece.color.other))
        self.kings = frozenset(position.squares(piece.color.other, Role.KING))
        self.enemies = enemies & jump_again if jump_again else enemies
        self.blocking = frozenset(position.squares()) - self.enemies - {start}
        self.at_once = variant.removal is not Removal.AFTER

    def following(self, node: _Node) -> Iterator[_Node]:
        """The nodes one jump further."""
        variant = self.variant
        piece = Piece(self.piece.color, Role.KING) if node.crowned else self.piece
        if node.crowned and variant.far_row is FarRow.TURN_ENDS:
            return
        for way in variant.jumps(piece):
            if way == node.back:
                continue
            line = variant.geometry.line(node.state.square, way)
            back = (-way[0], -way[1])
            turning = variant.removal is Removal.AT_ONCE_NO_TURNING_BACK
            for state in self._along(line, node.state.captured, piece):
                crowned = node.crowned or self._crowns(state.square)
                yield _Node(state, crowned, back if turning else None)

    def _crowns(self, square: int) -> bool:
        """Whether a man that comes here in the middle of a capture is crowned."""
        if self.piece.role is Role.KING or self.variant.far_row is FarRow.STAYS_MAN:
            return False
        return self.variant.promotes_on(self.piece.color, square)

    def _along(
        self, line: tuple[int, ...], captured: frozenset[int], piece: Piece
    ) -> Iterator[CaptureState]:
        flies = self.variant.flies(piece)
        over: int | None = None
        for square in line if flies else line[:2]:
            if square in captured and self.at_once:
                standing = False
            elif square in self.blocking or (square in captured and not self.jump_again):
                return
            else:
                standing = square in self.enemies
            if standing:
                if over is not None or not self._may_take(square, piece):
                    return
                over = square
            elif over is not None:
                yield CaptureState(square, captured | {over})
                if self.variant.landing is Landing.BEHIND:
                    return
            elif not flies:
                return

    def _may_take(self, square: int, piece: Piece) -> bool:
        if piece.role is Role.KING or self.variant.men_capture_kings:
            return True
        return square not in self.kings
