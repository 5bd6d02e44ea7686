"""What is replayed: scenario files (JSON, written by hand), traces and logs of bytes (recorded).

A scenario file holds one scenario, a list of them, or an object with a list under "scenarios". A
scenario has an `id`, a `fen`, a `sensor` and `events` (see `board_io.trace_event`).
`initial_board` says how the pieces stand where that is not the position of the fen; with
`board_turned_180` all square numbers are those of the hardware.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from board_io.errors import TraceError
from board_io.sensing import as_sensed, snapshot_of
from board_io.trace import FORMAT, Trace, read_trace
from board_io.trace_event import LinkBack, TraceEvent, parse_event
from board_io.wire_log import is_wire_log
from companion.errors import InputError, why_unread
from companion.given_files import read_whole
from companion.wire_trace import trace_of_wire
from reconciler.timing import CAMERA, DEFAULT, Timing
from rules.errors import RulesError
from rules.fen import parse_fen
from rules.piece import Color
from rules.position import Position
from rules.snapshot import Reading, SensorKind, Snapshot
from rules.variants import variant_named


@dataclass(frozen=True, slots=True)
class Scenario:
    """A game on a board, as a list of events.

    `start` is the position of the game at t_ms 0; `board` is what the hardware shows at first, in
    its own numbers. `engine` is the side that a program plays; `engine_move`, in notation, is the
    move it wants carried out as soon as it is to move. `checkpoints` are the moments (t_ms) at
    which the record is asked for. `timing`: how long this kind of board must rest.
    """

    id: str
    start: Position
    sensor: SensorKind
    board: Snapshot
    events: tuple[TraceEvent, ...]
    engine: Color | None = None
    engine_move: str | None = None
    checkpoints: tuple[int, ...] = ()
    timing: Timing = DEFAULT


def read_scenarios(path: Path) -> tuple[list[Scenario], list[InputError]]:
    """The scenarios of a file (a trace is one), and an error for each that cannot be used.

    Raises InputError, one line, if the file itself cannot be read.
    """
    try:
        text = read_whole(path).decode("utf-8")
        if _is_trace(text):
            return [_from_trace(read_trace(path), path.stem)], []
        if is_wire_log(text.encode("utf-8")):
            return [_from_trace(trace_of_wire(text, str(path)), path.stem)], []
        return scenarios_from(json.loads(text), str(path))
    except json.JSONDecodeError as error:
        raise InputError(f"{path} line {error.lineno}: no JSON: {error.msg}") from error
    except (OSError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"{path} cannot be read: {why_unread(error)}") from error
    except (TraceError, RulesError) as error:
        raise InputError(f"{error}") from error


def scenarios_from(document: object, source: str) -> tuple[list[Scenario], list[InputError]]:
    """The scenarios in a JSON document; `source` names it in errors."""
    scenarios: list[Scenario] = []
    errors: list[InputError] = []
    for number, raw in enumerate(_listed(document, source), start=1):
        name = str(raw.get("id", number)) if isinstance(raw, Mapping) else str(number)
        try:
            scenarios.append(_scenario(raw, name))
        except (RulesError, ValueError, InputError) as error:
            errors.append(InputError(f"{source}: scenario {name}: {error}"))
    return scenarios, errors


def _is_trace(text: str) -> bool:
    return FORMAT in text.partition("\n")[0]


def _from_trace(trace: Trace, name: str) -> Scenario:
    header = trace.header
    start = parse_fen(header.fen, variant_named(header.variant))
    board = snapshot_of(start.pieces(), header.squares, header.sensor)
    events = trace.events
    if events and isinstance(events[0], LinkBack) and events[0].snapshot is not None:
        board = events[0].snapshot
    timing = CAMERA if header.camera else DEFAULT
    return Scenario(name, start, header.sensor, board, events, timing=timing)


def _listed(document: object, source: str) -> list[Any]:
    if isinstance(document, Mapping) and "scenarios" in document:
        document = document["scenarios"]
    if isinstance(document, Mapping):
        return [document]
    if isinstance(document, list):
        return document
    raise InputError(f"{source}: holds no scenario; expected an object with fen and events")


def _scenario(raw: object, name: str) -> Scenario:
    if not isinstance(raw, Mapping):
        raise InputError("must be an object with fen, sensor and events")
    start = _start(raw)
    sensor = _sensor(raw.get("sensor", "occupancy"))
    context = _object(raw.get("context"), "context")
    size = start.variant.geometry.squares
    return Scenario(
        id=name,
        start=start,
        sensor=sensor,
        board=_initial_board(raw, start, sensor, size),
        events=_events(raw.get("events"), sensor, size),
        engine=_color(context["human"]).other if "human" in context else None,
        engine_move=_text(context, "engine_move") if "engine_move" in context else None,
        checkpoints=_checkpoints(_object(raw.get("expect"), "expect")),
    )


def _start(raw: Mapping[str, Any]) -> Position:
    name = raw.get("variant", "standard")
    variant = variant_named("international" if name == "standard" else str(name))
    start = parse_fen(_text(raw, "fen"), variant)
    return start.with_turn(_color(raw["side"])) if "side" in raw else start


def _initial_board(
    raw: Mapping[str, Any], start: Position, sensor: SensorKind, size: int
) -> Snapshot:
    given = raw.get("initial_board")
    if given is None:
        shown = snapshot_of(start.pieces(), size, sensor)
        return shown.turned() if raw.get("board_turned_180") else shown
    readings: dict[int, Reading] = {}
    for state, squares in _object(given, "initial_board").items():
        for square in _list(squares, f"initial_board {state}"):
            readings[_square(square, size)] = _reading(state, sensor)
    return Snapshot.of(size, readings)


def _events(events: object, sensor: SensorKind, size: int) -> tuple[TraceEvent, ...]:
    parsed: list[TraceEvent] = []
    for number, raw in enumerate(_list(events, "events"), start=1):
        try:
            event = parse_event(_object(raw, "it"))
            if "square" in raw:
                _square(raw["square"], size)
            if parsed and event.t_ms < parsed[-1].t_ms:
                raise InputError("t_ms goes back in time")
        except (ValueError, InputError) as error:
            raise InputError(f"event {number}: {error}") from error
        parsed.append(event)
    return tuple(parsed)


def _checkpoints(expect: Mapping[str, Any]) -> tuple[int, ...]:
    times: list[int] = []
    for point in _list(expect.get("checkpoints"), "checkpoints"):
        time = _object(point, "a checkpoint").get("t_ms")
        if not isinstance(time, int):
            raise InputError("a checkpoint needs t_ms, a whole number")
        times.append(time)
    return tuple(sorted(times))


def _color(value: object) -> Color:
    try:
        return Color(value)
    except ValueError:
        raise InputError(f"side must be W or B, not {value!r}") from None


def _reading(state: str, sensor: SensorKind) -> Reading:
    try:
        return as_sensed(Reading(state), sensor)
    except ValueError:
        known = ", ".join(reading.value for reading in Reading)
        raise InputError(f"unknown state {state!r}; known are {known}") from None


def _sensor(value: object) -> SensorKind:
    try:
        return SensorKind(value)
    except ValueError:
        known = ", ".join(kind.value for kind in SensorKind)
        raise InputError(f"unknown sensor {value!r}; known are {known}") from None


def _square(value: object, size: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= size:
        raise InputError(f"square must be from 1 to {size}, not {value!r}")
    return value


def _text(raw: Mapping[str, Any], key: str) -> str:
    value = raw.get(key)
    if not isinstance(value, str):
        raise InputError(f"{key} is missing or no text")
    return value


def _object(value: object, what: str) -> Mapping[str, Any]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise InputError(f"{what} must be an object")
    return value


def _list(value: object, what: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(f"{what} must be a list")
    return value
