"""dame-rs: a compiled engine, for scale."""

from __future__ import annotations

import dame
from measure import main


def moves(board):
    return board.legal_moves


main("dame-rs", board=dame.Board, moves=moves, perft=dame.perft)
