"""A position as text, for a terminal or a log."""

from __future__ import annotations

from rules.piece import Color, Piece, Role
from rules.position import Position

_LETTERS = {
    (Color.WHITE, Role.MAN): "w",
    (Color.WHITE, Role.KING): "W",
    (Color.BLACK, Role.MAN): "b",
    (Color.BLACK, Role.KING): "B",
}


def diagram(position: Position, numbers: bool = True, turned: bool = False) -> str:
    """The board, one line per row, white at the bottom (`turned`: black). Men are w and b, kings
    W and B; an empty square shows its number, or a dot without `numbers`."""
    board = position.variant.geometry
    pieces = position.pieces()
    rows = [
        [_cell(board.at(row, column), pieces, numbers) for column in range(1, board.width + 1)]
        for row in range(1, board.height + 1)
    ]
    if turned:
        rows = [row[::-1] for row in rows[::-1]]
    return "\n".join(" ".join(row).rstrip() for row in rows)


def _cell(square: int | None, pieces: dict[int, Piece], numbers: bool) -> str:
    if square is None:
        return "  "
    piece = pieces.get(square)
    if piece is not None:
        return f" {_LETTERS[piece.color, piece.role]}"
    return f"{square:2}" if numbers else " ."
