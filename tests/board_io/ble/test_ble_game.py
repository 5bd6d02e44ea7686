"""Whole games over the virtual radio, with the real firmware at the other end."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from board_io.driver import BoardDriver
from board_io.errors import LinkError, LinkFault
from board_io.events import LinkDown, LinkUp, SnapshotSeen
from board_io.hand.performance import HandEvent, Performance
from board_io.hand.player import perform
from board_io.hand.profiles import CAREFUL
from board_io.sensing import snapshot_of
from board_io.simulated import SimulatedBoard
from firmware_protocol.codes import LedColor
from firmware_protocol.messages import Light
from reconciler.reconciler import Reconciler
from rules.game import Game
from rules.pdn import read_pdn
from rules.piece import Piece
from rules.snapshot import SensorKind, Snapshot
from tests.board_io.ble.virtual_radio import FirmwareBoard, VirtualRadio

GAMES = Path(__file__).parents[2] / "data" / "games" / "selfplay.pdn"
REST_S = 5.0  # of the game's time

Listen = Callable[[BoardDriver], Any]


def shortest_game() -> Game:
    games = [read.game for read in read_pdn(GAMES.read_bytes())]
    return min((game for game in games if game is not None), key=lambda game: len(game.plies))


class Table:
    """Hands at a simulated board and a reconciler that hears of it over the radio.

    The hands wait until what they did is seen; the times are those of their performance.
    """

    def __init__(self, performance: Performance, board: SimulatedBoard, listener: Any) -> None:
        self.board = board
        self.pieces: dict[int, Piece] = dict(performance.start.pieces())
        self.listener = listener
        self.reconciler = Reconciler(Game(performance.start), SensorKind.COLOR)
        self.seen: Snapshot | None = None
        self.now = 0.0

    def shown(self) -> Snapshot:
        return snapshot_of(self.pieces, 50, SensorKind.COLOR)

    def do(self, events: list[HandEvent]) -> None:
        """What the hands do at one moment."""
        for event in events:
            if event.piece is None:
                self.pieces.pop(event.square, None)
            else:
                self.pieces[event.square] = event.piece
        self.board.set_position(self.pieces)
        self.now = events[0].t_ms / 1000

    def see(self) -> None:
        """Everything that is reported until the board is seen as it is."""
        wanted = self.shown()
        while self.seen != wanted:
            self.seen = self.listener.next(SnapshotSeen).snapshot
            self.reconciler.observe(self.seen, self.now)

    def wait(self, until: float) -> None:
        """Let the reconciler do what is due."""
        while (due := self.reconciler.next_deadline) is not None and due < until:
            self.reconciler.advance(due)


def moments(performance: Performance) -> list[list[HandEvent]]:
    return [list(events) for _, events in groupby(performance.events, lambda event: event.t_ms)]


def begin(performance: Performance, board: SimulatedBoard, listener: Any) -> Table:
    table = Table(performance, board, listener)
    board.set_position(table.pieces)
    up = listener.next(LinkUp)
    table.seen = up.snapshot
    table.reconciler.observe(up.snapshot, 0.0)
    table.see()
    return table


@pytest.mark.slow
@pytest.mark.parametrize("ether", [23, 247], indirect=True)
def test_a_whole_game_is_recorded_exactly(
    ether: VirtualRadio,
    simulated: SimulatedBoard,
    firmware: Callable[..., FirmwareBoard],
    find: Callable[..., Any],
    listen: Listen,
) -> None:
    game = shortest_game()
    performance = perform(game, CAREFUL, seed=1)
    simulated.set_position(dict(game.start.pieces()))
    board = firmware(simulated, split=random.Random(2) if ether.mtu == 23 else None)
    table = begin(performance, simulated, listen(BoardDriver(find())))
    for events in moments(performance):
        table.wait(events[0].t_ms / 1000)
        table.do(events)
        table.see()
    table.wait(table.now + REST_S)
    assert [ply.move for ply in table.reconciler.game.plies] == [ply.move for ply in game.plies]
    assert max(map(len, board.received)) <= ether.mtu - 3
    assert not [event for event in table.listener.heard if isinstance(event, LinkDown)]


def test_the_game_goes_on_through_seven_drops_with_a_move_missed_at_each(
    ether: VirtualRadio,
    simulated: SimulatedBoard,
    firmware: Callable[..., FirmwareBoard],
    find: Callable[..., Any],
    listen: Listen,
) -> None:
    game = shortest_game()
    game = Game(game.start, game.plies[:14])
    performance = perform(game, CAREFUL, seed=3)
    simulated.set_position(dict(game.start.pieces()))
    board = firmware(simulated)
    table = begin(performance, simulated, listen(BoardDriver(find())))
    for number, played in enumerate(performance.plies):
        events = [m for m in moments(performance) if played.first_ms <= m[0].t_ms <= played.last_ms]
        table.wait(played.first_ms / 1000)
        if missed := number % 2 == 1:
            board.vanish()
            assert table.listener.next(LinkDown, 2.0).reason is LinkFault.UNPLUGGED
            table.reconciler.link_lost(played.first_ms / 1000)
        for moment in events:
            table.wait(moment[0].t_ms / 1000)
            table.do(moment)
            if not missed:
                table.see()
        if missed:
            board.appear()
            up = table.listener.next(LinkUp)
            table.reconciler.link_restored(up.snapshot, table.now)
            table.seen = up.snapshot
            table.see()
    table.wait(table.now + REST_S)
    assert [ply.move for ply in table.reconciler.game.plies] == [ply.move for ply in game.plies]
    assert sum(isinstance(event, LinkDown) for event in table.listener.heard) == 7


@pytest.mark.parametrize("ether", [23], indirect=True)
def test_a_full_pattern_of_lights_fits_through_the_smallest_pipe_and_is_shown_again(
    simulated: SimulatedBoard,
    firmware: Callable[..., FirmwareBoard],
    find: Callable[..., Any],
    listen: Listen,
    settle: Callable[[Callable[[], bool]], None],
) -> None:
    board = firmware(simulated)
    driver = BoardDriver(find())
    listener = listen(driver)
    listener.next(LinkUp)
    driver.set_leds([Light(n, LedColor.GREEN) for n in range(1, 51)])
    settle(lambda: len(simulated.lights) == 50)
    assert max(map(len, board.received)) <= 20
    board.vanish()
    driver.set_leds([Light(7, LedColor.RED)])
    listener.next(LinkDown, 2.0)
    board.appear()
    listener.next(LinkUp)
    settle(lambda: set(simulated.lights) == {7})


def test_a_link_that_was_closed_or_dropped_says_which(
    simulated: SimulatedBoard, firmware: Callable[..., FirmwareBoard], find: Callable[..., Any]
) -> None:
    board = firmware(simulated)
    link = find()()
    board.drop()
    for use in (lambda: _read_on(link), lambda: link.write(b"\0")):
        with pytest.raises(LinkError) as caught:
            use()
        assert caught.value.fault is LinkFault.UNPLUGGED
    link.close()
    link.close()
    for use in (lambda: link.read(0.1), lambda: link.write(b"\0")):
        with pytest.raises(LinkError) as caught:
            use()
        assert caught.value.fault is LinkFault.CLOSED
    assert not board.connected


def _read_on(link: Any) -> None:
    deadline = time.monotonic() + 20.0
    while time.monotonic() < deadline:
        link.read(0.1)
