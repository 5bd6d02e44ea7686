"""Bytes of any board known here to messages in JSON: for support, and for who builds a board."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from companion.errors import InputError
from firmware_protocol.certabo import CertaboDecoder, Chips, LedAck, Rows
from firmware_protocol.chessnut import ChessnutDecoder
from firmware_protocol.cpp.decoder import CppDecoder
from firmware_protocol.dgt.bus import BusDecoder
from firmware_protocol.dgt.clock import ClockTimes
from firmware_protocol.dgt.decoder import DgtDecoder
from firmware_protocol.dgt.forms import DgtForms
from firmware_protocol.dgt.pieces import Coding
from firmware_protocol.dxp import DxpDecoder
from firmware_protocol.echess import EchessDecoder
from firmware_protocol.ichessone import IChessOneDecoder
from firmware_protocol.millennium import MillenniumDecoder
from firmware_protocol.own import OwnDecoder
from firmware_protocol.pegasus import PegasusDecoder
from firmware_protocol.square_off import SquareOffDecoder
from firmware_protocol.stream import Event, StreamDecoder

_DECODERS: dict[str, Callable[[], StreamDecoder]] = {
    "dambord": OwnDecoder,
    "dgt": DgtDecoder,
    "dgt-draughts": DgtDecoder,
    "dgt-revelation2": DgtDecoder,
    "dgt-bus": BusDecoder,
    "dgt-pegasus": PegasusDecoder,
    "pegasus": PegasusDecoder,
    "chessnut": ChessnutDecoder,
    "chessnut-move": ChessnutDecoder,
    "millennium": MillenniumDecoder,
    "certabo": CertaboDecoder,
    "tabutronic-sentio": CertaboDecoder,
    "tabutronic-spectrum": CertaboDecoder,
    "squareoff": SquareOffDecoder,
    "ichessone": IChessOneDecoder,
    "echess-diy": EchessDecoder,
    "dxp": DxpDecoder,
    "cpp": CppDecoder,
    "chess-peripheral-protocol": CppDecoder,
}
_DRAUGHTS = "dgt-draughts"
CODINGS = tuple(coding.value for coding in Coding if coding is not Coding.CHESS)


@dataclass(frozen=True, slots=True)
class Decoded:
    """What bytes say. `flags`: sides of a clock whose flag has fallen."""

    events: tuple[Any, ...]
    framing_errors: int
    pending_bytes: int
    flags: tuple[str, ...] = ()

    @property
    def is_strange(self) -> bool:
        """Whether nothing was a message that this board is known to send, nor may become one."""
        if any(not (isinstance(one, dict) and one.get("type") == "unknown") for one in self.events):
            return False
        return self.framing_errors > 0 or not self.pending_bytes

    def as_json(self) -> dict[str, Any]:
        facts = {
            "events": list(self.events),
            "framing_errors": self.framing_errors,
            "pending_bytes": self.pending_bytes,
        }
        return facts | ({"flags": dict.fromkeys(self.flags, True)} if self.flags else {})


def board_names() -> tuple[str, ...]:
    """The boards whose bytes can be read."""
    return tuple(_DECODERS)


def read_hex(text: str) -> bytes:
    """Bytes written as pairs of hex digits, with or without blanks between. Raises InputError."""
    digits = re.sub(r"0[xX]|[\s,:]", "", text)
    if (wrong := re.search("[^0-9a-fA-F]", digits)) is not None:
        raise InputError(f'{wrong[0]!r} is no hex digit; write bytes as in "86 00 43"')
    if len(digits) % 2:
        raise InputError(f"{len(digits)} hex digits are no whole bytes; each byte takes two")
    return bytes.fromhex(digits)


def decode(board: str, data: bytes, coding: Coding | None = None) -> Decoded:
    """What these bytes of this board say. Raises InputError for a board that is not known."""
    if board not in _DECODERS:
        raise InputError(f"no board is called {board!r}; use one of {', '.join(_DECODERS)}")
    decoder = _DECODERS[board]()
    events = [*decoder.feed(data), *decoder.finish()]
    forms = DgtForms(chess=board != _DRAUGHTS, coding=coding)
    shown = tuple(forms.form(event) for event in _glued(events))
    return Decoded(shown, decoder.framing_errors, decoder.pending, tuple(_flags(events)))


@dataclass(frozen=True, slots=True)
class _Acknowledged(Event):
    """A line of a Certabo, and right behind it the word that its lights have changed."""

    line: Event

    def form(self) -> Any:
        form = self.line.form()
        assert isinstance(form, dict)
        return form | {"led_ack": True}


def _glued(events: Iterable[Event]) -> list[Event]:
    shown: list[Event] = []
    for event in events:
        if isinstance(event, LedAck) and shown and isinstance(shown[-1], Chips | Rows):
            shown[-1] = _Acknowledged(shown[-1])
        else:
            shown.append(event)
    return shown


def _flags(events: Iterable[Event]) -> list[str]:
    times = [event for event in events if isinstance(event, ClockTimes)]
    sides = {
        "right_flag": any(t.right_flag for t in times),
        "left_flag": any(t.left_flag for t in times),
    }
    return [side for side, fallen in sides.items() if fallen]
