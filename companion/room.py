"""What a game is played in, and what comes in from everywhere around it."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from announcer.announcement import Announcement
from announcer.catalogue import Catalogue
from board_io.cpp.app_items import AppItem
from board_io.events import BoardEvent
from companion.boards import Board
from companion.errors import StoreError
from companion.keyboard import (
    ByEarTyped,
    ClockChosenTyped,
    ClockTyped,
    CoachTyped,
    CommandTyped,
    LanguageTyped,
    NamesTyped,
    PairingTyped,
    QuestionTyped,
    TakeBackTyped,
    TurnTyped,
)
from companion.mode import ForGuest, GiveBack, Lend
from companion.terminal import Screen
from companion.texts import Texts
from companion.view import View
from rules.piece import Color, Piece
from rules.variant import Variant

if TYPE_CHECKING:
    from companion.bridge.end import AppEnd


@dataclass(frozen=True, slots=True)
class Line:
    """Somebody typed this; a line that begins with # is a remark, which is shown."""

    text: str


@dataclass(frozen=True, slots=True)
class EndOfLines:
    """Nothing more will be typed."""


@dataclass(frozen=True, slots=True)
class Shown:
    """Something that is shown only: the voice failed, the record has trouble."""

    text: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The system asks the program to end."""


@dataclass(frozen=True, slots=True)
class Touched:
    """Somebody at the page lifted what stands on this square of the game (None), or put this
    piece down there."""

    square: int
    piece: Piece | None


Wanted = (
    CommandTyped
    | CoachTyped
    | ClockTyped
    | ClockChosenTyped
    | LanguageTyped
    | NamesTyped
    | PairingTyped
    | TakeBackTyped
    | TurnTyped
    | QuestionTyped
    | ByEarTyped
)


@dataclass(frozen=True, slots=True)
class Asked:
    """Somebody at the page asks for this."""

    wanted: Wanted


Item = (
    BoardEvent
    | AppItem
    | Line
    | EndOfLines
    | Shown
    | Stop
    | Touched
    | Asked
    | Lend
    | ForGuest
    | GiveBack
)
Inbox = queue.SimpleQueue[Item]


class Voice(Protocol):
    """Whoever says the announcements."""

    def tell(self, announcements: Iterable[Announcement], variant: Variant) -> None: ...

    def close(self) -> None: ...


class Onlookers(Protocol):
    """Those who watch from elsewhere: the page. They get the view that follows a telling."""

    def tell(self, what: Iterable[Announcement | str]) -> None: ...

    def show(self, view: View) -> None: ...


@dataclass(frozen=True, slots=True)
class Nobody:
    """Nobody watches."""

    def tell(self, what: Iterable[Announcement | str]) -> None:
        """Nobody hears it."""

    def show(self, view: View) -> None:
        """Nobody sees it."""


@dataclass(frozen=True, slots=True)
class Pace:
    """When the next line is done: at once for people who type (`waits` False); after a rest of the
    board and `pause_s` seconds more for lines that come from a file or a demo."""

    waits: bool = False
    pause_s: float = 0.0


def _nothing_kept(number: int) -> Lend:
    raise StoreError(f"there is no game {number} here")


def _no_voice(language: str) -> Voice | None:
    return None


def _no_lesson(what: str, child: str) -> Lend:
    raise StoreError("there are no lessons here")


@dataclass(frozen=True, slots=True)
class Room:
    """What a game is played in. `page_card` tells where the page is, in lines of text; `is_chosen`:
    people want this game and no other that the board may be made for; `kept` lends the board to a
    kept game by its number, or raises StoreError; `lesson` lends it to a lesson (from where on, by
    whom), or raises CompanionError; `open_voice` makes the voice of another language; `opening`:
    whom it is lent to first; `clock_words`: a clock beside the board may show words."""

    board: Board
    screen: Screen
    texts: Texts
    catalogue: Catalogue
    voice: Voice | None = None
    names: Mapping[Color, str] | None = None
    pace: Pace = Pace()
    onlookers: Onlookers = Nobody()
    page_card: str = ""
    is_chosen: bool = True
    kept: Callable[[int], Lend] = _nothing_kept
    lesson: Callable[[str, str], Lend] = _no_lesson
    open_voice: Callable[[str], Voice | None] = _no_voice
    opening: Lend | None = None
    app: AppEnd | None = None
    clock_words: bool = True
