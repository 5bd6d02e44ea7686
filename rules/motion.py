"""What is wrong with the way a piece went, seen as geometry alone."""

from __future__ import annotations

from itertools import pairwise

from rules.piece import Color, Piece, Role
from rules.position import Position
from rules.ruling import Reason
from rules.traits import Removal


def motion_fault(position: Position, path: tuple[int, ...]) -> Reason:
    """The fault in a motion along `path` (start, squares stood on, end) that is no move and no
    begun capture of the piece on path[0]."""
    piece = position.piece_at(path[0])
    assert piece is not None
    pieces = position.pieces()
    del pieces[path[0]]
    jumped: set[int] = set()
    fault: Reason | None = None
    for start, end in pairwise(path):
        fault = _leg_fault(position, piece, pieces, jumped, start, end)
        if fault is not None:
            return fault
        between = position.variant.geometry.between(start, end)
        met = [square for square in between if square in pieces]
        if position.variant.removal is Removal.AFTER:
            jumped.update(met)
        else:
            for square in met:
                del pieces[square]
    return Reason.BAD_GEOMETRY


def _leg_fault(
    position: Position,
    piece: Piece,
    pieces: dict[int, Piece],
    jumped: set[int],
    start: int,
    end: int,
) -> Reason | None:
    board = position.variant.geometry
    direction = board.direction(start, end)
    if direction is None:
        return Reason.BAD_GEOMETRY
    between = board.between(start, end)
    if any(square in jumped for square in between):
        return Reason.JUMPED_TWICE
    met = [pieces.get(square) for square in between]
    variant = position.variant
    if variant.flies(piece):
        return _flying_fault(piece, met)
    fault = _short_fault(piece, met)
    down = 1 if piece.color is Color.BLACK else -1
    if fault is None and piece.role is Role.MAN and direction[0] * down < 0:
        may = bool(met) and variant.men_capture_backward
        return None if may else Reason.BACKWARD_MOVE
    return fault


def _flying_fault(piece: Piece, met: list[Piece | None]) -> Reason | None:
    """A king passes at most one enemy and never a piece of its own."""
    standing = [other for other in met if other is not None]
    if any(other.color is piece.color for other in standing) or len(standing) > 1:
        return Reason.KING_PATH_BLOCKED
    return None


def _short_fault(piece: Piece, met: list[Piece | None]) -> Reason | None:
    """A man moves one square or jumps one enemy next to it."""
    standing = [other for other in met if other is not None]
    if any(other.color is piece.color for other in standing):
        return Reason.JUMPED_OWN
    if len(met) > 1 and standing:
        return Reason.MAN_NOT_FLYING
    if met and not standing:
        return Reason.BAD_GEOMETRY
    return None
