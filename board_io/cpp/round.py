"""A round on a board that tells moves: this program keeps the rules, the board follows. Pure.

What the board shows is worked out: the position that both have, with the move that it tells; where
it tells what stands on it, that. A legal move is answered with `ok` once the game has it, any
other with `nok` at once. Whatever else becomes of the game - somebody else's move, a take-back,
another position, its end - the board is told (`game_side`).
"""

from __future__ import annotations

from board_io.cpp.endings import is_over
from board_io.cpp.game_side import Due, GameSide, Told, position_seen
from board_io.cpp.games import (
    Ambiguous,
    Begun,
    Complete,
    Illegal,
    moved_anyway,
    shows,
    snapshot_of,
    understand,
)
from board_io.cpp.offers import Offer, is_granted
from board_io.cpp.questions import Questions
from board_io.events import BoardButton, BoardMessage, ButtonPressed, Notice
from firmware_protocol.cpp import commands as say
from firmware_protocol.cpp.moves import Uci
from firmware_protocol.cpp.names import FeatureName
from firmware_protocol.cpp.shapes import Command, Placed
from rules.errors import SquareError
from rules.game import Game
from rules.move import Move

AGREE_S = 2.0
"""A legal move that the game does not have by then is refused: something else is going on."""
PUT_BACK_S = 3.0
"""So long a wrong move is shown to the game, which has told by then what was wrong with it."""
OFFER_S = 3.0
"""An offer that changed nothing by then is declined."""
_BEGINNINGS = 2
_MOST_WAITING = 4


class Round(GameSide):
    """What the board says, and what follows from it. `failed`: the board does not begin."""

    def __init__(self, board: Questions, game: Game) -> None:
        super().__init__(board, game)
        self.failed = False
        self._waiting: list[Uci] = []
        self._offer: Offer | None = None

    def begin(self, now: float) -> None:
        self._waiting.clear()
        super().begin(now)

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
        elif not is_over(game):
            self._beginnings = 0
            self.begin(now)
        self._hear_waiting(now)

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
        self._hear_waiting(now)

    def advance(self, now: float) -> None:
        """Whatever is due."""
        for due, at in list(self._dues.items()):
            if now >= at and self._dues.pop(due, None) is not None:
                self._is_overdue(due, now)
        self._hear_waiting(now)

    # -- what the board shows --------------------------------------------------------------

    def _hear_placement(self, said: Placed, now: float) -> None:
        snapshot = snapshot_of(said.placement, self._game.variant.geometry)
        if not self._trail:  # something is set up for the next round
            if snapshot is not None:
                self._show(snapshot, now)
            return
        position = self._trail.last
        if not isinstance(said, say.State):
            begins = self._dues.pop(Due.BEGIN, None) is not None
            self._beginnings = 0
            if begins and isinstance(said, say.UnsyncSettable):
                self._say_if(FeatureName.SET_STATE, say.SetState())
        self._dues.pop(Due.PUT_BACK, None)
        if isinstance(said, say.Sync) and (snapshot is None or shows(snapshot, position)):
            self._show_position(now)
        elif snapshot is not None:
            self._show(snapshot, now)

    # -- moves of the board ----------------------------------------------------------------

    def _hear_move(self, uci: Uci, now: float) -> None:
        if self._told is not None and len(self._waiting) < _MOST_WAITING:
            self._waiting.append(uci)
            return
        if self._told is not None or not self._trail:
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
                    self._show(position_seen(moved_anyway(path, self._trail.last)), now)
                    self._dues[Due.PUT_BACK] = now + PUT_BACK_S

    def _hear_waiting(self, now: float) -> None:
        """Moves that came before the one before them was answered."""
        while self._waiting and self._told is None:
            self._hear_move(self._waiting.pop(0), now)

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
        self._dues.pop(Due.PUT_BACK, None)
        self._told = Told(uci, move, self._trail.last.play(move))
        self._dues[Due.AGREE] = now + AGREE_S
        self._show(position_seen(self._told.after), now)
        self._settle(now)

    # -- offers ----------------------------------------------------------------------------

    def _hear_offer(self, offer: Offer, button: BoardButton, now: float) -> None:
        self._offer = offer
        self._dues[Due.OFFER] = now + OFFER_S
        self.heard.append(ButtonPressed(now, button))

    def _answer_offer(self, answer: Command) -> None:
        self._offer = None
        self._dues.pop(Due.OFFER, None)
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
        self._close()

    def _not_told(self, now: float) -> None:
        if not self._trail.is_at(self._game.position):
            self.begin(now)

    def _is_overdue(self, due: Due, now: float) -> None:
        match due:
            case Due.BEGIN:
                self._not_begun(now)
            case Due.AGREE:
                self._not_agreed(now)
            case Due.PUT_BACK:
                self._show_position(now)
            case Due.OWN_MOVE:
                self._not_told(now)
            case Due.OFFER:
                self._answer_offer(say.Nok())
