"""What a session has to know of a family of boards.

A board of 64 squares is 64 readings from a8 on, row by row. Chess figures tell their colour; which
one is a king the rules know. None of this was tried on a real board by whoever wrote it: it follows
the table of facts and the emulated boards beside it.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from firmware_protocol.stream import Event, StreamDecoder
from rules.snapshot import Reading, SensorKind

Squares = tuple[Reading, ...]
SQUARES = 64


@dataclass(frozen=True, slots=True)
class Charge:
    """What a board says of its battery."""

    percent: int
    charging: bool = False


class Family(ABC):
    """One per connection: what is learnt of a board stays with it."""

    name: str
    sensor = SensorKind.COLOR
    has_leds = True
    is_on_dark = True  # whether all pieces stand on dark squares, as in most games
    gap_s = 0.1  # between two things that are sent
    ask_every_s = 2.0  # also keeps the link alive
    silence_s = math.inf  # a board that tells everything all the time is gone after so long

    @property
    @abstractmethod
    def greeting(self) -> Sequence[bytes]:
        """What is sent when the link is open, so that the board begins to report."""

    @property
    def question(self) -> bytes:
        """Asks for the whole board; empty where the board reports by itself."""
        return b""

    @property
    def battery_question(self) -> bytes:
        """Asks for the charge; empty where there is no such question."""
        return b""

    @abstractmethod
    def decoder(self) -> StreamDecoder:
        """A new decoder of this board's bytes."""

    @abstractmethod
    def see(self, event: Event, board: Squares | None) -> Squares | None:
        """The board after this event, None where it says nothing of it. `board`: as it was."""

    def charge(self, event: Event) -> Charge | None:
        """What this event says of the battery."""
        return None

    def lights(self, squares: Sequence[int]) -> bytes:
        """Shows these squares (0 to 63 from a8) and no others."""
        return b""

    def reset(self) -> None:  # noqa: B027 - most have nothing to forget
        """The link was lost; keep what stays true."""


_COLORS = {True: Reading.WHITE, False: Reading.BLACK}


def colors_of(letters: str) -> Squares:
    """64 readings of 64 letters: capitals are white, a dot is empty."""
    return tuple(Reading.EMPTY if c == "." else _COLORS[c.isupper()] for c in letters)


def placed(placement: str) -> Squares:
    """64 readings of a FEN placement."""
    rows = placement.split("/")
    letters = "".join("." * int(c) if c.isdigit() else c for row in rows for c in row)
    return colors_of(letters)


def touched(board: Squares | None, index: int, is_placed: bool) -> Squares | None:
    """The board with something on a square, or nothing; None where it is not known yet."""
    if board is None or not 0 <= index < SQUARES:
        return None
    reading = Reading.OCCUPIED if is_placed else Reading.EMPTY
    return (*board[:index], reading, *board[index + 1 :])


def occupied(indexes: Sequence[int]) -> Squares:
    """64 readings of a board that sees only that something stands."""
    there = set(indexes)
    return tuple(Reading.OCCUPIED if i in there else Reading.EMPTY for i in range(SQUARES))
