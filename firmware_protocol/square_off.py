"""Square Off: texts `number#body*` over Nordic UART; the board sees only that a piece stands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from firmware_protocol.errors import MessageError
from firmware_protocol.stream import Event, Step, StreamDecoder

NEW_GAME = b"14#1*"
ASK_BOARD = b"30#R*"
ASK_BATTERY = b"4#*"
_LONGEST = 70
_END = re.compile(rb"\*")
_BEGUN = re.compile(rb"(?:\d{1,2}|\d{1,2}#[^#*]{0,64})\Z")
_SQUARES = tuple(f"{file}{rank}" for file in "abcdefgh" for rank in range(1, 9))
_OTHER_NUMBER = re.compile(r"(?!14|22|30)[1-9][0-9]?")
_PRINTABLE = re.compile("[ -~]*")
_TOUCH = re.compile(r"([a-h][1-8])([ud])")


@dataclass(frozen=True, slots=True)
class Touched(Event):
    """`action`: lift or place."""

    square: str
    action: str


@dataclass(frozen=True, slots=True)
class Occupied(Event):
    """The squares on which something stands."""

    occupied: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Battery(Event):
    percent: int


@dataclass(frozen=True, slots=True)
class NewGame(Event):
    """The board is ready for a new game."""

    new_game: bool = True


@dataclass(frozen=True, slots=True)
class Unknown(Event):
    """A whole text whose number has no meaning here."""

    TYPE: ClassVar = "unknown"
    id: int
    body: str


class SquareOffDecoder(StreamDecoder):
    """Finds the texts by their ends; of what stands before an end the last whole text counts."""

    def _step(self, buffer: bytearray) -> Step | None:
        end = _END.search(buffer)
        if end is None:
            return _unfinished(bytes(buffer))
        text = bytes(buffer[: end.start()]).decode("latin-1")[-_LONGEST:]
        head, hash_sign, body = text.rpartition("#")
        event = _read(head, body) if hash_sign else None
        broken = "#" in head or (bool(hash_sign) and event is None)
        return Step(end.end(), [event] if event else (), broken=broken)


def _unfinished(text: bytes) -> Step | None:
    """Noise before the text that has begun goes."""
    begun = _BEGUN.search(text, max(0, len(text) - _LONGEST))
    if begun is None:
        return Step(len(text), broken=b"#" in text)
    if begun.start() == 0:
        return None
    return Step(begun.start(), broken=b"#" in text[: begun.start()])


def _read(head: str, body: str) -> Event | None:
    """The event of a text; its number is at the end of `head`, behind whatever noise."""
    if head.endswith("30") and re.fullmatch("[01]{64}", body):
        return Occupied(tuple(name for name, bit in zip(_SQUARES, body, strict=True) if bit == "1"))
    if head.endswith("14") and body == "GO":
        return NewGame()
    if head.endswith("22") and re.fullmatch("[0-9]{1,3}", body):
        return Battery(min(100, int(body)))
    if head.endswith("0") and (touch := _TOUCH.fullmatch(body)):
        return Touched(touch[1], "lift" if touch[2] == "u" else "place")
    if _OTHER_NUMBER.fullmatch(head) and _PRINTABLE.fullmatch(body):
        return Unknown(int(head), body)
    return None


def lights(*squares: str) -> bytes:
    """Light these squares, as `e2`, and no others. Raises MessageError."""
    for square in squares:
        if square not in _SQUARES:
            raise MessageError(f"{square!r} is no square of a board of 8x8")
    return b"25#" + "".join(squares).encode("ascii") + b"*"
