"""Our own board's messages in JSON, for people who look at bytes."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from firmware_protocol.codec import Decoder, Received
from firmware_protocol.stream import Event, Step, StreamDecoder


@dataclass(frozen=True, slots=True)
class OwnMessage(Event):
    """One message, whichever side sent it."""

    received: Received

    def form(self) -> object:
        message = self.received.message
        form: dict[str, Any] = {"type": _name(type(message)), "seq": self.received.seq}
        return form | _fields(message)


class OwnDecoder(StreamDecoder):
    """`firmware_protocol.codec.Decoder` as the decoders of other boards are used."""

    def __init__(self) -> None:
        super().__init__()
        self._decoder = Decoder()

    @property
    def framing_errors(self) -> int:
        return self._decoder.errors

    @property
    def pending(self) -> int:
        return self._decoder.pending

    def reset(self) -> None:
        self._decoder.reset()

    def _step(self, buffer: bytearray) -> Step | None:
        items = self._decoder.feed(bytes(buffer))
        return Step(len(buffer), [OwnMessage(i) for i in items if isinstance(i, Received)])


def _name(kind: type[Any]) -> str:
    """snapshot_report for SnapshotReport."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in kind.__name__).lstrip("_")


def _fields(message: Any) -> dict[str, Any]:
    return {field.name: _plain(getattr(message, field.name)) for field in fields(message)}


def _plain(value: Any) -> Any:
    match value:
        case enum.IntFlag():
            return int(value)
        case enum.Enum():
            return value.name.lower()
        case bytes():
            return value.hex(" ")
        case tuple() | list():
            return [_plain(item) for item in value]
        case Mapping():
            return {str(key): _plain(item) for key, item in value.items()}
    return _fields(value) if is_dataclass(value) else value
