"""Consistent Overhead Byte Stuffing: any bytes -> bytes without a zero (Cheshire and Baker, 1999).

Every zero is replaced by the distance to the next one; a code byte in front
gives the first distance.
A run of 254 bytes without a zero gets an extra code byte 255, which stands for no zero.

    11 22 00 33      ->   03 11 22 02 33
    (nothing)        ->   01
"""

from __future__ import annotations

_LONGEST_RUN = 254


def cobs_encode(data: bytes) -> bytes:
    """`data` without zeros; at most one byte longer for every 254 begun."""
    out = bytearray()
    for piece in data.split(b"\0"):
        rest = piece
        while len(rest) >= _LONGEST_RUN:
            out.append(255)
            out += rest[:_LONGEST_RUN]
            rest = rest[_LONGEST_RUN:]
        out.append(len(rest) + 1)
        out += rest
    return bytes(out)


def cobs_decode(data: bytes) -> bytes | None:
    """The bytes that were encoded, or None where `data` is no whole encoding."""
    out = bytearray()
    at, end = 0, len(data)
    while at < end:
        code = data[at]
        stop = at + code
        if not code or stop > end:
            return None
        out += data[at + 1 : stop]
        if code <= _LONGEST_RUN and stop < end:
            out.append(0)
        at = stop
    return bytes(out)
