"""The desk: typed lines that wait for their turn, and the hand that does what they say.

What is typed becomes motions on a simulated board, a wish to the session, or a word to people.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from companion.boards import SimulatedMagnets
from companion.clock.keeper import ClockAct
from companion.commands import Command, Demand, NewGame, TakeBack
from companion.keyboard import (
    ByEarTyped,
    ClockChosenTyped,
    ClockTyped,
    CoachTyped,
    CommandTyped,
    HelpTyped,
    LanguageTyped,
    LessonTyped,
    MoveTyped,
    NamesTyped,
    PageTyped,
    PairingTyped,
    PlaybackTyped,
    QuestionTyped,
    RemoveTyped,
    StopTyped,
    TakeBackTyped,
    TurnTyped,
    Unknown,
    parse_line,
)
from companion.room import Pace
from companion.texts import Texts
from companion.typed_hand import ImpossibleGestureError, TypedHand
from rules.errors import AmbiguousMoveError
from rules.game import Game
from rules.move import Move
from rules.notation import format_move
from rules.piece import Piece
from rules.position import Position
from rules.variant import Variant

REST_S = 0.4
"""The hand rests so long before it does what was piped in next ..."""
LONGEST_REST_S = 2.5
"""... or longer, until everything was told that was due."""

Wish = (
    Command
    | TurnTyped
    | QuestionTyped
    | ByEarTyped
    | PageTyped
    | PlaybackTyped
    | CoachTyped
    | ClockTyped
    | ClockChosenTyped
    | NamesTyped
    | PairingTyped
    | LessonTyped
    | LanguageTyped
    | StopTyped
)
"""What the desk cannot do by itself."""


class Desk:
    """`magnets` are the pieces of a simulated board, None where people move them; `say` tells
    something to people. Times are in seconds of the monotonic clock."""

    def __init__(
        self,
        game: Game,
        magnets: SimulatedMagnets | None,
        pace: Pace,
        texts: Texts,
        say: Callable[[str], None],
    ) -> None:
        self._magnets = magnets
        self._hand = TypedHand(game.position) if magnets else None
        self._pace = pace
        self._texts = texts
        self._say = say
        self._lines: deque[str] = deque()
        self._had_lines = self._closed = False
        self._last_act = 0.0

    def add(self, line: str) -> None:
        """Somebody typed this."""
        self._lines.append(line)
        self._had_lines = True

    def is_to_stop(self, variant: Variant) -> bool:
        """Whether the line whose turn it is says so: that needs no board."""
        return bool(self._lines) and isinstance(
            parse_line(self._lines[0], self._texts, variant), StopTyped
        )

    def close(self) -> None:
        """Nothing more will be typed."""
        self._closed = True

    def next_time(self, due: float | None) -> float | None:
        """When there is something to do; `due` is the next deadline of the session."""
        if self._hand is not None and self._hand.is_busy:
            return self._hand.next_time
        if self._closed and self._had_lines and not self._lines:
            return self._rest_time(due)
        return self._line_time(due)

    def move_hand(self, now: float) -> None:
        """Carry out the gestures that are due."""
        if self._hand is None or self._magnets is None:
            return
        for gesture in self._hand.due(now):
            self._magnets.change({gesture.square: gesture.piece})
            self._last_act = now

    def take_line(self, due: float | None, now: float) -> str | None:
        """The next line, if its time has come."""
        time = self._line_time(due)
        if time is None or time > now:
            return None
        self._last_act = now
        return self._lines.popleft()

    def is_over(self, due: float | None, now: float) -> bool:
        """Whether lines came from a file and all of them were done."""
        if not (self._closed and self._had_lines) or self._lines or self.is_busy:
            return False
        return now >= self._rest_time(due)

    def enter(self, line: str, game: Game, now: float) -> Wish | None:
        """Do what a line says, or give the wish that it is."""
        if line.startswith("#"):
            self._say(line[1:].strip())
            return None
        if not line.strip():
            return ClockTyped(ClockAct.PRESS)  # the space bar, or nothing: a clock with a button
        match parse_line(line, self._texts, game.variant):
            case MoveTyped() | RemoveTyped() as entry:
                self._by_hand(entry, game.position, now)
            case CommandTyped(command):
                return command
            case TakeBackTyped():
                return self.take_back(game, now)
            case TurnTyped() | PageTyped() | PlaybackTyped() | CoachTyped() | StopTyped() as wish:
                return wish
            case ClockTyped() | ClockChosenTyped() | NamesTyped() | LessonTyped() as wish:
                return wish
            case QuestionTyped() | ByEarTyped() | LanguageTyped() as wish:
                return wish
            case HelpTyped():
                self._say(self._texts("play.help"))
            case Unknown(text):
                self._say(self._texts("play.unknown", line=text))
        return None

    def take_back(self, game: Game, now: float) -> Wish | None:
        """What stands wrong is put right; else the last ply is taken back."""
        hand = self._hand
        if hand is not None and not _shows(hand, game.position):
            hand.restore(game.position, now)
        elif not game.plies:
            self._say(self._texts("play.nothing_taken_back"))
        elif hand is None:
            return TakeBack()
        else:
            hand.restore(game.plies[-1].before, now)
        return None

    def touch(self, square: int, piece: Piece | None, now: float) -> None:
        """Somebody moves a piece on the page; nothing comes of what no hand could do."""
        if self._hand is None or self._magnets is None:
            return
        if (gesture := self._hand.touch(square, piece, now)) is not None:
            self._magnets.change({gesture.square: gesture.piece})

    def make(self, move: Move, position: Position, now: float) -> None:
        """A virtual hand makes a move that nobody typed; on other boards people do."""
        if self._hand is not None:
            text = format_move(position, move)
            self._by_hand(MoveTyped(text, move.route.path, move.is_capture), position, now)

    def follow(self, command: Command, position: Position, now: float) -> None:
        """A command was carried out and left the game at `position`: a new game is laid out, and
        what was demanded is put back."""
        if isinstance(command, NewGame):
            self.lay_out(position, now)
        elif isinstance(command, Demand) and self._hand is not None:
            self._hand.restore(position, now)

    def lay_out(self, position: Position, now: float) -> None:
        """A virtual board comes to show this; others are set up by people."""
        if self._hand is None:
            return
        if self._hand.board == position.variant.geometry:
            self._hand.set_up(position, now)
        else:  # another board, that shows it already
            self._hand = TypedHand(position)

    @property
    def is_busy(self) -> bool:
        """Whether the hand is moving pieces."""
        return self._hand is not None and self._hand.is_busy

    def _line_time(self, due: float | None) -> float | None:
        """When the next line may be done; None while there is none or the hand is busy."""
        if not self._lines or self.is_busy:
            return None
        return self._rest_time(due) + self._pace.pause_s if self._pace.waits else 0.0

    def _rest_time(self, due: float | None) -> float:
        """When all is told that was due after the last act of the hand."""
        rested = self._last_act + REST_S
        return rested if due is None else min(self._last_act + LONGEST_REST_S, max(due, rested))

    def _by_hand(self, entry: MoveTyped | RemoveTyped, position: Position, now: float) -> None:
        hand = self._hand
        if hand is None:
            self._say(self._texts("play.by_hand"))
            return
        try:
            if isinstance(entry, RemoveTyped):
                hand.remove(entry.square, now)
            else:
                hand.play(entry, position, now)
        except ImpossibleGestureError as error:
            self._say(self._texts(error.key, square=error.square))
        except AmbiguousMoveError as error:
            self._say(self._texts("play.not_a_move", reason=error))


def _shows(hand: TypedHand, position: Position) -> bool:
    """Whether the board shows this position, as far as colours go."""
    shown = {square: piece.color for square, piece in hand.pieces.items()}
    return shown == {square: piece.color for square, piece in position.pieces().items()}
