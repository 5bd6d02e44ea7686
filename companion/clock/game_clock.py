"""The two clocks of a game: pure, the time is handed in (seconds of any monotonic clock).

    IDLE --begin, switch--> RUNNING --pause--> PAUSED
                            |  ^ ^               |
                   flag, stop  | +resume, switch-+
                            v  |
                          STOPPED  (take_back; switch, where no flag fell)

`switch` is the end of a move: it is told with the moment at which the move was made, which may lie
a little in the past. Each move is remembered, so that a take-back gives the time back.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.clock.control import Period, TimeControl
from rules.piece import Color


class ClockState(enum.StrEnum):
    """IDLE: no move was made yet. STOPPED: the game is over, or a flag fell."""

    IDLE = "idle"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class PlyTime:
    """What a move took, and what its player had left after it, in seconds."""

    used_s: float
    left_s: float


@dataclass(frozen=True, slots=True)
class Side:
    """The clock of one player between two moves; `moves` made in period number `period`."""

    left_s: float
    period: int = 0
    moves: int = 0

    @classmethod
    def at_start(cls, control: TimeControl) -> Side:
        return cls(control.period(0).time_s)

    def allows(self, period: Period) -> float:
        """How long the player may think about the next move before the flag falls."""
        return self.left_s + period.waits_s

    def showing(self, period: Period, used_s: float) -> float:
        """What the clock shows when the player has thought so long; never below 0."""
        return max(0.0, self.left_s - max(0.0, used_s - period.waits_s))

    def moved(self, control: TimeControl, used_s: float) -> Side:
        """The clock after a move that took so long."""
        period = control.period(self.period)
        left = max(0.0, self.left_s - max(0.0, used_s - period.free_s))
        number, moves = self.period, self.moves + 1
        if period.moves is not None and moves >= period.moves:
            number, moves = number + 1, 0
            left += control.period(number).time_s
        return Side(left + control.period(number).added_s, number, moves)


@dataclass(frozen=True, slots=True)
class _Turn:
    """Both clocks as they were when a move began."""

    mover: Color
    sides: tuple[Side, Side]


class GameClock:
    """`first` is the side whose clock runs first. `used` are the seconds of the moves that were
    made already and `thinking_s` those of the move that is being thought about: such a clock begins
    paused."""

    def __init__(
        self,
        control: TimeControl,
        first: Color = Color.WHITE,
        used: Sequence[float] = (),
        thinking_s: float = 0.0,
    ) -> None:
        self.control = control
        self._turn = _Turn(first, (Side.at_start(control), Side.at_start(control)))
        self._past: list[_Turn] = []
        self._times: list[PlyTime] = []
        self._used_s = 0.0
        self._since = 0.0
        self._state = ClockState.IDLE
        self._flag: Color | None = None
        for used_s in used:
            self._complete(used_s, None)
        if used or thinking_s:
            self._used_s = max(0.0, thinking_s)
            self._state = ClockState.PAUSED

    # -- what it shows ---------------------------------------------------------------------

    @property
    def state(self) -> ClockState:
        return self._state

    @property
    def turn(self) -> Color:
        """Whose clock runs, or will run when it goes on."""
        return self._turn.mover

    @property
    def flag(self) -> Color | None:
        """The side whose time was over."""
        return self._flag

    @property
    def times(self) -> tuple[PlyTime, ...]:
        """What each move took, the first one first."""
        return tuple(self._times)

    @property
    def since(self) -> float:
        """Since when the clock runs that is running."""
        return self._since

    def thinking_s(self, now: float) -> float:
        """How long the move that is being made has taken so far."""
        running = self._state is ClockState.RUNNING
        return self._used_s + (max(0.0, now - self._since) if running else 0.0)

    def left_s(self, color: Color, now: float) -> float:
        """What the clock of this side shows, in seconds."""
        side = self._side(color)
        if color is not self.turn:
            return side.left_s
        return side.showing(self._period(side), self.thinking_s(now))

    def waiting_s(self, now: float) -> float:
        """How long the clock that runs still waits before it counts down (delay)."""
        return max(0.0, self._period(self._side(self.turn)).waits_s - self.thinking_s(now))

    @property
    def flag_due(self) -> float | None:
        """When the flag of the side that is thinking falls; None while nobody's clock runs."""
        if self._state is not ClockState.RUNNING:
            return None
        side = self._side(self.turn)
        return self._since + side.allows(self._period(side)) - self._used_s

    # -- what happens ----------------------------------------------------------------------

    def begin(self, now: float) -> None:
        """The clock of the first side runs; nothing where it ran already."""
        if self._state is ClockState.IDLE:
            self._run(now)

    def switch(self, made_at: float, now: float, next_mover: Color | None = None) -> bool:
        """The side to move made its move at `made_at`, `now` or before; the other clock runs from
        then on. False where the flag fell before.

        The first move of a clock that was not begun costs no time; a clock that was paused, or
        stopped by a draw that people play on after, goes on. `next_mover` is the other side if
        not given.
        """
        if self._flag is not None:
            return False
        made_at = min(made_at, now)
        due = self.flag_due
        if due is not None and made_at > due:
            return False
        self._complete(self.thinking_s(made_at), next_mover)
        self._run(made_at)
        return True

    def take_back(self, moves: int, now: float) -> None:
        """Only `moves` moves are left: the clocks are as they were then, and run."""
        if moves >= len(self._times):
            return
        self._turn = self._past[moves]
        del self._past[moves:], self._times[moves:]
        self._used_s, self._flag, self._state = 0.0, None, ClockState.IDLE
        if moves:
            self._run(now)

    def pause(self, now: float) -> None:
        """Nobody's time runs; nothing where it did not run."""
        if self._state is ClockState.RUNNING:
            self._used_s = self.thinking_s(now)
            self._state = ClockState.PAUSED

    def resume(self, now: float) -> None:
        """The clock that was paused goes on."""
        if self._state is ClockState.PAUSED:
            self._run(now)

    def drop_flag(self, now: float) -> Color | None:
        """The side whose time is over by now, told once; its clock stops."""
        due = self.flag_due
        if due is None or now < due:
            return None
        self._flag = self.turn
        self.stop(due)
        return self._flag

    def stop(self, now: float) -> None:
        """The game is over."""
        self._used_s = self.thinking_s(now)
        self._state = ClockState.STOPPED

    # -- inside ----------------------------------------------------------------------------

    def _run(self, now: float) -> None:
        self._since, self._state = now, ClockState.RUNNING

    def _complete(self, used_s: float, next_mover: Color | None) -> None:
        turn = self._turn
        used_s = max(0.0, used_s)
        moved = self._side(turn.mover).moved(self.control, used_s)
        white, black = turn.sides
        sides = (moved, black) if turn.mover is Color.WHITE else (white, moved)
        self._past.append(turn)
        self._times.append(PlyTime(used_s, moved.left_s))
        self._turn = replace(turn, mover=next_mover or turn.mover.other, sides=sides)
        self._used_s = 0.0

    def _side(self, color: Color) -> Side:
        white, black = self._turn.sides
        return white if color is Color.WHITE else black

    def _period(self, side: Side) -> Period:
        return self.control.period(side.period)


def shown(seconds: float) -> str:
    """A time as clocks show it: 1:02:03, 4:05, and tenths below ten seconds. Rounded up, as clocks
    do: nobody has lost who has a tenth left."""
    if 0 < seconds < 10:
        return f"0:{math.ceil(seconds * 10 - 1e-6) / 10:04.1f}"
    whole = math.ceil(seconds - 1e-6)
    hours, rest = divmod(whole, 3600)
    minutes, second = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{second:02}" if hours else f"{minutes}:{second:02}"
