"""Games as they come out of the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from companion.clock.game_clock import PlyTime
from rules.game import Game


@dataclass(frozen=True, slots=True)
class SavedClock:
    """The clock of a game: its time control as it is written (empty for a clock beside the board,
    which does not tell); for each ply what it took and what its player had left (None where no
    clock ran); what the next ply took so far."""

    control: str
    times: tuple[PlyTime | None, ...]
    thinking_s: float = 0.0


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as it was kept; `clock` is None where it had none. `remarks` are what people noted, as
    text, by the number of plies that stood (`companion.remarks`)."""

    id: int
    started: datetime
    ended: datetime | None
    tags: Mapping[str, str]
    game: Game
    clock: SavedClock | None = None
    remarks: Mapping[int, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class GameSummary:
    """One line of the list of games."""

    id: int
    started: datetime
    tags: Mapping[str, str]
    plies: int
    result: str


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """What happened besides the plies that stand: `number` plies stood then."""

    number: int
    kind: str
    code: str
    squares: tuple[int, ...]
