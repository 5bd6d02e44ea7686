"""An evening at a board that a phone app plays on: the live loop, a board of pieces, a phone."""

from __future__ import annotations

import io
import queue
import threading
import time
from collections.abc import Callable, Sequence

from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from board_io.cpp.app_items import AppItem, AppJoined, AppLeft, FromApp
from board_io.events import BoardEvent, BoardInfo, LinkUp, SnapshotSeen
from board_io.sensing import snapshot_of
from companion.boards import Board, open_board
from companion.bridge.end import AppEnd, Service
from companion.live import Live
from companion.room import Inbox, Line, Room, Stop
from companion.session import Session
from companion.store import Store
from companion.terminal import Screen
from companion.texts import load_texts
from firmware_protocol.cpp.decoder import CppDecoder
from firmware_protocol.cpp.shapes import Command
from firmware_protocol.requests import Light
from rules.game import Game
from rules.move import Move
from rules.piece import Piece
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot

PATIENCE_S = 20.0


class Pieces:
    """A board that shows what people put on it; no cable, no radio."""

    def __init__(self, position: Position, post: Callable[[BoardEvent], None]) -> None:
        self.lit: dict[int, Light] = {}
        self._pieces = position.pieces()
        self._squares = position.variant.squares
        self._post = post

    def start(self) -> None:
        board = BoardInfo(self._squares, SensorKind.COLOR, True, "pieces", 1, "", (1, 0))
        self._post(LinkUp(time.monotonic(), self._snapshot, board))

    def stop(self) -> None:
        """It is only pieces."""

    def set_leds(self, lights: Sequence[Light]) -> None:
        self.lit = {light.square: light for light in lights}

    def request_snapshot(self) -> None:
        self._tell()

    def put(self, pieces: dict[int, Piece | None]) -> None:
        """Lift (None) and put, one after the other."""
        for square, piece in pieces.items():
            self._pieces.pop(square, None)
            if piece is not None:
                self._pieces[square] = piece
            self._tell()

    def make(self, move: Move, position: Position) -> None:
        """Make a move of this position."""
        gone = dict.fromkeys((move.start, *move.captured))
        self.put({**gone, move.end: position.play(move).piece_at(move.end)})

    def set_up(self, position: Position) -> None:
        wanted = position.pieces()
        self.put({square: wanted.get(square) for square in self._pieces.keys() | wanted.keys()})

    @property
    def _snapshot(self) -> Snapshot:
        return snapshot_of(self._pieces, self._squares, SensorKind.COLOR)

    def _tell(self) -> None:
        self._post(SnapshotSeen(time.monotonic(), self._snapshot))


class Phone:
    """An app that says what it is made to say; what it heard is in `heard`."""

    def __init__(self, post: Callable[[AppItem], None]) -> None:
        self.heard: list[str] = []
        self.is_found = False
        self._decoder = CppDecoder()
        self._post = post

    def start(self) -> None:
        self.is_found = True

    def stop(self) -> None:
        self.is_found = False

    def say(self, lines: bytes) -> None:
        for said in self._decoder.feed(lines):
            assert isinstance(said, Command)
            self.heard.append(f"{said.TYPE} {said.content}".rstrip())

    def says(self, *messages: str) -> None:
        for message in messages:
            self._post(FromApp(f"{message}\n".encode()))

    def joins(self, *features: str) -> None:
        """Meet the board, with these features asked for."""
        self._post(AppJoined())
        self.says(*(f"feature {feature}" for feature in features))

    def leaves(self) -> None:
        self._post(AppLeft())


class Evening:
    """Use it as a context manager. `make_service` gives another way to the app than `phone`,
    `board` names another board than `pieces`."""

    def __init__(
        self,
        game: Game | None = None,
        make_service: Callable[[Callable[[AppItem], None]], Service] | None = None,
        *,
        board: str = "pieces",
    ) -> None:
        self.inbox: Inbox = queue.SimpleQueue()
        self.out = io.StringIO()
        self.store = Store(None)
        self._first = game = game or Game.new()
        texts = load_texts("en")
        self.pieces = Pieces(game.position, self.inbox.put)
        self.phone = Phone(self.inbox.put)
        service = make_service(self.inbox.put) if make_service else self.phone
        by_hand = Board("pieces", lambda _: self.pieces, game.position)
        room = Room(
            by_hand if board == "pieces" else open_board(board, game.position, self.inbox.put),
            Screen(texts, self.out, live=False),
            texts,
            Catalogue.load("en"),
            app=AppEnd(service, "Draughts"),
        )
        self.live = Live(room, self.inbox, game, self._open)
        self._thread = threading.Thread(target=self.live.run, daemon=True)

    def _open(self, sensor: SensorKind) -> Session:
        return Session(self._first, sensor, self.store, Announcer())

    def __enter__(self) -> Evening:
        self._thread.start()
        self.until(lambda: "Choose the board" in self.out.getvalue(), "the offer")
        return self

    def __exit__(self, *_: object) -> None:
        self.inbox.put(Stop())
        self._thread.join(PATIENCE_S)
        assert not self._thread.is_alive()

    @property
    def game(self) -> Game:
        return self.live.view.game

    def types(self, line: str) -> None:
        self.inbox.put(Line(line))

    def says(self, text: str) -> None:
        """The program tells people this."""
        self.until(lambda: text in self.out.getvalue(), text)

    def tells_app(self, message: str, count: int = 1) -> None:
        """The app hears this, so often in all."""
        self.until(lambda: self.phone.heard.count(message) == count, message)

    def until(self, condition: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not condition():
            heard, said = self.phone.heard[-8:], self.out.getvalue()[-1000:]
            assert time.monotonic() < deadline, f"waited for: {what}\n{heard}\n{said}"
            time.sleep(0.005)
