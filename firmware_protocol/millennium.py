"""Millennium ChessLink and eONE: a letter, text, and two hex digits, all with odd parity in bit 7.

The two digits are the exclusive or of all characters before them. Not every board sets parity
reliably, and the checksum says enough, so bit 7 is not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import xor

from firmware_protocol.errors import MessageError
from firmware_protocol.stream import Event, Step, StreamDecoder

LEDS = 81  # corners of squares, 9 in a column, the corner of a8 first, down the a-file
_SIZES = {"v": 7, "s": 67, "l": 3, "x": 3, "w": 7, "r": 7}
_START = re.compile("[vslxwr]")
_STATUS = re.compile(r"s[KQRBNPkqrbnp.]*")
_HEX = re.compile(r"[vlxwr][0-9A-F]*")
_ALL_ON = 0xFF
ASK_STATUS, ASK_VERSION, ALL_OFF, RESET = "S", "V", "X", "T"
REPORT_MODE, REPORT_ON_CHANGE = 0x02, 0x03


@dataclass(frozen=True, slots=True)
class Status(Event):
    """64 letters in the order in which they came. A board sends rows mirrored where its cable is on
    the other side: the start position tells."""

    raw: str


@dataclass(frozen=True, slots=True)
class Version(Event):
    text: str
    version: str


@dataclass(frozen=True, slots=True)
class Answer(Event):
    """The answer to a command, without its checksum."""

    text: str


class MillenniumDecoder(StreamDecoder):
    """Answers, and status reports that come by themselves. Bytes are kept without parity."""

    def __init__(self) -> None:
        super().__init__()
        self._broken_off = False

    def feed(self, data: bytes) -> list[Event]:
        return super().feed(bytes(byte & 0x7F for byte in data))

    def _step(self, buffer: bytearray) -> Step | None:
        text = buffer.decode("ascii")
        start = _START.search(text)
        if start is None or start.start():
            return Step(start.start() if start else len(text))
        size = _SIZES[text[0]]
        message = text[:size]
        if (end := _sound_length(message, size)) < len(message):
            return self._give_up(message, end)
        if len(message) < size:
            return None
        if message[-2:] != checksum(message[:-2]):
            return self._give_up(message, size)
        self._broken_off = False
        return Step(size, [_read(message[:-2])])

    def _give_up(self, message: str, end: int) -> Step:
        """The next one may begin anywhere behind the first letter; what is tried there and comes to
        nothing is still the damage of this one."""
        counted, self._broken_off = self._broken_off, True
        start = _START.search(message, 1)
        return Step(start.start() if start else max(end, 1), broken=not counted)


def _sound_length(message: str, size: int) -> int:
    """How much of a message, perhaps unfinished, consists of what it may consist of."""
    if message[0] != "s":
        found = _HEX.match(message)
        return found.end() if found else 1
    found = _STATUS.match(message[: size - 2])
    sound = found.end() if found else 1
    if sound < min(len(message), size - 2):
        return sound
    tail = message[size - 2 :]
    return sound + len(re.match("[0-9A-F]*", tail)[0])  # type: ignore[index]


def _read(text: str) -> Event:
    match text[0]:
        case "s":
            return Status(text[1:])
        case "v":
            return Version(text, f"{_number(text[1:3])}.{_number(text[3:5])}")
    return Answer(text)


def _number(digits: str) -> int:
    return int(digits) if digits.isdecimal() else int(digits, 16)


def checksum(text: str) -> str:
    """Two hex digits for these characters."""
    return f"{reduce(xor, text.encode('ascii')):02X}"


def command(text: str) -> bytes:
    """The bytes of a command: its letter and what belongs to it, checksum and parity added."""
    return with_parity(text + checksum(text))


def with_parity(text: str) -> bytes:
    """Seven-bit characters with an odd number of ones each."""
    return bytes(byte | (0 if byte.bit_count() % 2 else 0x80) for byte in text.encode("ascii"))


def write_setting(address: int, value: int) -> bytes:
    """Write one byte of the board's settings. Raises MessageError."""
    if not (0 <= address < 256 and 0 <= value < 256):
        raise MessageError(f"setting {address:#x} = {value}: both 0 to 255")
    return command(f"W{address:02X}{value:02X}")


def lights(squares: Iterable[int], *, pattern: int = _ALL_ON, slot: int = 0x20) -> bytes:
    """Light the four corners of these squares (0 to 63 from a8) and no others. `pattern`: on and
    off in eight slots of `slot` times 4.096 ms. Raises MessageError."""
    corners = [0] * LEDS
    for square in squares:
        if not 0 <= square < 64:
            raise MessageError(f"square {square} must be 0 to 63")
        row, column = divmod(square, 8)
        for corner in (0, 1, 9, 10):
            corners[9 * column + row + corner] = pattern
    return command(f"L{slot:02X}" + "".join(f"{corner:02X}" for corner in corners))
