"""The board under the hands: every lift and every placing is checked and written down.

Gestures of two players overlap in time, so they may be written down out of order; what happened
on one square is always in order, because a hand waits until the square is free.
"""

from __future__ import annotations

from board_io.hand.errors import AbsurdGestureError
from board_io.hand.performance import HandEvent
from rules.piece import Piece
from rules.position import Position

# Between two changes of one square: less than any scan of a board can tell apart.
_BREATH_MS = 20


class Stage:
    """What stands where after all that was written down."""

    def __init__(self, start: Position) -> None:
        self._pieces: dict[int, Piece] = dict(start.pieces())
        self._free_at: dict[int, int] = {}
        self._events: list[HandEvent] = []

    @property
    def pieces(self) -> dict[int, Piece]:
        """The pieces on the board, by square."""
        return dict(sorted(self._pieces.items()))

    @property
    def events(self) -> list[HandEvent]:
        """All events in order of time."""
        return sorted(self._events, key=lambda event: event.t_ms)

    def piece_at(self, square: int) -> Piece | None:
        return self._pieces.get(square)

    def is_clear(self, t_ms: int, square: int) -> bool:
        """Whether the square is empty at this moment and no hand is busy with it later."""
        return square not in self._pieces and self._free_at.get(square, 0) <= t_ms

    def lift(self, t_ms: int, square: int) -> tuple[int, Piece]:
        """Takes the piece off; returns when that was (not before the square is free) and what
        it was. Raises AbsurdGestureError where nothing stands."""
        if square not in self._pieces:
            raise AbsurdGestureError(f"nothing stands on {square}")
        piece = self._pieces.pop(square)
        return self._note(t_ms, square, None), piece

    def put(self, t_ms: int, square: int, piece: Piece) -> int:
        """Puts a piece down; returns when that was. Raises AbsurdGestureError where one stands."""
        if square in self._pieces:
            raise AbsurdGestureError(f"a piece stands on {square}")
        self._pieces[square] = piece
        return self._note(t_ms, square, piece)

    def change(self, t_ms: int, square: int, piece: Piece) -> int:
        """The piece on the square becomes another one without leaving it (a second disc)."""
        if square not in self._pieces:
            raise AbsurdGestureError(f"nothing stands on {square}")
        self._pieces[square] = piece
        return self._note(t_ms, square, piece)

    def _note(self, t_ms: int, square: int, piece: Piece | None) -> int:
        t_ms = max(t_ms, self._free_at.get(square, 0))
        self._free_at[square] = t_ms + _BREATH_MS
        self._events.append(HandEvent(t_ms, square, piece))
        return t_ms
