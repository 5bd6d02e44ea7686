"""Chessnut Air, Pro, Go and Move: an id, a length, and so many bytes; no checksum.

Squares are numbered 0 to 63 row by row from a8. A report names them from h8 to a1, two in a byte,
the lower half first. Over BLE with the default packet size a report comes in two parts.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from firmware_protocol.errors import MessageError
from firmware_protocol.placement import placement, row_bits
from firmware_protocol.stream import Event, Step, StreamDecoder

START_REPORTS = bytes((0x21, 0x01, 0x00))
START_UPLOAD = bytes((0x21, 0x01, 0x01))
ASK_BATTERY = bytes((0x29, 0x01, 0x00))
ASK_MCU_VERSION = bytes((0x27, 0x01, 0x01))
ASK_BLE_VERSION = bytes((0x27, 0x01, 0x00))
ASK_STORED_GAMES = bytes((0x31, 0x01, 0x00))
ASK_MODEL = bytes((0x41, 0x01, 0x15)) + ASK_STORED_GAMES  # a Move answers both, others the last
ASK_MOVE_BATTERY = bytes((0x41, 0x01, 0x0C))
ASK_MOVE_PIECES = bytes((0x41, 0x01, 0x0B))

_LETTERS = ".qkbpnRPrBNQK"
_REPORT = b"\x01\x24"
_REPORT_SIZE = 38
_HEADERS = (_REPORT, b"\x2a\x02", b"\x32\x01", b"\x23\x01", b"\x41\x03", b"\x41\x05", b"\x41\x89")
_IDS = bytes({header[0] for header in _HEADERS})
_MOVE_BATTERY, _MOVE_PIECES, _MOVE_MODEL = 0x0C, 0x0B, 0x15
_MOVE_TOPICS = {b"\x41\x03": _MOVE_BATTERY, b"\x41\x05": _MOVE_MODEL, b"\x41\x89": _MOVE_PIECES}


class Light(enum.IntEnum):
    """What a square of a Chessnut Move can show."""

    OFF = 0
    RED = 1
    GREEN = 2
    BLUE = 3


@dataclass(frozen=True, slots=True)
class Report(Event):
    """What stands where, as a FEN placement."""

    placement: str


@dataclass(frozen=True, slots=True)
class Battery(Event):
    percent: int
    charging: bool


@dataclass(frozen=True, slots=True)
class StoredGames(Event):
    count: int


@dataclass(frozen=True, slots=True)
class Answer(Event):
    """An answer that nothing hangs on: its bytes."""

    answer: tuple[int, ...]


class ChessnutDecoder(StreamDecoder):
    """Reports and answers of all models.

    A report that breaks off is not told by its end, as nothing marks it; the beginning of the next
    one inside it makes it doubtful. Then it counts only where what follows begins a message, or
    nothing better can be read there and it shows one king of a colour at most.
    """

    def __init__(self) -> None:
        super().__init__()
        self._in_step = True  # a message is due here, so what looks like one and is not is broken

    def reset(self) -> None:
        super().reset()
        self._in_step = True

    def _step(self, buffer: bytearray) -> Step | None:
        step = self._look(buffer)
        if step is not None:
            self._in_step = bool(step.events)
        return step

    def _look(self, buffer: bytearray) -> Step | None:
        if buffer[0] not in _IDS:
            noise = next((at for at, byte in enumerate(buffer) if byte in _IDS), len(buffer))
            return Step(noise)
        header = bytes(buffer[:2])
        if len(header) < 2:
            return None
        if header not in _HEADERS:
            return Step(1, broken=self._in_step)
        if (topic := _MOVE_TOPICS.get(header)) and len(buffer) > 2 and buffer[2] != topic:
            return Step(1, broken=True)
        size = 2 + header[1]
        if len(buffer) < size:
            return None
        if header == _REPORT:
            return _report(bytes(buffer))
        if (inner := _begun_inside(buffer, size)) and not _follows_well(buffer, size):
            return Step(inner, broken=True)
        return _answer(bytes(buffer[:size]))


def _report(buffer: bytes) -> Step:
    letters = _position(buffer)
    inner = buffer.find(_REPORT, 2, _REPORT_SIZE + 1)
    if letters is None or (inner > 0 and _is_doubtful(buffer, letters, inner)):
        return Step(inner if inner > 0 else _REPORT_SIZE, broken=True)
    return Step(_REPORT_SIZE, [Report(placement(letters))])


def _is_doubtful(buffer: bytes, letters: str, inner: int) -> bool:
    """Whether the report that begins inside this one is the true one."""
    if _follows_well(buffer, _REPORT_SIZE) and len(buffer) > _REPORT_SIZE:
        return False
    whole = len(buffer) >= inner + _REPORT_SIZE
    if whole and _position(buffer[inner:]) and _follows_well(buffer, inner + _REPORT_SIZE):
        return True
    return max(letters.count("k"), letters.count("K")) > 1


def _begun_inside(buffer: bytearray, size: int) -> int:
    """Where another message begins inside this one, 0 for nowhere."""
    places = range(1, size)
    return next((at for at in places if any(map(buffer[at:].startswith, _HEADERS))), 0)


def _follows_well(buffer: bytes | bytearray, at: int) -> bool:
    rest = bytes(buffer[at : at + 2])
    return any(header.startswith(rest) for header in _HEADERS)


def _position(report: bytes) -> str | None:
    """64 letters from a8 on, None where a square reads nothing that exists."""
    nibbles = [half for byte in report[2:34] for half in (byte & 0x0F, byte >> 4)]
    if max(nibbles) >= len(_LETTERS):
        return None
    rows = (nibbles[start : start + 8] for start in range(0, 64, 8))
    return "".join(_LETTERS[nibble] for row in rows for nibble in reversed(row))


def _answer(message: bytes) -> Step:
    match message[:2]:
        case b"\x2a\x02":
            level, plugged = message[2:]  # some models say in the level that they are charged
            percent = min(100, level & 0x7F)
            return Step(4, [Battery(percent, charging=bool(level & 0x80) or plugged == 1)])
        case b"\x41\x03":
            charging, percent = message[3:]
            return Step(5, [Battery(min(100, percent & 0x7F), charging=bool(charging))])
        case b"\x32\x01":
            return Step(3, [StoredGames(message[2])])
    return Step(len(message), [Answer(tuple(message))])


def lights(squares: Sequence[int]) -> bytes:
    """Light these squares and no others (Air, Pro, Go). Raises MessageError."""
    return bytes((0x0A, 8)) + row_bits(squares, a_first=True)


def move_lights(colors: Mapping[int, Light]) -> bytes:
    """Light these squares of a Move and no others. Raises MessageError."""
    return bytes((0x43, 32)) + _halves(colors)


def move_pieces(codes: Mapping[int, int], *, force: bool = False) -> bytes:
    """Let a Move bring its pieces there by itself; it reports nothing meanwhile. `codes` as in a
    report. Raises MessageError."""
    return bytes((0x42, 33)) + _halves(codes) + bytes((force,))


def _halves(values: Mapping[int, int]) -> bytes:
    """Two squares in a byte, in the order of a report."""
    packed = bytearray(32)
    for square, value in values.items():
        if not (0 <= square < 64 and 0 <= value < len(_LETTERS)):
            raise MessageError(f"square {square} with {value}: squares are 0 to 63")
        place = square // 8 * 8 + 7 - square % 8
        packed[place // 2] |= value << (4 if place % 2 else 0)
    return bytes(packed)


def beep(hertz: int, duration_ms: int) -> bytes:
    """Sound once. Raises MessageError."""
    if not (0 <= hertz < 1 << 16 and 0 <= duration_ms < 1 << 16):
        raise MessageError(f"{hertz} Hz for {duration_ms} ms: both 0 to 65535")
    return bytes((0x0B, 4)) + hertz.to_bytes(2, "big") + duration_ms.to_bytes(2, "big")
