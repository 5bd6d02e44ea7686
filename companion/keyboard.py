"""What people type during a game: a move, or a word for something else."""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.commands import RESULTS, Command, EnterResult, NewGame, Resign, draw_agreed
from companion.texts import Texts
from rules.game import Outcome, Termination

_MOVE = re.compile(r"\d{1,3}(?:\s*[-x:]\s*\d{1,3})+", re.ASCII)
_SQUARE = re.compile(r"\d{1,3}", re.ASCII)


@dataclass(frozen=True, slots=True)
class MoveTyped:
    """A move as text; `squares` are those named, `capture` whether it was written as one."""

    text: str
    squares: tuple[int, ...]
    capture: bool


@dataclass(frozen=True, slots=True)
class RemoveTyped:
    """Take the piece on this square off the board."""

    square: int


@dataclass(frozen=True, slots=True)
class CommandTyped:
    """A command of the session."""

    command: Command


@dataclass(frozen=True, slots=True)
class TakeBackTyped:
    """Take the last ply back."""


@dataclass(frozen=True, slots=True)
class TurnTyped:
    """Whose turn is it?"""


@dataclass(frozen=True, slots=True)
class HelpTyped:
    """What can be typed?"""


@dataclass(frozen=True, slots=True)
class PageTyped:
    """Where is the page?"""


@dataclass(frozen=True, slots=True)
class StopTyped:
    """Enough."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """Nothing that is understood."""

    text: str


Entry = (
    MoveTyped
    | RemoveTyped
    | CommandTyped
    | TakeBackTyped
    | TurnTyped
    | HelpTyped
    | PageTyped
    | StopTyped
    | Unknown
)


def parse_line(line: str, texts: Texts) -> Entry:
    """What a typed line means, in the words of this language."""
    text = " ".join(line.strip().lower().split())
    if text in RESULTS:
        return CommandTyped(EnterResult(Outcome(RESULTS[text], Termination.ENTERED)))
    if _MOVE.fullmatch(text):
        squares = tuple(int(number) for number in _SQUARE.findall(text))
        return MoveTyped(text.replace(" ", ""), squares, "-" not in text)
    for key, entry in _ENTRIES.items():
        if text in texts.words(key):
            return entry
    return _removal(text, texts) or Unknown(line.strip())


def _removal(text: str, texts: Texts) -> Entry | None:
    word, _, square = text.rpartition(" ")
    if word in texts.words("words.remove") and _SQUARE.fullmatch(square):
        return RemoveTyped(int(square))
    return None


_ENTRIES: dict[str, Entry] = {
    "words.take_back": TakeBackTyped(),
    "words.new": CommandTyped(NewGame()),
    "words.draw": CommandTyped(draw_agreed()),
    "words.resign": CommandTyped(Resign()),
    "words.turn": TurnTyped(),
    "words.help": HelpTyped(),
    "words.page": PageTyped(),
    "words.stop": StopTyped(),
}
