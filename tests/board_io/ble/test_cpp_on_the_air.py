"""Our central over the virtual radio, and a board of ours as the peripheral at the other end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from operator import contains
from typing import Any

import pytest

pytest.importorskip("bumble", reason="no virtual radio here: pip install bumble")

from board_io.any_board import AnyBoard, Family
from board_io.ble_finder import BleFinder, is_ours
from board_io.cpp.app_events import AppEvent, MoveAccepted, RoundBegun
from board_io.cpp.central import CppSession
from board_io.cpp.finder import CppFinder
from board_io.cpp.peripheral import Peripheral
from board_io.dambord_session import DambordSession
from board_io.driver import BoardDriver
from board_io.errors import LinkError, LinkFault
from board_io.events import LinkDown, LinkUp
from rules.game import Game
from rules.move import Move
from rules.variants import VARIANTS
from tests.board_io.ble.cpp_board import CppBoard
from tests.board_io.ble.virtual_radio import VirtualBoard, VirtualRadio
from tests.board_io.cpp.table import shown

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the virtual radio is for POSIX")
Listen = Callable[[BoardDriver], Any]
Settle = Callable[[Callable[[], bool]], None]


class PeripheralOnTheAir:
    """The pure peripheral on the radio; the board stands as its round does."""

    def __init__(self, ether: VirtualRadio, **options: Any) -> None:
        self.told: list[AppEvent] = []
        self.ether = ether
        self.peripheral = Peripheral(VARIANTS, Game.new().variant)
        self.peripheral.board_shows(shown(Game.new().position))
        self.board = CppBoard(ether, self._hear, **options)

    def play(self, move: Move) -> None:
        async def work() -> None:
            before = self.peripheral.position
            assert before is not None
            self.peripheral.board_shows(shown(before.play(move)))
            assert self.peripheral.played(move)
            self.board.tell(self.peripheral.take_output())

        self.ether.do(work())

    def _hear(self, line: bytes) -> bytes:
        self.told += self.peripheral.receive(line)
        return self.peripheral.take_output()

    def stop(self) -> None:
        self.board.stop()


@pytest.fixture
def peripheral(ether: VirtualRadio) -> Any:
    peripheral = PeripheralOnTheAir(ether)
    yield peripheral
    peripheral.stop()


def finder(ether: VirtualRadio, name: str = "", **options: Any) -> CppFinder:
    options = {"scan_s": 1.0, "answer_s": 20.0} | options
    return CppFinder(name, lambda: ether.radio, **options)


def unhurried() -> float:
    """A clock for a busy machine: what is waited for may take five times as long."""
    return time.monotonic() / 5


@pytest.mark.parametrize("ether", [23, 247], indirect=True)
def test_a_board_is_found_played_on_and_comes_back(
    ether: VirtualRadio,
    peripheral: PeripheralOnTheAir,
    stranger: VirtualBoard,
    listen: Listen,
    settle: Settle,
) -> None:
    game = Game.new()
    driver = BoardDriver(finder(ether), session=CppSession(game), clock=unhurried)
    listener = listen(driver)
    assert listener.next(LinkUp).snapshot == shown(game.position)
    for _ in range(3):
        move = game.position.legal_moves()[0]
        peripheral.play(move)
        game = game.play(move)
        listener.snapshot(shown(game.position))
        driver.follow(game)
        settle(partial(contains, peripheral.told, MoveAccepted(move)))
    peripheral.board.drop()
    listener.next(LinkDown)
    assert listener.next(LinkUp).snapshot == shown(game.position)
    begun = [event.position for event in peripheral.told if isinstance(event, RoundBegun)]
    assert begun == [Game.new().position, game.position]
    assert stranger.received == []


def test_a_search_for_any_board_finds_it_and_tells_it_the_game(
    ether: VirtualRadio, peripheral: PeripheralOnTheAir, listen: Listen, settle: Settle
) -> None:
    game = Game.new()
    ours = Family(BleFinder(radio=lambda: ether.radio, scan_s=0.5), lambda _: DambordSession())
    cpp = Family(finder(ether, passed_over=is_ours), lambda _: CppSession(game))
    board = AnyBoard([ours, cpp])
    driver = BoardDriver(board, session=board, clock=unhurried)
    listener = listen(driver)
    assert listener.next(LinkUp).board.serial == "cpp"
    move = game.position.legal_moves()[0]
    peripheral.play(move)
    after = game.play(move)
    listener.snapshot(shown(after.position))
    driver.follow(after)
    settle(lambda: MoveAccepted(move) in peripheral.told)


def test_a_device_with_the_service_that_answers_nothing_is_asked_once(ether: VirtualRadio) -> None:
    mute = CppBoard(ether)
    find = finder(ether, answer_s=0.5)
    with pytest.raises(LinkError) as refused:
        find()
    assert refused.value.fault is LinkFault.UNANSWERED
    with pytest.raises(LinkError) as gone:
        find()
    assert gone.value.fault is LinkFault.ABSENT
    assert len(mute.received) == 1
    mute.stop()


def test_of_two_boards_one_must_be_named(ether: VirtualRadio) -> None:
    boards = [
        PeripheralOnTheAir(ether, name=f"Bord{n}", address=f"F0:F1:F2:F3:F4:1{n}") for n in "12"
    ]
    with pytest.raises(LinkError, match="cpp:ADDRESS") as refused:
        finder(ether)()
    assert refused.value.fault is LinkFault.SEVERAL
    link = finder(ether, "bord2")()
    assert link.name == "Bord2"
    link.close()
    with pytest.raises(LinkError) as passed_over:
        finder(ether, passed_over=lambda near: near.name.startswith("Bord"))()
    assert passed_over.value.fault is LinkFault.ABSENT
    for board in boards:
        board.stop()
