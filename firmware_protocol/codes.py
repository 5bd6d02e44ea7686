"""The numbers of the protocol. PROTOCOL.md, "Codes". A number is never given a second meaning."""

from __future__ import annotations

import enum
from typing import Self

PROTOCOL_MAJOR = 1
PROTOCOL_MINOR = 1


class MessageType(enum.IntEnum):
    """01-3F asked by the host, 81-BF its answer, C0-EF told by the board, F0-FF acknowledgement."""

    HELLO = 0x01
    GET_SNAPSHOT = 0x02
    PING = 0x03
    SET_LEDS = 0x04
    READ_SETTING = 0x06
    WRITE_SETTING = 0x07
    READ_CALIBRATION = 0x08
    WRITE_CALIBRATION = 0x09
    CALIBRATE = 0x0A
    TEST = 0x0B
    RESTART = 0x0E
    HELLO_ANSWER = 0x81
    SNAPSHOT = 0x82
    PONG = 0x83
    SETTING = 0x86
    CALIBRATION = 0x88
    CHANGE = 0xC1
    HEARTBEAT = 0xC2
    BUTTON = 0xC3
    BATTERY = 0xC4
    CALIBRATED = 0xC5
    ERROR = 0xC6
    ACK = 0xF0
    NAK = 0xF1


class OpenCode(enum.IntEnum):
    """A code list that may grow: a number of later days reads as OTHER, which is 0."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        return cls(0) if isinstance(value, int) and 0 < value <= 255 else None


class Content(enum.IntEnum):
    """What a square holds; the first four fit in two bits."""

    EMPTY = 0
    OCCUPIED = 1
    WHITE = 2
    BLACK = 3
    WHITE_MAN = 4
    WHITE_KING = 5
    BLACK_MAN = 6
    BLACK_KING = 7
    UNKNOWN = 15


class BoardKind(OpenCode):
    OTHER = 0
    DRAUGHTS_10X10 = 1
    DRAUGHTS_8X8 = 2


class SensorCode(OpenCode):
    OTHER = 0
    OCCUPANCY = 1
    COLOR = 2
    COLOR_KINGS = 3


class LedKind(OpenCode):
    """What lights there are: none, one of a single colour a square, one of all colours a square."""

    OTHER = 0
    NONE = 1
    SQUARE_MONO = 2
    SQUARE_RGB = 3


class Capability(enum.IntFlag, boundary=enum.KEEP):
    """What a board can do besides seeing pieces; bits of later days are kept."""

    BUTTONS = 1 << 0
    CLOCK_PADS = 1 << 1
    BATTERY = 1 << 2
    CALIBRATION = 1 << 3
    SETTINGS_KEPT = 1 << 4


class State(enum.IntFlag, boundary=enum.KEEP):
    """How a board feels, told in every heartbeat."""

    CALIBRATED = 1 << 0
    CALIBRATING = 1 << 1
    SENSOR_FAULT = 1 << 2
    BATTERY_LOW = 1 << 3
    LIGHTS_DIMMED = 1 << 4
    STORAGE_FAULT = 1 << 5
    TESTING = 1 << 6


class LedColor(enum.IntEnum):
    """Colours that stay apart for colour-blind eyes; PROTOCOL.md says what each means."""

    OFF = 0
    WHITE = 1
    BLUE = 2
    GREEN = 3
    YELLOW = 4
    ORANGE = 5
    RED = 6
    PURPLE = 7


class LedBlink(enum.IntEnum):
    """In phase over the board: on all the time, half of 1 s, half of 250 ms, 100 ms of 1 s."""

    STEADY = 0
    SLOW = 1
    FAST = 2
    FLASH = 3


class ButtonCode(OpenCode):
    OTHER = 0
    CONFIRM = 1
    TAKE_BACK = 2
    WHITE_CLOCK = 3
    BLACK_CLOCK = 4
    NEW_GAME = 5
    DRAW = 6


class Charge(OpenCode):
    OTHER = 0
    ON_BATTERY = 1
    CHARGING = 2
    FULL = 3


class SettingKey(enum.IntEnum):
    """What the host may set; the unit is part of the name."""

    DEBOUNCE_MS = 1
    BRIGHTNESS_PERCENT = 2
    LED_TIMEOUT_MS = 3
    SENSOR = 4
    WHITE_POLE = 5
    LIGHTS = 6
    SUPPLY_MA = 7
    SCAN_HZ = 8  # read only


class CalibrationStep(enum.IntEnum):
    EMPTY_BOARD = 1
    PIECES = 2
    FORGET = 3


class SelfTestStep(enum.IntEnum):
    """What the board tries by itself; its own test runs the lights and then the sensors."""

    STOP = 0
    LIGHTS = 1
    SENSORS = 2


class NakReason(OpenCode):
    OTHER = 0
    UNKNOWN_TYPE = 1
    BODY_TOO_SHORT = 2
    BAD_VALUE = 3
    INCOMPLETE = 4
    NOT_SUPPORTED = 5
    BUSY = 6
    STORAGE = 7


class ErrorCode(OpenCode):
    OTHER = 0
    SENSOR_STUCK = 1
    SENSOR_RANGE = 2
    STORAGE = 3
    RECEIVE_OVERRUN = 4
    PROGRAM = 5


class RestartMode(enum.IntEnum):
    FIRMWARE = 0
    REPL = 1
    BOOTLOADER = 2
