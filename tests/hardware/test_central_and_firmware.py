"""The program as the app of a board whose firmware is the peripheral: hands play, both agree."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from board_io.cpp.central import CppSession
from board_io.events import BoardEvent, LinkUp, SnapshotSeen
from board_io.hand.performance import Performance
from board_io.hand.player import perform
from board_io.hand.profiles import CAREFUL
from firmware_protocol.codes import Content
from reconciler.reconciler import Reconciler
from rules.game import Game
from rules.pdn import read_pdn
from rules.piece import Color, Piece
from tests.hardware.phone_table import firmware_part

GAMES = Path(__file__).parents[1] / "data" / "games"
TURN_MS = 50
CONTENTS = {None: Content.EMPTY, Color.WHITE: Content.WHITE, Color.BLACK: Content.BLACK}


class Pair:
    """The firmware's part and the program's, with messages between them, in made-up time."""

    def __init__(self, part: ModuleType, game: Game) -> None:
        variant, height = game.variant, game.variant.geometry.height
        self.said: list[str] = []
        self.now_ms = 0
        self._to_app: list[str] = []
        self._board: Any = part.Peripheral(self._to_app.append, height, variant.squares // height)
        self._contents = bytearray(variant.squares)
        self._central = CppSession(game)
        self._start = game
        self.reconciler: Reconciler | None = None
        for square, piece in game.position.pieces().items():
            self._put(square, piece)
        self._central.link_opened(0.0)
        self._turn()

    def watch(self, performance: Performance) -> None:
        for touch in performance.touches:
            self.wait_until(5000 + touch.t_ms)
            self._put(touch.square, touch.piece)
            self._turn()
        self.wait_until(self.now_ms + 4000)

    def wait_until(self, t_ms: int) -> None:
        while self.now_ms + TURN_MS < t_ms:
            self.now_ms += TURN_MS
            self._turn()
        self.now_ms = max(self.now_ms, t_ms)

    def _put(self, square: int, piece: Piece | None) -> None:
        self._contents[square - 1] = CONTENTS[piece.color if piece else None]

    def _turn(self) -> None:
        now = self.now_ms / 1000
        self._board.turn(self._contents, self.now_ms)
        if self.reconciler is not None:
            self.reconciler.advance(now)
            self._central.follow(self.reconciler.game, now)
        self._take(self._central.advance(now), now)
        while True:
            to_board = self._central.take_output().splitlines()
            answers, self._to_app[:] = list(self._to_app), []
            if not to_board and not answers:
                return
            for message in to_board:
                self.said.append(f"c {message.decode()}")
                self._board.hear(message)
            for answer in answers:
                self.said.append(f"p {answer}")
                self._take(self._central.receive(f"{answer}\n".encode(), now), now)

    def _take(self, events: list[BoardEvent], now: float) -> None:
        for event in events:
            if isinstance(event, LinkUp) and self.reconciler is None:
                self.reconciler = Reconciler(self._start, event.board.sensor)
            if isinstance(event, (LinkUp, SnapshotSeen)) and self.reconciler is not None:
                self.reconciler.observe(event.snapshot, now)
                self._central.follow(self.reconciler.game, now)


@pytest.mark.parametrize(("name", "number"), [("selfplay", 4), ("random", 1)])
def test_a_game_by_hand_is_the_same_on_both_sides(name: str, number: int) -> None:
    game = next(islice(read_pdn((GAMES / f"{name}.pdn").read_bytes()), number, None)).game
    assert game is not None
    hand = replace(CAREFUL, correct=0.0, take_back_one=0.0, take_back_two=0.0)
    with firmware_part() as part:
        pair = Pair(part, Game(game.start))
        pair.watch(perform(game, hand, seed=1))
    assert pair.reconciler is not None
    assert pair.reconciler.game.plies == game.plies
    assert sum(said.startswith("c begin") for said in pair.said) == 1
    assert not [said for said in pair.said if said.startswith(("c nok", "p err", "p unsync"))]
