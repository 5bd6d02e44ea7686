"""The words that the protocol knows in advance. Both sides may know more: others are no error."""

from __future__ import annotations

import enum

SERVICE = "f5351050-b2c9-11ec-a0c0-b3bc53b08d33"
TO_BOARD = "f53513ca-b2c9-11ec-a0c1-639b8957db99"
"""What the central writes to, with response."""
TO_APP = "f535147e-b2c9-11ec-a0c2-8bbd706ec4e6"
"""What the peripheral notifies by; what does not fit a notification can be read there."""


class FeatureName(enum.StrEnum):
    """What a side can do besides the plain game. What the central did not ask for is off."""

    MSG = "msg"
    LAST_MOVE = "last_move"
    CHECK = "check"
    MOVED = "moved"
    RESIGN = "resign"
    UNDO_REDO = "undo_redo"
    UNDO_OFFER = "undo_offer"
    DRAW_OFFER = "draw_offer"
    DRAW_REASON = "draw_reason"
    VARIANT_REASON = "variant_reason"
    SIDE = "side"
    SCORE = "score"
    TIME = "time"
    GET_STATE = "get_state"
    SET_STATE = "set_state"
    SUBMOVE_STATE = "submove_state"
    OPTION = "option"


class VariantName(enum.StrEnum):
    """The games of draughts; white begins in all of them, in the English one too."""

    STANDARD = "draughts_standard"  # 10x10
    RUSSIAN = "draughts_russian"
    BRAZILIAN = "draughts_brazilian"
    ENGLISH = "draughts_english"
    BREAKTHROUGH = "draughts_breakthrough"
    FRISIAN = "draughts_frisian"
    FRYSK = "draughts_frysk"
    ANTI = "anti_draughts"


class EndReason(enum.StrEnum):
    """Why a round is over. Those behind `ABORT` need the feature `draw_reason`."""

    UNDEFINED = "undefined"
    CHECKMATE = "checkmate"
    DRAW = "draw"
    TIMEOUT = "timeout"
    RESIGN = "resign"
    ABORT = "abort"
    DRAW_OFFER = "draw_offer"
    STALEMATE = "stalemate"
    THREEFOLD_REPETITION = "threefold_repetition"
    FIFTY_MOVE = "fifty_move"
    INSUFFICIENT_MATERIAL = "insufficient_material"
    DEAD_POSITION = "dead_position"


class SideName(enum.StrEnum):
    """Whose pieces the people at the board move."""

    WHITE = "w"
    BLACK = "b"
    BOTH = "?"
