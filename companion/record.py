"""The record of a game as the session writes it: small changes, each written before it is told.

A `Record` takes the changes of one moment together and has them safe when `write` returns.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from rules.game import Outcome, Ply
from rules.position import Position


class RemarkKind(enum.StrEnum):
    """What a remark in the history of a game is about."""

    VIOLATION = "violation"
    MENDED = "mended"
    NOTE = "note"
    ORDER_UNKNOWN = "order_unknown"


@dataclass(frozen=True, slots=True)
class GameBegun:
    """A game begins from this position; the changes that follow belong to it. `tags` are PDN
    tag pairs (White, Black, Event ...)."""

    start: Position
    tags: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class TagsSet:
    """These tags have these values now; an empty value takes the tag away."""

    tags: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class ClockChosen:
    """The game is timed so from here on, as it is written; empty: not at all."""

    control: str


@dataclass(frozen=True, slots=True)
class PlyAdded:
    """The next ply; `number` counts from 0."""

    number: int
    ply: Ply


@dataclass(frozen=True, slots=True)
class PlyReplaced:
    """The last ply was corrected by the player who made it."""

    number: int
    ply: Ply


@dataclass(frozen=True, slots=True)
class PlyTimed:
    """The clock says what this ply took and what its player had left, in seconds."""

    number: int
    used_s: float
    left_s: float


@dataclass(frozen=True, slots=True)
class ThinkingTimed:
    """The ply that is being thought about has taken so many seconds so far."""

    used_s: float


@dataclass(frozen=True, slots=True)
class PliesTakenBack:
    """All plies from `number` on were taken back; they stay in the history only."""

    number: int


@dataclass(frozen=True, slots=True)
class Remark:
    """Something that is kept in the history and is no ply; `number` plies stood by then."""

    number: int
    kind: RemarkKind
    code: str
    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ResultSet:
    """The result as it stands now; None withdraws it (people play on)."""

    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class GameLeft:
    """The game ends here without a result: another one begins."""


Change = (
    GameBegun
    | TagsSet
    | ClockChosen
    | PlyAdded
    | PlyReplaced
    | PlyTimed
    | ThinkingTimed
    | PliesTakenBack
    | Remark
    | ResultSet
    | GameLeft
)


class Record(Protocol):
    """Where a session keeps its game."""

    def write(self, changes: Sequence[Change]) -> None:
        """Keep these changes, all or none; they survive a power cut when this returns."""
