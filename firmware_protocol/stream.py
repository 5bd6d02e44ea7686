"""What all decoders of foreign boards share: bytes in, events out, damage counted, never an error.

A decoder looks at the front of its buffer and says what to do with it: drop noise, give a broken
message up, take a whole one, or wait for more. It never holds more than one unfinished message.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import ClassVar


class Event:
    """What a board said; subclasses are frozen dataclasses. TYPE is its name among its kind."""

    __slots__ = ()
    TYPE: ClassVar[str] = ""

    def form(self) -> object:
        """The event in JSON."""
        named: dict[str, object] = {"type": self.TYPE} if self.TYPE else {}
        values = {field.name: getattr(self, field.name) for field in fields(self)}  # type: ignore[arg-type]
        return named | {name: _plain(value) for name, value in values.items()}


def _plain(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


@dataclass(frozen=True, slots=True)
class Step:
    """What to do with the front of the buffer: `used` bytes go, `events` were in them. `broken`: a
    message that had begun is given up."""

    used: int
    events: Sequence[Event] = ()
    broken: bool = False


class StreamDecoder(ABC):
    """Any bytes may come, cut anywhere; the events are the same however they are cut."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._framing_errors = 0

    @property
    def framing_errors(self) -> int:
        """How many messages had begun and were given up."""
        return self._framing_errors

    @property
    def pending(self) -> int:
        """Bytes of a message that has begun and is not whole yet."""
        return len(self._buffer)

    def reset(self) -> None:
        """Forget an unfinished message: the line was silent, or was opened again."""
        self._buffer.clear()

    def feed(self, data: bytes) -> list[Event]:
        """What is complete after these bytes, in order."""
        self._buffer += data
        events: list[Event] = []
        while self._buffer and (step := self._step(self._buffer)) is not None:
            del self._buffer[: step.used]
            self._framing_errors += step.broken
            events += step.events
        return events

    def finish(self) -> list[Event]:
        """What has begun and is whole, because nothing more comes; of most boards that is nothing:
        their messages have an end of their own."""
        return []

    @abstractmethod
    def _step(self, buffer: bytearray) -> Step | None:
        """What to do with the front of a buffer that is not empty; None: wait for more bytes."""
