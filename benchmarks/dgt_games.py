"""Plays whole games on an emulated DGT board at 9600 baud and prints how they were recorded.

    python benchmarks/dgt_games.py [--games 5] [--profile home] [--cuts 20] [--damage 1000] [PDN]

Time is made up, so a game of ten minutes takes seconds; the line is as slow as a real one, each
piece of what comes is cut in two anywhere, one byte in so many is damaged in both directions, and
the cable is pulled at random moments. Ends with status 1 if a game was not recorded exactly.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

HERE = Path(__file__).resolve().parent
# A neighbour of this file has the name of a package: the packages must be found first.
sys.path[:] = [str(HERE.parent), *(p for p in sys.path if Path(p or ".").resolve() != HERE)]

# ruff: noqa: E402
from benchmarks.hands.board_follower import BoardFollower
from benchmarks.hands.following import Followed
from benchmarks.hands.verdict import Verdict, judge_record
from board_io.dgt.emulator import EmulatedDgt
from board_io.dgt.session import DgtSession
from board_io.errors import LinkError, LinkFault
from board_io.events import BoardEvent
from board_io.hand.performance import HandEvent, Performance
from board_io.hand.player import perform
from board_io.hand.profiles import PROFILES
from firmware_protocol.dgt.pieces import Coding
from rules.game import Game
from rules.pdn import read_pdn
from rules.snapshot import SensorKind

GAMES = HERE.parent / "tests" / "data" / "games" / "selfplay.pdn"
TICK_S = 0.005
LEAD_S = 2.0  # from power on to the first move
QUIET_S = 8.0  # after the last


@dataclass(frozen=True, slots=True)
class Trouble:
    """One byte in `damage` is damaged (0: none); so many cuts, each so long."""

    damage: int = 0
    cuts: int = 0
    shortest_cut_s: float = 0.2
    longest_cut_s: float = 1.0


class Line:
    """A session and an emulated board with a bad cable between them."""

    def __init__(
        self, session: DgtSession, board: EmulatedDgt, *, seed: int = 0, damage: int = 0
    ) -> None:
        self.session = session
        self.board = board
        self.now = 0.0
        self.heard: list[BoardEvent] = []
        self.on_event: Callable[[BoardEvent], None] = self.heard.append
        self.damaged = 0
        self._rng = random.Random(seed)
        self._damage_every = damage
        self._cut_until = 0.0
        self._is_open = False

    def cut(self, seconds: float) -> None:
        """Pull the cable out for so long; the board keeps its power."""
        self._cut_until = self.now + seconds
        if self._is_open:
            self._is_open = False
            self._tell(self.session.link_failed(_error(LinkFault.UNPLUGGED), self.now))

    def run(self, seconds: float) -> list[BoardEvent]:
        """Let so much time pass; what was heard since the last call."""
        end = self.now + seconds
        while self.now < end:
            self.tick()
        heard = list(self.heard)
        self.heard.clear()
        return heard

    def tick(self) -> None:
        """Let a few milliseconds pass."""
        self.now += TICK_S
        self.board.advance(self.now)
        data = self.board.take_output(self.now)
        if self._is_open:
            for piece in self._pieces(self._damaged(data)):
                self._tell(self.session.receive(piece, self.now))
        self._tell(self.session.advance(self.now))
        self._tend()

    def _tend(self) -> None:
        if not self.session.wants_link:
            self._is_open = False
        elif not self._is_open:
            self._open()
        if self._is_open:
            self.board.receive(self._damaged(self.session.take_output()))

    def _open(self) -> None:
        if self.now < self._cut_until:
            self._tell(self.session.link_failed(_error(LinkFault.ABSENT), self.now))
            return
        self._is_open = True
        self._tell(self.session.link_opened(self.now))

    def _tell(self, events: list[BoardEvent]) -> None:
        for event in events:
            self.on_event(event)

    def _damaged(self, data: bytes) -> bytes:
        if not self._damage_every:
            return data
        hit = [self._rng.randrange(self._damage_every) == 0 for _ in data]
        self.damaged += sum(hit)
        pairs = zip(data, hit, strict=True)
        return bytes(byte ^ 1 << self._rng.randrange(8) if bad else byte for byte, bad in pairs)

    def _pieces(self, data: bytes) -> list[bytes]:
        cut = self._rng.randint(0, len(data))
        return [piece for piece in (data[:cut], data[cut:]) if piece]


def _error(fault: LinkFault) -> LinkError:
    return LinkError(fault, fault.value)


class LineFollower(BoardFollower):
    """A reconciler at the end of a line, in the time of the line."""

    def __init__(self, line: Line, game: Game, sensor: SensorKind) -> None:
        super().__init__(game, sensor, lambda: line.session.request_snapshot(line.now))
        line.on_event = lambda event: self.hear(event, line.now)
        self._line = line

    def wait_until(self, until: float) -> None:
        """Let time pass until then."""
        while self._line.now < until:
            self._line.tick()
            self.advance(self._line.now)


def follow(
    performance: Performance,
    trouble: Trouble,
    coding: Coding = Coding.SINCE_2011,
    seed: int = 0,
) -> Followed:
    """What a reconciler makes of a performance on an emulated board."""
    board = EmulatedDgt(10 if performance.start.variant.squares == 50 else 8, coding)
    board.set_position(performance.start.pieces())
    line = Line(DgtSession(), board, seed=seed, damage=trouble.damage)
    sensor = SensorKind.COLOR if coding is Coding.CHESS else SensorKind.COLOR_KINGS
    follower = LineFollower(line, Game(performance.start), sensor)
    for time_s, event in in_order(performance, trouble, random.Random(seed)):
        follower.wait_until(LEAD_S + time_s)
        if isinstance(event, HandEvent):
            board.put(event.square, event.piece)
        else:
            line.cut(event)
    follower.wait_until(line.now + QUIET_S)
    return follower.result()


def in_order(
    performance: Performance, trouble: Trouble, rng: random.Random
) -> list[tuple[float, HandEvent | float]]:
    """The hands' events, and cuts (how long), in order of time in seconds."""
    touches = performance.touches
    total = touches[-1].t_ms / 1000 if touches else 0.0
    cut = (trouble.shortest_cut_s, trouble.longest_cut_s)
    events: list[tuple[float, HandEvent | float]] = [(t.t_ms / 1000, t) for t in touches]
    events += [(rng.uniform(0, total), rng.uniform(*cut)) for _ in range(trouble.cuts)]
    return sorted(events, key=lambda pair: pair[0])


def games(path: Path, count: int) -> Iterator[Game]:
    """The first games of a file."""
    read = (found.game for found in read_pdn(path.read_bytes()))
    yield from islice((game for game in read if game is not None and game.plies), count)


def judged(
    game: Game, profile: str, trouble: Trouble, seed: int, coding: Coding = Coding.SINCE_2011
) -> Verdict:
    """How a game was recorded."""
    performance = perform(game, PROFILES[profile], seed=seed)
    sensor = SensorKind.COLOR if coding is Coding.CHESS else SensorKind.COLOR_KINGS
    return judge_record(performance, follow(performance, trouble, coding, seed), sensor)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("files", nargs="*", type=Path, default=[GAMES])
    parser.add_argument("--games", type=int, default=5)
    parser.add_argument("--profile", choices=list(PROFILES), default="home")
    parser.add_argument("--cuts", type=int, default=20)
    parser.add_argument("--damage", type=int, default=1000, help="one byte in so many; 0: none")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    inexact = 0
    troubles = [Trouble(), Trouble(asked.damage), Trouble(0, asked.cuts)]
    print(f"{'damage':>9} {'cuts':>4} {'exact':>7} {'plies right':>13} {'unsure':>6} {'false':>5}")
    for trouble in [*troubles, Trouble(asked.damage, asked.cuts)]:
        total, begun = Verdict(), time.perf_counter()
        for path in asked.files:
            for number, game in enumerate(games(path, asked.games)):
                total.add(judged(game, asked.profile, trouble, asked.seed + number))
        rate = f"1/{trouble.damage}" if trouble.damage else "none"
        print(
            f"{rate:>9} {trouble.cuts:4} {f'{total.exact}/{total.games}':>7}"
            f" {f'{total.right}/{total.plies}':>13} {total.unsure:6} {total.false_violations:5}"
            f"   {time.perf_counter() - begun:.1f} s",
            flush=True,
        )
        for failure in total.failures:
            print(f"    {failure}")
        inexact += total.games - total.exact
    return int(inexact > 0)


if __name__ == "__main__":
    sys.exit(main())
