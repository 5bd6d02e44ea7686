"""Messages in a stream of bytes: where a link does not keep them apart a new line ends each.

Bluetooth keeps them apart, and the link puts the ends in; a port needs them.
"""

from __future__ import annotations

import re

from firmware_protocol.cpp.codec import LONGEST, decode, encode
from firmware_protocol.cpp.shapes import Command
from firmware_protocol.errors import BodyError
from firmware_protocol.stream import Event, Step, StreamDecoder

END = b"\n"
_ENDS = re.compile(rb"[\r\n\0]+")


def line(command: Command) -> bytes:
    """A message with its end. Raises MessageError."""
    return encode(command) + END


class CppDecoder(StreamDecoder):
    """Lines of commands. A line that is too long, or is not what its first word promises, is given
    up."""

    def finish(self) -> list[Event]:
        return self.feed(END) if self.pending else []

    def _step(self, buffer: bytearray) -> Step | None:
        end = _ENDS.search(buffer)
        if end is None:
            return Step(len(buffer), broken=True) if len(buffer) > LONGEST else None
        message = bytes(buffer[: end.start()])
        if not message.strip():
            return Step(end.end())
        try:
            return Step(end.end(), [decode(message)])
        except BodyError:
            return Step(end.end(), broken=True)
