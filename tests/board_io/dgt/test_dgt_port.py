"""The driver and an emulated board on a pseudo-terminal, at true 9600 baud and in real time."""

from __future__ import annotations

import queue
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from benchmarks.dgt_games import GAMES, games
from board_io.dgt.driver import DgtDriver
from board_io.dgt.emulated_port import EmulatedPort
from board_io.dgt.emulator import EmulatedClock, EmulatedDgt
from board_io.dgt.finder import DgtFinder, is_bluetooth, open_port
from board_io.discovery import SerialPort
from board_io.errors import LinkError, LinkFault
from board_io.events import BoardEvent, ClockSeen, LinkDown, LinkUp, SnapshotSeen
from board_io.hand.player import perform
from board_io.hand.profiles import CAREFUL
from companion.boards import open_board
from firmware_protocol.dgt.commands import ClockRun
from reconciler.reconciler import Reconciler
from rules.game import Game
from rules.piece import BLACK_MAN, WHITE_MAN
from rules.position import Position
from rules.snapshot import SensorKind

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")
Listen = Callable[[DgtDriver], Any]
START = dict.fromkeys(range(1, 21), BLACK_MAN) | dict.fromkeys(range(31, 51), WHITE_MAN)
HASTE = 4.0  # the hands are faster than people's by this; the line is not


@pytest.fixture
def board() -> EmulatedDgt:
    board = EmulatedDgt(clock=EmulatedClock(left_s=60, right_s=60))
    board.set_position(START)
    return board


@pytest.fixture
def port(board: EmulatedDgt) -> Iterator[EmulatedPort]:
    with EmulatedPort(board) as port:
        yield port


class Watcher:
    """A reconciler that hears a driver's events as they come."""

    def __init__(self, driver: DgtDriver, game: Game) -> None:
        self._driver = driver
        self._reconciler = Reconciler(game, SensorKind.COLOR_KINGS)
        self._lost = False

    @property
    def game(self) -> Game:
        return self._reconciler.game

    def watch(self, until: float) -> None:
        while (now := time.monotonic()) < until:
            due = self._reconciler.next_deadline
            while due is not None and due <= now:
                self._reconciler.advance(now)
                due = self._reconciler.next_deadline
            try:
                event = self._driver.events.get(timeout=min(0.02, until - now))
            except queue.Empty:
                continue
            self._hear(event)

    def _hear(self, event: BoardEvent) -> None:
        now = time.monotonic()
        match event:
            case LinkUp(snapshot=snapshot):
                see = self._reconciler.link_restored if self._lost else self._reconciler.observe
                self._lost = False
                see(snapshot, now)
            case SnapshotSeen(snapshot=snapshot):
                self._reconciler.observe(snapshot, now)
            case LinkDown():
                self._lost = True
                self._reconciler.link_lost(now)


@pytest.mark.slow
def test_the_opening_of_a_game_is_recorded_exactly_in_real_time(
    port: EmulatedPort, listen: Listen
) -> None:
    game = next(games(GAMES, 1))
    opening = Game(game.start, game.plies[:8])
    performance = perform(opening, CAREFUL, seed=2)
    driver = DgtDriver(port.link)
    listen(driver)
    watcher = Watcher(driver, Game(game.start))
    watcher.watch(time.monotonic() + 1.5)
    begun, cut_at = time.monotonic(), performance.plies[3].last_ms / 1000
    for touch in performance.touches:
        if cut_at and touch.t_ms / 1000 > cut_at:
            cut_at = 0.0
            port.unplug()
            watcher.watch(time.monotonic() + 0.3)
            port.plug()
        watcher.watch(begun + touch.t_ms / 1000 / HASTE)
        port.change({touch.square: touch.piece})
    watcher.watch(time.monotonic() + 3.0)
    assert [ply.move for ply in watcher.game.plies] == [ply.move for ply in opening.plies]


def test_a_board_is_met_and_comes_back_after_a_cut(port: EmulatedPort, listen: Listen) -> None:
    listener = listen(DgtDriver(port.link))
    up = listener.next(LinkUp)
    assert up.board.squares == 50
    port.unplug()
    assert listener.next(LinkDown).reason is LinkFault.UNPLUGGED
    port.change({32: None})
    port.plug()
    assert not listener.next(LinkUp).snapshot[32].occupied


def test_the_clock_shows_what_it_is_told(
    board: EmulatedDgt, port: EmulatedPort, listen: Listen, settle: Any
) -> None:
    driver = DgtDriver(port.link)
    listener = listen(driver)
    listener.next(LinkUp)
    driver.show_on_clock("DAMBORD", "BORD")
    settle(lambda: board.clock is not None and board.clock.text == "DAMBORD ")
    driver.show_times()
    driver.set_clock(600, 1.5, ClockRun.LEFT)
    settle(lambda: board.clock is not None and board.clock.left_s == 600)
    seen = listener.until(lambda e: isinstance(e, ClockSeen) and e.left_s == 600, 5.0)
    assert (seen.right_s, seen.running) == (2, True)


def test_a_board_is_found_among_the_ports(port: EmulatedPort, terminal: Any) -> None:
    ports = [
        SerialPort(terminal.port, "no board", (1, 2)),
        SerialPort("/dev/of-the-system", "no device", None),
        SerialPort(port.port, "a board", (3, 4)),
    ]
    asked: list[str] = []

    def make_link(name: str) -> Any:
        asked.append(name)
        return open_port(name)

    finder = DgtFinder(lambda: ports, make_link, answer_s=0.5)
    assert finder().name == port.port
    assert finder().name == port.port
    assert asked.count(terminal.port) == 1


def test_where_no_board_answers_the_ports_are_named(terminal: Any) -> None:
    finder = DgtFinder(lambda: [SerialPort(terminal.port, "", (1, 2))], answer_s=0.1)
    with pytest.raises(LinkError, match=terminal.port):
        finder()
    finder.cancel()


def test_a_bluetooth_port_is_known_by_its_name() -> None:
    assert is_bluetooth("/dev/rfcomm0")
    assert not is_bluetooth("/dev/ttyUSB0")


def test_the_program_follows_a_board_that_is_named(port: EmulatedPort) -> None:
    heard: list[BoardEvent] = []
    board = open_board(f"dgt:{port.port}", Position.start(), heard.append)
    board.start()
    deadline = time.monotonic() + 20.0
    while not any(isinstance(event, LinkUp) for event in heard):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    board.stop()
