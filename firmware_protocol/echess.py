"""A home-made chess board of linear Hall sensors: rows of bits and an end that data can look like.

Eight times a byte of white pieces and one of black ones, then FF FF FF. As FF is also a full row,
the place of a frame is only sure from the one before; a square that is white and black at once
tells that a place is wrong.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware_protocol.stream import Event, Step, StreamDecoder

_ROWS = 16
_SIZE = _ROWS + 3
_END = b"\xff\xff\xff"


@dataclass(frozen=True, slots=True)
class Rows(Event):
    """The bits of white and of black pieces, as the board orders its rows."""

    white_rows: tuple[int, ...]
    black_rows: tuple[int, ...]


class EchessDecoder(StreamDecoder):
    """Frames one behind the other; after damage the last place that fits is taken."""

    def __init__(self) -> None:
        super().__init__()
        self._in_step = True

    def reset(self) -> None:
        super().reset()
        self._in_step = True

    def _step(self, buffer: bytearray) -> Step | None:
        if len(buffer) < _SIZE:
            return None
        rows = _read(bytes(buffer[:_SIZE]))
        if rows is not None and (self._in_step or not _read(bytes(buffer[1 : _SIZE + 1]))):
            self._in_step = True
            return Step(_SIZE, [rows])
        was_in_step, self._in_step = self._in_step, False
        return Step(1, broken=was_in_step)


def _read(frame: bytes) -> Rows | None:
    white, black = tuple(frame[:_ROWS:2]), tuple(frame[1:_ROWS:2])
    if len(frame) < _SIZE or not frame.endswith(_END):
        return None
    if any(one & other for one, other in zip(white, black, strict=True)):
        return None
    return Rows(white, black)
