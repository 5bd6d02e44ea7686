"""The program offers its board by Bluetooth, and our own central plays on it like a phone app."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from functools import partial

import pytest

pytest.importorskip("bumble", reason="no virtual radio here: pip install bumble")

from board_io.cpp.app_items import AppItem
from board_io.cpp.app_service import AppService
from board_io.cpp.central import CppSession
from board_io.cpp.finder import CppFinder
from board_io.driver import BoardDriver
from board_io.events import BoardEvent, LinkUp, SnapshotSeen
from rules.game import Game
from tests.board_io.ble.cpp_board import BumbleServer
from tests.board_io.ble.virtual_radio import VirtualRadio
from tests.board_io.cpp.table import shown
from tests.companion.bridge.evening import PATIENCE_S, Evening

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the virtual radio is for POSIX")


@pytest.fixture(params=[23, 247])
def ether(request: pytest.FixtureRequest) -> Iterator[VirtualRadio]:
    ether = VirtualRadio(request.param)
    yield ether
    ether.radio.close()


def service(ether: VirtualRadio, post: Callable[[AppItem], None]) -> AppService:
    return AppService(lambda: BumbleServer(ether, "Draughts"[:8]), post, lambda: ether.radio)


def hear(phone: BoardDriver, kind: type[LinkUp] | type[SnapshotSeen], game: Game) -> None:
    """Wait until the phone knows that the board shows where this game is."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        event: BoardEvent = phone.events.get(timeout=max(0.001, deadline - time.monotonic()))
        if isinstance(event, kind) and event.snapshot == shown(game.position):
            return


def test_a_game_between_the_board_and_an_app(ether: VirtualRadio) -> None:
    game = Game.new()
    with Evening(make_service=partial(service, ether)) as evening:
        find = CppFinder(radio=lambda: ether.radio, scan_s=0.5, answer_s=20.0)
        phone = BoardDriver(find, session=CppSession(game), clock=lambda: time.monotonic() / 5)
        phone.start()
        hear(phone, LinkUp, game)
        evening.says("White and black are played on the board")
        for number in range(4):
            move = game.position.legal_moves()[number]
            after = game.play(move)
            if number % 2 == 0:  # made on the board
                evening.pieces.make(move, game.position)
                hear(phone, SnapshotSeen, after)
                phone.follow(after)
            else:  # made in the app, and then on the board
                phone.follow(after)
                evening.until(partial(is_lit, evening, {move.start, move.end}), "the move is lit")
                evening.pieces.make(move, game.position)
                hear(phone, SnapshotSeen, after)
            evening.until(partial(has_plies, evening, number + 1), "the ply")
            game = after
        phone.stop()
        evening.says("The app is gone")
    assert [ply.move for ply in evening.game.plies] == [ply.move for ply in game.plies]


def is_lit(evening: Evening, squares: set[int]) -> bool:
    return squares <= evening.pieces.lit.keys()


def has_plies(evening: Evening, count: int) -> bool:
    return len(evening.game.plies) == count
