"""Whole games of 8x8 on the emulated chess boards, in made-up time, recorded by the reconciler."""

from __future__ import annotations

import random
from typing import Any

import pytest

from benchmarks.dgt_games import LEAD_S, QUIET_S, Line, LineFollower
from benchmarks.hands.verdict import judge_record
from board_io.chess_boards.emulators import EMULATED, EmulatedCertabo
from board_io.chess_boards.families import FAMILIES
from board_io.chess_boards.session import ChessBoardSession
from board_io.hand.player import perform
from board_io.hand.profiles import CAREFUL
from firmware_protocol.dgt.pieces import dark_indexes
from rules.game import Game
from rules.piece import Color, Piece, Role
from rules.variants import variant_named

DARK = dark_indexes(8)


class OnALine:
    """An emulated board that has as much time as a line takes."""

    def __init__(self, name: str, pieces: dict[int, Piece]) -> None:
        self._board = EMULATED[name]()
        self._board.set_position({DARK[n - 1]: letter(piece) for n, piece in pieces.items()})
        self._told_at = 0.0

    def put(self, square: int, piece: Piece | None) -> None:
        self._board.put(DARK[square - 1], letter(piece))

    def receive(self, data: bytes) -> None:
        self._board.receive(data)

    def advance(self, now: float) -> None:
        if isinstance(self._board, EmulatedCertabo) and now >= self._told_at + 0.05:
            self._told_at = now
            self._board.tell(1)

    def take_output(self, now: float) -> bytes:
        return self._board.take_output()


def letter(piece: Piece | None) -> str:
    if piece is None:
        return "."
    man = "P" if piece.role is Role.MAN else "Q"
    return man if piece.color is Color.WHITE else man.lower()


def random_game(seed: int) -> Game:
    rng, game = random.Random(seed), Game.new(variant_named("russian"))
    while len(game.plies) < 40 and game.outcome is None:
        game = game.play(rng.choice(game.position.legal_moves()))
    return game


@pytest.mark.parametrize("name", FAMILIES)
def test_a_whole_game_is_recorded_exactly(name: str) -> None:
    performance = perform(random_game(2), CAREFUL, seed=3)
    family = FAMILIES[name]()
    board: Any = OnALine(name, performance.start.pieces())
    session: Any = ChessBoardSession(family)
    follower = LineFollower(Line(session, board), Game(performance.start), family.sensor)
    for touch in performance.touches:
        follower.wait_until(LEAD_S + touch.t_ms / 1000)
        board.put(touch.square, touch.piece)
    follower.wait_until(LEAD_S + performance.events[-1].t_ms / 1000 + QUIET_S)
    verdict = judge_record(performance, follower.result(), family.sensor)
    assert (verdict.exact, verdict.wrong, verdict.failures) == (1, 0, [])
