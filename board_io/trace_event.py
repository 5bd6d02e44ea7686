"""The events of a trace or a scenario, and their form in JSON.

A plain event `{"t_ms": 90, "square": 18, "state": "empty"}` says that a square changed; with
`"hidden": true` it happened on the board but no report reached the host. Every other event has a
`kind`; `snapshot` and `link_up` may carry the whole board as `board`, one letter per square, and
as `unseen` the squares that a hand hides from the camera: what they show is what was seen before.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from board_io.errors import LinkFault
from board_io.events import BoardButton
from rules.piece import Color
from rules.snapshot import Reading, Snapshot

_LETTERS = {
    Reading.UNKNOWN: "?",
    Reading.EMPTY: ".",
    Reading.OCCUPIED: "o",
    Reading.WHITE: "w",
    Reading.BLACK: "b",
    Reading.WHITE_MAN: "m",
    Reading.BLACK_MAN: "n",
    Reading.WHITE_KING: "W",
    Reading.BLACK_KING: "B",
}
_READINGS = {letter: reading for reading, letter in _LETTERS.items()}
MAX_T_MS = 10**12  # thirty years; more is no time


class Incident(enum.Enum):
    """Events that say nothing more than that they happened."""

    POWER_OFF = "power_off"  # of the host
    POWER_ON = "power_on"
    NET_DOWN = "net_down"
    NET_UP = "net_up"
    ENGINE_EXIT = "engine_exit"
    AUDIO_UNAVAILABLE = "audio_unavailable"


@dataclass(frozen=True, slots=True)
class SquareChanged:
    """One square shows something else; `hidden`: no report of it reached the host."""

    t_ms: int
    square: int
    reading: Reading
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class FullReport:
    """The board reports every square; without `snapshot` it is what the board shows by then."""

    t_ms: int
    snapshot: Snapshot | None = None


@dataclass(frozen=True, slots=True)
class LinkCut:
    t_ms: int
    reason: LinkFault = LinkFault.UNPLUGGED


@dataclass(frozen=True, slots=True)
class LinkBack:
    """The board is there again and sends a full report; see FullReport."""

    t_ms: int
    snapshot: Snapshot | None = None


@dataclass(frozen=True, slots=True)
class FlagFell:
    t_ms: int
    side: Color


@dataclass(frozen=True, slots=True)
class BatteryRead:
    t_ms: int
    percent: int | None


@dataclass(frozen=True, slots=True)
class ButtonPushed:
    t_ms: int
    button: BoardButton


@dataclass(frozen=True, slots=True)
class Commanded:
    """Somebody told the program something: a result, a name, a setting."""

    t_ms: int
    name: str
    value: str | int | float | bool | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    t_ms: int
    incident: Incident


TraceEvent = (
    SquareChanged
    | FullReport
    | LinkCut
    | LinkBack
    | FlagFell
    | BatteryRead
    | ButtonPushed
    | Commanded
    | Happened
)


def parse_event(fields: Mapping[str, Any]) -> TraceEvent:
    """The event that a JSON object describes. Raises ValueError, one line, where it is none."""
    t_ms = _whole(fields, "t_ms", 0, MAX_T_MS)
    kind = fields.get("kind", "square" if "square" in fields else None)
    match kind:
        case "square":
            return _square_changed(t_ms, fields)
        case "snapshot":
            return FullReport(t_ms, _board(fields))
        case "link_down":
            return LinkCut(t_ms, _reason(fields))
        case "link_up":
            return LinkBack(t_ms, _board(fields))
        case "clock_flag":
            return FlagFell(t_ms, _side(fields))
        case "battery":
            missing = fields.get("percent") is None
            return BatteryRead(t_ms, None if missing else _whole(fields, "percent", 0, 100))
        case "button":
            return ButtonPushed(t_ms, _button(fields))
        case "command":
            return _commanded(t_ms, fields)
        case None:
            raise ValueError("an event needs a square or a kind")
    return Happened(t_ms, _incident(kind))


def format_event(event: TraceEvent) -> dict[str, Any]:
    """The JSON object of an event; `parse_event` gives the event back."""
    fields: dict[str, Any] = {"t_ms": event.t_ms}
    match event:
        case SquareChanged(_, square, reading, hidden):
            fields |= {"square": square, "state": reading.value}
            return fields | {"hidden": True} if hidden else fields
        case FullReport(_, snapshot):
            return fields | {"kind": "snapshot"} | _board_field(snapshot)
        case LinkCut(_, reason):
            return fields | {"kind": "link_down", "reason": reason.value}
        case LinkBack(_, snapshot):
            return fields | {"kind": "link_up"} | _board_field(snapshot)
        case FlagFell(_, side):
            return fields | {"kind": "clock_flag", "side": side.value}
        case BatteryRead(_, percent):
            return fields | {"kind": "battery", "percent": percent}
        case ButtonPushed(_, button):
            return fields | {"kind": "button", "button": button.value}
        case Commanded(_, name, value):
            return fields | {"kind": "command", "name": name, "value": value}
        case Happened(_, incident):
            return fields | {"kind": incident.value}


def format_snapshot(snapshot: Snapshot) -> str:
    """One letter per square, square 1 first: . empty, o occupied, w b colour, m n man, W B king."""
    return "".join(_LETTERS[reading] for _, reading in snapshot)


def parse_snapshot(letters: str) -> Snapshot:
    """The inverse of `format_snapshot`. Raises ValueError at an unknown letter."""
    for square, letter in enumerate(letters, start=1):
        if letter not in _READINGS:
            raise ValueError(f"board has unknown letter {letter!r} for square {square}")
    return Snapshot(tuple(_READINGS[letter] for letter in letters))


def _square_changed(t_ms: int, fields: Mapping[str, Any]) -> SquareChanged:
    state, hidden = fields.get("state"), fields.get("hidden", False)
    try:
        reading = Reading(state)
    except ValueError:
        raise ValueError(f"unknown state {state!r}") from None
    if not isinstance(hidden, bool):
        raise ValueError("hidden must be true or false")
    return SquareChanged(t_ms, _whole(fields, "square", 1, 255), reading, hidden)


def _commanded(t_ms: int, fields: Mapping[str, Any]) -> Commanded:
    name, value = fields.get("name"), fields.get("value")
    if not isinstance(name, str) or not name:
        raise ValueError("a command needs a name")
    if value is not None and not isinstance(value, (str, int, float, bool)):
        raise ValueError("a command's value must be a text, a number, true, false or null")
    return Commanded(t_ms, name, value)


def _incident(kind: object) -> Incident:
    try:
        return Incident(kind)
    except ValueError:
        raise ValueError(f"unknown kind {kind!r}") from None


def _reason(fields: Mapping[str, Any]) -> LinkFault:
    reason = fields.get("reason", LinkFault.UNPLUGGED.value)
    try:
        return LinkFault(reason)
    except ValueError:
        raise ValueError(f"unknown reason {reason!r}") from None


def _side(fields: Mapping[str, Any]) -> Color:
    side = fields.get("side")
    try:
        return Color(side)
    except ValueError:
        raise ValueError(f"side must be W or B, not {side!r}") from None


def _button(fields: Mapping[str, Any]) -> BoardButton:
    button = fields.get("button")
    try:
        return BoardButton(button)
    except ValueError:
        raise ValueError(f"unknown button {button!r}") from None


def _board(fields: Mapping[str, Any]) -> Snapshot | None:
    letters = fields.get("board")
    if letters is None:
        return None
    if not isinstance(letters, str):
        raise ValueError("board must be a text of one letter per square")
    board = parse_snapshot(letters)
    unseen = fields.get("unseen", [])
    if not isinstance(unseen, list) or not all(_is_square(square, board) for square in unseen):
        raise ValueError(f"unseen must be a list of squares from 1 to {len(board)}")
    return replace(board, hidden=frozenset(unseen))


def _is_square(value: object, board: Snapshot) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= len(board)


def _board_field(snapshot: Snapshot | None) -> dict[str, Any]:
    if snapshot is None:
        return {}
    board: dict[str, Any] = {"board": format_snapshot(snapshot)}
    return board | {"unseen": sorted(snapshot.hidden)} if snapshot.hidden else board


def _whole(fields: Mapping[str, Any], name: str, low: int, high: int) -> int:
    value = fields.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value
