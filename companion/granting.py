"""What people want, however they say it - typed, at the page, by the buttons of the board - is
done."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from announcer.answers import OF_A_SQUARE
from board_io.events import BoardButton
from companion.board_menu import BoardMenu
from companion.clock.keeper import ClockAct, ClockHand
from companion.commands import Command, Demand, NewGame, PlayOn, Resign, draw_agreed
from companion.desk import Desk, Wish
from companion.errors import CompanionError, StoreError
from companion.keyboard import (
    ByEarTyped,
    ClockChosenTyped,
    ClockTyped,
    CoachTyped,
    CommandTyped,
    LanguageTyped,
    LessonTyped,
    NamesTyped,
    PageTyped,
    PairingTyped,
    PlaybackTyped,
    QuestionTyped,
    StopTyped,
    TakeBackTyped,
    TurnTyped,
)
from companion.meeting import Meeting
from companion.room import Room, Wanted
from companion.session import Session
from companion.sitting import Sitting
from companion.telling import Teller
from companion.view import LinkState
from rules.piece import Color, Piece


class Granter:
    """Hands each wish to whom it is for: the session, the guest that has the board, the desk.
    `asks_app` tells whether a command is for a phone app to decide, and asks it."""

    def __init__(
        self, room: Room, teller: Teller, desk: Desk, sitting: Sitting, meeting: Meeting
    ) -> None:
        self._room = room
        self._texts = room.texts
        self._teller = teller
        self._desk = desk
        self._sitting = sitting
        self._meeting = meeting
        self.menu = BoardMenu(sitting, self.ask)
        self.asks_app: Callable[[Command], bool] = lambda _: False

    # -- how it is said --------------------------------------------------------------------

    def enter(self, line: str, now: float) -> None:
        """Somebody typed this."""
        session, guest = self._sitting.session, self._sitting.guest
        if session is None:
            self._enter_before(line, now)
        elif guest is not None and (wish := guest.understand(line)) is not None:
            self._sitting.ask_guest(wish)
        else:
            game = guest.game if guest else session.game
            self._grant(session, self._desk.enter(line, game, now), now)

    def _enter_before(self, line: str, now: float) -> None:
        """There is no game yet: one can be chosen."""
        match self._desk.enter(line, self._teller.view.game, now):
            case LanguageTyped(language):
                self._teller.speak(language)
            case NewGame(start) if start is not None:
                self._meeting.choose(start)
            case StopTyped():
                self._sitting.is_over = True

    def ask(self, wanted: Wanted) -> None:
        """Somebody at the page asks for this."""
        session, now = self._sitting.session, time.monotonic()
        if isinstance(wanted, LanguageTyped):
            self._teller.speak(wanted.language)
            return
        if session is None:
            match wanted:
                case CommandTyped(NewGame(start)) if start is not None:
                    self._meeting.choose(start)
            return
        if self._desk.is_busy or not self._can_be_asked(wanted):
            return
        if self._sitting.guest is not None and not isinstance(wanted, ByEarTyped):
            self._sitting.ask_guest(wanted)
            return
        match wanted:
            case CommandTyped(command):
                self._grant(session, command, now)
            case TakeBackTyped():
                self._take_back(session, now)
            case _:
                self._grant(session, wanted, now)

    def _can_be_asked(self, wanted: Wanted) -> bool:
        """Not about a square that this board does not have: a page may be of another game."""
        match wanted:
            case QuestionTyped(question, square) if question in OF_A_SQUARE:
                return 1 <= square <= self._teller.view.game.variant.squares
        return True

    def touch(self, square: int, piece: Piece | None) -> None:
        """Somebody at the page lifts a piece, or puts one down."""
        session = self._sitting.session
        if session is None or self._teller.view.link is not LinkState.LINKED:
            return
        if session.turned:
            square = session.game.variant.squares + 1 - square
        self._desk.touch(square, piece, time.monotonic())

    def press(self, button: BoardButton) -> None:
        """A button of the board was pressed."""
        session, now = self._sitting.session, time.monotonic()
        if session is None:
            return
        if self._sitting.guest is not None:
            self._sitting.ask_guest(button)
            return
        if self.menu.press(session, button, now):
            return
        match button:
            case BoardButton.TAKE_BACK:
                self._take_back(session, now)
            case BoardButton.CONFIRM if session.is_disputed:
                self._grant(session, PlayOn(), now)
            case BoardButton.CONFIRM:
                if not self._work_clock(session, ClockAct.PRESS, None):
                    self.menu.confirmed(now)
                    self._grant(session, TurnTyped(), now)
            case BoardButton.WHITE_CLOCK:
                self._work_clock(session, ClockAct.PRESS, Color.WHITE)
            case BoardButton.BLACK_CLOCK:
                self._work_clock(session, ClockAct.PRESS, Color.BLACK)
            case BoardButton.NEW_GAME:
                self._grant(session, NewGame(), now)
            case BoardButton.DRAW:
                self._grant(session, draw_agreed(), now)
            case BoardButton.RESIGN:
                self._grant(session, Resign(), now)

    # -- what is done ----------------------------------------------------------------------

    def _grant(self, session: Session, wish: Wish | None, now: float) -> None:
        sitting = self._sitting
        at = sitting.reach(now)
        match wish:
            case None:
                return
            case StopTyped():
                sitting.is_over = True
            case LanguageTyped(language):
                self._teller.speak(language)
            case PageTyped():
                self._room.screen.hold(self._room.page_card)
            case PlaybackTyped(number):
                self._play_back(number)
            case LessonTyped(what, child):
                self._teach(what, child)
            case ClockTyped(act, side):
                if act is not ClockAct.PRESS or self._has_clock_button:  # else an empty line
                    self._work_clock(session, act, side)
            case ClockChosenTyped(control):
                session.choose_clock(control, at)
                key = "play.clock_chosen" if control else "play.clock_none"
                self._teller.say(self._texts(key, clock=control.text if control else ""))
            case NamesTyped(white, black):
                self._name(session, white, black)
            case PairingTyped(white, black):
                self._grant(session, NewGame(), now)
                self._name(session, white, black)
            case CoachTyped(side, level):
                coaches = session.announcer.coaches.having(side, level)
                sitting.note(session.coach(coaches, at))
            case ByEarTyped():
                self._play_by_ear(session, wish, at)
            case TurnTyped() | QuestionTyped():
                self._answer(session, wish, at)
            case command if sitting.guest is not None:
                sitting.ask_guest(CommandTyped(command))
            case NewGame(start) if start is not None and not self._meeting.is_for_this_board(start):
                self._meeting.change_board(session, start, now)
            case command if not self.asks_app(command):
                self.do(session, command, now)

    def do(self, session: Session, command: Command, now: float) -> None:
        """Carry a command out."""
        sitting = self._sitting
        at = sitting.reach(now)
        sitting.trace.command(command, at)
        told = session.command(command, at)
        if not told and isinstance(command, Demand | PlayOn):
            self._teller.say(self._texts("play.nothing_wrong"))
        sitting.note(told)
        self._desk.follow(command, session.game.position, now)

    def _name(self, session: Session, white: str, black: str) -> None:
        names = {Color.WHITE: white, Color.BLACK: black}
        session.name_players(names)
        self._teller.view = replace(self._teller.view, names=names)

    def _play_by_ear(self, session: Session, wish: ByEarTyped, at: float) -> None:
        self.menu.tell(session, "ask.by_ear_on" if wish.is_so else "ask.by_ear_off")
        if self._sitting.guest is not None:
            session.announcer.by_ear = wish.is_so
            self._sitting.ask_guest(wish)
        else:
            self._sitting.note(session.play_by_ear(wish.is_so, at))

    def _answer(self, session: Session, asked: TurnTyped | QuestionTyped, at: float) -> None:
        """A guest answers every question in its own way."""
        if self._sitting.guest is not None:
            self._sitting.ask_guest(asked)
        elif isinstance(asked, QuestionTyped):
            self._sitting.note(session.answer(asked.question, asked.square, at))
        else:
            self._sitting.note(session.whose_turn(at))

    def _take_back(self, session: Session, now: float) -> None:
        """A wrong move is put back, as the opponent may demand; else the last ply is taken back."""
        wrong = session.chooser is not None
        self._grant(session, Demand() if wrong else self._desk.take_back(session.game, now), now)

    @property
    def _has_clock_button(self) -> bool:
        clock = self._teller.view.clock
        return clock is not None and clock.hand is ClockHand.BUTTON

    def _work_clock(self, session: Session, act: ClockAct, side: Color | None) -> bool:
        """Whether it meant anything."""
        at = self._sitting.reach(time.monotonic())
        told = session.work_clock(act, side, at)
        if told is None and act is ClockAct.TELL:
            self._teller.say(self._texts("play.clock_none"))
        self._sitting.note(told or [])
        return told is not None

    def _play_back(self, number: int) -> None:
        try:
            self._sitting.lend(self._room.kept(number).guest)
        except StoreError as error:
            self._teller.say(self._texts("play.not_kept_there", reason=error))

    def _teach(self, what: str, child: str) -> None:
        try:
            self._sitting.lend(self._room.lesson(what, child).guest)
        except CompanionError as error:
            self._teller.say(self._texts("play.no_lesson", reason=error))
