"""What the rules let one expect on every square soon: the prior of whoever reads the board."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rules.move import Move
from rules.piece import Color
from rules.position import Position
from vision.seat import contents_of
from vision.settle import BLACK, EMPTY, WHITE

Mask = npt.NDArray[np.bool_]

_KINDS = {Color.WHITE: WHITE, Color.BLACK: BLACK}


def plausible(position: Position) -> Mask:
    """(m, 3): whether a square may be empty, white or black within two plies, moves half done and
    captured pieces left standing included; what stands there now always is."""
    kinds = (contents_of(position) + 1) // 2
    may = np.zeros((len(kinds), 3), np.bool_)
    may[np.arange(len(kinds)), kinds] = True
    for move in position.legal_moves():
        _mark(may, move, position.turn)
        after = position.play(move)
        for answer in after.legal_moves():
            _mark(may, answer, after.turn)
    return may


def _mark(may: Mask, move: Move, color: Color) -> None:
    for route in move.routes:
        may[[square - 1 for square in route.path[1:]], _KINDS[color]] = True
    may[[square - 1 for square in (move.start, *move.captured)], EMPTY] = True
