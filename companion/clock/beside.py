"""A clock that stands beside the board, as a DGT board reports it: what it shows, and what it is
told where the program keeps the time. White has its left side, black where the board lies turned.
"""

from __future__ import annotations

from board_io.events import ClockSeen
from companion.clock.game_clock import ClockState
from companion.clock.keeper import ClockFace, ClockHand
from firmware_protocol.dgt.commands import ClockRun
from rules.piece import Color

LONGEST_S = 35_999
"""What such a clock can show."""


def face_of(seen: ClockSeen, turn: Color, *, turned: bool = False) -> ClockFace:
    """What the clock shows; `turn` is to move where the clock does not say who is."""
    white_left = not turned
    white_s, black_s = seen.left_s, seen.right_s
    if not white_left:
        white_s, black_s = black_s, white_s
    if seen.left_to_move is not None:
        turn = Color.WHITE if seen.left_to_move is white_left else Color.BLACK
    state = ClockState.RUNNING if seen.running else ClockState.PAUSED
    hand = ClockHand.BUTTON
    return ClockFace("", hand, state, turn, white_s, black_s, 0.0, seen.time)


def flag_of(seen: ClockSeen, *, turned: bool = False) -> Color | None:
    """The side whose time was over, as the clock says."""
    if not (seen.left_flag or seen.right_flag):
        return None
    return Color.WHITE if seen.left_flag is not turned else Color.BLACK


def orders_of(face: ClockFace, now: float, *, turned: bool = False) -> tuple[int, int, ClockRun]:
    """The times of the left and the right side, and which of them is to run."""
    white, black = (min(LONGEST_S, int(face.left_s(color, now))) for color in Color)
    sides = (black, white) if turned else (white, black)
    if face.state is not ClockState.RUNNING:
        return (*sides, ClockRun.PAUSE)
    is_left = (face.turn is Color.WHITE) is not turned
    return (*sides, ClockRun.LEFT if is_left else ClockRun.RIGHT)
