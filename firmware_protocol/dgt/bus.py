"""Bus mode: many DGT boards on one wire, each with an address, every message with a checksum."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from firmware_protocol.dgt.decoder import SevenBitDecoder
from firmware_protocol.dgt.messages import HEADER
from firmware_protocol.errors import MessageError
from firmware_protocol.stream import Event, Step

_ADDRESS = 2
_SMALLEST = HEADER + _ADDRESS + 1
_LARGEST = 0x1F03 + _ADDRESS + 1
Address = tuple[int, int]  # seven bits each, high first
EVERY_BOARD: Address = (0, 0)


class BusCommand(enum.IntEnum):
    CLOCK = 0x81
    BOARD = 0x82
    CHANGES = 0x83
    REPEAT_CHANGES = 0x84  # after a damaged answer: CHANGES would give the next ones
    SET_START = 0x85
    FROM_START = 0x86
    PING = 0x87
    END_BUS_MODE = 0x88
    RESET = 0x89
    IGNORE_NEXT_PING = 0x8A
    VERSION = 0x8B
    BOARD_50_BLACK = 0x8C
    CHANGES_CLOCK_BOARD = 0x8D


class BusAnswer(enum.IntEnum):
    BOARD = 0x83
    CLOCK = 0x84
    CHANGES = 0x85
    FROM_START = 0x86
    PING = 0x87
    START_WRITTEN = 0x88
    VERSION = 0x89
    BOARD_50_BLACK = 0x8A


_SIZES: dict[int, Sequence[int]] = {
    BusAnswer.BOARD: (64 + _SMALLEST, 100 + _SMALLEST),
    BusAnswer.CLOCK: (7 + _SMALLEST,),
    BusAnswer.CHANGES: range(_SMALLEST, _LARGEST + 1),
    BusAnswer.FROM_START: range(_SMALLEST, _LARGEST + 1),
    BusAnswer.PING: (_SMALLEST,),
    BusAnswer.START_WRITTEN: (_SMALLEST,),
    BusAnswer.VERSION: (8, 6),
    BusAnswer.BOARD_50_BLACK: (50 + _SMALLEST,),
}


@dataclass(frozen=True, slots=True)
class BusMessage(Event):
    """What the board at this address says. Where the checksum is wrong nothing in it is sure."""

    answer: BusAnswer
    address: Address
    data: bytes
    checksum_ok: bool

    def form(self) -> object:
        form: dict[str, object] = {
            "type": f"bus_{self.answer.name.lower()}",
            "address": list(self.address),
            "checksum_ok": self.checksum_ok,
        }
        return form | ({"data": list(self.data)} if self.data else {})


class BusDecoder(SevenBitDecoder):
    """What comes from all boards of one wire. A wrong checksum counts as a framing error, and the
    message is still reported: somebody has to ask again."""

    def _is_possible(self, kind: int, size: int) -> bool:
        return size in _SIZES.get(kind, ())

    def _take(self, message: bytes) -> Step:
        good = bus_checksum(message[:-1]) == message[-1]
        address = (message[HEADER], message[HEADER + 1])
        data = message[HEADER + _ADDRESS : -1]
        event = BusMessage(BusAnswer(message[0]), address, data, good)
        return Step(len(message), [event], broken=not good)


def bus_checksum(message: bytes) -> int:
    """The last byte of a message, from all before it."""
    return sum(message) & 0x7F


def bus_command(command: BusCommand, address: Address = EVERY_BOARD) -> bytes:
    """The bytes of a command. Raises MessageError for an address that is none."""
    if not all(0 <= part < 0x80 for part in address):
        raise MessageError(f"bus address {address}: two numbers from 0 to 127")
    message = bytes((command, *address))
    return message + bytes((bus_checksum(message),))
