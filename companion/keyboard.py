"""What people type during a game: a move, or a word for something else."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from announcer.answers import Question
from announcer.coach import Coach
from companion.choices import COACH_LEVELS, HOUSE_RULES, LANGUAGES, VARIANTS
from companion.clock.control import TimeControl, parse_control
from companion.clock.keeper import ClockAct
from companion.commands import (
    RESULTS,
    Command,
    Demand,
    EnterResult,
    NewGame,
    PlayOn,
    Resign,
    YoungestIs,
    draw_agreed,
)
from companion.errors import InputError
from companion.players.names import clean_name
from companion.texts import Texts, load_texts
from rules.game import Outcome, Termination
from rules.names import from_national, squares_in
from rules.piece import Color
from rules.position import Position
from rules.traits import SquareNames
from rules.variant import Variant
from rules.variants import INTERNATIONAL, variant_named

_NAME = r"(?:[a-l]\d{1,2}|\d{1,3})"
_MOVE = re.compile(rf"{_NAME}(?:\s*[-x:]\s*{_NAME})+", re.ASCII)
_SQUARE = re.compile(_NAME, re.ASCII)
_SIGN = re.compile("[-x:]")


@dataclass(frozen=True, slots=True)
class MoveTyped:
    """A move as text, with the numbers of its squares; `squares` are those named, `capture` whether
    it was written as one."""

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
class QuestionTyped:
    """What is asked of the game; `square` is the one that is asked about."""

    question: Question
    square: int = 0


@dataclass(frozen=True, slots=True)
class ByEarTyped:
    """From now on somebody plays without seeing, or no longer."""

    is_so: bool = True


@dataclass(frozen=True, slots=True)
class HelpTyped:
    """What can be typed?"""


@dataclass(frozen=True, slots=True)
class PageTyped:
    """Where is the page?"""


@dataclass(frozen=True, slots=True)
class CoachTyped:
    """So much is to be told to a player from now on; None: to both."""

    side: Color | None
    level: Coach


@dataclass(frozen=True, slots=True)
class ClockTyped:
    """Something that is done with the clock; `side`: whose button, None where there is one."""

    act: ClockAct
    side: Color | None = None


@dataclass(frozen=True, slots=True)
class ClockChosenTyped:
    """The game is timed so from here on; None: not at all."""

    control: TimeControl | None


@dataclass(frozen=True, slots=True)
class NamesTyped:
    """Who plays; empty: nobody in particular."""

    white: str
    black: str


@dataclass(frozen=True, slots=True)
class PairingTyped:
    """A new game, between these two."""

    white: str
    black: str


@dataclass(frozen=True, slots=True)
class PlaybackTyped:
    """Show this kept game on the board."""

    number: int


@dataclass(frozen=True, slots=True)
class LessonTyped:
    """Give a lesson: from an exercise or a lesson on (empty: where the child was), to this child
    (empty: nobody in particular)."""

    what: str
    child: str


@dataclass(frozen=True, slots=True)
class LanguageTyped:
    """Speak this language from now on."""

    language: str


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
    | QuestionTyped
    | ByEarTyped
    | HelpTyped
    | PageTyped
    | PlaybackTyped
    | CoachTyped
    | ClockTyped
    | ClockChosenTyped
    | NamesTyped
    | LessonTyped
    | LanguageTyped
    | PairingTyped
    | StopTyped
    | Unknown
)


def parse_line(line: str, texts: Texts, variant: Variant = INTERNATIONAL) -> Entry:
    """What a typed line means, in the words of this language and the squares of this game."""
    text = " ".join(line.strip().lower().split())
    if (named := _players(line, texts) or _lesson(line, texts)) is not None:
        return named
    if text in RESULTS:
        return CommandTyped(EnterResult(Outcome(RESULTS[text], Termination.ENTERED)))
    if _MOVE.fullmatch(text):
        return _move(text, variant) or Unknown(line.strip())
    for key, entry in _ENTRIES.items():
        if text in texts.words(key):
            return entry
    for key, parse in _WITH_MORE.items():
        for word in sorted(texts.words(key), key=len, reverse=True):
            if text.startswith(f"{word} "):
                more = text.removeprefix(f"{word} ")
                return parse(more, texts, variant) or Unknown(line.strip())
    return _way_out(text) or _language(text) or Unknown(line.strip())


def _move(text: str, variant: Variant) -> Entry | None:
    squares = [_square(name, variant) for name in _SQUARE.findall(text)]
    known = tuple(square for square in squares if square is not None)
    if len(known) < len(squares):
        return None
    signs = _SIGN.findall(text)
    numbers = "".join(f"{n}{sign}" for n, sign in zip(known, [*signs, ""], strict=True))
    return MoveTyped(numbers, known, "-" not in text)


def _square(name: str, variant: Variant) -> int | None:
    """The square of this name; numbers are also understood where a game has letters."""
    if name[0].isalpha():
        has_letters = variant.square_names is SquareNames.LETTERS
        return squares_in(variant.geometry, name)[0] or None if has_letters else None
    return from_national(variant, int(name)) if 0 < int(name) <= variant.squares else int(name)


def _players(line: str, texts: Texts) -> Entry | None:
    """Two names after the word for it, as they are written: "namen Anna, Bram"."""
    word, _, names = line.strip().partition(" ")
    if word.lower() not in texts.words("words.names") or names.count(",") != 1:
        return None
    try:
        white, black = (clean_name(name) for name in names.split(","))
    except InputError:
        return None
    return NamesTyped(white, black)


def _lesson(line: str, texts: Texts) -> Entry | None:
    """Where to begin after the word for it, if anywhere, and a child after a comma as it is
    written: "les coup_turc-2, Anna", "les, Anna"."""
    text, _, child = line.partition(",")
    word, _, what = text.strip().lower().partition(" ")
    if word not in texts.words("words.lesson"):
        return None
    return LessonTyped(what.strip(), " ".join(child.split()))


def _kept(text: str, texts: Texts, variant: Variant) -> Entry | None:
    is_number = text.isascii() and text.isdigit() and len(text) < 10
    return PlaybackTyped(int(text)) if is_number else None


def _removal(text: str, texts: Texts, variant: Variant) -> Entry | None:
    square = _square(text, variant) if _SQUARE.fullmatch(text) else None
    return None if square is None else RemoveTyped(square)


def _asked(question: Question) -> Callable[[str, Texts, Variant], Entry | None]:
    """What is asked about a square of the board."""

    def parse(text: str, texts: Texts, variant: Variant) -> Entry | None:
        square = _square(text, variant) if _SQUARE.fullmatch(text) else None
        is_there = square is not None and 0 < square <= variant.squares
        return QuestionTyped(question, square) if square is not None and is_there else None

    return parse


def _game(text: str, texts: Texts, variant: Variant) -> Entry | None:
    """The name of a game, and of house rules after it; rules alone: the game that is played."""
    called = {name: key for key in (*VARIANTS, *HOUSE_RULES) for name in _names(key, texts)}
    found: list[str] = []
    rest = text.replace(",", " ").replace("+", " ").strip()
    while rest:
        name = max((n for n in called if f"{rest} ".startswith(f"{n} ")), key=len, default=None)
        if name is None:
            return None
        found.append(called[name])
        rest = rest[len(name) :].strip()
    games = [name for name in found if name in VARIANTS] or [variant.name.partition("+")[0]]
    rules = [name for name in found if name in HOUSE_RULES]
    if len(games) > 1:
        return None
    return CommandTyped(NewGame(Position.start(variant_named("+".join((games[0], *rules))))))


def _coach(text: str, texts: Texts, variant: Variant) -> Entry | None:
    """A level, perhaps after a side."""
    first, _, last = text.rpartition(" ")
    side = _side(first, texts) if first else None
    level = next((name for name in COACH_LEVELS if last in _names(f"coach_{name}", texts)), None)
    if level is None or (first and side is None):
        return None
    return CoachTyped(side, Coach[level.upper()])


def _youngest(text: str, texts: Texts, variant: Variant) -> Entry | None:
    side = _side(text, texts)
    return CommandTyped(YoungestIs(side)) if side else None


def _clock(text: str, texts: Texts, variant: Variant) -> Entry | None:
    off = text in texts.words("words.no_clock")
    try:
        return ClockChosenTyped(None if off else parse_control(text))
    except InputError:
        return None


def _way_out(text: str) -> Entry | None:
    """What harms no game, in the words of any language: nobody is stuck in the wrong one, or with
    letters that the keyboard has not."""
    return next((_ENTRIES[key] for key in _WAYS_OUT if text in _in_any_language(key)), None)


def _language(text: str) -> Entry | None:
    """A language after the word for it, both in the words of any language: who does not understand
    the one that is spoken finds the way back too."""
    word, _, name = text.partition(" ")
    if not name or word not in _in_any_language("words.language"):
        return None
    for language in LANGUAGES:
        if name in {language, *_in_any_language(f"called.language_{language}")}:
            return LanguageTyped(language)
    return None


@cache
def _in_any_language(key: str) -> frozenset[str]:
    """The words for one thing in all languages."""
    return frozenset(word for name in LANGUAGES for word in load_texts(name).words(key))


def _side(text: str, texts: Texts) -> Color | None:
    return next((c for c in Color if text in texts.words(f"called.{c.name.lower()}")), None)


def _names(key: str, texts: Texts) -> list[str]:
    """What people may call it, besides its own name."""
    return [key.removeprefix("coach_"), *texts.words(f"called.{key}")]


_ENTRIES: dict[str, Entry] = {
    "words.take_back": TakeBackTyped(),
    "words.new": CommandTyped(NewGame()),
    "words.draw": CommandTyped(draw_agreed()),
    "words.resign": CommandTyped(Resign()),
    "words.demand": CommandTyped(Demand()),
    "words.play_on": CommandTyped(PlayOn()),
    "words.turn": TurnTyped(),
    "words.repeat": QuestionTyped(Question.REPEAT),
    "words.last_move": QuestionTyped(Question.LAST_MOVE),
    "words.duty": QuestionTyped(Question.DUTY),
    "words.count": QuestionTyped(Question.COUNT),
    "words.kings": QuestionTyped(Question.KINGS),
    "words.own": QuestionTyped(Question.OWN),
    "words.white_pieces": QuestionTyped(Question.WHITE),
    "words.black_pieces": QuestionTyped(Question.BLACK),
    "words.position": QuestionTyped(Question.POSITION),
    "words.by_ear": ByEarTyped(),
    "words.by_sight": ByEarTyped(False),
    "words.clock": ClockTyped(ClockAct.TELL),
    "words.pause": ClockTyped(ClockAct.TOGGLE),
    "words.help": HelpTyped(),
    "words.page": PageTyped(),
    "words.stop": StopTyped(),
}
_WAYS_OUT = ("words.help", "words.stop", "words.position")
_WITH_MORE: dict[str, Callable[[str, Texts, Variant], Entry | None]] = {
    "words.remove": _removal,
    "words.square": _asked(Question.SQUARE),
    "words.row": _asked(Question.ROW),
    "words.diagonal": _asked(Question.DIAGONALS),
    "words.playback": _kept,
    "words.game": _game,
    "words.coach": _coach,
    "words.youngest": _youngest,
    "words.clock": _clock,
}
