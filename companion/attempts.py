"""An attempt as it is written down in JSON: what was seen of a move.

{"from": 48, "to": 42, "removed": [22]}
{"from": 38, "to": 20, "route": [38, 29, 20], "removed": [33, 24]}
{"events": ["lift 38", "remove 33", "place 29", "lift 29", "remove 24", "place 20"]}
{"from": 28, "to": "light:d5"}            put down on a square that is not played on
{"from": null, "to": null}                nothing moved
{"from": 4, "to": 10, "uncrowned": [4]}   the king on 4 lacks its second disc
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.errors import InputError
from rules.ruling import Attempt

_LIGHT = "light:"
_ACTS = ("lift", "place", "remove")


def attempt_from(raw: object) -> Attempt:
    """The attempt that a JSON value describes. Raises InputError, one line."""
    if not isinstance(raw, Mapping):
        raise InputError('must be an object such as {"from": 48, "to": 42, "removed": []}')
    seen = _seen(raw["events"]) if raw.get("events") is not None else Attempt(None, None)
    end, on_light = _end(raw.get("to"))
    start = _optional_square(raw.get("from"), "from")
    # A king that is still a single disc may be named by its square or by a flag on the attempt.
    uncrowned = raw.get("uncrowned", raw.get("uncrowned_king"))
    if uncrowned is True:
        uncrowned = [start] if start else []
    return Attempt(
        start=start or seen.start,
        end=end or seen.end,
        removed=seen.removed or _squares(raw.get("removed"), "removed"),
        route=_squares(raw.get("route"), "route") or seen.route,
        removed_early=_squares(raw.get("removed_early"), "removed_early") or seen.removed_early,
        on_light=on_light or raw.get("on_light") is True,
        uncrowned=_squares(uncrowned, "uncrowned"),
        touched=_squares(raw.get("touched"), "touched"),
    )


def _seen(events: object) -> Attempt:
    """The attempt that a list of raw events amounts to."""
    acts = [_act(event) for event in _list(events, "events")]
    places = [index for index, (act, _) in enumerate(acts) if act == "place"]
    last_place = places[-1] if places else -1
    lifts = tuple(square for act, square in acts if act == "lift")
    landings = tuple(square for act, square in acts if act == "place")
    removals = [(index, square) for index, (act, square) in enumerate(acts) if act == "remove"]
    return Attempt(
        start=lifts[0] if lifts else None,
        end=landings[-1] if landings else None,
        removed=tuple(square for _, square in removals),
        route=(*lifts[:1], *landings) if len(landings) > 1 else (),
        removed_early=tuple(square for index, square in removals if index < last_place),
    )


def _act(event: object) -> tuple[str, int]:
    act, _, square = str(event).partition(" ")
    if act not in _ACTS or not (square.isascii() and square.isdigit()):
        raise InputError(f"event {event!r} is none of lift N, place N, remove N")
    return act, int(square)


def _end(value: object) -> tuple[int | None, bool]:
    if isinstance(value, str) and value.startswith(_LIGHT):
        return None, True
    return _optional_square(value, "to"), False


def _optional_square(value: object, key: str) -> int | None:
    return None if value is None else _square(value, key)


def _square(value: object, key: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 999:
        raise InputError(f"{key}: {value!r} is no square number")
    return value


def _squares(value: object, key: str) -> tuple[int, ...]:
    return tuple(_square(square, key) for square in _list(value, key))


def _list(value: object, key: str) -> list[Any]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise InputError(f"{key} must be a list")
    return value
