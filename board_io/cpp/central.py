"""The conversation with a board that speaks the Chess Peripheral Protocol, without I/O.

    WAITING --retry_at--> OPENING --opened--> ASKING --all is known--> MET
       ^                                                                |
       +---- not opened, unplugged, never answered (from any state) ----+

What it can do is asked when it is met; then rounds are played, see `Round`.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence

from board_io.cpp.games import games_of
from board_io.cpp.questions import ANSWER_S, Questions
from board_io.cpp.round import Round
from board_io.errors import LinkError, LinkFault
from board_io.events import (
    BoardEvent,
    BoardInfo,
    LinkUp,
    SnapshotSeen,
)
from board_io.session import Attempts
from firmware_protocol.cpp import commands as say
from firmware_protocol.cpp.decoder import CppDecoder, line
from firmware_protocol.cpp.shapes import Command
from firmware_protocol.requests import Light
from rules.game import Game
from rules.move import Move
from rules.snapshot import Reading, SensorKind, Snapshot
from rules.variants import VARIANTS

_PATIENCE = 3
"""So many questions in a row without an answer: nothing there speaks the protocol."""


class _State(enum.Enum):
    WAITING = enum.auto()
    OPENING = enum.auto()
    ASKING = enum.auto()
    MET = enum.auto()


class CppSession:
    """A board over any number of links; see `board_io.session.BoardSession`. It has to be told how
    the game is (`follow`)."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._state = _State.OPENING
        self._decoder = CppDecoder()
        self._questions = Questions()
        self._round: Round | None = None
        self._board: BoardInfo | None = None
        self._is_up = False  # and a round has begun
        self._output = bytearray()
        self._events: list[BoardEvent] = []
        self._attempts = Attempts()
        self._answer_at = 0.0
        self._unanswered = 0

    @property
    def board(self) -> BoardInfo | None:
        return self._board

    @property
    def game(self) -> Game:
        """The game as the board is told that it is."""
        return self._game

    @property
    def move_told(self) -> Move | None:
        """A legal move that the board tells and the game does not have yet."""
        return self._round.move_told if self._round is not None else None

    @property
    def options(self) -> dict[str, str]:
        """The options of the board and their values."""
        return dict(self._questions.values)

    @property
    def wants_link(self) -> bool:
        return self._state is not _State.WAITING

    @property
    def next_deadline(self) -> float | None:
        if self._events:
            return 0.0
        match self._state:
            case _State.WAITING:
                return self._attempts.retry_at
            case _State.ASKING:
                return self._answer_at
        return self._round.next_deadline if self._round is not None else None

    def take_output(self) -> bytes:
        output = bytes(self._output)
        self._output.clear()
        return output

    def link_opened(self, now: float) -> list[BoardEvent]:
        self._decoder.reset()
        self._questions, self._round = Questions(), None
        self._state = _State.ASKING
        self._unanswered = 0
        self._ask(now)
        return []

    def link_failed(self, error: LinkError, now: float) -> list[BoardEvent]:
        was_there, self._board = self._board is not None, None
        self._round, self._is_up = None, False
        self._output.clear()
        self._state = _State.WAITING
        self._attempts.failed(now)
        return self._attempts.told(error.fault, error.detail, now, was_there=was_there)

    def receive(self, data: bytes, now: float) -> list[BoardEvent]:
        for said in self._decoder.feed(data):
            if isinstance(said, Command):
                self._hear(said, now)
        return self._take_events(now)

    def advance(self, now: float) -> list[BoardEvent]:
        match self._state:
            case _State.WAITING if now >= self._attempts.retry_at:
                self._state = _State.OPENING
            case _State.ASKING if now >= self._answer_at:
                self._unanswered += 1
                if self._unanswered >= _PATIENCE and not self._questions.heard:
                    return self._is_none("nothing there speaks the Chess Peripheral Protocol", now)
                self._questions.give_up()
                self._ask(now)
            case _State.MET if self._round is not None:
                self._round.advance(now)
                if self._round.failed:
                    return self._is_none("the board does not begin", now)
        return self._take_events(now)

    def set_leds(self, lights: Sequence[Light], now: float) -> None:
        """Such a board shows moves by itself, as it likes."""

    def request_snapshot(self, now: float) -> None:
        if self._round is not None and self._round.shown is not None and self._is_up:
            self._events.append(SnapshotSeen(now, self._round.shown))

    def follow(self, game: Game, now: float) -> None:
        """The game is so now; what comes of it is told by the next `advance`."""
        if game is self._game:
            return
        self._game = game
        if self._round is not None:
            self._round.follow(game, now)
            self._events += self._take_events(now)

    def tell_times(self, white_s: float, black_s: float) -> None:
        """So much time both sides have left now."""
        if self._round is not None:
            self._round.tell_times(white_s, black_s)

    # -- meeting it ------------------------------------------------------------------------

    def _hear(self, said: Command, now: float) -> None:
        match said:
            case say.SetOption() if self._state is _State.MET:
                self._questions.set_option(said)
            case say.OptionsReset():
                self._questions.reset_options()
            case _ if self._state is _State.ASKING:
                if self._questions.hear(said):
                    self._ask(now)
            case _ if self._round is not None:
                self._round.hear(said, now)

    def _ask(self, now: float) -> None:
        question = self._questions.to_ask
        if question is None:
            self._meet(now)
            return
        self._output += line(question)
        self._answer_at = now + ANSWER_S

    def _meet(self, now: float) -> None:
        """All is known of the board: begin, or tell that it is not for this game."""
        self._state = _State.MET
        self._attempts.succeeded()
        self._round = Round(self._questions, self._game)
        if self._round.is_for_board:
            self._round.begin(now)
        else:
            self._events.append(self._link_up(self._unseen, now))

    @property
    def _unseen(self) -> Snapshot:
        """What is known of a board for other games: how many squares it has."""
        games = sorted(games_of(frozenset(self._questions.games)))
        variant = VARIANTS[games[0]] if games else self._game.variant
        return Snapshot((Reading.UNKNOWN,) * variant.squares)

    def _link_up(self, snapshot: Snapshot, now: float) -> LinkUp:
        self._board = BoardInfo(
            squares=len(snapshot),
            sensor=SensorKind.COLOR,
            has_leds=False,
            serial="cpp",
            boot_id=0,
            firmware="",
            protocol=(1, 0),
            variants=games_of(frozenset(self._questions.games)),
        )
        return LinkUp(now, snapshot, self._board)

    def _is_none(self, why: str, now: float) -> list[BoardEvent]:
        return self.link_failed(LinkError(LinkFault.UNANSWERED, why), now)

    # -- what came of it -------------------------------------------------------------------

    def _take_events(self, now: float) -> list[BoardEvent]:
        """What has happened, in order; the first that a board shows says that it is there."""
        events, self._events = self._events, []
        if self._round is None:
            return events
        for command in self._round.to_say:
            self._output += line(command)
        self._round.to_say.clear()
        for event in self._round.heard:
            if isinstance(event, SnapshotSeen) and not self._is_up:
                self._is_up = True
                events.append(self._link_up(event.snapshot, now))
            elif self._is_up:
                events.append(event)
        self._round.heard.clear()
        return events
