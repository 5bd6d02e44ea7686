"""What can go wrong in this package, by whose fault it is.

ProtocolError
├── MessageError   ours: a message was built with a field that the wire cannot carry
└── BodyError      theirs: a frame arrived whole, but its body is not what its type promises

Damage on the way (noise, lost bytes) raises nothing: `Decoder.feed` returns `DecodeError` values.
"""

from __future__ import annotations


class ProtocolError(Exception):
    """Anything this package raises."""


class MessageError(ProtocolError):
    """A message that cannot be sent as it is; the text names the field and its range."""


class BodyError(ProtocolError):
    """A body that does not fit its message type; the text names the field or the length."""
