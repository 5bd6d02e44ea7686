"""What the hands did, and what was meant by it: the events in time, and the truth about them."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from board_io.sensing import reading_of
from rules.move import Move
from rules.piece import Piece
from rules.ply import Ply
from rules.position import Position
from rules.ruling import Reason
from rules.snapshot import Reading, SensorKind


@dataclass(frozen=True, slots=True)
class HandEvent:
    """At `t_ms` milliseconds `piece` stands on `square`, or nothing does.

    `lost`: it is so on the board, but the report of it never reaches the host.
    """

    t_ms: int
    square: int
    piece: Piece | None
    lost: bool = False

    @property
    def reading(self) -> Reading:
        """What the best of sensors shows of it."""
        return reading_of(self.piece, SensorKind.COLOR_KINGS)


@dataclass(frozen=True, slots=True)
class SnapshotSent:
    """The board reports all squares; whatever was lost before is known from here on."""

    t_ms: int


@dataclass(frozen=True, slots=True)
class Played:
    """The ply and the moments, in milliseconds, of its first and of its last event.

    `known_ms`: when the host can know of it; later than `last_ms` where a report was lost.
    """

    ply: Ply
    first_ms: int
    last_ms: int
    known_ms: int


class Fault(enum.StrEnum):
    """What people do wrong, as far as a board can see it."""

    MUST_CAPTURE = "must_capture"
    FEWER_CAPTURED = "fewer_captured"
    STOPPED_HALFWAY = "stopped_halfway"
    BACKWARD_MOVE = "backward_move"
    NOT_YOUR_PIECE = "not_your_piece"
    BAD_GEOMETRY = "bad_geometry"
    MAN_NOT_FLYING = "man_not_flying"
    KING_PATH_BLOCKED = "king_path_blocked"
    JUMPED_OWN = "jumped_own"
    JUMPED_TWICE = "jumped_twice"
    OCCUPIED = "occupied"
    CAPTURED_LEFT = "captured_left"
    OTHER_REMOVED = "other_removed"
    OWN_REMOVED = "own_removed"
    VANISHED = "vanished"
    LIGHT_SQUARE = "light_square"
    REMOVED_TOO_EARLY = "removed_too_early"
    REMOVAL_ORDER = "removal_order"
    MOVED_UNCROWNED_KING = "moved_uncrowned_king"

    @property
    def reason(self) -> Reason:
        """What the rules call it."""
        return _REASONS.get(self) or Reason(self.value)

    @property
    def is_note(self) -> bool:
        """Worth a word at most: the move stands."""
        return self in (Fault.REMOVED_TOO_EARLY, Fault.REMOVAL_ORDER)


_REASONS = {
    Fault.FEWER_CAPTURED: Reason.MUST_CAPTURE_MORE,
    Fault.STOPPED_HALFWAY: Reason.MUST_CAPTURE_MORE,
    Fault.CAPTURED_LEFT: Reason.WRONG_REMOVAL,
    Fault.OTHER_REMOVED: Reason.WRONG_REMOVAL,
    Fault.OWN_REMOVED: Reason.WRONG_REMOVAL,
    Fault.VANISHED: Reason.WRONG_REMOVAL,
}


@dataclass(frozen=True, slots=True)
class TrueViolation:
    """A fault: its first event was at `began_ms`; it stood on the board from `from_ms` to
    `until_ms`, where it began to be mended or the opponent played on. `mended_ms`: when all was
    right again, or accepted. `squares` are those that were touched, `ply` the number of the ply
    that was meant. `visible_to`: the sensors on which it can be told from something else."""

    fault: Fault
    squares: tuple[int, ...]
    ply: int
    began_ms: int
    from_ms: int
    until_ms: int
    mended_ms: int
    played_on: bool = False
    visible_to: frozenset[SensorKind] = frozenset(SensorKind)

    @property
    def reason(self) -> Reason:
        return self.fault.reason


class Mishap(enum.StrEnum):
    """What happens at a board that is neither a move nor a fault."""

    STRAIGHTENED = "straightened"
    TOUCHED = "touched"
    OFF_CENTRE = "off_centre"
    FLICKER = "flicker"
    LOST = "lost"
    CROWNED = "crowned"
    REPLY_EARLY = "reply_early"


@dataclass(frozen=True, slots=True)
class TrueMishap:
    kind: Mishap
    square: int
    from_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """These moves were played and taken back (oldest first) before ply number `ply`."""

    moves: tuple[Move, ...]
    ply: int
    from_ms: int
    until_ms: int


@dataclass(frozen=True, slots=True)
class Correction:
    """`first` was played as ply number `ply`, stood at `first_ms`, and was replaced before the
    opponent moved."""

    first: Move
    ply: int
    from_ms: int
    first_ms: int
    until_ms: int


TimedEvent = HandEvent | SnapshotSent


@dataclass(frozen=True, slots=True)
class Performance:
    """A game as it happened on a board. Events are in order of time."""

    start: Position
    events: tuple[TimedEvent, ...]
    plies: tuple[Played, ...]
    violations: tuple[TrueViolation, ...] = ()
    take_backs: tuple[TakeBack, ...] = ()
    corrections: tuple[Correction, ...] = ()
    mishaps: tuple[TrueMishap, ...] = ()

    @property
    def touches(self) -> tuple[HandEvent, ...]:
        """What to do to a simulated board, in order of time: put `piece` down or take it off."""
        return tuple(event for event in self.events if isinstance(event, HandEvent))

    @property
    def final(self) -> Position:
        """The position that the game ends in."""
        return self.plies[-1].ply.after if self.plies else self.start
