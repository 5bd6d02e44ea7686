"""DGT events in JSON. What a board dump means depends on the game and the coding of its pieces."""

from __future__ import annotations

from collections.abc import Sequence

from firmware_protocol.dgt.event_log import LogField
from firmware_protocol.dgt.messages import BoardDump, FiftyDump
from firmware_protocol.dgt.pieces import (
    CHESS_LETTERS,
    Coding,
    dark_indexes,
    light_occupied,
    start_coding,
)
from firmware_protocol.stream import Event


class DgtForms:
    """Forms of one board's events. Without a `coding` it is the one that the last start position
    showed, and before any the newer one. `chess`: an 8x8 board with chess figures."""

    def __init__(self, *, chess: bool, coding: Coding | None = None) -> None:
        self._chess = chess
        self._given = coding
        self._coding = coding or Coding.SINCE_2011

    def form(self, event: Event) -> object:
        match event:
            case BoardDump(codes):
                return {"type": "board", "size": event.size} | self._board(codes, event.size)
            case FiftyDump(colour, codes):
                return {"type": "board50", "colour": colour, "fields50": self._letters(codes)}
            case LogField(index, code, fast):
                return f"{self._square(index)} {self._letter(code)}{' fast' if fast else ''}"
        return event.form()

    def _board(self, codes: Sequence[int], size: int) -> dict[str, object]:
        if size == 8 and self._chess:
            return {"placement": "".join(map(chess_letter, codes))}
        squares = [codes[index] for index in dark_indexes(size)]
        return {
            f"fields{len(squares)}": self._letters(squares),
            "light_occupied": light_occupied(codes, size),
        }

    def _letters(self, squares: Sequence[int]) -> str:
        if self._given is None and (shown := start_coding(squares)) not in (None, Coding.CHESS):
            assert shown is not None
            self._coding = shown
        return "".join(map(self._coding.letter, squares))

    def _letter(self, code: int) -> str:
        if self._chess:
            return chess_letter(code) if code else "e"
        return self._coding.letter(code)

    def _square(self, index: int) -> str:
        if self._chess:
            return f"{'abcdefgh'[index % 8]}{8 - index // 8}" if index < 64 else f"index {index}"
        dark = dark_indexes(10)
        return str(dark.index(index) + 1) if index in dark else f"index {index}"


def chess_letter(code: int) -> str:
    """The letter of a chess figure, . for an empty square, ? for an unknown code."""
    return CHESS_LETTERS[code] if code < len(CHESS_LETTERS) else "?"
