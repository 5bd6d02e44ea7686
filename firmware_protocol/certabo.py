"""Certabo and Tabutronic: lines of decimal numbers that come without being asked.

`:` and 320 numbers are the chips on 64 squares, five bytes each, a8 first; what piece a chip
belongs to has to be learnt from a known position. `:` and 8 numbers are the rows of a board that
sees only whether something stands, file a in bit 7. Between them an L or D says that
lights changed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from firmware_protocol.errors import MessageError
from firmware_protocol.placement import row_bits, square_name
from firmware_protocol.stream import Event, Step, StreamDecoder

Chip = tuple[int, int, int, int, int]
Rgb = tuple[int, int, int]
LEDS = 81
_CHIPS, _ROWS = 320, 8
_LONGEST = 1 + _CHIPS * 4 + 16
_EMPTY: Chip = (0, 0, 0, 0, 0)
_START = re.compile(rb":|[LD]\r?\n")
_PERHAPS_ACK = re.compile(rb"[LD]\r?\Z")
_FOREIGN = re.compile(rb"[^0-9 \r\n]")
_NUMBER = re.compile(rb"\d{1,3}")


@dataclass(frozen=True, slots=True)
class Chips(Event):
    """The chip on each square where there is one; squares are numbered 0 to 63 from a8."""

    chips: Mapping[int, Chip]

    def form(self) -> object:
        return {square_name(index): list(chip) for index, chip in self.chips.items()}


@dataclass(frozen=True, slots=True)
class Rows(Event):
    """What is occupied: eight bytes, row 8 first, file a in bit 7."""

    rows: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LedAck(Event):
    """The board has changed its lights."""

    led_ack: bool = True


class CertaboDecoder(StreamDecoder):
    """Lines of both kinds; over Bluetooth bit 7 is noise."""

    def feed(self, data: bytes) -> list[Event]:
        return super().feed(bytes(byte & 0x7F for byte in data))

    def _step(self, buffer: bytearray) -> Step | None:
        if buffer[:1] != b":":
            return _between_lines(buffer)
        end = buffer.find(b"\n")
        line = bytes(buffer[1 : end if end >= 0 else _LONGEST])
        if (intruder := _FOREIGN.search(line)) is not None:
            return Step(1 + intruder.start(), broken=True)
        if len(line) >= _LONGEST - 1:
            return Step(len(line), broken=True)
        if end < 0:
            return None
        event = _read(line)
        return Step(end + 1, [event] if event else (), broken=event is None)


def _between_lines(buffer: bytearray) -> Step | None:
    start = _START.search(buffer) or _PERHAPS_ACK.search(buffer)
    if start is None or start.start():
        return Step(start.start() if start else len(buffer))
    return Step(start.end(), [LedAck()]) if start[0].endswith(b"\n") else None


def _read(line: bytes) -> Event | None:
    words = line.split()
    if len(words) not in (_CHIPS, _ROWS) or not all(map(_NUMBER.fullmatch, words)):
        return None
    numbers = tuple(map(int, words))
    if max(numbers) > 255:
        return None
    if len(numbers) == _ROWS:
        return Rows(numbers)
    chips = {index: _chip(numbers[index * 5 : index * 5 + 5]) for index in range(64)}
    return Chips({index: chip for index, chip in chips.items() if chip != _EMPTY})


def _chip(numbers: Sequence[int]) -> Chip:
    one, two, three, four, five = numbers
    return one, two, three, four, five


def lights(squares: Sequence[int]) -> bytes:
    """Light these squares (0 to 63 from a8) and no others. Leave 0.6 s between two patterns.

    Here file a is bit 0, other than in what the board sends. Raises MessageError.
    """
    return row_bits(squares, a_first=False)


def rgb_lights(corners: Mapping[int, Rgb]) -> bytes:
    """The colours of the 81 corners of a Spectrum, nine in a row; all others dark.

    Raises MessageError.
    """
    values = bytearray(LEDS * 3)
    for corner, color in corners.items():
        if not (0 <= corner < LEDS and all(0 <= part < 256 for part in color)):
            raise MessageError(f"corner {corner} with {color}: corners are 0 to {LEDS - 1}")
        values[corner * 3 : corner * 3 + 3] = bytes(color)
    return b"\xff\x55" + bytes(values) + b"\r\n"
