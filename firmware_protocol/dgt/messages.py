"""What a DGT board says, and how a message becomes events. Sizes are those on the wire."""

from __future__ import annotations

import enum
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from firmware_protocol.dgt.clock import ClockAck, ClockTimes, read_clock
from firmware_protocol.dgt.event_log import read_log
from firmware_protocol.stream import Event

HEADER = 3  # id with bit 7 set, then the whole length as two times 7 bits
MAX_UNKNOWN = 260
_UNKNOWN_TIME = 0x7F


class MessageId(enum.IntEnum):
    BOARD = 0x86
    CLOCK = 0x8D
    FIELD = 0x8E
    LOG = 0x8F
    BUS_ADDRESS = 0x90
    SERIAL = 0x91
    TEXT = 0x92
    VERSION = 0x93
    BOARD_50_BLACK = 0x94
    BOARD_50_WHITE = 0x95
    HARDWARE = 0x96  # of a Pegasus
    BATTERY = 0xA0
    LONG_SERIAL = 0xA2


_SIZES: dict[int, range | tuple[int, ...]] = {
    MessageId.BOARD: (67, 103),
    MessageId.CLOCK: (10,),
    MessageId.FIELD: (5,),
    MessageId.LOG: range(3, 0x1F03 + 1),
    MessageId.BUS_ADDRESS: (5,),
    MessageId.SERIAL: (8,),
    MessageId.TEXT: range(3, 259 + 1),
    MessageId.VERSION: (5,),
    MessageId.BOARD_50_BLACK: (53,),
    MessageId.BOARD_50_WHITE: (53,),
    MessageId.BATTERY: (12,),
    MessageId.LONG_SERIAL: (13,),
}
_ANY_SIZE = range(HEADER, MAX_UNKNOWN + 1)


def is_possible(kind: int, size: int) -> bool:
    """Whether a message of this id can be `size` bytes long."""
    return size in _SIZES.get(kind, _ANY_SIZE)


@dataclass(frozen=True, slots=True)
class BoardDump(Event):
    """The code of every square, row by row from the top left: 64 or 100."""

    codes: tuple[int, ...]

    @property
    def size(self) -> int:
        return 8 if len(self.codes) == 64 else 10


@dataclass(frozen=True, slots=True)
class FiftyDump(Event):
    """The codes of 50 squares of one colour, square 1 first."""

    colour: str
    codes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FieldUpdate(Event):
    """One square reads another code now; 0 is empty."""

    TYPE: ClassVar = "field"
    index: int
    code: int


@dataclass(frozen=True, slots=True)
class Version(Event):
    TYPE: ClassVar = "version"
    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class Serial(Event):
    TYPE: ClassVar = "serial"
    value: str


@dataclass(frozen=True, slots=True)
class LongSerial(Event):
    TYPE: ClassVar = "long_serial"
    value: str


@dataclass(frozen=True, slots=True)
class BusAddress(Event):
    TYPE: ClassVar = "busaddr"
    value: int


@dataclass(frozen=True, slots=True)
class Text(Event):
    """What the board answers when it is asked for its trade mark."""

    TYPE: ClassVar = "text"
    value: str


@dataclass(frozen=True, slots=True)
class Battery(Event):
    """Charge in percent; hours and minutes left, None where unknown; time on, time standing by."""

    TYPE: ClassVar = "battery"
    percent: int
    left_h: int | None
    left_min: int | None
    on_h: int
    on_min: int
    standby_d: int
    standby_h: int
    standby_min: int
    charging: bool
    discharging: bool


@dataclass(frozen=True, slots=True)
class Unknown(Event):
    """A message of an id that has no meaning here; `size` with its header."""

    TYPE: ClassVar = "unknown"
    id: int
    size: int


DgtEvent = (
    BoardDump
    | FiftyDump
    | FieldUpdate
    | Version
    | Serial
    | LongSerial
    | BusAddress
    | Text
    | Battery
    | ClockTimes
    | ClockAck
    | Unknown
)


def read_message(kind: int, body: bytes) -> list[Event]:
    """The events in a whole message of possible size; `body` without the header, all 7 bits."""
    if (reader := _READERS.get(kind)) is not None:
        return [reader(body)]
    match kind:
        case MessageId.CLOCK:
            return list(read_clock(body))
        case MessageId.LOG:
            return list(read_log(body))
    return [Unknown(kind, len(body) + HEADER)]


def _battery(body: bytes) -> Battery:
    percent, left_h, left_min, on_h, on_min, days, hours, minutes, status = body
    return Battery(
        percent,
        None if left_h == _UNKNOWN_TIME else left_h,
        None if left_min == _UNKNOWN_TIME else left_min,
        on_h,
        on_min,
        days,
        hours,
        minutes,
        charging=bool(status & 1),
        discharging=bool(status & 2),
    )


_READERS: dict[int, Callable[[bytes], Event]] = {
    MessageId.BOARD: lambda body: BoardDump(tuple(body)),
    MessageId.FIELD: lambda body: FieldUpdate(*body),
    MessageId.BUS_ADDRESS: lambda body: BusAddress(body[0] << 7 | body[1]),
    MessageId.SERIAL: lambda body: Serial(body.decode("ascii")),
    MessageId.TEXT: lambda body: Text(body.decode("ascii")),
    MessageId.VERSION: lambda body: Version(*body),
    MessageId.BOARD_50_BLACK: lambda body: FiftyDump("B", tuple(body)),
    MessageId.BOARD_50_WHITE: lambda body: FiftyDump("W", tuple(body)),
    MessageId.BATTERY: _battery,
    MessageId.LONG_SERIAL: lambda body: LongSerial(body.decode("ascii")),
}
