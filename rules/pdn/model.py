"""What a reader of PDN gets: games with their tags, moves and remarks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from rules.game import Game, Ply
from rules.pdn.errors import PdnError
from rules.piece import Color

Tags = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Command:
    """An embedded command, `[%name value]`."""

    name: str
    value: str

    def __str__(self) -> str:
        return f"[%{self.name} {self.value}]" if self.value else f"[%{self.name}]"


@dataclass(frozen=True, slots=True)
class PdnWarning:
    """Something that was read though it is not as it should be."""

    line: int
    column: int
    text: str

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}: {self.text}"


@dataclass(frozen=True, slots=True)
class PdnMove:
    """One ply as it stands in the text, or one setup of a position.

    `text` is the move as it was written, without blanks. `ply` is None where the moves before it
    could not be followed. Strength marks are in `nags` ($1 ! $2 ? $3 !! $4 ?? $5 !? $6 ?! $7
    forced). `comments` are without the commands in them, which are in `commands`.
    """

    text: str
    ply: Ply | None
    comments: tuple[str, ...] = ()
    commands: tuple[Command, ...] = ()
    nags: tuple[int, ...] = ()
    variations: tuple[Variation, ...] = ()

    @property
    def clock(self) -> float | None:
        """The time in seconds that the player who moved has left, where it is written."""
        for command in self.commands:
            if command.name == "clk":
                return _seconds(command.value)
            if command.name == "clock" and self.ply is not None:
                return _clock_of(self.ply.before.turn, command.value)
        return None


@dataclass(frozen=True, slots=True)
class Variation:
    """Moves that were not played. `comments` stand before the first of them."""

    moves: tuple[PdnMove, ...]
    comments: tuple[str, ...] = ()


@dataclass(frozen=True)
class PdnGame:
    """One game of a PDN text; `number` counts from 1, `line` is where it begins.

    `game` holds the plies as far as they can be followed, None where the game is of a variant
    that is not read or its start is unknown. `moves` are all moves of the text, in order, those
    that could not be followed too. `error` says why the game is not complete, None if it is.
    """

    number: int
    game: Game | None
    tags: Tags = field(default_factory=lambda: MappingProxyType({}))
    moves: tuple[PdnMove, ...] = ()
    comments: tuple[str, ...] = ()
    warnings: tuple[PdnWarning, ...] = ()
    error: PdnError | None = None
    line: int = 1


_TIME = re.compile(r"(?:(\d{1,4}):)?(\d{1,4}):(\d{1,4}(?:\.\d{1,9})?)", re.ASCII)
_PLAYER_TIME = re.compile(r"([WB])\s*([\d:.]+)", re.IGNORECASE | re.ASCII)


def _seconds(value: str) -> float | None:
    match = _TIME.fullmatch(value.strip())
    if match is None:
        return None
    hours, minutes, seconds = match.groups(default="0")
    return int(hours) * 3600 + int(minutes) * 60 + float(seconds)


def _clock_of(player: Color, value: str) -> float | None:
    for letter, time in _PLAYER_TIME.findall(value):
        if letter.upper() == player.value:
            return _seconds(time)
    return None
