"""From transitions to announcements: what is told, in which order, and only once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from announcer import answers, faults, moves
from announcer.announcement import (
    Announcement,
    Form,
    Kind,
    Subject,
    Topic,
    Urgency,
    Values,
    withdrawn,
)
from announcer.answers import Question
from announcer.coach import Coach, Coaches, is_told
from announcer.duty import DUTY, capture_duty, capture_ways
from announcer.endings import RESULT, draw_counter, game_over
from announcer.set_up import SET_UP, came_right, led_correction, next_correction
from reconciler import transition as told
from rules.game import Game, Outcome
from rules.move import Move
from rules.piece import Color
from rules.position import Position

_LINK = Topic(Subject.LINK)
_TURN = Topic(Subject.TURN)
_NEW_GAME = Topic(Subject.GAME, "new")
_TAKE_BACK = Topic(Subject.GAME, "take back")
_BOARD = Topic(Subject.BOARD)
_BATTERY = Topic(Subject.BATTERY)

# A recognised move makes an end to all that was said about the moment before it.
_OVER_AFTER_A_MOVE = (
    *(Subject.DUTY, Subject.TURN, Subject.ENGINE, Subject.REMARK),
    *(Subject.SET_UP, Subject.COUNTER),
)
# What it is about is not lit any longer, but is still to be said where it waits.
_UNLIT_AFTER_A_MOVE = (Subject.MOVE, Subject.CROWN)
_OUTLIVES_A_GAME = (Subject.LINK, Subject.BATTERY)
# Told, and over with that: nothing stays open.
_MOMENTARY = frozenset(
    (
        *(Kind.MOVES_TAKEN_BACK, Kind.ORDER_UNKNOWN, Kind.BOARD_RIGHT, Kind.LINK_RESTORED),
        *(Kind.BOARD_TURNED, Kind.NEW_GAME_STARTED, Kind.SQUARE_RIGHT),
    )
)
_BATTERY_STEPS = (5, 10, 20)


class Announcer:
    """Tells what happened on the board, each thing once, and withdraws what is over.

    `coaches` says how much is told to whom; `engine` is the side that a program plays, which needs
    no hints. Both may be changed between two calls, and so may `by_ear`: somebody plays without
    seeing, so nothing is left to the lights. `coach` is one level, or one for each player.
    An announcement stays `open` (and lit) until it is replaced or withdrawn.
    """

    def __init__(
        self,
        coach: Coach | Coaches = Coach.HELP,
        engine: Color | None = None,
        *,
        by_ear: bool = False,
    ) -> None:
        self.coaches = coach if isinstance(coach, Coaches) else Coaches.alike(coach)
        self.engine = engine
        self.by_ear = by_ear
        self._last: tuple[Announcement, ...] = ()
        self._needed: tuple[Position, told.SetupNeeded] | None = None
        self._open: dict[Topic, Announcement] = {}
        self._out: list[Announcement] = []
        self._next_number = 0
        self._outcome: Outcome | None = None
        self._battery_step: int | None = None

    @property
    def open(self) -> tuple[Announcement, ...]:
        """What has been told and still holds, oldest first; of the moves only the last."""
        return tuple(self._open.values())

    def tell(self, transitions: Iterable[told.Transition], game: Game) -> list[Announcement]:
        """What to tell of these transitions; `game` is the game after them. The order is: what
        happened, the result, then what the next side has to do."""
        moved = False
        was_wrong = self._board_is_wrong
        for transition in transitions:
            moved |= self._tell_one(transition, game)
        self._tell_outcome(game)
        if moved:
            self._tell_what_next(game)
        elif was_wrong and not self._board_is_wrong:
            self._say(Announcement(Kind.BOARD_RIGHT, _BOARD))
        return self._flush()

    def resumed(self, game: Game) -> list[Announcement]:
        """A game that was interrupted goes on: who is to move, and what must be done. The result
        where it is over."""
        self._next_number = len(game.plies)
        if game.outcome is not None:
            return self.tell((), game)
        self._say(Announcement(Kind.RESUMED, _TURN, values=Values(color=game.position.turn)))
        self._tell_duty(game.position)
        return self._flush()

    def turn(self, game: Game) -> list[Announcement]:
        """Whose turn it is, or how the game ended: at any level, because somebody asked."""
        return self._remembered(self._turn(game))

    def _turn(self, game: Game) -> list[Announcement]:
        if game.outcome is not None:
            return [game_over(game.outcome, game.counters)]
        announcement = _whose_turn(game.position)
        self._open[_TURN] = announcement
        return [announcement]

    def answer(self, question: Question, square: int, game: Game) -> list[Announcement]:
        """What somebody asked, at any level; `square` is the one that was asked about. Raises
        SquareError."""
        return self._remembered(self._answer(question, square, game))

    def _answer(self, question: Question, square: int, game: Game) -> list[Announcement]:
        position, ear = game.position, self.by_ear
        match question:
            case Question.REPEAT:
                return list(self._last) or self._turn(game)
            case Question.LAST_MOVE:
                number = len(game.plies) - 1
                played = (
                    moves.move_played(game.plies[-1], number, by_ear=ear) if number >= 0 else []
                )
                return [*played[:1], *self._turn(game)]
            case Question.DUTY:
                coach = max(self.coaches.of(position.turn), Coach.HELP)
                duty = None if game.outcome else capture_duty(position, coach, by_ear=ear)
                more = capture_ways(position, most=position.variant.squares) if ear else []
                return [duty, *more] if duty else self._turn(game)
            case Question.POSITION:
                return [*answers.everything(position), *self._turn(game)]
            case _:
                return answers.answered(position, question, square)

    def _remembered(self, announcements: list[Announcement]) -> list[Announcement]:
        """What is said last can be asked for again."""
        said = tuple(one for one in announcements if not one.is_silent)
        self._last = said or self._last
        return announcements

    @property
    def is_wrong_by_ear(self) -> bool:
        """Whether somebody who plays by ear is to be led back: something stands wrong."""
        return self.by_ear and self._board_is_wrong

    def lead(
        self, needed: told.SetupNeeded, game: Game, moved: tuple[int, int] | None
    ) -> list[Announcement]:
        """The next step back to where the game stands; `moved`: from where to where a piece was
        moved wrongly."""
        self._set_up(needed, game.position, moved)
        return self._flush()

    def led(self) -> list[Announcement]:
        """The board stands as it should, or the game goes on from how it stands."""
        self._needed = None
        self._withdraw_where(lambda topic: topic == SET_UP)
        return self._flush()

    def who_is_youngest(self) -> list[Announcement]:
        """The youngest begins: somebody has to say who that is."""
        self._say(Announcement(Kind.WHO_IS_YOUNGEST, _TURN))
        return self._flush()

    def coach(self, coaches: Coaches, game: Game) -> list[Announcement]:
        """From now on so much is told to each player; what there is to tell now is told anew."""
        self.coaches = coaches
        if game.outcome is None:
            over = (Subject.DUTY, Subject.TURN)
            self._withdraw_where(lambda topic: topic.subject in over)
            self._tell_turn(game.position)
        return self._flush()

    def engine_move(self, move: Move, position: Position) -> list[Announcement]:
        """The move that somebody has to carry out for the engine."""
        self._say(moves.engine_move(move, position))
        return self._flush()

    def battery(self, percent: int) -> list[Announcement]:
        """The battery of the board has `percent` left: told at 20, 10 and 5 per cent."""
        step = next((step for step in _BATTERY_STEPS if percent <= step), None)
        if step is None:
            self._withdraw_where(lambda topic: topic == _BATTERY)
        elif step != self._battery_step:
            self._say(_battery_low(percent))
        self._battery_step = step
        return self._flush()

    # One transition each. True where the position on the board is another one now.

    def _tell_one(self, transition: told.Transition, game: Game) -> bool:
        match transition:
            case told.MovePlayed(ply=ply, number=number):
                return self._move(moves.move_played(ply, number, by_ear=self.by_ear), number)
            case told.MoveCorrected(ply=ply, number=number):
                self._withdraw_where(lambda topic: topic.subject is Subject.CROWN)
                return self._move(moves.move_corrected(ply, number, by_ear=self.by_ear), number)
            case told.PieceHuffed(ply=ply, number=number, square=square):
                return self._move([moves.huffed(ply, number, square)], number)
            case told.MovesTakenBack(plies=plies):
                return self._taken_back(len(plies), game.position)
            case told.OrderUnknown():
                return self._order_unknown(game)
            case told.ViolationFound(violation=violation):
                self._found(violation, game.position)
            case told.ViolationMended(violation=violation):
                self._mended(violation)
            case told.Noted():
                self._say(faults.noted(transition), _noted_to(transition, game))
            case told.SetupNeeded() if transition.missing or transition.extra:
                self._set_up(transition, game.position)
            case _:
                return self._tell_event(transition, game)
        return False

    def _tell_event(self, transition: told.Transition, game: Game) -> bool:
        match transition:
            case told.SetupComplete(position=position):
                self._needed = None
                values = Values(color=position.turn)
                self._say(Announcement(Kind.SET_UP_COMPLETE, SET_UP, values=values))
                return True
            case told.BoardTurned():
                self._say(Announcement(Kind.BOARD_TURNED, Topic(Subject.GAME, "turned")))
            case told.NewGameOffered():
                self._say(_new_game_offered(game.variant.first))
            case told.NewGameStarted():
                self._new_game()
            case told.LinkLost():
                self._say(Announcement(Kind.LINK_LOST, _LINK, urgency=Urgency.URGENT))
            case told.LinkRestored():
                self._say(Announcement(Kind.LINK_RESTORED, _LINK, urgency=Urgency.WARNING))
        return False

    def _set_up(
        self, needed: told.SetupNeeded, position: Position, moved: tuple[int, int] | None = None
    ) -> None:
        """The next step of a set-up; by ear each step, and that the one before was right."""
        before, self._needed = self._needed, (position, needed)
        board = position.variant.geometry
        if not self.by_ear:
            self._say(next_correction(needed, board))
            return
        if before is not None and before[0] == position:
            right = came_right(before[1], needed)
            if right is not None:  # said before what is next, not after what is done
                self._withdraw_where(lambda topic: topic == SET_UP)
                self._say(right)
        self._say(led_correction(needed, board, moved))

    def _move(self, announcements: list[Announcement], number: int) -> bool:
        self._withdraw_where(lambda topic: topic.subject in _OVER_AFTER_A_MOVE)
        self._withdraw_where(lambda topic: topic == _NEW_GAME)
        self._forget_where(lambda topic: topic.subject in _UNLIT_AFTER_A_MOVE)
        self._next_number = number + 1
        for announcement in announcements:
            self._say(announcement)
        return True

    def _taken_back(self, count: int, position: Position) -> bool:
        over = (*_OVER_AFTER_A_MOVE, Subject.CROWN)
        self._withdraw_where(lambda topic: topic.subject in over)
        self._forget_where(lambda topic: topic.subject is Subject.MOVE)
        for number in range(self._next_number - count, self._next_number):
            self._out.append(withdrawn(moves.move_topic(number)))
        self._next_number -= count
        values = Values(color=position.turn, count=count)
        self._say(Announcement(Kind.MOVES_TAKEN_BACK, _TAKE_BACK, values=values))
        return True

    def _order_unknown(self, game: Game) -> bool:
        self._withdraw_where(lambda topic: topic.subject in _OVER_AFTER_A_MOVE)
        self._next_number = len(game.plies)
        values = Values(color=game.position.turn)
        self._say(Announcement(Kind.ORDER_UNKNOWN, _BOARD, values=values, urgency=Urgency.WARNING))
        return True

    def _found(self, violation: told.Violation, position: Position) -> None:
        offender = _offender(violation, position)
        announcement = faults.violation_found(
            violation, position, self.coaches.of(offender), by_ear=self.by_ear
        )
        crown = _crown_topic(violation)
        if crown in self._open:
            # The promotion asked for the second disc a moment ago: keep the light, say no more.
            self._open[announcement.topic] = announcement
        else:
            self._say(announcement, offender)
        if violation.huffable:
            self._say(faults.may_huff(violation, position))

    def _mended(self, violation: told.Violation) -> None:
        over = [faults.violation_topic(violation), _crown_topic(violation)]
        over += [faults.HUFF] if violation.ruling is not None else []
        self._withdraw_where(lambda topic: topic in over)

    def _new_game(self) -> None:
        self._withdraw_where(lambda topic: topic.subject not in _OUTLIVES_A_GAME)
        self._next_number = 0
        self._outcome = None
        self._say(Announcement(Kind.NEW_GAME_STARTED, _NEW_GAME))

    # What follows from where the game stands.

    def _tell_outcome(self, game: Game) -> None:
        outcome = game.outcome
        if outcome == self._outcome:
            return
        self._outcome = outcome
        self._withdraw_where(lambda topic: topic in (DUTY, _TURN, RESULT))
        if outcome is not None:
            self._say(game_over(outcome, game.counters))

    def _tell_what_next(self, game: Game) -> None:
        if game.outcome is not None:
            return
        counter = draw_counter(game)
        if counter is not None:
            self._say(counter)
        self._tell_turn(game.position)

    def _tell_turn(self, position: Position) -> None:
        """What the side to move has to do, or else that it is its turn."""
        if not self._tell_duty(position):
            self._say(_whose_turn(position))

    def _tell_duty(self, position: Position) -> bool:
        coach = self.coaches.of(position.turn)
        if position.turn is self.engine:
            return False
        duty = capture_duty(position, coach, by_ear=self.by_ear)
        if duty is None:
            return False
        self._say(duty)
        for way in capture_ways(position) if self.by_ear else ():
            self._say(way)
        return True

    # The book of what is open.

    def _say(self, announcement: Announcement, whom: Color | None = None) -> None:
        """Told unless the coach of whom it concerns (the side it names, where `whom` is not given)
        keeps silent about it or it has been told and still holds."""
        if not is_told(announcement.kind, self.coaches.of(whom or announcement.values.color)):
            return
        before = self._open.pop(announcement.topic, None)
        if announcement.kind not in _MOMENTARY:
            self._open[announcement.topic] = announcement
        if before is None or not _sounds_the_same(before, announcement):
            self._out.append(announcement)

    @property
    def _board_is_wrong(self) -> bool:
        """By ear a wrong move is told to be right again too: nobody sees its lights go out."""
        wrong = (Subject.BOARD, Subject.FOUL) if self.by_ear else (Subject.BOARD,)
        return any(topic.subject in wrong for topic in self._open)

    def _withdraw_where(self, over: Callable[[Topic], bool]) -> None:
        for topic in [topic for topic in self._open if over(topic)]:
            del self._open[topic]
            self._out.append(withdrawn(topic))

    def _forget_where(self, past: Callable[[Topic], bool]) -> None:
        for topic in [topic for topic in self._open if past(topic)]:
            del self._open[topic]

    def _flush(self) -> list[Announcement]:
        out, self._out = self._out, []
        return self._remembered(out)


def _sounds_the_same(before: Announcement, now: Announcement) -> bool:
    """Whether it has been said: the number of squares that are still to come right is no news."""
    if now.form is Form.MANY and now.kind is Kind.SET_UP:
        return (before.kind, before.form) == (now.kind, now.form)
    return before == now


def _offender(violation: told.Violation, position: Position) -> Color:
    """Whom a violation concerns: the side to move, or the one that moved out of its turn."""
    out_of_turn = violation.code is told.ViolationCode.NOT_YOUR_TURN
    return position.turn.other if out_of_turn else position.turn


def _noted_to(note: told.Noted, game: Game) -> Color:
    """Whom a remark concerns: who captures now, or who made the last move."""
    if note.code is told.NoteCode.CAPTURE_GOES_ON or not game.plies:
        return game.position.turn
    return game.plies[-1].before.turn


def _crown_topic(violation: told.Violation) -> Topic | None:
    if violation.code is not told.ViolationCode.KING_NOT_CROWNED:
        return None
    return moves.crown_topic(violation.squares[0])


def _whose_turn(position: Position) -> Announcement:
    return Announcement(Kind.TURN, _TURN, values=Values(color=position.turn))


def _battery_low(percent: int) -> Announcement:
    values = Values(count=percent)
    return Announcement(Kind.BATTERY_LOW, _BATTERY, values=values, urgency=Urgency.REMINDER)


def _new_game_offered(first: Color) -> Announcement:
    return Announcement(Kind.NEW_GAME_OFFERED, _NEW_GAME, values=Values(color=first))
