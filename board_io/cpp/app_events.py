"""What a phone app tells a board that offers itself to it; one frozen record for each kind."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_protocol.cpp.names import SideName
from rules.move import Move
from rules.outcome import Outcome
from rules.position import Position


@dataclass(frozen=True, slots=True)
class RoundBegun:
    """A game goes on from here; the people at the board have these pieces."""

    position: Position
    side: SideName


@dataclass(frozen=True, slots=True)
class MoveAsked:
    """This move was made in the app and is to be made on the board."""

    move: Move


@dataclass(frozen=True, slots=True)
class CaptureBegun:
    """A capture was begun in the app and goes on; so far the piece stood on these squares."""

    path: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MoveAccepted:
    """The move that was made on the board stands."""

    move: Move


@dataclass(frozen=True, slots=True)
class MoveRefused:
    """The move that was made on the board is to be put back."""

    move: Move


@dataclass(frozen=True, slots=True)
class PositionSet:
    """The game is here now, after a take-back or because the app says so: the board is to show it.
    `taken_back`: how many plies less than before, negative for plies that stand again, 0 where it
    is another way to get there."""

    position: Position
    taken_back: int = 0


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """The game is over in the app. `outcome` None: it was broken off, or the app does not say."""

    reason: str
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """The other side offers a draw; `Peripheral.answer`."""


@dataclass(frozen=True, slots=True)
class UndoOffered:
    """The other side wants to take a move back; `Peripheral.answer`."""


@dataclass(frozen=True, slots=True)
class OfferAnswered:
    """What was offered at the board was accepted, or not."""

    accepted: bool


@dataclass(frozen=True, slots=True)
class TimesTold:
    """What both sides have left, in milliseconds."""

    white_ms: int
    black_ms: int


@dataclass(frozen=True, slots=True)
class ScoreTold:
    """The score of both sides after the game, as text."""

    white: str
    black: str


@dataclass(frozen=True, slots=True)
class AppSaid:
    """A word for people."""

    text: str


@dataclass(frozen=True, slots=True)
class AppErred:
    """The app complains of something, or says what the board cannot do; for the log."""

    text: str


AppEvent = (
    RoundBegun
    | MoveAsked
    | CaptureBegun
    | MoveAccepted
    | MoveRefused
    | PositionSet
    | RoundEnded
    | DrawOffered
    | UndoOffered
    | OfferAnswered
    | TimesTold
    | ScoreTold
    | AppSaid
    | AppErred
)
