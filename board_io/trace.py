"""Trace files: what a board reported, as JSON lines that can be read, cut, edited and replayed.

The first line is the header, every other line one event (see `board_io.trace_event`). Lines are
written whole and flushed, so a program that is killed leaves at most one torn last line, which the
reader leaves out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from board_io.errors import TraceError
from board_io.trace_event import TraceEvent, format_event, parse_event
from rules.snapshot import SensorKind

FORMAT = "dambord-trace"
VERSION = 2
"""2 tells what a camera could not see, and that it was one; 1 knew only boards with sensors."""
READ_VERSIONS = (1, 2)
MAX_LINE = 4096  # characters; no event is as long


@dataclass(frozen=True, slots=True)
class TraceHeader:
    """What must be known to replay a trace; `fen` is the position of the game at t_ms 0; `camera`:
    the board was watched, its reports come as late and need as little rest as those of a camera."""

    sensor: SensorKind
    fen: str
    variant: str = "international"
    squares: int = 50
    camera: bool = False


@dataclass(frozen=True, slots=True)
class Trace:
    """A trace as read; `torn` tells that the last line was cut off and left out."""

    header: TraceHeader
    events: tuple[TraceEvent, ...]
    torn: bool = False


def read_trace(path: Path) -> Trace:
    """Read a trace file. Raises TraceError with the line number, or OSError."""
    with path.open(encoding="utf-8", errors="replace", newline="\n") as lines:
        return parse_trace(lines, source=str(path))


def parse_trace(lines: Iterable[str], source: str = "trace") -> Trace:
    """A trace from its lines, line ends included. Raises TraceError with the line number."""
    numbered = _numbered(lines)
    number, text = next(numbered, (1, ""))
    header = _header(source, number, text)
    events: list[TraceEvent] = []
    for number, text in numbered:
        try:
            event = _event(text)
        except ValueError as error:
            if not text.endswith("\n"):
                return Trace(header, tuple(events), torn=True)
            raise TraceError(source, number, str(error)) from None
        if events and event.t_ms < events[-1].t_ms:
            raise TraceError(source, number, f"t_ms goes back to {event.t_ms}")
        events.append(event)
    return Trace(header, tuple(events))


class TraceWriter:
    """Writes a trace to an open text file, each line whole and at once. Raises OSError."""

    def __init__(self, file: TextIO, header: TraceHeader) -> None:
        self._file = file
        self._line(format_header(header))

    def write(self, event: TraceEvent) -> None:
        self._line(format_event(event))

    def _line(self, fields: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(fields, ensure_ascii=False, separators=(",", ":")) + "\n")
        self._file.flush()


def format_header(header: TraceHeader) -> dict[str, Any]:
    """The JSON object of the first line."""
    fields = {
        "format": FORMAT,
        "version": VERSION,
        "sensor": header.sensor.value,
        "squares": header.squares,
        "variant": header.variant,
        "fen": header.fen,
    }
    return fields | {"camera": True} if header.camera else fields


def _numbered(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The lines that hold something, with their numbers."""
    return ((number, text) for number, text in enumerate(lines, start=1) if text.strip())


def _event(text: str) -> TraceEvent:
    return parse_event(_object(text))


def _object(text: str) -> dict[str, Any]:
    if len(text) > MAX_LINE:
        raise ValueError(f"longer than {MAX_LINE} characters")
    try:
        fields = json.loads(text)
    except (ValueError, RecursionError):
        raise ValueError("not a JSON object") from None
    if not isinstance(fields, dict):
        raise ValueError("not a JSON object")
    return fields


def _header(source: str, number: int, text: str) -> TraceHeader:
    try:
        fields = _object(text)
        if fields.get("format") != FORMAT:
            raise ValueError(f'no trace header; expected {{"format":"{FORMAT}",...}}')
        if fields.get("version") not in READ_VERSIONS:
            known = " and ".join(str(version) for version in READ_VERSIONS)
            raise ValueError(f"trace version {fields.get('version')!r}; this program reads {known}")
        return _checked_header(fields)
    except ValueError as error:
        raise TraceError(source, number, str(error)) from None


def _checked_header(fields: Mapping[str, Any]) -> TraceHeader:
    sensors = {sensor.value: sensor for sensor in SensorKind}
    sensor, squares = fields.get("sensor"), fields.get("squares")
    if not isinstance(sensor, str) or sensor not in sensors:
        raise ValueError(f"sensor must be one of {', '.join(sensors)}, not {sensor!r}")
    if not isinstance(squares, int) or not 1 <= squares <= 255:
        raise ValueError(f"squares must be a whole number from 1 to 255, not {squares!r}")
    fen, variant = fields.get("fen"), fields.get("variant")
    if not isinstance(fen, str) or not isinstance(variant, str):
        raise ValueError("fen and variant must be texts")
    camera = fields.get("camera", False)
    if not isinstance(camera, bool):
        raise ValueError("camera must be true or false")
    return TraceHeader(sensors[sensor], fen, variant, squares, camera)
