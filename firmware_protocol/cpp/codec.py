"""One command, one message. Text of the other side is not trusted: it has a longest length, its
letters can be printed, and a command that is not known is kept as `Unknown`."""

from __future__ import annotations

from firmware_protocol.cpp.commands import READERS, Unknown
from firmware_protocol.cpp.shapes import Command
from firmware_protocol.errors import BodyError, MessageError

LONGEST = 512
"""Bytes of a message: no attribute of Bluetooth is longer (Core Specification, Vol 3, Part F,
3.2.9). Some boards hold 100 only, which the start position of 10x10 exceeds by one in `begin`."""


def encode(command: Command) -> bytes:
    """One message, without an end. Raises MessageError for what the wire cannot carry."""
    content = command.content
    word = command.TYPE if not isinstance(command, Unknown) else ""
    text = " ".join(part for part in (word, content) if part)
    data = text.encode("utf-8")
    if not text.isprintable() or len(data) > LONGEST:
        raise MessageError(f"{command.TYPE}: {len(data)} bytes, {LONGEST} in one line can be sent")
    return data


def decode(message: bytes) -> Command:
    """The command that one message is; `Unknown` where its first word is. Raises BodyError where
    the word is known and the rest is not what it promises."""
    if len(message) > LONGEST:
        raise BodyError(f"a message of {len(message)} bytes; {LONGEST} are the most")
    text = message.decode("utf-8", "replace")
    text = "".join(letter if letter.isprintable() else " " for letter in text).strip()
    word, _, content = text.partition(" ")
    reader = READERS.get(word)
    if reader is None:
        return Unknown(text)
    try:
        return reader(content.strip())
    except MessageError as error:
        raise BodyError(str(error)) from None
