"""What happened on the board, as the reconciler tells it: one frozen record for each kind.

`time` is the moment of the telling in seconds of the clock that the caller handed in.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from rules.game import Ply
from rules.move import Move
from rules.piece import Color, Piece
from rules.position import Position
from rules.ruling import Ruling


class ViolationCode(enum.StrEnum):
    """What was wrong on the board, in the words of the people at it."""

    CAPTURE_OBLIGATORY = "capture_obligatory"
    MAJORITY_CAPTURE = "majority_capture"
    WRONG_DIRECTION = "wrong_direction"
    NOT_YOUR_TURN = "not_your_turn"
    WRONG_PIECE_REMOVED = "wrong_piece_removed"
    OCCUPIED = "occupied"
    BAD_GEOMETRY = "bad_geometry"
    MAN_NOT_FLYING = "man_not_flying"
    KING_PATH_BLOCKED = "king_path_blocked"
    JUMPED_OWN = "jumped_own"
    JUMPED_TWICE = "jumped_twice"
    MOVED_UNCROWNED_KING = "moved_uncrowned_king"
    WRONG_HUFF = "wrong_huff"
    ENGINE_MOVE_MISMATCH = "engine_move_mismatch"
    PIECE_MISSING = "piece_missing"
    EXTRA_PIECE = "extra_piece"
    UNKNOWN_POSITION = "unknown_position"
    # Reminders: nothing is wrong yet, something is still to be done.
    CAPTURED_PIECE_LEFT = "captured_piece_left"
    KING_NOT_CROWNED = "king_not_crowned"

    @property
    def is_reminder(self) -> bool:
        return self in (ViolationCode.CAPTURED_PIECE_LEFT, ViolationCode.KING_NOT_CROWNED)


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that is not as it should be. `squares` are those to light or name, in the order
    in which they are told; `ruling` holds the reason and the moves that would have been right,
    where the rules have something to say. `huffable`: the pieces that may be taken for it."""

    code: ViolationCode
    squares: tuple[int, ...]
    ruling: Ruling | None = None
    huffable: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Transition:
    time: float


@dataclass(frozen=True, slots=True)
class MovePlayed(Transition):
    """A ply was recognised and recorded; `number` counts plies from 0. It may still be corrected
    until the opponent moves. `ply.irregular`: a wrong move, accepted by playing on. `made_at`: when
    the piece stood and all captured pieces were off, None where that was not seen."""

    ply: Ply
    number: int
    made_at: float | None = None


@dataclass(frozen=True, slots=True)
class MoveCorrected(Transition):
    """The same player changed his move before the opponent moved: `ply` replaces `old`."""

    old: Ply
    ply: Ply
    number: int


@dataclass(frozen=True, slots=True)
class PieceHuffed(Transition):
    """A piece was taken from `square` for the capture that the ply before missed; who took it is
    still to move."""

    ply: Ply
    number: int
    square: int


@dataclass(frozen=True, slots=True)
class MovesTakenBack(Transition):
    """These plies (oldest first) were taken back on the board."""

    plies: tuple[Ply, ...]


@dataclass(frozen=True, slots=True)
class ViolationFound(Transition):
    """Something is wrong; told once."""

    violation: Violation


@dataclass(frozen=True, slots=True)
class ViolationMended(Transition):
    """What was told is right again (or was accepted); its lights go out."""

    violation: Violation


class NoteCode(enum.StrEnum):
    """Remarks: the game goes on as it is."""

    REMOVED_TOO_EARLY = "removed_too_early"
    REMOVAL_ORDER = "removal_order"
    TOUCH_MOVE = "touch_move"
    CAPTURE_GOES_ON = "capture_goes_on"


@dataclass(frozen=True, slots=True)
class Noted(Transition):
    """A remark. TOUCH_MOVE: squares = (piece that was touched, start of the move played).
    CAPTURE_GOES_ON: the piece rests on squares[0], the capture can go on to squares[1:]."""

    code: NoteCode
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OrderUnknown(Transition):
    """The position is known, the moves that led to it are not. `candidates` are the sequences
    that fit; the game goes on from `position`."""

    position: Position
    candidates: tuple[tuple[Move, ...], ...]


@dataclass(frozen=True, slots=True)
class SetupNeeded(Transition):
    """The board does not show the position to set up: pieces to put down, squares to clear.
    A colour that stands wrong is both. `colors`: those of the pieces to take away, as far as the
    board can tell."""

    missing: tuple[tuple[int, Piece], ...]
    extra: tuple[int, ...]
    colors: tuple[tuple[int, Color], ...] = ()


@dataclass(frozen=True, slots=True)
class SetupComplete(Transition):
    """The board shows the position: the game can begin or go on."""

    position: Position


@dataclass(frozen=True, slots=True)
class BoardTurned(Transition):
    """The board lies turned by 180 degrees; from here on its numbers are translated."""


@dataclass(frozen=True, slots=True)
class NewGameOffered(Transition):
    """The start position stands on the board: a new game begins with the first move."""


@dataclass(frozen=True, slots=True)
class NewGameStarted(Transition):
    """A new game began; the plies told from here on belong to it."""


@dataclass(frozen=True, slots=True)
class SnapshotWanted(Transition):
    """The board's reports do not add up: ask it for a full one."""


@dataclass(frozen=True, slots=True)
class LinkLost(Transition):
    """The board cannot be reached."""


@dataclass(frozen=True, slots=True)
class LinkRestored(Transition):
    """The board is back; what changed meanwhile is being worked out."""
