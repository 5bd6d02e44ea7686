"""Who begins: drawn by lot, from names or from a number of players."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random

from companion.errors import InputError
from companion.players.names import names_in

MOST_DRAWN = 500


def drawn(names: Sequence[str], lots: Random | None = None) -> list[str]:
    """The names in an order that chance gives, each order as likely as any other: the first one
    begins. `lots` is the chance, that of the system where none is given."""
    order = list(names)
    (lots or secrets.SystemRandom()).shuffle(order)
    return order


def participants(text: str, player: str) -> list[str]:
    """Those who draw: names with commas between them, or a number of players, who are then called
    `player` 1, 2 and so on. Raises InputError."""
    text = text.strip()
    if not (text.isascii() and text.isdigit()):
        return names_in(text)
    count = int(text[:6])
    if not 1 <= count <= MOST_DRAWN:
        raise InputError(f"a number of players from 1 to {MOST_DRAWN}, or names with commas")
    return [f"{player} {number}" for number in range(1, count + 1)]
