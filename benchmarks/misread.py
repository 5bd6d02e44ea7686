"""A square that is read wrongly for many plies: is the game still followed, and does it heal?

    python benchmarks/misread.py [--games 4] [--plies 24] [--seed 1]

Games are played by simulated hands; squares are settled and reconciled as those of a camera. From
ply 6 on, for ten plies, one square shows what does not stand there: a piece as empty (glare), an
empty square as a piece, a piece of the other colour; from a rest on, or from when a hand changes
its content. Printed per kind: plies recorded right, plies recorded that were not played, and in how
many games the record was exact at the end.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np
import numpy.typing as npt

from board_io.hand.performance import HandEvent, Performance, Played
from board_io.hand.player import perform
from board_io.hand.profiles import profile_named
from board_io.sensing import as_sensed, snapshot_of
from companion.camera.plausible import plausible
from reconciler.reconciler import Reconciler
from reconciler.timing import CAMERA
from rules.game import Game
from rules.move import Move
from rules.piece import Color
from rules.position import Position
from rules.snapshot import Reading, SensorKind, Snapshot
from vision.pose import Side, cells_of
from vision.seat import contents_of
from vision.settle import HAND_S, Settler

BEGINS, LASTS = 6, 10
SENSOR = SensorKind.COLOR
FPS = 12.5
UNDER_S = 0.35
"""So long before and after it takes or puts a piece a hand is over the square."""
NOWHERE = np.zeros(50, np.bool_)
Mask = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Misread:
    """From `since` to `until`, seconds, `square` shows `shown`."""

    square: int
    shown: Reading
    since: float
    until: float

    def on(self, snapshot: Snapshot, now: float) -> Snapshot:
        if not self.since <= now < self.until:
            return snapshot
        return snapshot.with_changes([(self.square, self.shown)])


Kind = Callable[[Performance, random.Random], Misread]


def piece_as_empty(performance: Performance, rng: random.Random) -> Misread:
    return _at_rest(performance, rng.choice(sorted(_before(performance).pieces())), Reading.EMPTY)


def empty_as_piece(performance: Performance, rng: random.Random) -> Misread:
    pieces = _before(performance).pieces()
    free = [n for n in range(1, 51) if n not in pieces]
    return _at_rest(performance, rng.choice(free), rng.choice((Reading.WHITE, Reading.BLACK)))


def other_color(performance: Performance, rng: random.Random) -> Misread:
    square, piece = rng.choice(sorted(_before(performance).pieces().items()))
    return _at_rest(performance, square, _COLORS[piece.color.other])


def put_down_as_empty(performance: Performance, rng: random.Random) -> Misread:
    played = performance.plies[BEGINS]
    return _in_motion(performance, played, _move(played).end, Reading.EMPTY)


def put_down_as_other_color(performance: Performance, rng: random.Random) -> Misread:
    played = performance.plies[BEGINS]
    other = _COLORS[played.ply.before.turn.other]
    return _in_motion(performance, played, _move(played).end, other)


def lifted_as_there(performance: Performance, rng: random.Random) -> Misread:
    played = performance.plies[BEGINS]
    return _in_motion(performance, played, _move(played).start, _COLORS[played.ply.before.turn])


def captured_as_there(performance: Performance, rng: random.Random) -> Misread:
    played = next(one for one in performance.plies[BEGINS:] if _move(one).captured)
    square = rng.choice(_move(played).captured)
    return _in_motion(performance, played, square, _COLORS[played.ply.before.turn.other])


KINDS: dict[str, Kind] = {
    "a piece as empty": piece_as_empty,
    "an empty square as a piece": empty_as_piece,
    "a piece of the other colour": other_color,
    "put down, as empty": put_down_as_empty,
    "put down, of the other colour": put_down_as_other_color,
    "lifted, as still there": lifted_as_there,
    "captured, as still there": captured_as_there,
}

_COLORS = {Color.WHITE: Reading.WHITE, Color.BLACK: Reading.BLACK}


def _before(performance: Performance) -> Position:
    return performance.plies[BEGINS].ply.before


def _move(played: Played) -> Move:
    assert played.ply.move is not None
    return played.ply.move


def _at_rest(performance: Performance, square: int, shown: Reading) -> Misread:
    """From the middle of one rest between plies to that of another."""
    return Misread(
        square, shown, _rest_before(performance, BEGINS), _rest_before(performance, BEGINS + LASTS)
    )


def _in_motion(performance: Performance, played: Played, square: int, shown: Reading) -> Misread:
    """From the moment when a hand changes the square."""
    times = (
        event.t_ms
        for event in performance.events
        if isinstance(event, HandEvent) and event.square == square
    )
    since = max(time for time in times if played.first_ms <= time <= played.last_ms)
    last = performance.plies.index(played) + LASTS
    return Misread(square, shown, since / 1000, _rest_before(performance, last))


def _rest_before(performance: Performance, ply: int) -> float:
    plies = performance.plies
    ply = min(ply, len(plies) - 1)
    return (plies[ply - 1].last_ms + plies[ply].first_ms) / 2000


def random_game(seed: int, plies: int) -> Game:
    rng, game = random.Random(seed), Game.new()
    while len(game.plies) < plies and (moves := game.position.legal_moves()):
        game = game.play(rng.choice(moves))
    return game


def follow(performance: Performance, misread: Misread) -> list[str]:
    """The moves that are recorded of what a camera sees of it."""
    position = performance.start
    board = snapshot_of(dict(position.pieces()), 50, SENSOR)
    reconciler = Reconciler(Game(position), SENSOR, CAMERA)
    settler, hands = Settler(50), HandsNear(performance)
    events = [event for event in performance.events if isinstance(event, HandEvent)]
    end = events[-1].t_ms / 1000 + 8.0
    for frame in range(round(end * FPS)):
        now = frame / FPS
        while events and events[0].t_ms / 1000 <= now:
            event = events.pop(0)
            board = board.with_changes([(event.square, as_sensed(event.reading, SENSOR))])
        if reconciler.game.position != position or frame == 0:
            position = reconciler.game.position
            settler.expect((contents_of(position) + 1) // 2, plausible(position))
        hidden, disturbed = hands.at(now)
        seen = likelihood(misread.on(board, now))
        settler.add(seen, hidden, NOWHERE, now, disturbed=disturbed)
        unseen = np.flatnonzero(hidden | settler.in_doubt) + 1
        shown = Snapshot(settler.readings(), frozenset(unseen.tolist()))
        reconciler.observe(shown, now)
    return [ply.move.short if ply.move else "?" for ply in reconciler.game.plies]


def likelihood(board: Snapshot) -> npt.NDArray[np.float64]:
    """(50, 5): clear evidence of what each square shows."""
    seen = np.full((50, 5), -12.0)
    for square, reading in board:
        seen[square - 1, _COLUMNS[reading.color]] = 0.0
    return seen


_COLUMNS = {None: slice(0, 1), Color.WHITE: slice(1, 3), Color.BLACK: slice(3, 5)}


class HandsNear:
    """Which squares are under the hand, and under which it was a moment ago."""

    def __init__(self, performance: Performance) -> None:
        events = [event for event in performance.events if isinstance(event, HandEvent)]
        cells = cells_of(performance.start.variant.geometry, Side.BOTTOM)
        self._cells = np.array([cells[n] for n in range(1, 51)])
        self._over = [(event.t_ms / 1000, self._cells[event.square - 1]) for event in events]

    def at(self, now: float) -> tuple[Mask, Mask]:
        return self._near(now, UNDER_S, UNDER_S, 1), self._near(now, UNDER_S, HAND_S + UNDER_S, 2)

    def _near(self, now: float, before: float, after: float, reach: int) -> Mask:
        near = np.zeros(50, np.bool_)
        for time, cell in self._over:
            if -before <= now - time <= after:
                near |= np.abs(self._cells - cell).max(axis=1) <= reach
        return near


def main() -> None:
    arguments = _arguments()
    for name, choose in KINDS.items():
        right = plies = false = exact = 0
        for seed in range(arguments.seed, arguments.seed + arguments.games):
            game = random_game(seed, arguments.plies)
            performance = perform(game, profile_named("careful"), seed, 0.0)
            wanted = [one.ply.move.short if one.ply.move else "?" for one in performance.plies]
            found = follow(performance, choose(performance, random.Random(seed)))
            alike = next(
                (n for n, (a, b) in enumerate(zip(found, wanted, strict=False)) if a != b),
                min(len(found), len(wanted)),
            )
            right, plies, false = right + alike, plies + len(wanted), false + len(found) - alike
            exact += found == wanted
        print(f"{name:<28} {right} of {plies} plies right, {false} false, {exact} games exact")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--plies", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
