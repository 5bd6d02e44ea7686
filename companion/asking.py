"""Questions by the buttons of the board, for who sees neither screen nor lights.

*Confirm* held for a second, or pressed twice in a second, opens a menu that is spoken:

    take back      the next item is named
    confirm        its answer is heard; again at a row: the next row
    confirm held   the menu is closed

What changes the game - a draw, a new game - is told first and done at a second press of *confirm*,
in the menu as well as, for who plays by ear, without it. Any other button leaves it undone.

While the menu waits for a touch, a piece that is lifted and put back is told, and is no move.

Pure: buttons, snapshots and times (seconds, monotonic) in; what to say and to do out.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from announcer.answers import Question
from board_io.events import BoardButton
from companion.clock.keeper import ClockAct
from companion.commands import Demand, NewGame, PlayOn, Resign, draw_agreed
from companion.keyboard import (
    ByEarTyped,
    ClockTyped,
    CommandTyped,
    QuestionTyped,
    TakeBackTyped,
)
from companion.room import Wanted
from rules.game import Game
from rules.snapshot import Snapshot

TWICE_S = 1.0
"""Two presses within this time are one gesture."""
IDLE_S = 60.0
"""The menu closes after so long; a whole board can be read out meanwhile."""


class Item(enum.StrEnum):
    """What can be heard or done, in the order of the menu; the name is that of its texts."""

    REPEAT = "repeat"
    LAST_MOVE = "last_move"
    DUTY = "duty"
    OWN = "own"
    OTHERS = "others"
    KINGS = "kings"
    COUNT = "count"
    ROWS = "rows"
    TOUCH = "touch"
    CLOCK = "clock"
    DEMAND = "demand"
    PLAY_ON = "play_on"
    TAKE_BACK = "take_back"
    DRAW = "draw"
    RESIGN = "resign"
    NEW_GAME = "new_game"
    BY_EAR = "by_ear"


_QUESTIONS: Mapping[Item, Question] = {
    Item.REPEAT: Question.REPEAT,
    Item.LAST_MOVE: Question.LAST_MOVE,
    Item.DUTY: Question.DUTY,
    Item.OWN: Question.OWN,
    Item.KINGS: Question.KINGS,
    Item.COUNT: Question.COUNT,
}
_ACTS: Mapping[Item, Wanted] = {
    Item.DEMAND: CommandTyped(Demand()),
    Item.PLAY_ON: CommandTyped(PlayOn()),
    Item.TAKE_BACK: TakeBackTyped(),
    Item.DRAW: CommandTyped(draw_agreed()),
    Item.RESIGN: CommandTyped(Resign()),
    Item.NEW_GAME: CommandTyped(NewGame()),
}
_ONLY_WHEN_DISPUTED = (Item.DEMAND, Item.PLAY_ON)
_ONLY_WHILE_IT_LASTS = (Item.TAKE_BACK, Item.DRAW, Item.RESIGN)


@dataclass(frozen=True, slots=True)
class Facts:
    """How it stands when a button is pressed."""

    game: Game
    by_ear: bool
    is_disputed: bool = False
    has_clock: bool = False

    @property
    def is_begun(self) -> bool:
        """Whether there is a game to lose."""
        return bool(self.game.plies) and self.game.outcome is None


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes of it: sentences (keys of the section `ask` of the texts), and what is wanted."""

    said: tuple[str, ...] = ()
    wanted: Wanted | None = None


class Asking:
    """The menu of one board: closed, open at an item, or waiting for a second press."""

    def __init__(self) -> None:
        self._item: Item | None = None
        self._sure: Item | None = None
        self._row = 0
        self._rest: Snapshot | None = None
        self._lifted: int | None = None
        self._is_touched = False
        self._at = self._confirmed_at = float("-inf")

    @property
    def is_open(self) -> bool:
        return self._item is not None

    @property
    def next_deadline(self) -> float | None:
        """When `advance` wants to be called, if nothing is pressed before."""
        waits = self._item is not None or self._sure is not None
        return self._at + IDLE_S if waits else None

    # -- buttons ---------------------------------------------------------------------------

    def hold(self, facts: Facts, now: float) -> Reply:
        """*Confirm* was held: the menu opens, or closes."""
        self._at, self._sure = now, None
        if self.is_open:
            return self._close()
        self._item = _items(facts)[0]
        return Reply(("ask.open", f"ask.{self._item}"))

    def press(self, button: BoardButton, facts: Facts, now: float) -> Reply | None:
        """A button was pressed; None where it means what it means in a game."""
        is_twice = button is BoardButton.CONFIRM and now - self._confirmed_at < TWICE_S
        sure, self._sure = self._sure, None
        if is_twice and not self.is_open:
            self._confirmed_at = float("-inf")
            return self.hold(facts, now)
        if sure is not None:
            return self._decide(sure, button, now)
        if self._item is not None:
            return self._in_menu(self._item, button, facts, now)
        act = _act_of(button, facts) if facts.by_ear else None
        return self._ask_whether(act, now) if act is not None else None

    def confirmed(self, now: float) -> None:
        """*Confirm* was pressed and meant no more than a question: again soon opens the menu."""
        self._confirmed_at = now

    def advance(self, now: float) -> Reply | None:
        """Time has passed: what waits too long is left undone."""
        due = self.next_deadline
        if due is None or now < due:
            return None
        if self._item is None:
            self._sure = None
            return Reply(("ask.undone",))
        return self._close()

    def _close(self) -> Reply:
        self._item = self._sure = None
        self._is_touched = False
        return Reply(("ask.closed",))

    def _in_menu(self, item: Item, button: BoardButton, facts: Facts, now: float) -> Reply:
        self._at = now
        match button:
            case BoardButton.TAKE_BACK:
                items = _items(facts)
                at = items.index(item) + 1 if item in items else 0
                self._item, self._row, self._is_touched = items[at % len(items)], 0, False
                return Reply((f"ask.{self._item}",))
            case BoardButton.CONFIRM:
                return self._choose(item, facts, now)
        return Reply((f"ask.{item}",))  # nothing else happens by accident

    def _choose(self, item: Item, facts: Facts, now: float) -> Reply:
        if item in _ACTS:
            return self._ask_whether(item, now)
        match item:
            case Item.ROWS:
                return Reply(wanted=QuestionTyped(Question.ROW, self._next_row(facts)))
            case Item.OTHERS:
                color = facts.game.position.turn.other
                return Reply(wanted=QuestionTyped(Question[color.name]))
            case Item.TOUCH:
                self._is_touched = True
                return Reply(("ask.how_touch",))
            case Item.CLOCK:
                return Reply(wanted=ClockTyped(ClockAct.TELL))
            case Item.BY_EAR:
                return Reply(wanted=ByEarTyped(not facts.by_ear))
        return Reply(wanted=QuestionTyped(_QUESTIONS[item]))

    def _next_row(self, facts: Facts) -> int:
        """A square of the next row, from white's side on."""
        board = facts.game.variant.geometry
        self._row, row = self._row + 1, self._row % board.height
        return board.squares - board.per_row * row

    # -- what is told first ----------------------------------------------------------------

    def _ask_whether(self, act: Item, now: float) -> Reply:
        self._sure, self._at, self._confirmed_at = act, now, now
        return Reply((f"ask.sure_{act}", "ask.sure"))

    def _decide(self, act: Item, button: BoardButton, now: float) -> Reply:
        if button is not BoardButton.CONFIRM:
            return Reply(("ask.undone",))
        if now - self._confirmed_at < TWICE_S:  # so soon nobody has heard what it is about
            self._sure = act
            return Reply()
        if self._item is not None:
            self._close()
        return Reply(wanted=_ACTS[act])

    # -- touching --------------------------------------------------------------------------

    def touches(self, snapshot: Snapshot) -> Reply | None:
        """The board shows this, in the numbers of the game. A reply where it is only a piece that
        is lifted to ask, or back; None where the board means what it means in a game."""
        rest = self._rest
        if not self._is_touched or rest is None or len(rest) != len(snapshot):
            self._rest = snapshot
            return None
        changed = [n for n, reading in snapshot if rest[n] is not reading]
        if len(changed) > 1 or (changed and snapshot[changed[0]].occupied):
            self._is_touched, self._rest = False, snapshot
            return None
        before, self._lifted = self._lifted, changed[0] if changed else None
        if self._lifted is None or self._lifted == before:
            return Reply()
        return Reply(wanted=QuestionTyped(Question.SQUARE, self._lifted))


def _items(facts: Facts) -> list[Item]:
    """What there is to choose from now."""
    return [
        item
        for item in Item
        if not (item in _ONLY_WHEN_DISPUTED and not facts.is_disputed)
        and not (item in _ONLY_WHILE_IT_LASTS and not facts.is_begun)
        and not (item is Item.CLOCK and not facts.has_clock)
    ]


def _act_of(button: BoardButton, facts: Facts) -> Item | None:
    """What a button would change in this game; None where it changes nothing."""
    match button:
        case BoardButton.CONFIRM if facts.is_disputed:
            return Item.PLAY_ON
        case BoardButton.TAKE_BACK if facts.is_disputed:
            return Item.DEMAND
        case BoardButton.TAKE_BACK if facts.game.plies:
            return Item.TAKE_BACK
        case BoardButton.DRAW if facts.is_begun:
            return Item.DRAW
        case BoardButton.RESIGN if facts.is_begun:
            return Item.RESIGN
        case BoardButton.NEW_GAME if facts.is_begun:
            return Item.NEW_GAME
    return None
