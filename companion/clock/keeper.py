"""Works the clock of a game that is played on a board. Pure: transitions and times in.

A move stops the clock of its player at the moment at which it was made on the board, also where it
is recognised a little later; or a button does (`ClockHand.BUTTON`). A flag is therefore believed
only when the board is at rest: a move that was made in time may still be being recognised.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.clock.control import TimeControl
from companion.clock.game_clock import ClockState, GameClock, PlyTime
from companion.record import Change, PlyTimed, ThinkingTimed
from reconciler.transition import (
    MoveCorrected,
    MovePlayed,
    MovesTakenBack,
    NewGameStarted,
    OrderUnknown,
    Transition,
)
from rules.game import Game
from rules.piece import Color

PATIENCE_S = 2.5
"""A flag waits so long at most for a board that is not at rest."""
KEPT_EVERY_S = 10.0
"""So often what a player has thought so far is written down."""
LOW_S = (60, 30, 10)
"""Times left that are told where people want it."""


class ClockHand(enum.StrEnum):
    """What stops a player's clock: the move on the board, or the button."""

    MOVES = "moves"
    BUTTON = "button"


class ClockAct(enum.StrEnum):
    """What people do with a clock: ask how much time there is, pause it or let it go on, press the
    button after a move."""

    TELL = "tell"
    TOGGLE = "toggle"
    PRESS = "press"


@dataclass(frozen=True, slots=True)
class ClockHabits:
    """How clocks are used here; `warns`: say when time is short."""

    hand: ClockHand = ClockHand.MOVES
    warns: bool = False


@dataclass(frozen=True, slots=True)
class ClockFace:
    """What the clocks show at the moment `at`; `turn` counts down from there while `state` is
    running, after `waiting_s` seconds of delay."""

    control: str
    hand: ClockHand
    state: ClockState
    turn: Color
    white_s: float
    black_s: float
    waiting_s: float
    at: float

    def left_s(self, color: Color, now: float) -> float:
        """What the clock of this side shows at `now`."""
        left = self.white_s if color is Color.WHITE else self.black_s
        if self.state is not ClockState.RUNNING or color is not self.turn:
            return left
        return max(0.0, left - max(0.0, now - self.at - self.waiting_s))


USUAL_HABITS = ClockHabits()


class ClockKeeper:
    """`first` begins. `times` are those of the plies of a game that goes on, whose clock stands
    still at first; `thinking_s` was thought about the next ply."""

    def __init__(
        self,
        control: TimeControl,
        first: Color,
        habits: ClockHabits = USUAL_HABITS,
        times: Sequence[PlyTime | None] = (),
        thinking_s: float = 0.0,
    ) -> None:
        self.control = control
        self._habits = habits
        used = [time.used_s if time else 0.0 for time in times]
        self._clock = GameClock(control, first, used, thinking_s)
        self._plies = len(times)
        self._written = list(self._clock.times)
        self._kept_at = 0.0
        self._kept_s = thinking_s
        self._is_held = False
        self._warned: dict[Color, tuple[int, float]] = {}

    # -- what it shows ---------------------------------------------------------------------

    @property
    def control_text(self) -> str:
        """The time control as it is written."""
        return self.control.text

    @property
    def state(self) -> ClockState:
        return self._clock.state

    @property
    def turn(self) -> Color:
        """Whose clock runs, or will run."""
        return self._clock.turn

    def left_s(self, color: Color, now: float) -> float:
        return self._clock.left_s(color, now)

    def face(self, now: float) -> ClockFace:
        """What is to be shown; the same until something happens."""
        clock = self._clock
        at = clock.since if clock.state is ClockState.RUNNING else 0.0
        return ClockFace(
            self.control.text,
            self._habits.hand,
            clock.state,
            clock.turn,
            clock.left_s(Color.WHITE, at),
            clock.left_s(Color.BLACK, at),
            clock.waiting_s(at),
            at,
        )

    def next_deadline(self, *, at_rest: bool) -> float | None:
        """When to ask again for a flag, a warning or what is to be written."""
        flag = self._flag_time(at_rest)
        if flag is None:
            return None
        times = [flag, max(self._kept_at, self._clock.since) + KEPT_EVERY_S]
        if (low := self._next_low()) is not None:
            times.append(low[0])
        return min(times)

    # -- what happens ----------------------------------------------------------------------

    def follow(self, transitions: Iterable[Transition], game: Game, now: float) -> None:
        """This happened on the board, and led to `game`."""
        for transition in transitions:
            match transition:
                case NewGameStarted():
                    self.reset(game.start.turn)
                case MovePlayed(ply=ply, number=number, made_at=made_at):
                    self._plies = number + 1
                    self._stop_by_move(made_at or transition.time, now, ply.after.turn)
                case MoveCorrected(number=number):
                    del self._written[number:]
                case OrderUnknown(position=position):
                    self._plies += 1
                    self._stop_by_move(transition.time, now, position.turn)
                case MovesTakenBack(plies=plies):
                    self._plies -= len(plies)
                    self._clock.take_back(self._plies, now)
        if game.outcome is not None and self.state is not ClockState.IDLE:
            self._clock.stop(now)

    def reset(self, first: Color) -> None:
        """Another game is to begin."""
        self._clock = GameClock(self.control, first)
        self._plies = 0
        self._written = []
        self._kept_s, self._warned = 0.0, {}

    def press(self, side: Color | None, now: float) -> bool:
        """The button of this side was pressed (None: the only one there is). Whether the clock
        went on or changed sides."""
        clock = self._clock
        match clock.state:
            case ClockState.IDLE if self._plies > len(clock.times):
                clock.switch(now, now)
            case ClockState.IDLE if side is not clock.turn:
                clock.begin(now)
            case ClockState.PAUSED:
                clock.resume(now)
            case ClockState.RUNNING if side in (None, clock.turn) and self._has_button:
                clock.switch(now, now)
            case _:
                return False
        return True

    def toggle(self, now: float) -> bool:
        """Somebody wants the clocks to stand still, or to go on; False where the game is over."""
        if self.state is ClockState.STOPPED:
            return False
        if self.state is ClockState.RUNNING:
            self._clock.pause(now)
        else:
            self._clock.begin(now)
            self._clock.resume(now)
        return True

    def hold(self, now: float) -> None:
        """Nothing is seen of the board: nobody's time runs."""
        self._is_held = self.state is ClockState.RUNNING
        self._clock.pause(now)

    def release(self, now: float) -> None:
        """The board is seen again: a clock that was held goes on."""
        if self._is_held:
            self._clock.resume(now)
        self._is_held = False

    def drop_flag(self, now: float, *, at_rest: bool) -> Color | None:
        """The side that has lost by time, told once."""
        due = self._flag_time(at_rest)
        return self._clock.drop_flag(now) if due is not None and now >= due else None

    def low(self, now: float) -> tuple[Color, int] | None:
        """The side whose time has become short, and the seconds that are left; each told once."""
        due = self._next_low()
        if due is None or now < due[0]:
            return None
        self._warned[self.turn] = due[1], self._clock.since
        return self.turn, due[1]

    def changes(self, plies: int, now: float) -> list[Change]:
        """What the record does not know yet of the `plies` that it holds."""
        times = self._clock.times[:plies]
        new: list[Change] = [
            PlyTimed(number, time.used_s, time.left_s)
            for number, time in enumerate(times)
            if self._written[number : number + 1] != [time]
        ]
        self._written = list(times)
        thinking_s = self._clock.thinking_s(now)
        if new:
            self._kept_s = 0.0
        since = max(self._kept_at, self._clock.since)
        if self.state is not ClockState.RUNNING or now >= since + KEPT_EVERY_S:
            self._kept_at = now
            if thinking_s != self._kept_s:
                self._kept_s = thinking_s
                new.append(ThinkingTimed(thinking_s))
        return new

    # -- inside ----------------------------------------------------------------------------

    @property
    def _has_button(self) -> bool:
        return self._habits.hand is ClockHand.BUTTON

    def _stop_by_move(self, made_at: float, now: float, next_mover: Color) -> None:
        """With a button this was to be done by hand; once the opponent has answered, it was
        forgotten."""
        wanted = self._plies - (1 if self._has_button else 0)
        while len(self._clock.times) < wanted:
            if not self._clock.switch(made_at, now, None if self._has_button else next_mover):
                return

    def _flag_time(self, at_rest: bool) -> float | None:
        due = self._clock.flag_due
        return due if due is None or at_rest else due + PATIENCE_S

    def _next_low(self) -> tuple[float, int] | None:
        """When the next warning is due, and the seconds that it tells."""
        due = self._clock.flag_due
        if due is None or not self._habits.warns:
            return None
        since = self._clock.since
        left = self._clock.left_s(self.turn, since)
        told, told_since = self._warned.get(self.turn, (left, since))
        is_plenty_again = told_since != since and left > told + LOW_S[0]
        known = left if is_plenty_again else min(left, told)
        return next(((due - low, low) for low in LOW_S if low < known), None)
