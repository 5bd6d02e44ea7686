"""A round on a board that tells moves: this program keeps the rules, the board follows. Pure.

What the board shows is worked out: the position that both have, with the move that it tells; where
it tells what stands on it, that. A legal move is answered with `ok` once the game has it, any
other with `nok` at once. Whatever else becomes of the game - somebody else's move, a take-back,
another position, its end - the board is told.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from board_io.cpp.endings import reason_of
from board_io.cpp.games import (
    Ambiguous,
    Begun,
    Complete,
    Illegal,
    moved_anyway,
    name_of,
    placement_of,
    shows,
    snapshot_of,
    uci_of,
    understand,
)
from board_io.cpp.offers import Offer, is_granted
from board_io.cpp.questions import Questions
from board_io.cpp.trail import Trail, is_same, move_between
from board_io.events import (
    BoardButton,
    BoardEvent,
    BoardMessage,
    ButtonPressed,
    Notice,
    SnapshotSeen,
)
from board_io.sensing import snapshot_of as sensed
from firmware_protocol.cpp import commands as say
from firmware_protocol.cpp.moves import Notation, Uci
from firmware_protocol.cpp.names import FeatureName, SideName
from firmware_protocol.cpp.shapes import Command, Placed
from rules.errors import SquareError
from rules.game import Game
from rules.move import Move
from rules.ply import Ply
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot

BEGIN_S = 5.0
AGREE_S = 2.0
"""A legal move that the game does not have by then is refused: something else is going on."""
PUT_BACK_S = 3.0
"""So long a wrong move is shown to the game, which has told by then what was wrong with it."""
OWN_MOVE_S = 5.0
"""A board that shows a move before it tells it has so long to tell it."""
OFFER_S = 3.0
"""An offer that changed nothing by then is declined."""
_BEGINNINGS = 2
_MOST_WAITING = 4


class _Due(enum.Enum):
    """What is waited for."""

    BEGIN = enum.auto()  # the answer to `begin`
    AGREE = enum.auto()  # the game has the move that was told
    PUT_BACK = enum.auto()  # a wrong move stands on the board
    OWN_MOVE = enum.auto()  # the board shows a move and has not told it
    OFFER = enum.auto()  # people have not answered an offer


@dataclass(frozen=True, slots=True)
class _Told:
    """A legal move that the board told, and the position after it."""

    uci: Uci
    move: Move
    after: Position


class Round:
    """What is said (`to_say`) and what the game hears (`heard`), to be taken by whoever has the
    link. `shown`: what the board shows, None before it has told. `failed`: it does not begin."""

    def __init__(self, board: Questions, game: Game) -> None:
        self.to_say: list[Command] = []
        self.heard: list[BoardEvent] = []
        self.shown: Snapshot | None = None
        self.failed = False
        self._board = board
        self._game = game
        self._trail = Trail()
        self._told: _Told | None = None
        self._begun: tuple[int, ...] = ()
        self._waiting: list[Uci] = []
        self._offer: Offer | None = None
        self._notation = Notation.LETTERS
        self._beginnings = 0
        self._dues: dict[_Due, float] = {}

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
        self._told, self._begun, self._waiting = None, (), []
        self._dues = {_Due.BEGIN: now + BEGIN_S}
        self._beginnings += 1

    def follow(self, game: Game, now: float) -> None:
        """The game is so now."""
        before, self._game = self._game, game
        if not self.is_for_board:
            if self._trail:
                text = f"the board does not know {game.variant.name}"
                self.heard.append(BoardMessage(now, Notice.BOARD_ERROR, text))
            self._end()
        elif self._trail:
            if self._offer is not None and is_granted(self._offer, before, game):
                self._answer_offer(say.Ok())
            self._settle(now)
        elif game.outcome is None:
            self._beginnings = 0
            self.begin(now)

    def hear(self, said: Command, now: float) -> None:
        """The board says this."""
        match said:
            case say.Move(uci):
                self._hear_move(uci, now)
            case say.Sync() | say.Unsync() | say.UnsyncSettable() | say.State():
                self._hear_placement(said, now)
            case say.Moved() if self._can(FeatureName.MOVED):
                self._show_position(now)
            case say.Resign() if self._can(FeatureName.RESIGN):
                self.heard.append(ButtonPressed(now, BoardButton.RESIGN))
            case say.DrawOffer() if self._can(FeatureName.DRAW_OFFER):
                self._hear_offer(said, BoardButton.DRAW, now)
            case say.UndoOffer() if self._can(FeatureName.UNDO_OFFER):
                self._hear_offer(said, BoardButton.TAKE_BACK, now)
            case say.Msg(text):
                self.heard.append(BoardMessage(now, Notice.SAID, text))
            case say.Err(text):
                self.heard.append(BoardMessage(now, Notice.BOARD_ERROR, text))

    def advance(self, now: float) -> None:
        """Whatever is due."""
        for due, at in list(self._dues.items()):
            if now >= at and self._dues.pop(due, None) is not None:
                self._is_overdue(due, now)

    # -- what the board shows --------------------------------------------------------------

    def _hear_placement(self, said: Placed, now: float) -> None:
        if not self._trail:
            return
        position = self._trail.last
        snapshot = snapshot_of(said.placement, position.variant.geometry)
        if not isinstance(said, say.State):
            begins = self._dues.pop(_Due.BEGIN, None) is not None
            if begins and isinstance(said, say.UnsyncSettable):
                self._say_if(FeatureName.SET_STATE, say.SetState())
        self._dues.pop(_Due.PUT_BACK, None)
        if isinstance(said, say.Sync) and (snapshot is None or shows(snapshot, position)):
            self._show_position(now)
        elif snapshot is not None:
            self._show(snapshot, now)

    def _show_position(self, now: float) -> None:
        if self._trail:
            self._show(_seen(self._trail.last), now)

    def _show(self, snapshot: Snapshot, now: float) -> None:
        if snapshot != self.shown:
            self.shown = snapshot
            self.heard.append(SnapshotSeen(now, snapshot))

    # -- moves of the board ----------------------------------------------------------------

    def _hear_move(self, uci: Uci, now: float) -> None:
        if self._told is not None and len(self._waiting) < _MOST_WAITING:
            self._waiting.append(uci)
            return
        if not self._trail:
            self.to_say.append(say.Nok())
            return
        self._notation = uci.notation
        try:
            meant = understand(uci, self._trail.last, self._begun)
        except SquareError as error:
            self._refuse(str(error), now)
            return
        self._begun = ()
        match meant:
            case Complete(move):
                self._propose(uci, move, now)
            case Begun(path):
                self._begun = path
                self.to_say.append(say.Ok())
            case Ambiguous(moves):
                self._choose(uci, moves, now)
            case Illegal(path):
                self.to_say.append(say.Nok())
                if not self._can(FeatureName.SUBMOVE_STATE):
                    self._show(_seen(moved_anyway(path, self._trail.last)), now)
                    self._dues[_Due.PUT_BACK] = now + PUT_BACK_S

    def _choose(self, uci: Uci, moves: tuple[Move, ...], now: float) -> None:
        """One of several, where the board shows which."""
        for move in moves:
            if self.shown is not None and shows(self.shown, self._trail.last.play(move)):
                self._propose(uci, move, now)
                return
        self._refuse(f"{uci.text} is not the only capture between these squares: send all", now)

    def _refuse(self, why: str, now: float) -> None:
        self.to_say += [say.Nok(), say.Err(why)]
        self.heard.append(BoardMessage(now, Notice.BOARD_ERROR, why))

    def _propose(self, uci: Uci, move: Move, now: float) -> None:
        """Show the move to the game, which is to agree."""
        self._dues.pop(_Due.PUT_BACK, None)
        self._told = _Told(uci, move, self._trail.last.play(move))
        self._dues[_Due.AGREE] = now + AGREE_S
        self._show(_seen(self._told.after), now)
        self._settle(now)

    def _accept(self, told: _Told, now: float) -> None:
        crowned = told.move.promotes and not told.uci.promotes
        uci = Uci(told.uci.squares, promotes=True)
        self.to_say.append(say.Promote(uci) if crowned else say.Ok())
        self._trail.play(told.after)
        self._close(now)

    def _close(self, now: float) -> None:
        """The move that was told is answered; what came meanwhile is heard."""
        self._told = None
        self._dues.pop(_Due.AGREE, None)
        self._dues.pop(_Due.OWN_MOVE, None)
        waiting, self._waiting = self._waiting, []
        for uci in waiting:
            self._hear_move(uci, now)

    # -- what becomes of the game ----------------------------------------------------------

    def _settle(self, now: float) -> None:
        """Bring the round to where the game is."""
        told, ahead = self._told, self._ahead()
        if told is not None:
            if ahead and is_same(ahead[0].after, told.after):
                self._accept(told, now)
            elif ahead is not None and not ahead:
                return
            else:
                self.to_say.append(say.Nok())
                self._close(now)
        if self._told is None:
            self._bring_along(now)
        outcome = self._game.outcome
        if outcome is not None and self._trail and self._trail.is_at(self._game.position):
            reason = reason_of(outcome, draws=self._can(FeatureName.DRAW_REASON))
            self.to_say.append(say.End(reason))
            self._end()

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
                self._dues.setdefault(_Due.OWN_MOVE, now + OWN_MOVE_S)
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
        self._dues.pop(_Due.PUT_BACK, None)
        if not isinstance(command, say.Move):
            self._say_last_move()
        if not self._can(FeatureName.MOVED) and not self._can(FeatureName.SUBMOVE_STATE):
            self._show_position(now)

    # -- offers ----------------------------------------------------------------------------

    def _hear_offer(self, offer: Offer, button: BoardButton, now: float) -> None:
        self._offer = offer
        self._dues[_Due.OFFER] = now + OFFER_S
        self.heard.append(ButtonPressed(now, button))

    def _answer_offer(self, answer: Command) -> None:
        self._offer = None
        self._dues.pop(_Due.OFFER, None)
        self.to_say.append(answer)

    # -- what is overdue -------------------------------------------------------------------

    def _not_begun(self, now: float) -> None:
        if self._beginnings < _BEGINNINGS:
            self.begin(now)
        else:
            self.failed = True

    def _not_agreed(self, now: float) -> None:
        self.to_say.append(say.Nok())
        self._show_position(now)
        self._close(now)

    def _not_told(self, now: float) -> None:
        if not self._trail.is_at(self._game.position):
            self.begin(now)

    def _is_overdue(self, due: _Due, now: float) -> None:
        match due:
            case _Due.BEGIN:
                self._not_begun(now)
            case _Due.AGREE:
                self._not_agreed(now)
            case _Due.PUT_BACK:
                self._show_position(now)
            case _Due.OWN_MOVE:
                self._not_told(now)
            case _Due.OFFER:
                self._answer_offer(say.Nok())

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


def _seen(position: Position) -> Snapshot:
    """What a board shows that shows this position."""
    return sensed(position.pieces(), position.variant.squares, SensorKind.COLOR)
