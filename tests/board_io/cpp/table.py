"""Both ends of the protocol at one table, in made-up time: our central with a reconciler behind it
and a board of ours as the peripheral, with bytes between them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from board_io.cpp.app_events import AppEvent
from board_io.cpp.central import CppSession
from board_io.cpp.games import VARIANTS
from board_io.cpp.peripheral import Peripheral
from board_io.events import BoardEvent, LinkUp, SnapshotSeen
from board_io.sensing import snapshot_of
from firmware_protocol.cpp.decoder import CppDecoder
from firmware_protocol.cpp.moves import Notation
from firmware_protocol.cpp.shapes import Command
from reconciler.reconciler import Reconciler
from reconciler.transition import MovesTakenBack, Transition
from rules.game import Game
from rules.move import Move
from rules.outcome import Outcome
from rules.piece import Piece
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot

TICK_S = 0.05
Kind = TypeVar("Kind")
Mangle = Callable[[bytes], bytes]


def shown(position: Position, sensor: SensorKind = SensorKind.COLOR) -> Snapshot:
    """What a board shows that shows this position."""
    return snapshot_of(position.pieces(), position.variant.squares, sensor)


class Table:
    """`game` is that of the central; `board` what stands on the peripheral's board. What both said
    is in `said`, oldest first, `c` before what the central says."""

    def __init__(
        self,
        game: Game,
        *,
        games: Iterable[str] = VARIANTS,
        features: frozenset[str] | None = None,
        notation: Notation = Notation.LETTERS,
        board: Position | None = None,
        mangle: Mangle = bytes,
    ) -> None:
        self.now = 0.0
        self.central = CppSession(game)
        self.peripheral = Peripheral(games, game.variant, notation)
        self.board = (board or game.position).pieces()
        self.said: list[str] = []
        self.heard: list[BoardEvent] = []
        self.told: list[AppEvent] = []
        self.transitions: list[Transition] = []
        self._start = game
        self._squares = game.variant.squares
        self._features = features
        self._mangle = mangle
        self.reconciler: Reconciler | None = None
        self._to_app, self._to_board = CppDecoder(), CppDecoder()
        self.put({})
        self.central.link_opened(self.now)
        self.run()

    @property
    def game(self) -> Game:
        return self.reconciler.game if self.reconciler else self._start

    def put(self, pieces: dict[int, Piece | None]) -> None:
        """Lift (None) and put pieces on the peripheral's board, all at once."""
        for square, piece in pieces.items():
            self.board.pop(square, None)
            if piece is not None:
                self.board[square] = piece
        snapshot = snapshot_of(self.board, self._squares, SensorKind.COLOR)
        self.told += self.peripheral.board_shows(snapshot)

    def set_up(self, position: Position) -> None:
        """Have this on the peripheral's board."""
        self.board = position.pieces()
        self.put({})
        self.run()

    def make(self, move: Move) -> None:
        """Play this on the peripheral's board, piece by piece, and have it recognised."""
        before = self.peripheral.position
        assert before is not None
        after = before.play(move)
        piece = self.board[move.start]
        self.put({move.start: None})
        self.put({move.end: piece})
        for square in move.captured:
            self.put({square: None})
        if move.promotes:
            self.put({move.end: after.piece_at(move.end)})
        assert self.peripheral.played(move)
        self.run()

    def follow(self, game: Game) -> None:
        """The game of the central is so now."""
        self._start, self.reconciler = game, Reconciler(game, SensorKind.COLOR)
        self.central.follow(game, self.now)
        self.run()

    def finish(self, outcome: Outcome) -> None:
        assert self.reconciler is not None
        self.transitions += self.reconciler.finish(outcome, self.now)
        self.central.follow(self.game, self.now)
        self.run()

    def run(self, seconds: float = 1.0) -> None:
        """Let both talk, and time pass."""
        for _ in range(round(seconds / TICK_S)):
            self._talk()
            self.now += TICK_S
            self._take(self.central.advance(self.now))
            if self.reconciler is not None:
                self._note(self.reconciler.advance(self.now))
        self._talk()

    def last(self, kind: type[Kind]) -> Kind:
        """The last thing of this kind that the people at the board are told."""
        return next(event for event in reversed(self.told) if isinstance(event, kind))

    def count(self, text: str) -> int:
        """How often this was said."""
        return sum(line.startswith(text) for line in self.said)

    def _talk(self) -> None:
        while (to_board := self.central.take_output()) or (to_app := self.peripheral.take_output()):
            if to_board:
                self._write_down("c", self._to_board, to_board)
                self.told += self.peripheral.receive(self._mangle(self._without(to_board)))
            else:
                self._write_down("p", self._to_app, to_app)
                self._take(self.central.receive(self._mangle(to_app), self.now))

    def _without(self, to_board: bytes) -> bytes:
        """A board that does not know a feature says so."""
        if self._features is None:
            return to_board
        lines = to_board.splitlines(keepends=True)
        asked = [line.decode().split() for line in lines]
        return b"".join(
            b"feature none\n"
            if words[0] == "feature" and words[1] not in (self._features or ())
            else line
            for words, line in zip(asked, lines, strict=True)
        )

    def _write_down(self, who: str, decoder: CppDecoder, data: bytes) -> None:
        for said in decoder.feed(data):
            assert isinstance(said, Command)
            self.said.append(f"{who} {said.TYPE} {said.content}".rstrip())

    def _take(self, events: Iterable[BoardEvent]) -> None:
        for event in events:
            self.heard.append(event)
            if isinstance(event, LinkUp) and self.reconciler is None:
                self.reconciler = Reconciler(self._start, event.board.sensor)
            if isinstance(event, (LinkUp, SnapshotSeen)) and self.reconciler is not None:
                self._note(self.reconciler.observe(event.snapshot, self.now))

    def _note(self, transitions: list[Transition]) -> None:
        self.transitions += transitions
        self.central.follow(self.game, self.now)

    def take_back(self, plies: int = 1) -> None:
        """People at the central take moves back."""
        assert self.reconciler is not None
        told = self.reconciler.take_back(plies, self.now)
        assert any(isinstance(one, MovesTakenBack) for one in told)
        self._note(told)
        self.run()


def only(events: Iterable[Any], kind: type[Kind]) -> Kind:
    """The one thing of this kind."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found
