"""What becomes of the game is told to a board that follows moves. Pure.

What the board says is in `round`.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from board_io.cpp.endings import is_over, reason_of
from board_io.cpp.games import name_of, placement_of, shows, uci_of
from board_io.cpp.questions import Questions
from board_io.cpp.trail import Trail, is_same, move_between
from board_io.events import BoardEvent, SnapshotSeen
from board_io.sensing import snapshot_of as sensed
from firmware_protocol.cpp import commands as say
from firmware_protocol.cpp.moves import Notation, Uci
from firmware_protocol.cpp.names import FeatureName, SideName
from firmware_protocol.cpp.shapes import Command
from rules.game import Game
from rules.move import Move
from rules.ply import Ply
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot

BEGIN_S = 5.0
OWN_MOVE_S = 5.0
"""A board that shows a move before it tells it has so long to tell it."""


class Due(enum.Enum):
    """What is waited for."""

    BEGIN = enum.auto()  # the answer to `begin`
    AGREE = enum.auto()  # the game has the move that was told
    PUT_BACK = enum.auto()  # a wrong move stands on the board
    OWN_MOVE = enum.auto()  # the board shows a move and has not told it
    OFFER = enum.auto()  # people have not answered an offer


@dataclass(frozen=True, slots=True)
class Told:
    """A legal move that the board told, and the position after it."""

    uci: Uci
    move: Move
    after: Position


class GameSide:
    """What is said (`to_say`) and what the game hears (`heard`), to be taken by whoever has the
    link. `shown`: what the board shows, None before it has told."""

    def __init__(self, board: Questions, game: Game) -> None:
        self.to_say: list[Command] = []
        self.heard: list[BoardEvent] = []
        self.shown: Snapshot | None = None
        self._board = board
        self._game = game
        self._trail = Trail()
        self._told: Told | None = None
        self._begun: tuple[int, ...] = ()  # of a capture that the board tells in steps
        self._notation = Notation.LETTERS
        self._beginnings = 0
        self._dues: dict[Due, float] = {}

    @property
    def is_for_board(self) -> bool:
        """Whether the board knows the game that is played."""
        return name_of(self._game.variant) in self._board.games

    @property
    def move_told(self) -> Move | None:
        """A legal move that the board tells and the game does not have yet."""
        return self._told.move if self._told is not None else None

    @property
    def next_deadline(self) -> float | None:
        return min(self._dues.values(), default=None)

    def begin(self, now: float) -> None:
        """Begin with the position as it is; once more where there was a round."""
        position, name = self._game.position, name_of(self._game.variant)
        assert name is not None
        self.to_say.append(say.SetVariant(name))
        self._say_if(FeatureName.SIDE, say.Side(SideName.BOTH))
        self.to_say.append(say.Begin(placement_of(position)))
        self._say_last_move()
        self._trail.begin(position)
        self._told, self._begun = None, ()
        self._dues = {Due.BEGIN: now + BEGIN_S}
        self._beginnings += 1

    def tell_times(self, white_s: float, black_s: float) -> None:
        """So much time both sides have left now; told in a round only."""
        if self._trail:
            left = (round(1000 * max(0.0, seconds)) for seconds in (white_s, black_s))
            self._say_if(FeatureName.TIME, say.Time(*left))

    # -- the game --------------------------------------------------------------------------

    def _settle(self, now: float) -> None:
        """Bring the round to where the game is."""
        told, ahead = self._told, self._ahead()
        if told is not None:
            if ahead and is_same(ahead[0].after, told.after):
                self._accept(told)
            elif ahead is not None and not ahead:
                return
            else:
                self.to_say.append(say.Nok())
                self._close()
        if self._told is None:
            self._bring_along(now)
        if self._trail and self._trail.is_at(self._game.position) and is_over(self._game):
            self._finish()

    def _finish(self) -> None:
        """The round is over; what is set up for the next one is still of interest."""
        outcome = self._game.outcome
        assert outcome is not None
        self.to_say.append(say.End(reason_of(outcome, draws=self._can(FeatureName.DRAW_REASON))))
        self._end()
        self._say_if(FeatureName.GET_STATE, say.GetState())

    def _ahead(self) -> tuple[Ply, ...] | None:
        """The plies of the game that the board does not have yet; None where it is elsewhere."""
        plies = self._game.plies
        line = (self._game.start, *(ply.after for ply in plies))
        here = (i for i in reversed(range(len(line))) if self._trail.is_at(line[i]))
        at = next(here, None)
        return None if at is None else plies[at:]

    def _bring_along(self, now: float) -> None:
        """Tell the board what became of the game, unless it shows that and will tell it itself."""
        position, can_undo = self._game.position, self._can(FeatureName.UNDO_REDO)
        while ahead := self._ahead():
            last, after = self._trail.last, ahead[0].after
            if can_undo and self._trail.redo(after):
                self._tell(say.Redo(placement_of(after)), now)
                continue
            if (move := move_between(last, after)) is None:
                self.begin(now)
                return
            if self.shown is not None and shows(self.shown, position):
                self._dues.setdefault(Due.OWN_MOVE, now + OWN_MOVE_S)
                return
            self._trail.play(after)
            self._tell(say.Move(uci_of(move, last, self._notation)), now)
        if ahead is None and can_undo and self._trail.undo_to(position):
            self._tell(say.Undo(placement_of(position)), now)
        elif ahead is None:
            self.begin(now)

    def _tell(self, command: Command, now: float) -> None:
        """Something is to be done on the board; one that does not say when is taken to be quick."""
        self.to_say.append(command)
        self._dues.pop(Due.PUT_BACK, None)
        if not isinstance(command, say.Move):
            self._say_last_move()
        if not self._can(FeatureName.MOVED) and not self._can(FeatureName.SUBMOVE_STATE):
            self._show_position(now)

    def _accept(self, told: Told) -> None:
        crowned = told.move.promotes and not told.uci.promotes
        uci = Uci(told.uci.squares, promotes=True)
        self.to_say.append(say.Promote(uci) if crowned else say.Ok())
        self._trail.play(told.after)
        self._close()

    def _close(self) -> None:
        """The move that was told is answered."""
        self._told = None
        self._dues.pop(Due.AGREE, None)
        self._dues.pop(Due.OWN_MOVE, None)

    # -- what the board shows --------------------------------------------------------------

    def _show_position(self, now: float) -> None:
        if self._trail:
            self._show(position_seen(self._trail.last), now)

    def _show(self, snapshot: Snapshot, now: float) -> None:
        if snapshot != self.shown:
            self.shown = snapshot
            self.heard.append(SnapshotSeen(now, snapshot))

    # -- small things ----------------------------------------------------------------------

    def _end(self) -> None:
        self._trail.end()
        self._dues = {}

    def _can(self, feature: FeatureName) -> bool:
        return feature in self._board.features

    def _say_if(self, feature: FeatureName, command: Command) -> None:
        if self._can(feature):
            self.to_say.append(command)

    def _say_last_move(self) -> None:
        ply = self._game.plies[-1] if self._game.plies else None
        if ply is not None and ply.move is not None:
            uci = uci_of(ply.move, ply.before, self._notation)
            self._say_if(FeatureName.LAST_MOVE, say.LastMove(uci))


def position_seen(position: Position) -> Snapshot:
    """What a board shows that shows this position."""
    return sensed(position.pieces(), position.variant.squares, SensorKind.COLOR)
