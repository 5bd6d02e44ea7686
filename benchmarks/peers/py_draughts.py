"""py-draughts: legal moves without alternative routes."""

from __future__ import annotations

from draughts import StandardBoard
from measure import main, walk


def moves(board):
    return board.legal_moves


main("py-draughts", board=StandardBoard.from_fen, moves=moves, perft=walk(moves))
