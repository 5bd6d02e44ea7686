"""What was tried on a board, and what the rules say of it."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from rules.move import Move


class Reason(enum.StrEnum):
    """Why an attempt is not a legal move; in the order in which they are reported."""

    PASS = "pass"
    LIGHT_SQUARE = "light_square"
    NO_PIECE = "no_piece"
    NOT_YOUR_PIECE = "not_your_piece"
    MOVED_UNCROWNED_KING = "moved_uncrowned_king"
    OCCUPIED = "occupied"
    REMOVED_TOO_EARLY = "removed_too_early"
    REMOVAL_ORDER = "removal_order"
    WRONG_REMOVAL = "wrong_removal"
    BACKWARD_MOVE = "backward_move"
    BAD_GEOMETRY = "bad_geometry"
    MAN_NOT_FLYING = "man_not_flying"
    KING_PATH_BLOCKED = "king_path_blocked"
    JUMPED_OWN = "jumped_own"
    JUMPED_TWICE = "jumped_twice"
    MUST_CAPTURE = "must_capture"
    MUST_CAPTURE_MORE = "must_capture_more"


class Severity(enum.StrEnum):
    """FOUL: the move breaks the rules. NOTE: worth a word, the move stands."""

    NOTE = "note"
    FOUL = "foul"


@dataclass(frozen=True, slots=True)
class Attempt:
    """What was seen of a move: the piece went from `start` to `end` (None: nothing moved;
    `on_light`: it was put on a square that is not played on), the squares in `removed` were
    emptied in that order. `route` is the way as far as it was seen, start and end included.
    `removed_early` holds squares emptied while the piece was still under way. `uncrowned`
    holds squares of kings that still lack their second disc, `touched` those of pieces that were
    touched before, in order, without an excuse."""

    start: int | None
    end: int | None
    removed: tuple[int, ...] = ()
    route: tuple[int, ...] = ()
    removed_early: tuple[int, ...] = ()
    on_light: bool = False
    uncrowned: tuple[int, ...] = ()
    touched: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruling:
    """The verdict on an attempt.

    `move` is the legal move that was played, where there is one. `squares` are the squares that
    matter for the explanation. `article` is the article of the rules, e.g. "KNDB 4.1".
    `legal_moves` are the moves that would have been right. A legal move by another piece than the
    one that was touched first is a note without a reason: `article` is that on touch-move and
    `squares` names the piece that was to be played.
    """

    legal: bool
    reason: Reason | None
    severity: Severity
    article: str
    squares: tuple[int, ...]
    legal_moves: tuple[Move, ...]
    move: Move | None = None
