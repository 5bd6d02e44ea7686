"""Plays a whole game over every kind of link and prints how it was recorded.

    python benchmarks/links.py [--each] [--seeds 1] [--cuts 20] [--damage 1000] [--link NAME ...]

The links are real and so is the time: the real firmware behind a pseudo-terminal, TCP and a virtual
radio with small and large packets, and an emulated DGT board of 10x10 at 9600 baud. What comes is
cut in pieces anywhere, one byte in so many is damaged in both directions, and the link is cut at
random moments. All links are played over at once; a game takes some four minutes. `--each` also
plays without cuts, without damage and without either. Ends with status 1 if a game was not recorded
exactly.
"""

from __future__ import annotations

import argparse
import queue
import random
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path

HERE = Path(__file__).resolve().parent
# A neighbour of this file has the name of a package: the packages must be found first.
sys.path[:] = [str(HERE.parent), *(p for p in sys.path if Path(p or ".").resolve() != HERE)]

# ruff: noqa: E402
from benchmarks.dgt_games import GAMES, QUIET_S, Trouble, games, in_order
from benchmarks.hands.bad_cable import BadCable
from benchmarks.hands.board_follower import BoardFollower
from benchmarks.hands.following import Followed
from benchmarks.hands.verdict import Verdict, judge_record
from board_io.ble_finder import BleFinder
from board_io.dgt.driver import DgtDriver
from board_io.dgt.emulated_port import EmulatedPort
from board_io.dgt.emulator import EmulatedDgt
from board_io.driver import BoardDriver
from board_io.events import LinkUp
from board_io.hand.performance import HandEvent, Performance
from board_io.hand.player import perform
from board_io.hand.profiles import PROFILES, Span
from board_io.link import LinkFactory
from board_io.simulated import SimulatedBoard
from rules.game import Game
from rules.piece import Piece
from rules.snapshot import SensorKind

THINKING = Span(1200, 2200)
"""People think longer; nothing happens on a board meanwhile."""
LATENCY_S = 0.02
"""A deadline waits so long for reports that are on their way, as in live play."""

Pieces = Mapping[int, Piece | None]


@dataclass(frozen=True, slots=True)
class Way:
    """A board at the end of a link. `driver` makes what talks to it."""

    links: LinkFactory
    move: Callable[[Pieces], None]
    sensor: SensorKind
    driver: Callable[[LinkFactory], BoardDriver] = BoardDriver


@contextmanager
def pseudo_terminal(start: dict[int, Piece]) -> Iterator[Way]:
    with SimulatedBoard() as board:
        board.set_position(start)
        yield Way(board.link, board.change, SensorKind.COLOR)


@contextmanager
def tcp(start: dict[int, Piece]) -> Iterator[Way]:
    with SimulatedBoard(tcp=True) as board:
        board.set_position(start)
        yield Way(board.link, board.change, SensorKind.COLOR)


@contextmanager
def radio(start: dict[int, Piece], mtu: int) -> Iterator[Way]:
    from tests.board_io.ble.virtual_radio import FirmwareBoard, VirtualRadio

    with SimulatedBoard() as board, ExitStack() as ends:
        board.set_position(start)
        ether = VirtualRadio(mtu)
        ends.callback(ether.radio.close)
        wireless = FirmwareBoard(ether, board, split=random.Random(mtu))
        ends.callback(wireless.stop)
        finder = BleFinder("Dambord", lambda: ether.radio)
        yield Way(finder, board.change, SensorKind.COLOR)


@contextmanager
def dgt(start: dict[int, Piece]) -> Iterator[Way]:
    board = EmulatedDgt(10)
    board.set_position(start)
    with EmulatedPort(board) as port:
        yield Way(port.link, port.change, SensorKind.COLOR_KINGS, DgtDriver)


WAYS = {
    "pty": pseudo_terminal,
    "tcp": tcp,
    "radio23": lambda start: radio(start, 23),
    "radio247": lambda start: radio(start, 247),
    "dgt": dgt,
}


def follow(performance: Performance, way: Way, trouble: Trouble, seed: int) -> Followed:
    """What is understood of a performance at the other end of a bad link, in real time."""
    cable = BadCable(way.links, seed, trouble.damage)
    driver = way.driver(cable)
    follower = BoardFollower(Game(performance.start), way.sensor, driver.request_snapshot)
    driver.start()
    try:
        first = driver.events.get(timeout=30)
        while not isinstance(first, LinkUp):
            first = driver.events.get(timeout=30)
        follower.hear(first, first.time)
        begun = time.monotonic() + 1.0
        for time_s, event in in_order(performance, trouble, random.Random(seed)):
            _listen(driver, follower, begun + time_s)
            if isinstance(event, HandEvent):
                way.move({event.square: event.piece})
            else:
                cable.cut(event)
        _listen(driver, follower, time.monotonic() + QUIET_S)
    finally:
        driver.stop()
    return follower.result()


def _listen(driver: BoardDriver, follower: BoardFollower, until: float) -> None:
    """Hear what the board tells, and do what is due, until this moment."""
    while (now := time.monotonic()) < until:
        follower.advance(now - LATENCY_S)
        due = follower.next_deadline
        wake = until if due is None else min(until, due + LATENCY_S)
        try:
            event = driver.events.get(timeout=max(0.0, wake - time.monotonic()))
        except queue.Empty:
            continue
        follower.hear(event, event.time)


def judged(name: str, game: Game, profile: str, trouble: Trouble, seed: int) -> Verdict:
    """How a game over this link was recorded."""
    performance = perform(game, replace(PROFILES[profile], thinking=THINKING), seed)
    with WAYS[name](dict(game.start.pieces())) as way:
        return judge_record(performance, follow(performance, way, trouble, seed), way.sensor)


def _judged(case: tuple[str, int, str, Trouble, int]) -> Verdict:
    name, number, profile, trouble, seed = case
    return judged(name, list(games(GAMES, number + 1))[number], profile, trouble, seed)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("--seeds", type=int, default=1, help="so many performances of the game")
    parser.add_argument("--seed", type=int, default=1, help="the first of them")
    parser.add_argument("--game", type=int, default=3, help="its number in the file, from 0")
    parser.add_argument("--profile", choices=list(PROFILES), default="home")
    parser.add_argument("--cuts", type=int, default=20)
    parser.add_argument("--damage", type=int, default=1000, help="one byte in so many; 0: none")
    parser.add_argument("--link", choices=list(WAYS), nargs="+", default=list(WAYS))
    parser.add_argument("--each", action="store_true", help="each trouble for itself too")
    asked = parser.parse_args()
    troubles = [Trouble(asked.damage, asked.cuts)]
    if asked.each:
        troubles = [Trouble(), Trouble(asked.damage), Trouble(0, asked.cuts), *troubles]
    print(
        f"{'link':<9} {'damage':>7} {'cuts':>4} {'exact':>6} {'plies right':>12}"
        f" {'unsure':>6} {'wrong':>5} {'false':>5}"
    )
    inexact = 0
    seeds = range(asked.seed, asked.seed + asked.seeds)
    with ProcessPoolExecutor(len(asked.link)) as workers:
        for trouble in troubles:
            pairs = list(product(asked.link, seeds))
            cases = [(name, asked.game, asked.profile, trouble, seed) for name, seed in pairs]
            totals = {name: Verdict() for name in asked.link}
            for (name, _), verdict in zip(pairs, workers.map(_judged, cases), strict=True):
                totals[name].add(verdict)
            for name, total in totals.items():
                _print(name, trouble, total)
                inexact += total.games - total.exact
    return int(inexact > 0)


def _print(name: str, trouble: Trouble, total: Verdict) -> None:
    rate = f"1/{trouble.damage}" if trouble.damage else "none"
    print(
        f"{name:<9} {rate:>7} {trouble.cuts:4} {f'{total.exact}/{total.games}':>6}"
        f" {f'{total.right}/{total.plies}':>12} {total.unsure:6} {total.wrong:5}"
        f" {total.false_violations:5}",
        flush=True,
    )
    for failure in total.failures:
        print(f"    {failure}")


if __name__ == "__main__":
    sys.exit(main())
