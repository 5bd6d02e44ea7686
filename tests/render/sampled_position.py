"""Positions by chance, with pieces as people put them."""

from __future__ import annotations

import random
from dataclasses import replace

from rules.piece import Color, Role
from rules.position import Position
from rules.variants import variant_named
from tests.render.scene import (
    Standing,
)
from vision.pose import Side, cells_of

VARIANTS = {8: "russian", 10: "international", 12: "canadian"}


def position_by_chance(rng: random.Random, n: int, parity: int) -> Position:
    """The start, or what legal play with some luck makes of it; kings occur."""
    name = VARIANTS[n] if parity == 1 else "spanish"
    position = Position.start(variant_named(name))
    for _ in range(rng.choice((0, 0, 10, 25, 50, 80, 110))):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(rng.choice(moves))
    pieces = position.pieces()
    kings = rng.choice((0.0, 0.0, 0.1, 0.3))
    for square, piece in pieces.items():
        if rng.random() < kings:
            pieces[square] = replace(piece, role=Role.KING)
    return Position.of(position.variant, position.turn, pieces)


def standing(
    position: Position, parity: int, rng: random.Random, off_centre: float
) -> tuple[Standing, ...]:
    """The pieces where people put them: a bit off the middle."""
    cells = cells_of(position.variant.geometry, Side.BOTTOM)
    found = []
    for square, piece in position.pieces().items():
        row, column = cells[square]
        assert (row + column) % 2 == parity
        dx, dy = (max(-0.22, min(0.22, rng.gauss(0, off_centre))) for _ in range(2))
        letter = "w" if piece.color is Color.WHITE else "b"
        letter = letter.upper() if piece.role is Role.KING else letter
        found.append(Standing(column + 0.5 + dx, row + 0.5 + dy, rng.uniform(0, 360), letter))
    return tuple(found)
