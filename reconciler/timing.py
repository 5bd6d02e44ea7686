"""How long the board must rest before something is decided; seconds of board time.

The figures come from the way people move: changes at most 0.45 s apart are one motion, gaps up
to 1.5 s still occur inside one move, an adjustment or a take-back, longer ones are a rest.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Timing:
    """When to say what, counted from the last change on the board."""

    settle: float = 0.13
    """A position that one legal explanation fits exactly. Longer than contact bounce."""
    settle_sliding: float = 0.3
    """The same where the piece may still be on its way: a king with more squares before it, or
    two squares that both fired under one piece put down off-centre."""
    settle_with_hand: float = 0.6
    """A move that fits while a piece that is not the opponent's is off the board."""
    take_back: float = 0.6
    """An earlier position stands again."""
    unseen: float = 1.0
    """Several plies of which nothing was seen."""
    suspect: float = 0.4
    """A wrong move is kept in mind (not told), in case the opponent answers it at once."""
    ask_board: float = 0.3
    """The reports do not add up: ask the board for a full one."""
    violation: float = 1.6
    """Just over the longest gap inside one move."""
    reminder: float = 1.6
    """Captured piece still standing, second disc missing."""
    unsure: float = 2.0
    """Nothing explains the board, or what explains it may still change by itself."""
    doubtful_removal: float = 2.2
    """A wrong piece is off with the captured ones: it may be lifted for the reply, or flicker."""
    huff: float = 2.2
    """A piece is taken for a missed capture, and nothing else yet: it may be lifted to capture."""
    removal: float = 1.5
    """A piece taken off this soon after a capture was taken off with the captured ones."""
    capture_goes_on: float = 2.2
    """A capture rests on a landing square."""
    hand: float = 6.0
    """A piece that can move is off the board: in a hand, at first."""
    new_game: float = 1.6
    """The start position stands."""
    frozen: float = 10.0
    """A game that ended by itself can be taken back for so long."""
    touch: float = 0.45
    """A piece off the board for less was not touched on purpose."""
    misread: float = math.inf
    """What fits but for one square, where the source may misread it."""
    flicker: float = 0.4
    """A drop-out at most this long marks a square that flickers."""

    @property
    def misreads(self) -> bool:
        """Whether the source may misread a square."""
        return self.misread < math.inf


DEFAULT = Timing()

CAMERA = Timing(
    settle=0.08,
    settle_sliding=0.2,
    settle_with_hand=0.3,
    take_back=0.4,
    unseen=0.4,
    violation=0.8,
    reminder=0.9,
    unsure=0.8,
    misread=0.8,
    doubtful_removal=1.2,
    new_game=1.0,
)
"""A camera tells late what it is sure of, and sees the hand: what it tells needs less rest."""
