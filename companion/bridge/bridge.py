"""The board and a phone app, each told what the other does.

The session follows the board as in any game, and records it; the `Peripheral` knows what the app
has. What the board has more than the app is told to it, one ply at a time, each answered before
the next. A move of the app is required of the board. Wishes - a draw, a take-back, giving up - go
to the app as long as a round is played: it decides.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from board_io.cpp.app_events import (
    AppErred,
    AppEvent,
    AppSaid,
    DrawOffered,
    MoveAccepted,
    MoveAsked,
    MoveRefused,
    OfferAnswered,
    PositionSet,
    RoundBegun,
    RoundEnded,
    ScoreTold,
    TimesTold,
    UndoOffered,
)
from board_io.cpp.app_items import AppItem, AppJoined, AppLeft, AppTrouble, FromApp
from board_io.cpp.peripheral import Peripheral
from board_io.cpp.trail import is_same
from board_io.events import ClockSeen
from companion.bridge.end import AppEnd, games_of
from companion.commands import Command, EnterResult, NewGame, Resign, TakeBack
from companion.desk import Desk
from companion.game_words import game_title
from companion.room import Room
from companion.session import Session
from companion.sitting import Sitting
from companion.telling import Teller
from firmware_protocol.cpp.commands import DrawOffer, UndoOffer
from firmware_protocol.cpp.names import SideName
from rules.game import Outcome, Ply, Termination
from rules.move import Move
from rules.names import spelled
from rules.piece import Color
from rules.position import Position
from rules.variant import Variant

Do = Callable[[Session, Command, float], None]
_SIDES = {SideName.WHITE: Color.WHITE, SideName.BLACK: Color.BLACK}


class Bridge:
    """`do` carries a command out, whatever the app thinks of it."""

    def __init__(
        self, app: AppEnd, room: Room, teller: Teller, desk: Desk, sitting: Sitting, do: Do
    ) -> None:
        self._app = app
        self._texts = room.texts
        self._teller = teller
        self._desk = desk
        self._sitting = sitting
        self._do = do
        self._peripheral: Peripheral | None = None
        self._variant: Variant | None = None  # for which the board is laid out
        self._side = SideName.BOTH
        self._agreed: tuple[Ply, ...] = ()  # the plies of the session that the app has
        self._wants_back = False
        self._asked: Move | None = None
        self._has_resigned = False

    # -- what comes from the app -----------------------------------------------------------

    def hear(self, item: AppItem) -> None:
        """The app, or the way to it."""
        peripheral, session = self._peripheral, self._sitting.session
        match item:
            case AppJoined():
                self._say("bridge.joined")
            case AppLeft():
                self._say("bridge.left")
                if peripheral is not None:
                    peripheral.reset()
            case AppTrouble(fault, detail):
                reason = self._teller.reason(fault, detail)
                self._say("bridge.trouble", reason=reason)
            case FromApp(data) if peripheral is not None and session is not None:
                self._show_board(peripheral, session)
                for event in peripheral.receive(data):
                    self._take(event, peripheral, session, self._now())
                self.follow()

    def _take(self, event: AppEvent, peripheral: Peripheral, session: Session, now: float) -> None:
        match event:
            case RoundBegun(position, side):
                self._begin(session, position, side, now)
            case MoveAsked(move):
                self._ask_for(session, move, now)
            case MoveAccepted():
                self._agree(session, len(self._agreed) + 1)
            case MoveRefused(move):
                self._say("bridge.refused", move=spelled(session.game.variant, move.short))
                self._go_back(session, len(session.game.plies) - len(self._agreed), now)
            case PositionSet(position, taken_back):
                self._set_position(session, position, taken_back, now)
            case OfferAnswered(accepted):
                self._say("bridge.accepted" if accepted else "bridge.declined")
                if not accepted and self._wants_back:
                    self._put_right(session, peripheral.position)
            case RoundEnded(outcome=outcome):
                self._end(session, outcome, now)
            case TimesTold(white_ms, black_ms):
                self._show_times(session, white_ms // 1000, black_ms // 1000, now)
            case _:
                self._tell(event)

    def _tell(self, event: AppEvent) -> None:
        """What is only for people."""
        match event:
            case DrawOffered():
                self._say("bridge.draw_offered", word=self._texts.words("words.draw")[0])
            case UndoOffered():
                self._say("bridge.undo_offered", word=self._texts.words("words.take_back")[0])
            case ScoreTold(white, black):
                self._say("bridge.score", white=white, black=black)
            case AppSaid(text):
                self._say("bridge.said", text=text)
            case AppErred(text):
                self._teller.say(self._texts("bridge.misunderstood", text=text))

    def _begin(self, session: Session, position: Position, side: SideName, now: float) -> None:
        """A round: the game that is played goes on where it is at the same position."""
        self._side, self._asked, self._has_resigned = side, None, False
        self._say(
            f"bridge.begins_{side.name.lower()}", game=game_title(position.variant, self._texts)
        )
        if not is_same(session.game.position, position) or session.game.outcome is not None:
            self._do(session, NewGame(position), now)
        self._agree(session, len(session.game.plies))

    def _ask_for(self, session: Session, move: Move, now: float) -> None:
        """A move of the app, to be made on the board; it may stand there already."""
        ahead = session.game.plies[len(self._agreed) :]
        if ahead and ahead[0].move == move:
            self._agree(session, len(self._agreed) + 1)
            return
        before = session.game.position
        self._asked = move
        self._sitting.note(session.require(move, now))
        self._desk.make(move, before, now)

    def _set_position(
        self, session: Session, position: Position, taken_back: int, now: float
    ) -> None:
        self._asked = None
        game, count = session.game, len(session.game.plies) - len(self._agreed) + taken_back
        if 0 < count <= len(game.plies) and is_same(game.plies[-count].before, position):
            self._go_back(session, count, now)
        elif not is_same(game.position, position):
            self._do(session, NewGame(position), now)
        self._agree(session, len(session.game.plies))

    def _go_back(self, session: Session, plies: int, now: float) -> None:
        """Take back so many plies: the board is to show it."""
        if plies > 0:
            self._do(session, TakeBack(plies), now)
            self._desk.lay_out(session.game.position, now)

    def _agree(self, session: Session, plies: int) -> None:
        """The app has so many plies of the session."""
        self._agreed, self._wants_back = session.game.plies[:plies], False

    def _end(self, session: Session, outcome: Outcome | None, now: float) -> None:
        self._asked = None
        self._say("bridge.broken_off" if outcome is None else "bridge.ended")
        session.free()
        if outcome is not None and session.game.outcome is None:
            ours = _SIDES.get(self._side)
            if outcome.termination is Termination.RESIGNED and ours is not None:
                winner = ours.other if self._has_resigned else ours
                outcome = Outcome(winner, Termination.RESIGNED)
            self._do(session, EnterResult(outcome), now)

    def _show_times(self, session: Session, white_s: int, black_s: int, now: float) -> None:
        """The clock of the app, as one that stands beside the board."""
        left, right = (black_s, white_s) if session.turned else (white_s, black_s)
        runs = bool(session.game.plies)
        seen = ClockSeen(now, left_s=left, right_s=right, running=runs, left_to_move=None)
        self._sitting.note(session.see_clock(seen, now))

    # -- what goes to the app --------------------------------------------------------------

    def follow(self) -> None:
        """Tell the app what is new on the board and in its game; to be called after anything."""
        session = self._sitting.session
        if session is None:
            return
        peripheral = self._peripheral
        if peripheral is None:
            peripheral = self._peripheral = self._app.peripheral(session.game, self._teller.view)
            self._app.service.start()
            self._say("bridge.offered", name=self._app.name)
        if peripheral.position is None and session.game.variant != self._variant:
            self._variant = session.game.variant
            peripheral.lay_out(games_of(session.game, self._teller.view), self._variant)
        self._show_board(peripheral, session)
        if peripheral.position is not None:
            self._tell_plies(peripheral, session)
            if session.is_unexplained:
                peripheral.lost_sync()
        self._app.service.say(peripheral.take_output())

    def _show_board(self, peripheral: Peripheral, session: Session) -> None:
        snapshot = self._sitting.snapshot
        if snapshot is None or self._sitting.guest is not None:
            return
        shown = snapshot.turned() if session.turned else snapshot
        for event in peripheral.board_shows(shown):
            self._take(event, peripheral, session, self._now())

    def _tell_plies(self, peripheral: Peripheral, session: Session) -> None:
        plies, agreed = session.game.plies, self._agreed
        if plies[: len(agreed)] != agreed:
            self._want_back(peripheral, session)
            return
        while (new := plies[len(self._agreed) :]) and not peripheral.is_asking:
            ply, position = new[0], peripheral.position
            if ply.move is not None and ply.move == self._asked:
                self._asked = None
                self._agree(session, len(self._agreed) + 1)
                continue
            if ply.move is None or position is None or not is_same(ply.before, position):
                self._put_right(session, position)
                return
            peripheral.answer(accepted=False)  # who plays on has declined
            if ply.irregular is not None or not peripheral.played(ply.move):
                self._put_right(session, position)
                return

    def _want_back(self, peripheral: Peripheral, session: Session) -> None:
        """Moves were taken back on the board: that is a wish, which the app may grant."""
        plies = session.game.plies
        if plies != self._agreed[: len(plies)]:
            self._put_right(session, peripheral.position)
        elif not self._wants_back:
            self._wants_back = peripheral.offer_undo()
            if self._wants_back:
                self._say("bridge.undo_asked")
            else:
                self._put_right(session, peripheral.position)

    def _put_right(self, session: Session, position: Position | None) -> None:
        """The board has something that the app cannot have: it is to show what the app has."""
        if position is not None and not is_same(session.game.position, position):
            self._say("bridge.put_right")
            self._do(session, NewGame(position), self._now())
            self._agree(session, 0)

    # -- what people want ------------------------------------------------------------------

    def takes(self, command: Command) -> bool:
        """Whether this is for the app to decide; then it is asked."""
        peripheral, session = self._peripheral, self._sitting.session
        if peripheral is None or peripheral.position is None or session is None:
            return False
        match command:
            case EnterResult(Outcome(None, _)):
                offered = isinstance(peripheral.offered, DrawOffer)
                done = peripheral.answer(accepted=True) if offered else peripheral.offer_draw()
                self._say("bridge.draw_asked" if done else "bridge.cannot")
            case Resign():
                self._has_resigned = done = peripheral.resign()
                self._say("bridge.resign_asked" if done else "bridge.cannot")
            case TakeBack():
                offered = isinstance(peripheral.offered, UndoOffer)
                done = peripheral.answer(accepted=True) if offered else peripheral.offer_undo()
                self._say("bridge.undo_asked" if done else "bridge.cannot")
            case EnterResult() | NewGame():
                self._say("bridge.cannot")
            case _:
                return False
        self._app.service.say(peripheral.take_output())
        return True

    # -- small things ----------------------------------------------------------------------

    def _now(self) -> float:
        return self._sitting.reach(time.monotonic())

    def _say(self, key: str, **values: object) -> None:
        self._teller.say_all(self._texts(key, **values))
