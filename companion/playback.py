"""A kept game on the board once more, ply by ply: a guest that has the board.

A step on the page, in the terminal or by a button is told and shown by lights: which piece goes,
where it lands, what is taken off. Who plays the next move of the game on the board by himself, or
takes the last one back there, is followed. What stands wrong after a rest is put right one piece
at a time. A virtual board follows by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from announcer.announcement import Announcement, Kind, Subject, Topic, Urgency, Values
from announcer.answers import Question, answered
from announcer.lights import LightPattern, Meaning, meanings_of
from announcer.moves import move_played
from announcer.set_up import SET_UP, led_correction, next_correction
from board_io.events import BoardButton
from companion.keyboard import ByEarTyped, QuestionTyped, TakeBackTyped, TurnTyped
from companion.mode import Lend
from companion.saved import SavedGame
from companion.session import Told
from companion.texts import Texts
from companion.view import GuestView
from reconciler.setup import needed, stands
from reconciler.sight import Sight
from rules.game import Game
from rules.piece import Color
from rules.ply import Ply
from rules.position import Position
from rules.snapshot import Snapshot

SETTLED_S = 0.35
"""A move that stands so long on the board was played there."""
PAUSE_S = 1.6
"""People pause up to 1.5 s inside one move; what is wrong longer is told."""
_ROUNDING_S = 1e-6
_LINK = Topic(Subject.LINK)


@dataclass(frozen=True, slots=True)
class GoTo:
    """Show the game after so many plies."""

    plies: int


@dataclass(frozen=True, slots=True)
class Step:
    """So many plies on, or back where it is negative."""

    plies: int


@dataclass(frozen=True, slots=True)
class Leave:
    """Enough: back to the game that is played."""


def lend_to(saved: SavedGame, texts: Texts) -> Lend:
    """The board goes to this game, in the words of `texts`."""
    return Lend(lambda table: Playback(saved, texts, turned=table.turned, by_ear=table.by_ear))


class Playback:
    """Plays back a kept game. `turned`: the board lies turned; `by_ear`: nobody looks at lights."""

    def __init__(
        self, saved: SavedGame, texts: Texts, *, turned: bool = False, by_ear: bool = False
    ) -> None:
        self.turned = turned
        self._by_ear = by_ear
        self.is_over = False
        self.next_deadline: float | None = None
        self._saved, self._whole, self._texts = saved, saved.game, texts
        self._at = 0
        self._game = Game(saved.game.start)
        self._sight: Sight | None = None
        self._is_linked = True
        self._changed = 0.0
        self._asked_for: Ply | None = None
        self._asked_at: Sight | None = None
        self._correction: Announcement | None = None

    @property
    def game(self) -> Game:
        return self._game

    @property
    def shown(self) -> GuestView:
        values = {"number": self._saved.id, "at": self._at, "of": len(self._whole.plies)}
        tags = self._saved.tags
        names = {Color.WHITE: tags.get("White", ""), Color.BLACK: tags.get("Black", "")}
        return GuestView("playback", values, names)

    @property
    def laid_out(self) -> Position:
        return self._game.position

    @property
    def open(self) -> tuple[Announcement, ...]:
        return (self._correction,) if self._correction else ()

    @property
    def lights(self) -> LightPattern:
        """A correction before the way of the move that was asked for, that before the last move."""
        if not self._is_linked:
            return {}
        if self._correction is not None:
            meanings = meanings_of(self._correction)
        elif self._asked_for is not None and not self._stands():
            meanings = _way(self._asked_for)
        else:
            meanings = _last_move(self._game)
        return {square: meaning.value for square, meaning in sorted(meanings.items())}

    # -- the board -------------------------------------------------------------------------

    def observe(self, snapshot: Snapshot, now: float) -> Sequence[Told]:
        sight = Sight.of(snapshot.turned() if self.turned else snapshot)
        if sight != self._sight:
            self._sight, self._changed = sight, now
        return self._look(now)

    def advance(self, now: float) -> Sequence[Told]:
        return self._look(now)

    def link_lost(self, now: float) -> Sequence[Told]:
        self._is_linked, self.next_deadline = False, None
        return self._told([Announcement(Kind.LINK_LOST, _LINK, urgency=Urgency.URGENT)], now)

    def link_restored(self, snapshot: Snapshot, now: float) -> Sequence[Told]:
        self._is_linked = True
        back = Announcement(Kind.LINK_RESTORED, _LINK, urgency=Urgency.WARNING)
        return [*self._told([back], now), *self.observe(snapshot, now)]

    def _look(self, now: float) -> Sequence[Told]:
        """What there is to say of the board as it has stood since `_changed`."""
        self.next_deadline = None
        if self._stands():
            return self._is_right(now)
        followed = self._played_on_the_board()
        due = self._changed + (PAUSE_S if followed is None else SETTLED_S)
        if now + _ROUNDING_S < due:
            self.next_deadline = due
            return ()
        return self._is_wrong(now) if followed is None else self._go_to(followed, now)

    def _stands(self) -> bool:
        return self._sight is not None and stands(self._game.position, self._sight)

    def _played_on_the_board(self) -> int | None:
        """The number of plies that the board shows: one more or one less than was asked for. As
        it stood when it was asked for, it shows nothing that was played since."""
        if self._sight == self._asked_at:
            return None
        plies = self._whole.plies
        around = [(self._at + 1, ply.after) for ply in plies[self._at : self._at + 1]]
        if self._at and self._asked_for is None:
            around.append((self._at - 1, plies[self._at - 1].before))
        sight = self._sight
        return next((at for at, one in around if sight and stands(one, sight)), None)

    def _is_right(self, now: float) -> Sequence[Told]:
        was_wrong, self._correction = self._correction, None
        self._asked_for = self._asked_at = None
        if was_wrong is None:
            return ()
        values = Values(color=self._game.position.turn)
        return self._told([Announcement(Kind.SET_UP_COMPLETE, SET_UP, values=values)], now)

    def _is_wrong(self, now: float) -> Sequence[Told]:
        """The nearest correction; none while the move that was asked for is not begun."""
        sight, ply = self._sight, self._asked_for
        if sight is None or (ply is not None and stands(ply.before, sight)):
            return ()
        need = needed(self._game.position, sight, now)
        before = self._correction
        board = self._game.variant.geometry
        lead = led_correction if self._by_ear else next_correction
        self._correction = lead(need, board)
        return self._told([self._correction], now) if self._correction != before else ()

    # -- wishes ----------------------------------------------------------------------------

    def understand(self, line: str) -> object | None:
        text = " ".join(line.lower().split())
        if text.isascii() and text.isdigit():
            return GoTo(int(text[:6]))
        meanings = {
            "words.forward": Step(1),
            "words.take_back": Step(-1),
            "words.leave": Leave(),
        }
        return next(
            (wish for key, wish in meanings.items() if text in self._texts.words(key)), None
        )

    def ask(self, wish: object, now: float) -> Sequence[Told]:
        match wish:
            case GoTo(plies):
                return self._go_to(plies, now)
            case Step(plies):
                return self._go_to(self._at + plies, now)
            case BoardButton.CONFIRM:
                return self._go_to(self._at + 1, now)
            case BoardButton.TAKE_BACK | TakeBackTyped():
                return self._go_to(self._at - 1, now)
            case TurnTyped():
                return self._told(self._last_told(), now)
            case QuestionTyped(question, square):
                told = answered(self._game.position, question, square)
                return self._told(told or self._last_told(), now)
            case BoardButton.BLACK_CLOCK:
                return self.ask(QuestionTyped(Question.POSITION), now)
            case ByEarTyped(is_so):
                self._by_ear = is_so
            case BoardButton.NEW_GAME | Leave():
                self.is_over = True
        return ()

    def _go_to(self, plies: int, now: float) -> Sequence[Told]:
        before, last = self._at, len(self._whole.plies)
        self._at = min(max(0, plies), last)
        if self._at == before:
            return ()
        self._game = self._whole.take_back(last - self._at) if self._at < last else self._whole
        is_next = self._at == before + 1
        self._asked_for = self._game.plies[-1] if is_next else None
        self._asked_at = self._sight
        self._correction = None
        self._changed = now  # people get the time to do it
        told = self._last_told() if self._at > before else [self._taken_back(before - self._at)]
        return [*self._told(told, now), *self._look(now)]

    def _last_told(self) -> list[Announcement]:
        if not self._at:
            return []
        return move_played(self._game.plies[-1], self._at - 1, by_ear=self._by_ear)

    def _taken_back(self, count: int) -> Announcement:
        values = Values(color=self._game.position.turn, count=count)
        return Announcement(Kind.MOVES_TAKEN_BACK, Topic(Subject.GAME, "take back"), values=values)

    def _told(self, announcements: Sequence[Announcement], now: float) -> list[Told]:
        return [Told(now, (), tuple(announcements), self._game)] if announcements else []


def _way(ply: Ply) -> dict[int, Meaning]:
    """Which piece goes, where it lands, what it takes along; of a ply that nobody saw nothing."""
    if ply.move is None:
        return {}
    route = ply.move.route
    taken = dict.fromkeys(route.captured, Meaning.TAKE_OFF)
    landings = dict.fromkeys(route.path[1:], Meaning.GOES_HERE)
    return taken | landings | {ply.move.start: Meaning.MUST_MOVE}


def _last_move(game: Game) -> dict[int, Meaning]:
    move = game.plies[-1].move if game.plies else None
    return dict.fromkeys((move.start, move.end), Meaning.LAST_MOVE) if move else {}
