"""Letters on a clock that has seven segments for each: a DGT XL shows six characters so.

A bit lights a segment: 01 top, 02 right above, 04 right below, 08 bottom, 10 left below, 20 left
above, 40 middle. On the display the six stand as `1A:BC 1D:EF`; the message names C, B, A, F, E, D.
"""

from __future__ import annotations

from firmware_protocol.dgt.commands import ClockCommand, clock_message
from firmware_protocol.errors import MessageError

SEGMENT_LENGTH = 6
_SHAPES = dict(
    zip(
        " -_0123456789",
        bytes.fromhex("00 40 08 3f 06 5b 4f 66 6d 7d 07 7f 6f"),
        strict=True,
    )
) | dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        # Some letters have no shape of their own here: K, M, V, W and X are only hinted at.
        bytes.fromhex(
            "77 7c 39 5e 79 71 3d 76 06 1e 75 38 37 54 3f 73 67 50 6d 78 3e 1c 2a 49 6e 5b"
        ),
        strict=True,
    )
)
_BEEP, _SILENT = 0x03, 0x01
_NO_ICONS = 0x00


def clock_segments(text: str, *, beep: bool = False) -> bytes:
    """Six characters on a clock with seven segments for each. Raises MessageError for what does
    not fit."""
    if len(text) > SEGMENT_LENGTH or any(letter not in _SHAPES for letter in text.upper()):
        raise MessageError(
            f"{text!r}: the clock shows {SEGMENT_LENGTH} letters A to Z, digits, - or _"
        )
    a, b, c, d, e, f = (_SHAPES[letter] for letter in text.upper().ljust(SEGMENT_LENGTH))
    sound = _BEEP if beep else _SILENT
    return clock_message(ClockCommand.DISPLAY, bytes((c, b, a, f, e, d, _NO_ICONS, sound)))
