"""A game on a board from its first snapshot to its result: reconciled, recorded, then told.

`Session` is pure and synchronous: time is handed in, and `next_deadline` says when it wants to be
asked again. Live play and replay run through this one class. The order is always the same: what
happened is worked out, written to the record, and only then announced.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from announcer.announcement import Announcement, Kind
from announcer.announcer import Announcer
from announcer.answers import Question
from announcer.clocks import clock_paused, clock_runs, time_left, time_low
from announcer.coach import Coaches
from announcer.lights import LightPattern, light_pattern
from board_io.events import ClockSeen
from companion.clock.beside import ClockBeside, face_of, flag_of
from companion.clock.control import TimeControl
from companion.clock.game_clock import ClockState
from companion.clock.keeper import USUAL_HABITS, ClockAct, ClockFace, ClockHabits, ClockKeeper
from companion.commands import (
    Command,
    Demand,
    EnterResult,
    NewGame,
    PlayOn,
    Resign,
    TakeBack,
    YoungestIs,
    flag_fell,
)
from companion.leading import Leading
from companion.record import Record
from companion.scribe import Scribe, Timer
from reconciler.reconciler import Reconciler
from reconciler.timing import DEFAULT, Timing
from reconciler.transition import NewGameStarted, Transition, ViolationCode
from rules.conduct import may_demand_take_back
from rules.game import Game, Outcome, Termination
from rules.move import Move
from rules.piece import Color
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot
from rules.variant import Variant

_UNEXPLAINED = frozenset(
    {
        ViolationCode.PIECE_MISSING,
        ViolationCode.EXTRA_PIECE,
        ViolationCode.UNKNOWN_POSITION,
    }
)


@dataclass(frozen=True, slots=True)
class Told:
    """What came of one moment: what happened, what is said of it, and the game after it."""

    time: float
    transitions: tuple[Transition, ...]
    announcements: tuple[Announcement, ...]
    game: Game


class Session:
    """One board, one game after the other.

    `recorded` tells that the record already holds this game (it is resumed); `tags` are PDN tag
    pairs of the games that begin here; `clock` times them, None for games without a clock; `habits`
    are for clocks that are chosen later; `timing`: how long this kind of board must rest.
    """

    def __init__(
        self,
        game: Game,
        sensor: SensorKind,
        record: Record,
        announcer: Announcer,
        *,
        tags: tuple[tuple[str, str], ...] = (),
        recorded: bool = False,
        clock: ClockKeeper | None = None,
        habits: ClockHabits = USUAL_HABITS,
        timing: Timing = DEFAULT,
    ) -> None:
        self.announcer = announcer
        self.sensor = sensor
        self.timing = timing
        self._reconciler = Reconciler(game, sensor, timing)
        self._scribe = Scribe(record, tags, game if recorded else None)
        self._clock = clock
        self._habits = habits
        self._beside = ClockBeside()
        self._asks_youngest = _is_asked_for(game)
        self._leading = Leading(announcer)
        self._seen: Snapshot | None = None

    @property
    def game(self) -> Game:
        return self._reconciler.game

    @property
    def turned(self) -> bool:
        """Whether the board lies turned: its square n is square (size + 1 - n) of the game."""
        return self._reconciler.turned

    @property
    def chooser(self) -> Color | None:
        """The side that may choose now whether a wrong move is put back or stands."""
        disputed = self._reconciler.disputed
        if disputed is not None:
            return disputed.after.turn
        turn = self.game.position.turn
        return turn if may_demand_take_back(self.game, turn) else None

    @property
    def is_disputed(self) -> bool:
        """Whether a wrong move stands on the board that was told."""
        return self._reconciler.disputed is not None

    @property
    def is_unexplained(self) -> bool:
        """Whether the board shows something that no move leads to."""
        codes = {violation.code for violation in self._reconciler.open_violations}
        return not codes.isdisjoint(_UNEXPLAINED)

    @property
    def asks_youngest(self) -> bool:
        """Whether somebody has to say who the youngest is, who begins."""
        return self._asks_youngest and not self.game.plies

    @property
    def next_deadline(self) -> float | None:
        """When `advance` wants to be called, if nothing happens before."""
        board = self._reconciler.next_deadline
        time = self._clock.next_deadline(at_rest=board is None) if self._clock else None
        dues = (board, time, self._leading.next_deadline)
        return min((due for due in dues if due is not None), default=None)

    @property
    def open(self) -> tuple[Announcement, ...]:
        """What was told and still holds."""
        return self.announcer.open

    @property
    def lights(self) -> LightPattern:
        """What the squares show now."""
        return light_pattern(self.open)

    # -- what happens ----------------------------------------------------------------------

    def observe(self, snapshot: Snapshot, now: float) -> list[Told]:
        """The board shows this."""
        self._seen = snapshot
        told = self._look_at_clock(now)
        told += self._told(self._reconciler.observe(snapshot, now), now)
        return told + self._lead(now)

    def advance(self, now: float) -> list[Told]:
        """Time has passed."""
        told = self._told(self._reconciler.advance(now), now) + self._look_at_clock(now)
        return told + self._lead(now)

    def link_lost(self, now: float) -> list[Told]:
        """The board cannot be reached: until it is back no time runs."""
        told = self._told(self._reconciler.link_lost(now), now)
        self.put_down(now)
        return told

    def link_restored(self, snapshot: Snapshot, now: float) -> list[Told]:
        """The board is back and shows this."""
        if self._clock is not None:
            self._clock.release(now)
        self._seen = snapshot
        return self._told(self._reconciler.link_restored(snapshot, now), now)

    def come_back(self, snapshot: Snapshot, now: float) -> list[Told]:
        """The board was used for something else and shows this: it has to be put right first."""
        told = self._told(self._reconciler.set_up(self.game, now), now)
        return told + self.observe(snapshot, now)

    def battery(self, percent: int | None, now: float) -> list[Told]:
        """The charge of the board's battery, in percent; None where it cannot tell."""
        return [] if percent is None else self._said(self.announcer.battery(percent), now)

    def resume(self, now: float) -> list[Told]:
        """Say that an interrupted game goes on."""
        stands = self._clock is not None and self._clock.state is ClockState.PAUSED
        said = self.announcer.resumed(self.game)
        return self._said([*said, clock_paused()] if stands else said, now)

    def whose_turn(self, now: float) -> list[Told]:
        """Say whose turn it is: somebody asked."""
        return self._said(self.announcer.turn(self.game), now)

    def answer(self, question: Question, square: int, now: float) -> list[Told]:
        """Say what somebody asked of the game; `square` is the one that was asked about."""
        return self._said(self.announcer.answer(question, square, self.game), now)

    def coach(self, coaches: Coaches, now: float) -> list[Told]:
        """From now on so much is told to each player."""
        return self._said(self.announcer.coach(coaches, self.game), now)

    def play_by_ear(self, is_so: bool, now: float) -> list[Told]:
        """From now on nothing is left to the lights; or they are there to be seen."""
        self.announcer.by_ear = is_so
        if any(told.kind is Kind.SET_UP for told in self.open):
            return self._told(self._reconciler.set_up(self.game, now), now)
        return self._lead(now)

    def ask_youngest(self, now: float) -> list[Told]:
        """Ask who the youngest is, where the house lets that player begin."""
        return self._said(self.announcer.who_is_youngest(), now) if self.asks_youngest else []

    def put_down(self, now: float) -> None:
        """Nobody plays for a while: the clock is held and what was thought is written down."""
        if self._clock is not None:
            self._clock.hold(now)
            self._scribe.keep_time(self._clock, now)

    def require(self, move: Move, now: float) -> list[Told]:
        """The engine has chosen this move; somebody has to carry it out."""
        self._reconciler.require(move)
        return self._said(self.announcer.engine_move(move, self.game.position), now)

    def free(self) -> None:
        """No move is required any more."""
        self._reconciler.require(None)

    def set_up(self, position: Position, now: float) -> list[Told]:
        """A game from this position begins when the board shows it."""
        self._scribe.leave()
        if self._clock is not None:
            self._clock.reset(position.turn)
        game = Game(position)
        self._asks_youngest = _is_asked_for(game)
        if position.variant.geometry == self.game.variant.geometry:
            told = self._told(self._reconciler.set_up(game, now), now)
        else:  # the board is met anew
            self._reconciler = Reconciler(game, self.sensor, self.timing)
            told = self._told([NewGameStarted(now)], now)
        return told + self.ask_youngest(now)

    def command(self, command: Command, now: float) -> list[Told]:
        """Somebody entered something."""
        match command:
            case EnterResult(outcome):
                return self._finish(outcome, now)
            case Resign(side):
                loser = side or self.game.position.turn
                return self._finish(Outcome(loser.other, Termination.RESIGNED), now)
            case NewGame(start):
                return self.set_up(start or Position.start(self.game.variant), now)
            case YoungestIs(side):
                return self._begin_with(side, now)
            case Demand():
                return self._take_back(1, now) if self.chooser else []
            case PlayOn():
                return self._told(self._reconciler.play_on(now), now)
            case TakeBack(plies):
                return self._take_back(plies, now)

    # -- the clock -------------------------------------------------------------------------

    def clock_face(self, now: float) -> ClockFace | None:
        """What the clocks show, ours or else the one beside the board; None for a game without."""
        return self._beside.face if self._clock is None else self._clock.face(now)

    @property
    def _timer(self) -> Timer:
        """What times the plies: our clock, else the one beside the board."""
        return self._clock or self._beside

    def see_clock(self, seen: ClockSeen, now: float) -> list[Told]:
        """A clock beside the board shows this: it counts where the program keeps no time itself,
        and its flag ends the game."""
        if self._clock is not None:
            return []
        self._beside.see(face_of(seen, self.game.position.turn, turned=self.turned))
        self._scribe.keep_time(self._beside, now)
        loser = flag_of(seen, turned=self.turned)
        if loser is None or not self.game.plies or self.game.outcome is not None:
            return []
        return self._finish(flag_fell(loser).outcome, now)

    def work_clock(self, act: ClockAct, side: Color | None, now: float) -> list[Told] | None:
        """Somebody asks how much time there is, pauses, or presses the button of `side` (None:
        there is one for both). None where that means nothing now."""
        clock, face = self._clock, self.clock_face(now)
        if act is ClockAct.TELL and face is not None:
            return self._said([time_left(c, face.left_s(c, now)) for c in Color], now)
        if clock is None:
            return None
        before = clock.state
        match act:
            case ClockAct.PRESS if not clock.press(side, now):
                return None
            case ClockAct.TOGGLE if not clock.toggle(now):
                return None
        self._scribe.keep_time(clock, now)
        if clock.state is before:
            return []
        runs = clock.state is ClockState.RUNNING
        return self._said([clock_runs(clock.turn) if runs else clock_paused()], now)

    def choose_clock(self, control: TimeControl | None, now: float) -> None:
        """Time the game so from here on, and those after it; None: not at all."""
        game = self.game
        if control is None:
            self._clock = None
        else:
            times = (None,) * len(game.plies)
            self._clock = ClockKeeper(control, game.start.turn, self._habits, times)
        self._scribe.choose_clock(self._timer, now)

    def name_players(self, names: Mapping[Color, str]) -> None:
        """Who plays this game and those after it."""
        self._scribe.name_players(names)

    def _look_at_clock(self, now: float) -> list[Told]:
        """A flag that fell ends the game; short time is told where that is wanted."""
        clock = self._clock
        if clock is None:
            return []
        at_rest = self._reconciler.next_deadline is None
        if (loser := clock.drop_flag(now, at_rest=at_rest)) is not None:
            return self._finish(flag_fell(loser).outcome, now)
        low = clock.low(now)
        self._scribe.keep_time(clock, now)
        return self._said([time_low(*low)] if low else [], now)

    # -- what comes of it ------------------------------------------------------------------

    def _lead(self, now: float) -> list[Told]:
        """Who plays by ear is led back where something stands wrong."""
        if self._seen is None:
            return []
        seen = self._seen.turned() if self.turned else self._seen
        return self._said(self._leading.step(self.game, seen, self._reconciler.disputed, now), now)

    def _finish(self, outcome: Outcome, now: float) -> list[Told]:
        return self._told(self._reconciler.finish(outcome, now), now)

    def _begin_with(self, side: Color, now: float) -> list[Told]:
        """The youngest has this side and begins; too late where somebody has moved."""
        if not self.asks_youngest:
            return []
        self._asks_youngest = False
        game = Game(self.game.start.with_turn(side))
        if self._clock is not None:
            self._clock.reset(side)
        return self._told(self._reconciler.set_up(game, now), now)

    def _take_back(self, plies: int, now: float) -> list[Told]:
        """A wrong move that stands on the board is the first that is taken back."""
        if self._reconciler.disputed is not None:
            plies -= 1
        if plies:
            return self._told(self._reconciler.take_back(plies, now), now)
        return self._told(self._reconciler.set_up(self.game, now), now)

    def _told(self, transitions: Sequence[Transition], now: float) -> list[Told]:
        game = self.game
        if self._clock is not None:
            self._clock.follow(transitions, game, now)
        self._beside.follow(transitions, game)
        recorded = self._scribe.write(transitions, game, self._timer, now)
        if not transitions and not recorded:
            return []
        announcements = self.announcer.tell(transitions, game)
        return [Told(now, tuple(transitions), tuple(announcements), game)]

    def _said(self, announcements: Sequence[Announcement], now: float) -> list[Told]:
        return [] if not announcements else [Told(now, (), tuple(announcements), self.game)]


def _is_asked_for(game: Game) -> bool:
    """Whether the players of a game have to say who begins: not where a position was given."""
    start = game.start
    return game.variant.youngest_begins and start in _starts(game.variant) and not game.plies


def _starts(variant: Variant) -> list[Position]:
    return [Position.start(variant, side) for side in Color]
