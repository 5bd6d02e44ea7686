"""What a DGT board can be told. Most commands are one byte.

Left out on purpose: the command that starts the boot loader, and whatever is kept in the EEPROM of
the board but for the choice of squares that are scanned.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from firmware_protocol.errors import MessageError


class Command(enum.IntEnum):
    RESET = 0x40  # no messages but answers
    CLOCK = 0x41
    BOARD = 0x42
    UPDATES_AND_CLOCK = 0x43
    UPDATES = 0x44
    SERIAL = 0x45
    BUS_ADDRESS = 0x46
    TEXT = 0x47
    HARDWARE = 0x48  # of a Pegasus
    LOG = 0x49
    BUS_MODE = 0x4A
    UPDATES_NICE = 0x4B  # the clock only when it changes
    BATTERY = 0x4C
    VERSION = 0x4D
    BOARD_50_BLACK = 0x50
    SCAN_50_BLACK = 0x51
    BOARD_50_WHITE = 0x52
    SCAN_50_WHITE = 0x53
    SCAN_100 = 0x54
    LONG_SERIAL = 0x55

    @property
    def wire(self) -> bytes:
        return bytes((self,))


class ClockCommand(enum.IntEnum):
    DISPLAY = 0x01
    ICONS = 0x02
    END = 0x03
    BUTTON = 0x08
    VERSION = 0x09
    SET_AND_RUN = 0x0A
    BEEP = 0x0B
    ASCII = 0x0C


class ClockRun(enum.IntFlag):
    """Which side counts down."""

    NONE = 0x00
    LEFT = 0x01
    RIGHT = 0x02
    PAUSE = 0x04
    LEVER_TOGGLES = 0x08


@dataclass(frozen=True, slots=True)
class ClockTime:
    """Hours 0 to 9, minutes and seconds 0 to 59."""

    hours: int
    minutes: int
    seconds: int

    @classmethod
    def of(cls, seconds: float) -> ClockTime:
        """Rounded up, as clocks do: nobody has lost who has a tenth left. Raises MessageError."""
        whole = -int(-seconds // 1)
        if not 0 <= whole < 36_000:
            raise MessageError(f"the clock shows 0 to 35,999 s, not {seconds}")
        return cls(whole // 3600, whole // 60 % 60, whole % 60)

    @property
    def wire(self) -> bytes:
        return bytes((self.hours, self.minutes, self.seconds))


TEXT_LENGTH = 8
BEEP_UNIT_MS = 64
_CLOCK, _CLOCK_START = 0x2B, 0x03


def clock_message(command: ClockCommand, data: bytes = b"") -> bytes:
    """A message to the clock. Send the next one only after its acknowledgement."""
    content = bytes((_CLOCK_START, command)) + data + b"\0"
    return bytes((_CLOCK, len(content))) + content


def clock_text(text: str, beep: int = 1) -> bytes:
    """Eight characters on a clock that shows letters. `beep` in units of 64 ms, 1 for none.

    Raises MessageError for what does not fit.
    """
    if len(text) > TEXT_LENGTH or not (text.isascii() and text.isprintable()):
        raise MessageError(f"{text!r}: the clock shows {TEXT_LENGTH} characters of ASCII")
    return clock_message(
        ClockCommand.ASCII, text.ljust(TEXT_LENGTH).encode("ascii") + bytes((_beep(beep),))
    )


def clock_set(left: ClockTime, right: ClockTime, run: ClockRun) -> bytes:
    """Set both times and let one side run."""
    return clock_message(ClockCommand.SET_AND_RUN, left.wire + right.wire + bytes((run,)))


def clock_beep(units: int) -> bytes:
    """Sound for `units` times 64 ms. Raises MessageError."""
    return clock_message(ClockCommand.BEEP, bytes((_beep(units),)))


def clock_end() -> bytes:
    """Show the times again."""
    return clock_message(ClockCommand.END)


def clock_version() -> bytes:
    return clock_message(ClockCommand.VERSION)


def _beep(units: int) -> int:
    if not 0 <= units < 0x80:
        raise MessageError(f"a beep lasts 0 to 127 units of {BEEP_UNIT_MS} ms, not {units}")
    return units


_LED, _NO_SQUARE = 0x60, 0x40


def revelation_lights(start: int | None, end: int | None = None) -> bytes:
    """Light the squares of a move on a Revelation II, which are numbered as in a dump; None turns
    all lights off. Raises MessageError."""
    if start is None:
        return bytes((_LED, 4, 0, _NO_SQUARE, _NO_SQUARE, 0))
    to = start if end is None else end
    if not (0 <= start < 64 and 0 <= to < 64):
        raise MessageError(f"squares {start} and {to} must be 0 to 63")
    return bytes((_LED, 4, 1, start, to, 0))
