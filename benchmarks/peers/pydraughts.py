"""pydraughts: legal moves."""

from __future__ import annotations

from draughts import Board
from measure import main, walk


def board(fen):
    return Board(variant="standard", fen=fen)


def moves(position):
    return position.legal_moves()


main("pydraughts", board=board, moves=moves, perft=walk(moves))
