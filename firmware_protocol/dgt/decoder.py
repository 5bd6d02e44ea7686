"""Finding the messages of a DGT board in its bytes.

Only the first byte of a message has bit 7 set. So outside a message bytes without it are noise, and
inside one a byte with it begins the next message: what stood before is given up. A length that the
id cannot have gives up the first byte alone.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Sequence

from firmware_protocol.dgt.messages import HEADER, is_possible, read_message
from firmware_protocol.stream import Event, Step, StreamDecoder

_ID = re.compile(rb"[\x80-\xff]")


class SevenBitDecoder(StreamDecoder):
    """Messages of an id with bit 7, their whole length in two bytes of 7 bits, data of 7 bits."""

    def _step(self, buffer: bytearray) -> Step | None:
        start = _ID.search(buffer)
        if start is None or start.start():
            return Step(start.start() if start else len(buffer))
        if (intruder := _ID.search(buffer, 1, HEADER)) is not None:
            return Step(intruder.start(), broken=True)
        if len(buffer) < HEADER:
            return None
        kind, size = buffer[0], buffer[1] << 7 | buffer[2]
        if not self._is_possible(kind, size):
            return Step(1, broken=True)
        if (intruder := _ID.search(buffer, HEADER, size)) is not None:
            return Step(intruder.start(), broken=True)
        if len(buffer) < size:
            return None
        return self._take(bytes(buffer[:size]))

    @abstractmethod
    def _is_possible(self, kind: int, size: int) -> bool:
        """Whether a message of this id can be `size` bytes long."""

    @abstractmethod
    def _take(self, message: bytes) -> Step:
        """What is in a whole message."""


class DgtDecoder(SevenBitDecoder):
    """A board that has the line to itself."""

    def _is_possible(self, kind: int, size: int) -> bool:
        return is_possible(kind, size)

    def _take(self, message: bytes) -> Step:
        return Step(len(message), self._read(message[0], message[HEADER:]))

    def _read(self, kind: int, body: bytes) -> Sequence[Event]:
        return read_message(kind, body)
