"""Chess placements as boards of 8x8 report them, and names of squares."""

from __future__ import annotations

import re
from collections.abc import Iterable

from firmware_protocol.errors import MessageError

_RUN = re.compile(r"\.+")


def square_name(index: int) -> str:
    """a8 for 0, h1 for 63: row by row from the top left."""
    return f"{'abcdefgh'[index % 8]}{8 - index // 8}"


def square_index(name: str) -> int:
    """The inverse of `square_name`. Raises MessageError."""
    if not re.fullmatch("[a-h][1-8]", name):
        raise MessageError(f"{name!r} is no square of a board of 8x8")
    return (8 - int(name[1])) * 8 + "abcdefgh".index(name[0])


def placement(letters: str) -> str:
    """The FEN placement of 64 letters from a8 on; a dot is an empty square."""
    rows = (letters[start : start + 8] for start in range(0, 64, 8))
    return "/".join(_RUN.sub(lambda run: str(len(run[0])), row) for row in rows)


def row_bits(squares: Iterable[int], *, a_first: bool) -> bytes:
    """Eight bytes, row 8 first, a bit for each of these squares; file a is bit 7 where `a_first`,
    else bit 0. Raises MessageError."""
    rows = bytearray(8)
    for square in squares:
        if not 0 <= square < 64:
            raise MessageError(f"square {square} must be 0 to 63")
        rows[square // 8] |= 1 << (7 - square % 8 if a_first else square % 8)
    return bytes(rows)
