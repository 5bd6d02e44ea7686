"""The DGT Pegasus: the framing of its elder brothers over BLE; it sees only that a piece stands.

Nordic UART is shared by many boards: it is one of these where the name contains PEGASUS.
Squares are numbered 0 to 63 row by row from a8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from firmware_protocol.dgt.decoder import DgtDecoder
from firmware_protocol.dgt.messages import BoardDump, FieldUpdate
from firmware_protocol.errors import MessageError
from firmware_protocol.stream import Event

SQUARES = 64
_LED, _SHOW, _OFF = 0x60, 0x05, 0x00


@dataclass(frozen=True, slots=True)
class Occupied(Event):
    """The squares on which something stands."""

    occupied: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Touched(Event):
    """A piece was placed on this square, or lifted."""

    index: int
    placed: bool


class PegasusDecoder(DgtDecoder):
    """Dumps and field updates as what they are here; all else as any DGT board says it."""

    def _is_possible(self, kind: int, size: int) -> bool:
        return super()._is_possible(kind, size) and size != 103

    def _read(self, kind: int, body: bytes) -> Sequence[Event]:
        return [_seen(event) for event in super()._read(kind, body)]


def _seen(event: Event) -> Event:
    match event:
        case BoardDump(codes):
            return Occupied(tuple(index for index, code in enumerate(codes) if code))
        case FieldUpdate(index, code):
            return Touched(index, bool(code))
    return event


def lights(squares: Sequence[int], *, speed: int = 1, repeat: int = 0, intensity: int = 2) -> bytes:
    """Light these squares and no others. Raises MessageError."""
    if not squares:
        return bytes((_LED, 2, _OFF, 0))
    settings = (speed, repeat, intensity)
    if not all(0 <= square < SQUARES for square in squares):
        raise MessageError(f"squares {list(squares)} must be 0 to {SQUARES - 1}")
    if len(squares) > SQUARES or not all(0 <= value < 0x80 for value in settings):
        raise MessageError(f"{len(squares)} squares, settings {settings}: too much for one pattern")
    content = bytes((_SHOW, *settings, *squares, 0))
    return bytes((_LED, len(content))) + content


def register_key(key: bytes) -> bytes:
    """Six bytes that DGT gives to a maker of programs; without one the lights stay dark on some
    boards. Raises MessageError."""
    if len(key) != 6:
        raise MessageError(f"a key has 6 bytes, not {len(key)}")
    return bytes((0x63, 7)) + key + b"\0"
