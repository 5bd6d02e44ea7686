"""Games as they come out of the record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from rules.game import Game


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game as it was kept."""

    id: int
    started: datetime
    ended: datetime | None
    tags: Mapping[str, str]
    game: Game


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
