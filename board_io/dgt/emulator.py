"""A DGT board without the board: its scan, its messages, its slow line. Without I/O, time is given.

It looks at one square after the other, so a piece in motion may be seen on two squares or on none,
be seen to arrive before it leaves, and a piece replaced in time never leaves. It answers the
question for its trade mark with a text of its own: DGT forbids others to send theirs.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from firmware_protocol.dgt.commands import ClockCommand, Command
from firmware_protocol.dgt.messages import HEADER, MessageId
from firmware_protocol.dgt.pieces import Coding, dark_indexes
from rules.piece import Color, Piece, Role

SCAN_S = 0.22  # all squares once
BYTES_PER_S = 960.0  # 9600 baud, ten bits each
INPUT_BYTES = 10  # held until the board gets round to reading them
CLOCK_S = 1.0
TEXT = "DIY dambord"
_CLOCK = 0x2B
_GOOD, _BAD = 0x10, 0x40
_LETTERS_SINCE = 0x20
_FAST_S = 0.25
_LOG_ENTRIES = 0x1F00 // 2
_UPDATES = frozenset({Command.UPDATES, Command.UPDATES_NICE, Command.UPDATES_AND_CLOCK})
_CLOCK_UPDATES = frozenset({Command.UPDATES_NICE, Command.UPDATES_AND_CLOCK})
_MODES = _UPDATES | {Command.RESET}
_CODES = {
    Coding.SINCE_2011: {"Wm": 1, "Bm": 4, "Wk": 7, "Bk": 10},
    Coding.BEFORE_2011: {"Wm": 1, "Bm": 7, "Wk": 4, "Bk": 10},
    Coding.CHESS: {"Wm": 1, "Bm": 7, "Wk": 6, "Bk": 12},
}


@dataclass
class EmulatedClock:
    """What the clock shows: whole seconds, or a text. A DGT3000 has version 2.0 or later; one
    before shows no letters but `segments`."""

    left_s: int = 0
    right_s: int = 0
    run: int = 0
    text: str = ""
    segments: bytes = b""  # of A to F
    version: int = 0x20  # main and sub, four bits each
    deaf: int = 0  # so many messages from now on get no acknowledgement
    refuses: bool = False  # it is in a mode in which nobody may tell it anything


@dataclass(frozen=True, slots=True)
class BatteryState:
    percent: int
    charging: bool = False


class EmulatedDgt:
    """A board of `size` rows. Call `advance` often: every few milliseconds of board time."""

    def __init__(
        self,
        size: int = 10,
        coding: Coding = Coding.SINCE_2011,
        *,
        serial: str = "00042",
        clock: EmulatedClock | None = None,
        battery: BatteryState | None = None,
    ) -> None:
        self.size = size
        self.clock = clock
        self.battery = battery
        self._serial = serial
        self._coding = coding
        self._there = [0] * (size * size)
        self._seen = [0] * (size * size)
        self._mode = Command.RESET
        self._scanned = 0.0  # squares looked at since the beginning
        self._now = 0.0
        self._last_change = -math.inf
        self._clock_told_at = -math.inf
        self._clock_told: bytes = b""
        self._input = bytearray()
        self._output = bytearray()
        self._line_free_at = 0.0
        self._log: list[bytes] = []

    def set_position(self, pieces: Mapping[int, Piece]) -> None:
        """Have these pieces on the board and no others, and have looked at them."""
        self._there = [0] * len(self._there)
        for square, piece in pieces.items():
            self.put(square, piece)
        self._seen = list(self._there)

    def put(self, square: int, piece: Piece | None) -> None:
        """From now on this stands on the square, whatever stood there."""
        self._there[dark_indexes(self.size)[square - 1]] = self._code(piece)

    def put_on_index(self, index: int, code: int) -> None:
        """The same for any square, light ones too, and any code."""
        self._there[index] = code

    def receive(self, data: bytes) -> None:
        """Bytes from the host. What does not fit in the board's input gets lost."""
        for byte in data:
            if len(self._input) < INPUT_BYTES or self._input[0] == _CLOCK:
                self._input.append(byte)

    def press(self, key: int, pair: int) -> None:
        """A button of the clock, which says so by itself."""
        self.say_of_clock(0x88, pair, key)

    def say_of_clock(self, event: int, a2: int = 0, a3: int = 0) -> None:
        """What a clock says by itself."""
        if self._mode in _CLOCK_UPDATES:
            self._say(MessageId.CLOCK, _clock_ack(_GOOD, event, a2, a3))

    def advance(self, now: float) -> None:
        """Scan on, obey commands, tell what is due, up to `now`."""
        self._scan(now)
        self._now = now
        self._obey()
        if self.clock is not None and now >= self._clock_told_at + CLOCK_S:
            self._tell_times(self.clock)

    def take_output(self, now: float) -> bytes:
        """What has come down the line by now."""
        if not self._output:
            self._line_free_at = now
            return b""
        count = min(len(self._output), int((now - self._line_free_at) * BYTES_PER_S))
        self._line_free_at += count / BYTES_PER_S
        data = bytes(self._output[:count])
        del self._output[:count]
        return data

    # -- the squares -----------------------------------------------------------------------

    def _scan(self, now: float) -> None:
        """Look at the squares whose turn came since the last time; at each one once at most."""
        count = len(self._there)
        until = now / SCAN_S * count
        first = max(math.ceil(self._scanned), math.ceil(until) - count)
        for turn in range(first, math.ceil(until)):
            index = turn % count
            if self._seen[index] != self._there[index]:
                self._notice(index, self._there[index], turn / count * SCAN_S)
        self._scanned = until

    def _notice(self, index: int, code: int, at: float) -> None:
        self._seen[index] = code
        fast = 0x10 if at - self._last_change < _FAST_S else 0
        self._last_change = at
        self._log = [*self._log[1 - _LOG_ENTRIES :], bytes((0x40 | fast | code, index))]
        if self._mode in _UPDATES:
            self._say(MessageId.FIELD, bytes((index, code)))

    def _code(self, piece: Piece | None) -> int:
        if piece is None:
            return 0
        color = "W" if piece.color is Color.WHITE else "B"
        return _CODES[self._coding][color + ("m" if piece.role is Role.MAN else "k")]

    # -- what it is told -------------------------------------------------------------------

    def _obey(self) -> None:
        while self._input:
            if self._input[0] != _CLOCK:
                self._do(self._input.pop(0))
                continue
            if len(self._input) < 2 or len(self._input) < 2 + self._input[1]:
                return
            size = 2 + self._input[1]
            message = bytes(self._input[:size])
            del self._input[:size]
            if self.clock is not None and size >= 5:
                self._tell_clock(self.clock, message)

    def _do(self, command: int) -> None:
        dark = dark_indexes(self.size)
        if command in _MODES:
            self._mode = Command(command)
            self._clock_told_at = -math.inf
            return
        match command:
            case Command.BOARD:
                self._say(MessageId.BOARD, bytes(self._seen))
            case Command.BOARD_50_BLACK if self.size == 10:
                self._say(MessageId.BOARD_50_BLACK, bytes(self._seen[index] for index in dark))
            case Command.CLOCK:
                self._say(MessageId.CLOCK, self._times())
            case Command.SERIAL:
                self._say(MessageId.SERIAL, self._serial.encode("ascii"))
            case Command.LONG_SERIAL:
                self._say(MessageId.LONG_SERIAL, self._serial.zfill(10).encode("ascii"))
            case Command.BUS_ADDRESS:
                self._say(MessageId.BUS_ADDRESS, bytes(divmod(int(self._serial), 128)))
            case Command.TEXT:
                self._say(MessageId.TEXT, f"{TEXT} {self.size}x{self.size}".encode("ascii"))
            case Command.VERSION:
                self._say(MessageId.VERSION, bytes((1, 8)))
            case Command.BATTERY if self.battery is not None:
                status = 1 if self.battery.charging else 2
                told = (self.battery.percent, 0x7F, 0x7F, 1, 12, 0, 3, 4, status)
                self._say(MessageId.BATTERY, bytes(told))
            case Command.LOG:
                self._say(MessageId.LOG, b"\x6a" + b"".join(self._log) + b"\x6b")

    def _say(self, kind: MessageId, body: bytes) -> None:
        size = len(body) + HEADER
        self._output += bytes((kind, size >> 7, size & 0x7F)) + body

    # -- the clock -------------------------------------------------------------------------

    def _tell_times(self, clock: EmulatedClock) -> None:
        self._clock_told_at = self._now
        times = self._times()
        changed, self._clock_told = times != self._clock_told, times
        wanted = self._mode is Command.UPDATES_AND_CLOCK
        if wanted or (self._mode is Command.UPDATES_NICE and changed):
            self._say(MessageId.CLOCK, times)

    def _times(self) -> bytes:
        clock = self.clock
        if clock is None:
            return bytes(6) + b"\x20"
        running = bool(clock.run & 0x03)
        status = (0x01 if running else 0) | (0x10 if clock.run & 0x01 else 0x08)
        return _bcd_time(clock.right_s) + _bcd_time(clock.left_s) + bytes((status,))

    def _tell_clock(self, clock: EmulatedClock, message: bytes) -> None:
        command = message[3]
        done = not clock.refuses and _obeyed(clock, command, message[4:-1])
        if clock.deaf:
            clock.deaf -= 1
        elif self._mode in _CLOCK_UPDATES:
            detail = clock.version if command == ClockCommand.VERSION else 0
            self._say(MessageId.CLOCK, _clock_ack(_GOOD if done else _BAD, command, detail, 0))


def _obeyed(clock: EmulatedClock, command: int, data: bytes) -> bool:
    """Whether the clock can do what it is told; then it has."""
    match command:
        case ClockCommand.ASCII if clock.version >= _LETTERS_SINCE:
            clock.text = data[:8].decode("ascii", "replace")
        case ClockCommand.ASCII:
            return False
        case ClockCommand.DISPLAY if len(data) == 8:
            c, b, a, f, e, d = data[:6]
            clock.segments = bytes((a, b, c, d, e, f))
        case ClockCommand.END:
            clock.text, clock.segments = "", b""
        case ClockCommand.SET_AND_RUN if len(data) == 7:
            clock.left_s = data[0] * 3600 + data[1] * 60 + data[2]
            clock.right_s = data[3] * 3600 + data[4] * 60 + data[5]
            clock.run = data[6]
    return True


def _bcd_time(seconds: int) -> bytes:
    return bytes((seconds // 3600 % 10, _bcd(seconds // 60 % 60), _bcd(seconds % 60)))


def _bcd(number: int) -> int:
    return (number // 10) << 4 | number % 10


def _clock_ack(a0: int, a1: int, a2: int, a3: int) -> bytes:
    """Four bytes of eight bits in seven of seven: the eighth bits travel apart."""
    right = 0x0A | (a2 & 0x80) >> 3 | (a3 & 0x80) >> 2
    left = 0x0A & 0x0F | (a0 & 0x80) >> 3 | (a1 & 0x80) >> 2
    return bytes((right, a0 & 0x7F, a1 & 0x7F, left, a2 & 0x7F, a3 & 0x7F, 0))
