"""A snapshot as bit masks, and how it differs from a position. Bit = square - 1."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.piece import Color
from rules.position import Position
from rules.snapshot import Reading, Snapshot


@dataclass(frozen=True, slots=True)
class Sight:
    """Which squares show what. A piece of unknown colour is in `occupied` only. What `hidden`
    squares show is what was seen before."""

    occupied: int
    white: int
    black: int
    men: int
    kings: int
    unknown: int
    hidden: int = 0

    @classmethod
    def of(cls, snapshot: Snapshot) -> Sight:
        occupied = white = black = men = kings = unknown = 0
        bit = 1
        for reading in snapshot.readings:
            if reading is not Reading.EMPTY:
                kinds = _KINDS[reading]
                occupied |= bit * kinds[0]
                white |= bit * kinds[1]
                black |= bit * kinds[2]
                men |= bit * kinds[3]
                kings |= bit * kinds[4]
                unknown |= bit * kinds[5]
            bit <<= 1
        hidden = mask(tuple(snapshot.hidden))
        return cls(occupied, white, black, men, kings, unknown, hidden)

    def without(self, squares: int) -> Sight:
        """The same where these squares are not read."""
        return Sight(
            self.occupied & ~squares,
            self.white & ~squares,
            self.black & ~squares,
            self.men & ~squares,
            self.kings & ~squares,
            self.unknown | squares,
            self.hidden,
        )


_KINDS = {
    Reading.UNKNOWN: (0, 0, 0, 0, 0, 1),
    Reading.OCCUPIED: (1, 0, 0, 0, 0, 0),
    Reading.WHITE: (1, 1, 0, 0, 0, 0),
    Reading.BLACK: (1, 0, 1, 0, 0, 0),
    Reading.WHITE_MAN: (1, 1, 0, 1, 0, 0),
    Reading.WHITE_KING: (1, 1, 0, 0, 1, 0),
    Reading.BLACK_MAN: (1, 0, 1, 1, 0, 0),
    Reading.BLACK_KING: (1, 0, 1, 0, 1, 0),
}


def difference(position: Position, sight: Sight) -> tuple[int, int]:
    """(missing, extra): pieces of the position that do not stand, pieces that should not stand.

    A piece of the wrong colour is in both. Roles are left out: kings come from the rules."""
    white, black = position.by_color(Color.WHITE), position.by_color(Color.BLACK)
    expected = white | black
    wrong = (white & sight.black) | (black & sight.white)
    missing = (expected & ~sight.occupied & ~sight.unknown) | wrong
    extra = (sight.occupied & ~expected) | wrong
    return missing, extra


def differs(position: Position, sight: Sight) -> int:
    """The squares that do not show what stands there in the position."""
    missing, extra = difference(position, sight)
    return missing | extra


def bit(square: int) -> int:
    return 1 << (square - 1)


def mask(squares: tuple[int, ...]) -> int:
    """The squares as one mask."""
    bits = 0
    for square in squares:
        bits |= 1 << (square - 1)
    return bits


def squares_of(bits: int) -> tuple[int, ...]:
    """The squares of a mask, ascending."""
    return tuple(_squares(bits))


def _squares(bits: int) -> Iterator[int]:
    while bits:
        low = bits & -bits
        yield low.bit_length()
        bits ^= low
