"""What a board tells the program.

Every event carries `time`: seconds of the host's monotonic clock. For changes on the board it is
derived from the board's own milliseconds, so order and settling times survive a busy host.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from board_io.errors import LinkFault
from rules.snapshot import SensorKind, Snapshot


@dataclass(frozen=True, slots=True)
class BoardInfo:
    """What a board says of itself in its answer to HELLO. `squares` are those of the game;
    `is_chess_board`: it senses all 64 of 8x8, so that any game of that size can be played on it;
    `variants`: it knows these games and no others, None where it does not care."""

    squares: int
    sensor: SensorKind
    has_leds: bool
    serial: str
    boot_id: int
    firmware: str
    protocol: tuple[int, int]
    is_chess_board: bool = False
    variants: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class SnapshotSeen:
    """The whole board after one or more accepted changes."""

    time: float
    snapshot: Snapshot


@dataclass(frozen=True, slots=True)
class LinkUp:
    """A board answered and has told its full state; also after every lost link."""

    time: float
    snapshot: Snapshot
    board: BoardInfo


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The board is gone; what happens on it now is not seen until the next LinkUp."""

    time: float
    reason: LinkFault
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Searching:
    """No board yet: what stands in the way. Told again only when the reason changes."""

    time: float
    reason: LinkFault
    detail: str = ""


class BoardButton(enum.Enum):
    """The buttons and clock pads that a board may have."""

    CONFIRM = "confirm"
    TAKE_BACK = "take_back"
    WHITE_CLOCK = "white_clock"
    BLACK_CLOCK = "black_clock"
    NEW_GAME = "new_game"
    DRAW = "draw"
    RESIGN = "resign"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class ButtonPressed:
    """A button on the board went down."""

    time: float
    button: BoardButton


@dataclass(frozen=True, slots=True)
class ButtonHeld:
    """A button on the board was let go after a second or so; that it went down was told then."""

    time: float
    button: BoardButton


@dataclass(frozen=True, slots=True)
class BatteryLevel:
    """Charge of the board's battery in percent; None where it has one but cannot measure it."""

    time: float
    percent: int | None
    charging: bool = False


@dataclass(frozen=True, slots=True)
class ClockSeen:
    """A clock beside the board, as the board tells its times; left and right are the clock's own.

    `left_to_move` None: it does not say. A flag stands for a side whose time was over.
    """

    time: float
    left_s: int
    right_s: int
    running: bool
    left_to_move: bool | None
    left_flag: bool = False
    right_flag: bool = False


class Notice(enum.Enum):
    """Something about the board that does not end the game."""

    BOARD_ERROR = "board_error"  # the firmware reports a fault of its own
    SAID = "said"  # the board has a word for people
    UNKNOWN_PROTOCOL = "unknown_protocol"  # another major version: the common subset is used
    LEDS_UNACKNOWLEDGED = "leds_unacknowledged"  # the board did not confirm what it shows


@dataclass(frozen=True, slots=True)
class BoardMessage:
    """A notice with one English line of detail for the log."""

    time: float
    notice: Notice
    detail: str = ""


BoardEvent = (
    SnapshotSeen
    | LinkUp
    | LinkDown
    | Searching
    | ButtonPressed
    | ButtonHeld
    | BatteryLevel
    | ClockSeen
    | BoardMessage
)
