"""How soon a board that does not match the game is told, and whether it heals when it is right.

    python benchmarks/vision_desync.py [--seeds 3] [--fps 12.5]

A game is followed for two plies; then something happens that is no move: pieces are moved while
the camera is covered, the board is knocked, a hand puts a piece where it may not go. Printed per
kind: seconds until it was told, counted from when the wrong board was in view; whether all squares
named are wrong ones; seconds until it was taken back, counted from when the board was right and in
view again; and whether the ply played after that was followed and nothing else recorded.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import numpy as np

from companion.camera.plausible import plausible
from companion.camera.sightings import Sightings
from reconciler.reconciler import Reconciler
from reconciler.timing import CAMERA
from reconciler.transition import Transition, ViolationFound, ViolationMended
from rules.game import Game
from rules.piece import Piece
from rules.position import Position
from rules.snapshot import SensorKind
from tests.vision.drawn_film import Film, FilmFrame, random_moves
from vision.seat import contents_of
from vision.sources import Frame
from vision.watch import Watch

START = Position.start()
PLIES = 2
TOLD_S = 1.0
Pieces = dict[int, Piece]
Frames = Iterator[FilmFrame]
Upset = Callable[["Desk", random.Random], Frames]


@dataclass
class Desk:
    """The film, the position of the game, and what is wrong on the board."""

    film: Film
    position: Position
    wrong: set[int] = field(default_factory=set)

    @property
    def right(self) -> Pieces:
        return dict(self.position.pieces())

    def rearranged(self, rng: random.Random, count: int) -> Pieces:
        """So many pieces on empty squares, too far from where they stood for any move."""
        pieces, board = self.right, self.position.variant.geometry
        for square in rng.sample(sorted(pieces), count):
            free = [n for n in range(1, board.squares + 1) if n not in pieces]
            far = [n for n in free if abs(board.row(n) - board.row(square)) >= 3] or free
            target = rng.choice(far)
            pieces[target] = pieces.pop(square)
            self.wrong |= {square, target}
        return pieces


def covered_two(desk: Desk, rng: random.Random) -> Frames:
    """Two pieces are moved while the camera sees nothing, and put back in the same way."""
    yield from desk.film.covered(2.0)
    desk.film.stand(desk.rearranged(rng, 2))
    yield from desk.film.still(2.0)
    yield from desk.film.covered(2.0)
    desk.film.stand(desk.right)


def covered_swap(desk: Desk, rng: random.Random) -> Frames:
    """A white and a black piece change places behind a hand before the lens."""
    yield from desk.film.covered(1.2)
    pieces = desk.right
    one, other = (
        rng.choice([n for n, piece in sorted(pieces.items()) if (piece.color is color)])
        for color in (START.turn, START.turn.other)
    )
    pieces[one], pieces[other] = pieces[other], pieces[one]
    desk.wrong |= {one, other}
    desk.film.stand(pieces)
    yield from desk.film.still(2.0)
    yield from desk.film.covered(1.2)
    desk.film.stand(desk.right)


def knocked(desk: Desk, rng: random.Random) -> Frames:
    """The board is knocked: it shifts, and four pieces land elsewhere at once."""
    desk.film.stand(desk.rearranged(rng, 4))
    desk.film.camera.corners = desk.film.camera.corners + np.array([14.0, 9.0])
    yield from desk.film.still(2.0)
    desk.film.stand(desk.right)


def wrong_square(desk: Desk, rng: random.Random) -> Frames:
    """A hand takes a piece to a square where it may not go, and back."""
    pieces = desk.right
    start, target = rng.choice(
        [(n, e) for n in range(31, 41) if n in pieces for e in range(21, 31) if e not in pieces
         and not any(m.start == n and m.end == e for m in desk.position.legal_moves())]
    )  # fmt: skip
    desk.wrong |= {start, target}
    yield from desk.film.carry(start, target)
    yield from desk.film.still(2.0)
    yield from desk.film.carry(target, start)


def taken_off(desk: Desk, rng: random.Random) -> Frames:
    """Two pieces are gone when the camera sees again, and come back."""
    yield from desk.film.covered(1.2)
    pieces = desk.right
    for square in rng.sample(sorted(pieces), 2):
        del pieces[square]
        desk.wrong.add(square)
    desk.film.stand(pieces)
    yield from desk.film.still(2.0)
    yield from desk.film.covered(1.2)
    desk.film.stand(desk.right)


KINDS: dict[str, Upset] = {
    "two moved, camera covered": covered_two,
    "two swapped, camera covered": covered_swap,
    "two gone, camera covered": taken_off,
    "board knocked": knocked,
    "piece set wrongly": wrong_square,
}


@dataclass
class Course:
    """What was told of one case, and when: seconds of the film."""

    game: Game
    wrong_since: float = 0.0
    right_since: float = 0.0
    found: list[ViolationFound] = field(default_factory=list)
    mended: list[ViolationMended] = field(default_factory=list)
    open: int = 0

    @property
    def told_after(self) -> float:
        after = [one.time for one in self.found if one.time >= self.wrong_since - 0.5]
        return min(after, default=float("inf")) - self.wrong_since

    @property
    def healed_after(self) -> float:
        after = [one.time for one in self.mended if one.time >= self.right_since - 0.5]
        return float("inf") if self.open or not after else max(after) - self.right_since


class Follower:
    """Watch and reconciler as they follow a camera."""

    def __init__(self) -> None:
        self._watch = Watch(START.variant.geometry, contents_of(START))
        self._news = Sightings()
        self._reconciler = Reconciler(Game(START), SensorKind.COLOR, CAMERA)
        self._lost = False
        self._expected: Position | None = None
        self._number = 0

    @property
    def reconciler(self) -> Reconciler:
        return self._reconciler

    def see(self, seen: FilmFrame) -> list[Transition]:
        told = self._reconciler.advance(seen.time)
        look = self._watch.see(Frame(seen.picture, seen.time, self._number))
        self._number += 1
        for one in self._news.take(look):
            if one.snapshot is None:
                told += self._reconciler.link_lost(one.time)
            elif self._lost:
                told += self._reconciler.link_restored(one.snapshot, one.time)
            else:
                told += self._reconciler.observe(one.snapshot, one.time)
            self._lost = one.snapshot is None
        if (position := self._reconciler.game.position) != self._expected:
            self._expected = position
            self._watch.expect(contents_of(position), plausible(position))
        return told


def run(upset: Upset, seed: int, fps: float) -> tuple[Course, Desk, bool]:
    rng = random.Random(seed)
    moves = random_moves(START, PLIES + 1, seed)
    film = Film(START, moves[:PLIES], seed=seed, fps=fps)
    follower, course = Follower(), Course(Game(START))

    def follow(frames: Frames) -> None:
        for frame in frames:
            told = follower.see(frame)
            course.found += [one for one in told if isinstance(one, ViolationFound)]
            course.mended += [one for one in told if isinstance(one, ViolationMended)]

    follow(film.frames())
    position = START
    for move in moves[:PLIES]:
        position = position.play(move)
    desk = Desk(film, position)
    follow(_noted(upset(desk, rng), desk, course))
    course.right_since = film.time
    follow(film.still(2.0))
    course.open = len(follower.reconciler.open_violations)
    follow(film.play(moves[PLIES]))
    follow(film.still(1.0))
    course.game = follower.reconciler.game
    played = [ply.move for ply in course.game.plies] == moves
    return course, desk, played


def _noted(frames: Frames, desk: Desk, course: Course) -> Frames:
    """The frames; notes when the wrong board is first seen without a hand."""
    for frame in frames:
        visible = not frame.hand and bool(np.ptp(frame.picture))
        if desk.wrong and visible and not course.wrong_since:
            course.wrong_since = frame.time
        yield frame


def main() -> None:
    arguments = _arguments()
    late = failed = 0
    for name, upset in KINDS.items():
        for seed in range(arguments.first, arguments.first + arguments.seeds):
            course, desk, played = run(upset, seed, arguments.fps)
            named = {square for one in course.found for square in one.violation.squares}
            squares = "right" if named and named <= desk.wrong else sorted(named ^ desk.wrong)
            late += course.told_after > TOLD_S
            failed += not played or course.healed_after == float("inf")
            codes = sorted({one.violation.code.value for one in course.found})
            print(
                f"{name:<28} seed {seed}: told after {course.told_after:.2f} s "
                f"({', '.join(codes)}; squares {squares}), "
                f"healed after {course.healed_after:.2f} s, "
                f"{'then followed' if played else 'then NOT followed'}",
                flush=True,
            )
    print(f"told later than {TOLD_S} s: {late}; not healed or not followed: {failed}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--fps", type=float, default=12.5)
    return parser.parse_args()


if __name__ == "__main__":
    main()
