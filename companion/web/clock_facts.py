"""The clock on the page: what it shows as plain data, and what people do with it.

The times hold at the moment `at`, in milliseconds of the clock of the program; the beat of the
events tells how late it is there, so that every browser counts down by itself and alike.
"""

from __future__ import annotations

import time
from collections.abc import Mapping

from companion.clock.control import PRESETS, parse_control
from companion.clock.keeper import ClockAct, ClockFace
from companion.errors import InputError
from companion.keyboard import ClockChosenTyped, ClockTyped
from companion.room import Asked
from companion.web.gestures import BadWishError
from companion.web.picture import Value

_LONGEST = 60


def now_ms() -> int:
    """How late it is on the clock of the program."""
    return round(time.monotonic() * 1000)


def clock_facts(face: ClockFace | None) -> Value:
    """What the clock shows; None for a game without one."""
    if face is None:
        return None
    return {
        "control": face.control,
        "hand": face.hand.value,
        "state": face.state.value,
        "turn": face.turn.value,
        "left": {"W": round(face.white_s * 1000), "B": round(face.black_s * 1000)},
        "waits": round(face.waiting_s * 1000),
        "at": round(face.at * 1000),
    }


def presets() -> list[Value]:
    """The rates that are played at, as name and text."""
    return [[name, text] for name, text in PRESETS.items()]


def clock_item(body: Mapping[str, object]) -> Asked:
    """{"act": "press"}, "toggle" or "tell"; or {"control": "15+5"}, "none" for no clock. Raises
    BadWishError."""
    if isinstance(control := body.get("control"), str):
        try:
            return Asked(ClockChosenTyped(parse_control(control[:_LONGEST])))
        except InputError as error:
            raise BadWishError(str(error)) from None
    act = body.get("act")
    if not isinstance(act, str) or act not in list(ClockAct):
        raise BadWishError(f"an act is one of {', '.join(ClockAct)}; or give a control")
    return Asked(ClockTyped(ClockAct(act)))
