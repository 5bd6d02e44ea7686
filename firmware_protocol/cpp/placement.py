"""What stands on a board, in the form that the protocol shares with chess: rows from the top.

`m` and `M` are a black and a white man, `d` and `D` kings ("dames"), `u` and `U` a piece that may
be either, `?` a piece of which nothing is known. Chess figures are pieces of a colour. Numbers are
runs of empty squares: `10` is an empty row of a board of ten.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from firmware_protocol.errors import BodyError, MessageError

EMPTY = "."
DRAUGHTS = "mMdDuU?"
FIGURES = "pnbrqkPNBRQK"
SIZES = (8, 10, 12)
_ROW = re.compile(rf"(?:[0-9]+|[{DRAUGHTS}{FIGURES}])+")
_TOKEN = re.compile("[0-9]+|.")
_RUN = re.compile(r"\.+")
_TURNS = ("w", "b")


@dataclass(frozen=True, slots=True)
class Placement:
    """A letter per square, `.` where nothing stands, and whose turn it is: `w`, `b`, or nothing
    where that was not said."""

    rows: tuple[str, ...]
    turn: str = ""

    def __post_init__(self) -> None:
        size = len(self.rows)
        letters = set("".join(self.rows))
        if size not in SIZES or any(len(row) != size for row in self.rows):
            raise MessageError(f"{size} rows must be 8, 10 or 12, each with as many squares")
        if letters - {*EMPTY, *DRAUGHTS, *FIGURES} or self.turn not in ("", *_TURNS):
            raise MessageError(f"no piece is written as one of {sorted(letters)}, or no turn")

    @property
    def size(self) -> int:
        """How many rows there are, and squares in each."""
        return len(self.rows)

    @property
    def fen(self) -> str:
        """The text on the wire."""
        rows = (_RUN.sub(lambda run: str(len(run[0])), row) for row in self.rows)
        return " ".join(("/".join(rows), *([self.turn] if self.turn else [])))


def parse_placement(text: str) -> Placement:
    """The inverse of `Placement.fen`; what follows the turn in chess is passed over. An empty row
    that was written in single digits, `82`, is understood. Raises BodyError."""
    board, *more = text.split() or [""]
    rows = board.split("/")
    if len(rows) not in SIZES:
        raise BodyError(f"a board of {len(rows)} rows; 8, 10 or 12 are known")
    turn = more[0].lower() if more and more[0].lower() in _TURNS else ""
    return Placement(tuple(_row(row, len(rows)) for row in rows), turn)


def _row(text: str, size: int) -> str:
    if not _ROW.fullmatch(text) or len(text) > 2 * size:
        raise BodyError(f"{text[:24]!r} is no row of a board")
    row = "".join(_squares(token, size) for token in _TOKEN.findall(text))
    if len(row) != size:
        raise BodyError(f"the row {text!r} has {len(row)} squares, not {size}")
    return row


def _squares(token: str, size: int) -> str:
    if not token.isdigit():
        return token
    run = int(token)
    return EMPTY * (run if run <= size else sum(map(int, token)))
