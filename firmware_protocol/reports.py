"""What a board answers and tells. PROTOCOL.md, "Answers" and "Events"."""

from __future__ import annotations

from dataclasses import dataclass
from struct import Struct
from typing import Any, ClassVar

from firmware_protocol.codes import (
    BoardKind,
    ButtonCode,
    CalibrationStep,
    Capability,
    Charge,
    Content,
    ErrorCode,
    LedKind,
    MessageType,
    NakReason,
    SensorCode,
    SettingKey,
    State,
)
from firmware_protocol.errors import MessageError
from firmware_protocol.layout import Message, require_square, take_list


@dataclass(frozen=True, slots=True)
class HelloAnswer(Message):
    """Board: what it is. `boot_id` is drawn anew at each start, so a reboot shows."""

    TYPE: ClassVar = MessageType.HELLO_ANSWER
    LAYOUT: ClassVar = Struct("<BBIBBBBBH")
    major: int
    minor: int
    boot_id: int
    board: BoardKind
    squares: int
    sensor: SensorCode
    led_kind: LedKind
    leds: int
    capabilities: Capability
    firmware: tuple[int, int, int]
    serial: bytes

    def _pack_tail(self) -> bytes:
        if len(self.serial) > 32:
            raise MessageError("serial has at most 32 bytes")
        return bytes(self.firmware) + bytes((len(self.serial),)) + self.serial

    @classmethod
    def _unpack_tail(cls, tail: bytes) -> tuple[Any, ...]:
        if len(tail) < 4 or len(tail) < 4 + tail[3]:
            raise MessageError("firmware version or serial is cut off")
        return (tail[0], tail[1], tail[2]), tail[4 : 4 + tail[3]]


@dataclass(frozen=True, slots=True)
class SnapshotReport(Message):
    """Board: the whole truth at `revision`; `contents[0]` is square 1."""

    TYPE: ClassVar = MessageType.SNAPSHOT
    LAYOUT: ClassVar = Struct("<HI")
    revision: int
    board_ms: int
    contents: tuple[Content, ...]

    def _pack_tail(self) -> bytes:
        count = len(self.contents)
        if not 1 <= count <= 200:
            raise MessageError(f"{count} squares; a snapshot has 1 to 200")
        bits = 2 if max(self.contents) < 4 else 4
        packed = sum(content << (bits * i) for i, content in enumerate(self.contents))
        return bytes((count, bits)) + packed.to_bytes((count * bits + 7) // 8, "little")

    @classmethod
    def _unpack_tail(cls, tail: bytes) -> tuple[Any, ...]:
        if len(tail) < 2 or not 1 <= tail[0] <= 200 or tail[1] not in (2, 4):
            raise MessageError("needs 1 to 200 squares of 2 or 4 bits")
        count, bits = tail[0], tail[1]
        size = (count * bits + 7) // 8
        if len(tail) < 2 + size:
            raise MessageError(f"{count} squares of {bits} bits are cut off")
        packed = int.from_bytes(tail[2 : 2 + size], "little")
        if packed >> (count * bits):
            raise MessageError("bits behind the last square must be 0")
        mask = (1 << bits) - 1
        return (tuple(Content(packed >> (bits * i) & mask) for i in range(count)),)


@dataclass(frozen=True, slots=True)
class Pong(Message):
    """Board: the body of the Ping, unchanged."""

    TYPE: ClassVar = MessageType.PONG
    body: bytes = b""

    def _pack_tail(self) -> bytes:
        return self.body

    @classmethod
    def _unpack_tail(cls, tail: bytes) -> tuple[Any, ...]:
        return (tail,)


@dataclass(frozen=True, slots=True)
class Setting(Message):
    """Board: what it is set to."""

    TYPE: ClassVar = MessageType.SETTING
    LAYOUT: ClassVar = Struct("<BH")
    key: SettingKey
    value: int


@dataclass(frozen=True, slots=True)
class SquareLevels:
    """One square's field levels in 16-bit ADC counts; `span` is what a piece changes `empty` by."""

    empty: int
    span: int
    level: int


@dataclass(frozen=True, slots=True)
class Calibration(Message):
    """Board: the levels kept, and the level now, of the squares from `first` on (at most 39)."""

    TYPE: ClassVar = MessageType.CALIBRATION
    LAYOUT: ClassVar = Struct("<B")
    ENTRY: ClassVar = Struct("<HHH")
    first: int
    squares: tuple[SquareLevels, ...]

    def __post_init__(self) -> None:
        require_square(self.first)

    def _pack_tail(self) -> bytes:
        return b"".join(self.ENTRY.pack(x.empty, x.span, x.level) for x in self.squares)

    @classmethod
    def _unpack_tail(cls, tail: bytes) -> tuple[Any, ...]:
        return (tuple(SquareLevels(*entry) for entry in take_list(tail, cls.ENTRY)),)


@dataclass(frozen=True, slots=True)
class Change(Message):
    """Board: a square has settled on another content; `revision` is the one it leads to."""

    TYPE: ClassVar = MessageType.CHANGE
    LAYOUT: ClassVar = Struct("<HIBB")
    revision: int
    board_ms: int
    square: int
    content: Content

    def __post_init__(self) -> None:
        require_square(self.square)


@dataclass(frozen=True, slots=True)
class Heartbeat(Message):
    """Board: alive, once a second and right after a start."""

    TYPE: ClassVar = MessageType.HEARTBEAT
    LAYOUT: ClassVar = Struct("<HIBI")
    revision: int
    board_ms: int
    state: State
    boot_id: int


@dataclass(frozen=True, slots=True)
class Button(Message):
    """Board: a button or a clock pad went down (True) or up."""

    TYPE: ClassVar = MessageType.BUTTON
    LAYOUT: ClassVar = Struct("<IBB")
    board_ms: int
    button: ButtonCode
    pressed: bool


@dataclass(frozen=True, slots=True)
class Battery(Message):
    """Board: after each Hello, and when a percent is lost or won. `percent` 255: not known."""

    TYPE: ClassVar = MessageType.BATTERY
    LAYOUT: ClassVar = Struct("<BHB")
    percent: int
    millivolts: int
    charge: Charge


@dataclass(frozen=True, slots=True)
class Calibrated(Message):
    """Board: a Calibrate is done; `failed` squares gave no usable level, the first is `square`."""

    TYPE: ClassVar = MessageType.CALIBRATED
    LAYOUT: ClassVar = Struct("<BBB")
    step: CalibrationStep
    failed: int
    square: int


@dataclass(frozen=True, slots=True)
class ErrorReport(Message):
    """Board: something is wrong; `square` is 0 where no square is meant."""

    TYPE: ClassVar = MessageType.ERROR
    LAYOUT: ClassVar = Struct("<BBH")
    code: ErrorCode
    square: int
    detail: int


@dataclass(frozen=True, slots=True)
class Ack(Message):
    """Board: the request of this seq was done; `request` is its type."""

    TYPE: ClassVar = MessageType.ACK
    LAYOUT: ClassVar = Struct("<B")
    request: int


@dataclass(frozen=True, slots=True)
class Nak(Message):
    """Board: the request of this seq was not done, or (STORAGE) only until the next start."""

    TYPE: ClassVar = MessageType.NAK
    LAYOUT: ClassVar = Struct("<BB")
    request: int
    reason: NakReason
