"""The whole wire in two calls: `Decoder.feed` and `encode`."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_protocol.errors import BodyError
from firmware_protocol.frames import DecodeError, Fault, Frame, FrameDecoder, encode_frame
from firmware_protocol.layout import Message
from firmware_protocol.messages import Unknown, unpack


@dataclass(frozen=True, slots=True)
class Received:
    """A message and its number: the request's in an answer, a running count in an event."""

    seq: int
    message: Message | Unknown


def encode(message: Message, seq: int = 0) -> bytes:
    """The bytes on the wire, closing zero included. Raises MessageError for what cannot be sent."""
    return encode_frame(Frame(message.TYPE, seq, message.pack()))


class Decoder:
    """Bytes in, messages out; no byte sequence makes it fail, and it counts what it dropped."""

    def __init__(self) -> None:
        self._frames = FrameDecoder()
        self._errors = 0

    @property
    def errors(self) -> int:
        """How many DecodeErrors were returned so far."""
        return self._errors

    @property
    def pending(self) -> int:
        """Bytes that wait for the zero which ends their frame."""
        return self._frames.pending

    def reset(self) -> None:
        """Forget an unfinished frame; the count of errors stays."""
        self._frames.reset()

    def feed(self, data: bytes) -> list[Received | DecodeError]:
        """What is complete after these bytes, in order. Any bytes may come, cut anywhere."""
        out = [_read(frame) for frame in self._frames.feed(data)]
        self._errors += sum(isinstance(item, DecodeError) for item in out)
        return out


def _read(frame: Frame | DecodeError) -> Received | DecodeError:
    if isinstance(frame, DecodeError):
        return frame
    try:
        return Received(frame.seq, unpack(frame.kind, frame.body))
    except BodyError as error:
        return DecodeError(Fault.BODY, bytes((frame.kind, frame.seq)) + frame.body, str(error))
