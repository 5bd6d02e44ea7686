"""Frames: how a message is packed so that it survives a byte stream that loses and invents bytes.

    +------+-----+--------------------+----------+-----------+
    | type | seq | body, 0-240 bytes  | CRC, low | CRC, high |  COBS-encoded, then one zero byte
    +------+-----+--------------------+----------+-----------+

The checksum is CRC-16/CCITT-FALSE over type, seq and body. What can go wrong: noise without a zero
sticks to the frame behind it and takes that one along, never more; a lost zero joins two frames and
the checksum drops both; a run longer than any frame is dropped unread up to the next zero.
PROTOCOL.md, "The frame".
"""

from __future__ import annotations

import enum
from binascii import crc_hqx
from dataclasses import dataclass

from firmware_protocol.cobs import cobs_decode, cobs_encode
from firmware_protocol.errors import MessageError

MAX_BODY = 240  # bytes; keeps a frame within one COBS run
MAX_ENCODED = MAX_BODY + 4 + 1  # type, seq, two bytes of checksum; one COBS code byte
_CRC_START = 0xFFFF


class Fault(enum.Enum):
    """What was wrong with the bytes between two zeros."""

    TOO_LONG = "longer than any frame"
    STUFFING = "not a COBS encoding"
    TOO_SHORT = "shorter than the shortest frame"
    CHECKSUM = "checksum differs"
    BODY = "body does not fit its type"


@dataclass(frozen=True, slots=True)
class DecodeError:
    """Bytes that were dropped. `data` is what stood on the wire, without the closing zero."""

    fault: Fault
    data: bytes
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.detail or self.fault.value} ({len(self.data)} bytes dropped)"


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame whose checksum was right. `seq` is the request's number, or an event's count."""

    kind: int
    seq: int
    body: bytes


def encode_frame(frame: Frame) -> bytes:
    """The bytes on the wire, closing zero included. Raises MessageError for a part too large."""
    if not (0 <= frame.kind <= 255 and 0 <= frame.seq <= 255):
        raise MessageError(f"type {frame.kind} and seq {frame.seq} must be 0 to 255")
    if len(frame.body) > MAX_BODY:
        raise MessageError(f"body of {len(frame.body)} bytes; at most {MAX_BODY} fit a frame")
    content = bytes((frame.kind, frame.seq)) + frame.body
    checksum = crc_hqx(content, _CRC_START).to_bytes(2, "little")
    return cobs_encode(content + checksum) + b"\0"


def decode_frame(data: bytes) -> Frame | DecodeError:
    """What stood between two zeros."""
    content = cobs_decode(data)
    if content is None:
        return DecodeError(Fault.STUFFING, data)
    if len(content) < 4:
        return DecodeError(Fault.TOO_SHORT, data)
    if crc_hqx(content[:-2], _CRC_START) != int.from_bytes(content[-2:], "little"):
        return DecodeError(Fault.CHECKSUM, data)
    return Frame(content[0], content[1], content[2:-2])


class FrameDecoder:
    """Bytes in, frames out; holds at most one unfinished frame."""

    def __init__(self) -> None:
        self._pending = bytearray()
        self._skipping = False

    @property
    def pending(self) -> int:
        """Bytes that wait for the zero which ends their frame."""
        return len(self._pending)

    def reset(self) -> None:
        """Forget an unfinished frame, for instance after the link was opened again."""
        self._pending.clear()
        self._skipping = False

    def feed(self, data: bytes) -> list[Frame | DecodeError]:
        """Whatever is complete after these bytes, in order. Any bytes may come, cut anywhere."""
        found: list[Frame | DecodeError] = []
        *ended, rest = bytes(data).split(b"\0")
        for piece in ended:
            self._take(piece, found)
            if self._pending and not self._skipping:
                found.append(decode_frame(bytes(self._pending)))
            self.reset()
        self._take(rest, found)
        return found

    def _take(self, piece: bytes, found: list[Frame | DecodeError]) -> None:
        if self._skipping:
            return
        room = MAX_ENCODED - len(self._pending)
        self._pending += piece[:room]
        if len(piece) > room:
            found.append(DecodeError(Fault.TOO_LONG, bytes(self._pending)))
            self._pending.clear()
            self._skipping = True
