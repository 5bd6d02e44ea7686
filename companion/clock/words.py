"""What a clock beside the board shows of what is told: one word, in eight letters or in six.

These boards have no lights, and in a hall nobody wants a voice. A word stands for a moment only,
and not while the player who is to move has little time left: then the time is what counts.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from announcer.announcement import Announcement, Kind
from companion.clock.game_clock import ClockState
from companion.clock.keeper import LOW_S, ClockFace

SHOWN_S = 3.0


class ClockWord(enum.StrEnum):
    """The texts `clock_eight.*` and `clock_six.*` have these names."""

    CAPTURE = "capture"
    MOST = "most"
    WRONG = "wrong"
    REMOVE = "remove"
    KING = "king"
    LOOK = "look"
    OVER = "over"


_WRONG = (
    *(Kind.WRONG_DIRECTION, Kind.NOT_YOUR_TURN, Kind.NO_PIECE, Kind.PASS, Kind.LIGHT_SQUARE),
    *(Kind.OCCUPIED, Kind.BAD_GEOMETRY, Kind.MAN_MOVE, Kind.KING_MOVE, Kind.SHORT_KING),
    *(Kind.KING_RUN, Kind.KING_LANDING, Kind.MAN_OVER_KING, Kind.MAN_NOT_FLYING),
    *(Kind.KING_PATH_BLOCKED, Kind.JUMPED_OWN, Kind.JUMPED_TWICE, Kind.MOVED_UNCROWNED_KING),
    *(Kind.WRONG_PIECE_REMOVED, Kind.WRONG_HUFF, Kind.ENGINE_MOVE_MISMATCH),
)
_WORDS: dict[Kind, ClockWord] = dict.fromkeys(_WRONG, ClockWord.WRONG) | {
    Kind.MUST_CAPTURE: ClockWord.CAPTURE,
    Kind.CAPTURE_OBLIGATORY: ClockWord.CAPTURE,
    Kind.CAPTURE_UNFINISHED: ClockWord.CAPTURE,
    Kind.MAJORITY_CAPTURE: ClockWord.MOST,
    Kind.OTHER_CAPTURE: ClockWord.MOST,
    Kind.CAPTURED_PIECE_LEFT: ClockWord.REMOVE,
    Kind.PROMOTION: ClockWord.KING,
    Kind.KING_NOT_CROWNED: ClockWord.KING,
    Kind.UNKNOWN_POSITION: ClockWord.LOOK,
    Kind.PIECE_MISSING: ClockWord.LOOK,
    Kind.EXTRA_PIECE: ClockWord.LOOK,
    Kind.ORDER_UNKNOWN: ClockWord.LOOK,
    Kind.GAME_OVER: ClockWord.OVER,
}


def word_of(
    announcements: Sequence[Announcement], face: ClockFace | None, now: float
) -> ClockWord | None:
    """The word for the most urgent of what is told now, None for none. `face`: what the clocks
    show."""
    worded = [one for one in announcements if one.kind in _WORDS]
    if not worded or _is_short(face, now):
        return None
    return _WORDS[max(worded, key=lambda one: one.urgency).kind]


def _is_short(face: ClockFace | None, now: float) -> bool:
    running = face is not None and face.state is ClockState.RUNNING
    return running and face is not None and face.left_s(face.turn, now) < max(LOW_S)
