"""A clock that stands beside the board, as a DGT board reports it: what it shows, what the plies
took by it, and what it is told where the program keeps the time. White has its left side, black
where the board lies turned.
"""

from __future__ import annotations

from collections.abc import Iterable

from board_io.events import ClockSeen
from companion.clock.game_clock import ClockState, PlyTime
from companion.clock.keeper import ClockFace, ClockHand
from companion.record import Change, PlyTimed
from firmware_protocol.dgt.commands import ClockRun
from reconciler.transition import MoveCorrected, MovePlayed, NewGameStarted, Transition
from rules.game import Game
from rules.piece import Color

LONGEST_S = 35_999
"""What such a clock can show."""


def face_of(seen: ClockSeen, turn: Color, *, turned: bool = False) -> ClockFace:
    """What the clock shows; `turn` is to move where the clock does not say who is."""
    white_left = not turned
    white_s, black_s = seen.left_s, seen.right_s
    if not white_left:
        white_s, black_s = black_s, white_s
    if seen.left_to_move is not None:
        turn = Color.WHITE if seen.left_to_move is white_left else Color.BLACK
    state = ClockState.RUNNING if seen.running else ClockState.PAUSED
    hand = ClockHand.BUTTON
    return ClockFace("", hand, state, turn, white_s, black_s, 0.0, seen.time)


def flag_of(seen: ClockSeen, *, turned: bool = False) -> Color | None:
    """The side whose time was over, as the clock says."""
    if not (seen.left_flag or seen.right_flag):
        return None
    return Color.WHITE if seen.left_flag is not turned else Color.BLACK


def orders_of(face: ClockFace, now: float, *, turned: bool = False) -> tuple[int, int, ClockRun]:
    """The times of the left and the right side, and which of them is to run."""
    white, black = (min(LONGEST_S, int(face.left_s(color, now))) for color in Color)
    sides = (black, white) if turned else (white, black)
    if face.state is not ClockState.RUNNING:
        return (*sides, ClockRun.PAUSE)
    is_left = (face.turn is Color.WHITE) is not turned
    return (*sides, ClockRun.LEFT if is_left else ClockRun.RIGHT)


class ClockBeside:
    """The clock beside the board in a game that it times: what it showed after each ply.

    A player's time counts once the opponent's runs, so what is shown of him then is what he had
    left after his last ply; until he has pressed the clock it is what it showed at his move.
    """

    control_text = ""

    def __init__(self) -> None:
        self.face: ClockFace | None = None
        self._since: dict[Color, float] = {}
        self._movers: list[Color | None] = []
        self._times: dict[int, PlyTime] = {}
        self._written: dict[int, PlyTime] = {}

    def see(self, face: ClockFace) -> None:
        """The clock shows this."""
        before, self.face = self.face, face
        if face.state is not ClockState.RUNNING:
            return
        if face.turn not in self._since or (before is not None and before.turn is not face.turn):
            self._since[face.turn] = face.at
        waiting = face.turn.other
        if (number := self._last_of(waiting)) is not None:
            pressed = before is not None and before.turn is waiting
            used_s = self._used_s(waiting, face.at) if pressed else self._times[number].used_s
            self._times[number] = PlyTime(used_s, face.left_s(waiting, face.at))

    def follow(self, transitions: Iterable[Transition], game: Game) -> None:
        """This happened on the board, and led to `game`."""
        for transition in transitions:
            match transition:
                case NewGameStarted():
                    self._forget_from(0)
                case MovePlayed(ply=ply, number=number, made_at=made_at):
                    self._forget_from(number)
                    self._moved(number, ply.before.turn, made_at or transition.time)
                case MoveCorrected(number=number):
                    self._written.pop(number, None)
        self._forget_from(len(game.plies))

    def changes(self, plies: int, now: float) -> list[Change]:
        """What the record does not know yet of the `plies` that it holds."""
        new = {
            number: time
            for number, time in self._times.items()
            if number < plies and self._written.get(number) != time
        }
        self._written |= new
        return [PlyTimed(number, time.used_s, time.left_s) for number, time in new.items()]

    def _moved(self, number: int, mover: Color, at: float) -> None:
        self._movers += [None] * (number - len(self._movers)) + [mover]
        face = self.face
        if face is not None and face.state is ClockState.RUNNING:
            self._times[number] = PlyTime(self._used_s(mover, at), face.left_s(mover, at))

    def _used_s(self, mover: Color, until: float) -> float:
        return max(0.0, until - self._since.get(mover, until))

    def _last_of(self, color: Color) -> int | None:
        """The last ply that this side made while the clock was seen."""
        numbers = (n for n in sorted(self._times, reverse=True) if self._movers[n] is color)
        return next(numbers, None)

    def _forget_from(self, number: int) -> None:
        del self._movers[number:]
        for times in (self._times, self._written):
            for later in [n for n in times if n >= number]:
                del times[later]
