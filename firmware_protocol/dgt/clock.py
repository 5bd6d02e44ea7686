"""Messages of the clock that is plugged into a DGT board: times and acknowledgements.

Left and right are those of the clock; older texts on the protocol have them the other way round.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from firmware_protocol.stream import Event

_ACK_NIBBLE = 0x0A
_FLAG_FALLEN = 0x10


class ClockStatus(enum.IntFlag, boundary=enum.KEEP):
    """The last byte of a message with times."""

    RUNNING = 0x01
    LEVER_RIGHT_UP = 0x02
    BATTERY_LOW = 0x04
    RIGHT_TO_MOVE = 0x08
    LEFT_TO_MOVE = 0x10
    NO_CLOCK = 0x20


@dataclass(frozen=True, slots=True)
class ClockTimes(Event):
    """Seconds on both sides; worth nothing where `status` says that there is no clock."""

    TYPE: ClassVar = "clock"
    right_s: int
    left_s: int
    status: int
    right_flag: bool = False
    left_flag: bool = False

    def form(self) -> object:
        return {
            "type": self.TYPE,
            "right_s": self.right_s,
            "left_s": self.left_s,
            "status": self.status,
        }


@dataclass(frozen=True, slots=True)
class ClockAck(Event):
    """The clock's answer to a command (`ack[1]` is its number), or a button where `is_event`."""

    TYPE: ClassVar = "clock_ack"
    ack: tuple[int, int, int, int]

    @property
    def is_good(self) -> bool:
        return self.ack[0] == 0x10

    @property
    def is_event(self) -> bool:
        """Whether the clock said it by itself."""
        return bool(self.ack[1] & 0x80)

    @property
    def command(self) -> int:
        """The command that is acknowledged."""
        return self.ack[1]


def read_clock(body: bytes) -> Iterator[ClockTimes | ClockAck]:
    """What is in the seven bytes behind the header; all zero means nothing."""
    if not any(body):
        return
    if _ACK_NIBBLE in (body[0] & 0x0F, body[3] & 0x0F):
        yield _ack(body)
    else:
        yield ClockTimes(
            right_s=_seconds(body[0:3]),
            left_s=_seconds(body[3:6]),
            status=body[6],
            right_flag=bool(body[0] & _FLAG_FALLEN),
            left_flag=bool(body[3] & _FLAG_FALLEN),
        )


def _ack(body: bytes) -> ClockAck:
    """Four bytes of eight bits, of which the eighth travel in the first and the fourth byte."""
    b3, b4, b5, b6, b7, b8 = body[:6]
    return ClockAck(
        (
            b4 & 0x7F | b6 << 3 & 0x80,
            b5 & 0x7F | b6 << 2 & 0x80,
            b7 & 0x7F | b3 << 3 & 0x80,
            b8 & 0x7F | b3 << 2 & 0x80,
        )
    )


def _seconds(side: bytes) -> int:
    hours, minutes, seconds = side
    return (hours & 0x0F) * 3600 + _bcd(minutes) * 60 + _bcd(seconds)


def _bcd(byte: int) -> int:
    return (byte >> 4) * 10 + (byte & 0x0F)
