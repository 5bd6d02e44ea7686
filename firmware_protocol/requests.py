"""What the host may ask of a board. PROTOCOL.md, "Requests"."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from struct import Struct
from typing import Any, ClassVar

from firmware_protocol.codes import (
    CalibrationStep,
    LedBlink,
    LedColor,
    MessageType,
    RestartMode,
    SelfTestStep,
    SettingKey,
)
from firmware_protocol.errors import MessageError
from firmware_protocol.layout import Message, require_square, take_list

LIGHTS_PER_FRAME = 6  # what fits a frame of 20 bytes
RESTART_GUARD = 0xDA3B


@dataclass(frozen=True, slots=True)
class Hello(Message):
    """Host: who are you? Carries the protocol version that the host speaks."""

    TYPE: ClassVar = MessageType.HELLO
    LAYOUT: ClassVar = Struct("<BB")
    major: int
    minor: int


@dataclass(frozen=True, slots=True)
class GetSnapshot(Message):
    """Host: what stands on every square?"""

    TYPE: ClassVar = MessageType.GET_SNAPSHOT


@dataclass(frozen=True, slots=True)
class Ping(Message):
    """Host: say this back. Also keeps the lights on."""

    TYPE: ClassVar = MessageType.PING
    body: bytes = b""

    def _pack_tail(self) -> bytes:
        return self.body

    @classmethod
    def _unpack_tail(cls, tail: bytes) -> tuple[Any, ...]:
        return (tail,)


class LedStep(enum.IntFlag, boundary=enum.STRICT):
    """CLEAR empties the pattern being made before the lights are put in; SHOW makes it visible."""

    ADD = 0
    CLEAR = 1
    SHOW = 2


@dataclass(frozen=True, slots=True)
class Light:
    """How one square is lit."""

    square: int
    color: LedColor
    blink: LedBlink = LedBlink.STEADY


@dataclass(frozen=True, slots=True)
class SetLeds(Message):
    """Host: lights for the pattern being made; `lit` squares must be in it when it is shown."""

    TYPE: ClassVar = MessageType.SET_LEDS
    LAYOUT: ClassVar = Struct("<BB")
    ENTRY: ClassVar = Struct("<BB")
    step: LedStep
    lit: int
    lights: tuple[Light, ...]

    def _pack_tail(self) -> bytes:
        for light in self.lights:
            require_square(light.square)
        return b"".join(self.ENTRY.pack(x.square, x.color | x.blink << 4) for x in self.lights)

    @classmethod
    def _unpack_tail(cls, tail: bytes) -> tuple[Any, ...]:
        lights = []
        for square, look in take_list(tail, cls.ENTRY):
            require_square(square)
            lights.append(Light(square, LedColor(look & 15), LedBlink(look >> 4)))
        return (tuple(lights),)


def led_pattern(lights: Sequence[Light], per_frame: int = LIGHTS_PER_FRAME) -> list[SetLeds]:
    """The commands that replace the whole pattern by `lights` at one moment; dark for none.

    Send one, await its Ack, send the next; each may be repeated. Raises MessageError for a square
    named twice, as the board could then not tell a lost frame from a full pattern.
    """
    shown = [light for light in lights if light.color is not LedColor.OFF]
    if len({light.square for light in shown}) != len(shown):
        raise MessageError("a square is named twice in one pattern")
    pieces = [tuple(shown[i : i + per_frame]) for i in range(0, len(shown), per_frame)] or [()]
    last = len(pieces) - 1
    return [
        SetLeds(
            (LedStep.ADD if i else LedStep.CLEAR) | (LedStep.SHOW if i == last else LedStep.ADD),
            len(shown),
            piece,
        )
        for i, piece in enumerate(pieces)
    ]


@dataclass(frozen=True, slots=True)
class ReadSetting(Message):
    """Host: what is this set to?"""

    TYPE: ClassVar = MessageType.READ_SETTING
    LAYOUT: ClassVar = Struct("<B")
    key: SettingKey


@dataclass(frozen=True, slots=True)
class WriteSetting(Message):
    """Host: set this, and keep it over a power cut."""

    TYPE: ClassVar = MessageType.WRITE_SETTING
    LAYOUT: ClassVar = Struct("<BH")
    key: SettingKey
    value: int


@dataclass(frozen=True, slots=True)
class ReadCalibration(Message):
    """Host: the levels of `count` squares from square `first` on."""

    TYPE: ClassVar = MessageType.READ_CALIBRATION
    LAYOUT: ClassVar = Struct("<BB")
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class WriteCalibration(Message):
    """Host: keep these (empty, span) levels for the squares from `first` on (at most 59)."""

    TYPE: ClassVar = MessageType.WRITE_CALIBRATION
    LAYOUT: ClassVar = Struct("<B")
    ENTRY: ClassVar = Struct("<HH")
    first: int
    levels: tuple[tuple[int, int], ...]

    def __post_init__(self) -> None:
        require_square(self.first)

    def _pack_tail(self) -> bytes:
        return b"".join(self.ENTRY.pack(*entry) for entry in self.levels)

    @classmethod
    def _unpack_tail(cls, tail: bytes) -> tuple[Any, ...]:
        return (tuple(take_list(tail, cls.ENTRY)),)


@dataclass(frozen=True, slots=True)
class Calibrate(Message):
    """Host: learn from what stands on the board now. Acknowledged at once, Calibrated follows."""

    TYPE: ClassVar = MessageType.CALIBRATE
    LAYOUT: ClassVar = Struct("<B")
    step: CalibrationStep


@dataclass(frozen=True, slots=True)
class SelfTest(Message):
    """Host: try lights or sensors one by one; what the host lit comes back afterwards."""

    TYPE: ClassVar = MessageType.TEST
    LAYOUT: ClassVar = Struct("<B")
    step: SelfTestStep


@dataclass(frozen=True, slots=True)
class Restart(Message):
    """Host: start again, or give the console back so that the firmware can be replaced."""

    TYPE: ClassVar = MessageType.RESTART
    LAYOUT: ClassVar = Struct("<BH")
    mode: RestartMode
    guard: int = RESTART_GUARD
