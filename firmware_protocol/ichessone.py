"""iChessOne: messages that begin with `=`, a letter, and a fixed number of bytes, over Nordic UART.

A position names the squares from a8 to h1, two in a byte, the upper half first; as no half is D and
`=` is 3D, a `=` inside one begins another message. In a battery message it may be 61 per cent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_protocol.placement import placement, row_bits
from firmware_protocol.stream import Event, Step, StreamDecoder

ASK_BATTERY = b"RB"
ASK_POSITION = b"RP"
START_REPORTS = b"CPIRQ"
_LETTERS = ".PNBRQKpnbrqk"
_START = 0x3D
_POSITION, _BATTERY = 0x70, 0x62
_PERCENT = 3  # where it stands in a battery message
_NEXT = (bytes((_POSITION,)), bytes((_BATTERY,)))
_SIZES = {_POSITION: 34, _BATTERY: 4}
_FULL_LEVEL, _COLOR = 0x80, 0x0F


@dataclass(frozen=True, slots=True)
class Report(Event):
    """What stands where, as a FEN placement."""

    placement: str


@dataclass(frozen=True, slots=True)
class Battery(Event):
    percent: int
    charging: bool


class IChessOneDecoder(StreamDecoder):
    """Positions and battery."""

    def _step(self, buffer: bytearray) -> Step | None:
        if (start := buffer.find(_START)) != 0:
            return Step(start if start > 0 else len(buffer))
        if len(buffer) < 2:
            return None
        size = _SIZES.get(buffer[1], 0)
        if not size:
            return Step(1, broken=True)
        intruder = buffer.find(_START, 2, size)
        if intruder > 0 and not (intruder == _PERCENT and _is_percent(buffer)):
            return Step(intruder, broken=True)
        if len(buffer) < size:
            return None
        return _read(bytes(buffer[:size]))


def _is_percent(buffer: bytearray) -> bool:
    """Whether a `=` at the end of a battery message is its last byte and begins no other."""
    return buffer[1] == _BATTERY and bytes(buffer[_PERCENT + 1 : _PERCENT + 2]) not in _NEXT


def _read(message: bytes) -> Step:
    if message[1] == _BATTERY:
        return Step(4, [Battery(min(100, message[3]), charging=bool(message[2]))])
    halves = [half for byte in message[2:] for half in (byte >> 4, byte & 0x0F)]
    if max(halves) >= len(_LETTERS):
        return Step(len(message), broken=True)
    return Step(len(message), [Report(placement("".join(_LETTERS[half] for half in halves)))])


def lights(squares: Sequence[int]) -> bytes:
    """Light these squares (0 to 63 from a8) and no others. Raises MessageError."""
    frame = b"\0" + row_bits(squares, a_first=False) + b"\0"  # a row of corners above and below
    return bytes((0x45, 0x4C, _FULL_LEVEL, _COLOR)) + frame + bytes((0x01, 0xFF))
