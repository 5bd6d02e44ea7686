"""The log that a DGT board keeps in its EEPROM: changes, times and marks, oldest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from firmware_protocol.stream import Event

_MARKS = {
    0x6A: "POWERUP",
    0x6B: "EOF",
    0x6C: "FOURROWS",
    0x6D: "EMPTYBOARD",
    0x6E: "DOWNLOADED",
    0x6F: "BEGINPOS",
    0x7A: "BEGINPOS_ROT",
    0x7B: "START_TAG",
    0x7C: "WATCHDOG",
    0x7F: "NOP",
    0x00: "NOP2",
}


@dataclass(frozen=True, slots=True)
class LogMark(Event):
    """Something that happened to the board as a whole."""

    name: str

    def form(self) -> object:
        return self.name


@dataclass(frozen=True, slots=True)
class LogField(Event):
    """A square changed; `fast`: less than about 250 ms after the change before."""

    index: int
    code: int
    fast: bool


@dataclass(frozen=True, slots=True)
class LogTime(Event):
    """The clock of one side read so many hours, minutes, seconds."""

    side: str
    hours: int
    minutes: int
    seconds: int

    def form(self) -> object:
        return f"clock {self.side} {self.hours}:{self.minutes:02}:{self.seconds:02}"


def read_log(body: bytes) -> Iterator[LogMark | LogField | LogTime]:
    """The entries of a log; one that the end cuts in two is left out."""
    at = 0
    while at < len(body):
        tag = body[at]
        entry = body[at : at + _length(tag)]
        at += _length(tag)
        if len(entry) == _length(tag):
            yield _entry(tag, entry)


def _length(tag: int) -> int:
    if 0x40 <= tag <= 0x5F:
        return 2
    return 3 if tag & 0x6F in range(0x60, 0x6A) else 1


def _entry(tag: int, entry: bytes) -> LogMark | LogField | LogTime:
    match len(entry):
        case 2:
            return LogField(entry[1], tag & 0x0F, bool(tag & 0x10))
        case 3:
            side = "left" if tag & 0x10 else "right"
            return LogTime(side, tag & 0x0F, _bcd(entry[1]), _bcd(entry[2]))
    return LogMark(_MARKS.get(tag, f"TAG_{tag:02X}"))


def _bcd(byte: int) -> int:
    return (byte >> 4) * 10 + (byte & 0x0F)
