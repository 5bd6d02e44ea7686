"""The rules of this project: legal moves with every route."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2]))

from measure import main

from rules.fen import parse_fen
from rules.perft import perft
from rules.position import Position

main(
    "dambord",
    board=parse_fen,
    moves=Position.legal_moves,
    perft=lambda position, depth: perft(position, depth).moves,
)
