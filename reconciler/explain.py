"""The competing explanations of what stands on the board.

From a few roots (the game as agreed, with a disputed move, with one or two plies taken back or
not after all, a gap read otherwise, a new game) legal moves are followed a few plies deep. Only
moves whose start and end were touched are followed, so the search stays small; after a gap in the
reports every move is.
An explanation may leave pieces in a hand (`missing`) and captured pieces still standing.

Explanations that fit the same board are told apart by the order of the changes: each ply wants
its piece lifted, put down after that, and after the ply before it. The cost counts what is
against an explanation: plies, pieces in a hand, and the changes that do not fit.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from reconciler.evidence import Evidence, Step, after, completed, left_over, weigh
from reconciler.irregular import Irregularity
from reconciler.log import Change, Log
from reconciler.sight import Sight, bit, difference, mask
from rules.game import Game
from rules.geometry import DIAGONALS, Geometry
from rules.move import Move
from rules.piece import Color
from rules.position import Position

MARGIN = 0.9
"""Two explanations closer than this are not told apart."""

_MOST_POSITIONS = 800
"""Where a search gives up: a board in disorder is no reason to fall behind. Fewer plies come first,
so what is given up is never the simplest."""

_PLY = 1.0
_UNDONE = 2.0
_HAND = 0.4
_PASSED = 1.0
_MISREAD = 3.0


class RootKind(enum.Enum):
    AGREED = 0
    DISPUTED = 1
    TAKEN_BACK = 2
    NEW_GAME = 3
    NOT_TAKEN_BACK = 4
    HUFFED = 5
    OTHER_BEGINS = 6
    OTHERWISE = 7


class Reach(enum.Enum):
    """Which moves are followed."""

    BOTH_ENDS = "start and end were touched"
    ONE_END = "a report may have been lost"
    ALL = "nothing was reported for a while"


@dataclass(frozen=True, slots=True)
class Root:
    """A game from which the board may be explained; `undone` plies were taken back for it,
    `disputed` holds its last ply where that is a wrong move, `told` says that this was told;
    `earlier` are changes that were taken for something else. `huffed` is the square of a piece that
    was taken for the missed capture `wrong` (None: that is a ply of the game already)."""

    kind: RootKind
    game: Game
    depth: int
    undone: tuple[Move, ...] = ()
    disputed: tuple[Move, ...] = ()
    earlier: tuple[Change, ...] = ()
    told: bool = False
    huffed: int | None = None
    wrong: Irregularity | None = None

    @property
    def base_cost(self) -> float:
        return {
            RootKind.AGREED: 0.0,
            RootKind.DISPUTED: 0.5 if self.told else 2.5,
            RootKind.TAKEN_BACK: _UNDONE * len(self.undone),
            RootKind.NEW_GAME: 3.0,
            RootKind.NOT_TAKEN_BACK: 2.0,
            RootKind.OTHERWISE: 2.0,
            RootKind.OTHER_BEGINS: 0.3,
            RootKind.HUFFED: 0.7 if self.told else 2.7,
        }[self.kind]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The board shows `position`, reached from the root by `moves`, but for the pieces
    `missing` (in a hand) and the captured pieces `standing`. `evidence` is
    what the order of the changes says of it. `answered`: the board shows more, plies that come
    after it. `misread`: the square (a mask) that shows something else."""

    root: Root
    moves: tuple[Move, ...]
    position: Position
    missing: int
    standing: int
    evidence: Evidence
    answered: bool = False
    misread: int = 0

    @property
    def doubt(self) -> float:
        return self.evidence.doubt

    def left_over(self, changes: list[Change]) -> list[Change]:
        """The changes that belong to what comes after this explanation."""
        if self.exact:
            return []
        steps = _steps(self.root, self.moves)
        if self.answered:
            return after(changes, steps)
        ways = 0
        for move in self.moves:
            ways |= _ways(self.root.game.variant.geometry, move)
        return left_over(changes, steps, self.missing, ways)

    def made_at(self, changes: list[Change]) -> list[float | None]:
        """When each of the moves was made, as far as the changes show it."""
        changes = [*self.root.earlier, *changes]
        times = completed(_steps(self.root, self.moves), changes)
        return times[len(times) - len(self.moves) :]

    @property
    def cost(self) -> float:
        hand = _HAND * self.missing.bit_count()
        plies = _PLY * len(self.moves) + _PASSED * self.evidence.passed
        # A game read otherwise has another square for the one that was taken for misread.
        misread = _MISREAD if self.misread and self.root.kind is not RootKind.OTHERWISE else 0.0
        return self.root.base_cost + plies + hand + misread + self.doubt

    @property
    def exact(self) -> bool:
        return not self.missing and not self.standing


def begun_alike(explanations: list[Explanation], sight: Sight, log: Log) -> Explanation | None:
    """The plies with which all these explanations begin, but for the last two of any of them, where
    nothing speaks against them; None where there are none.

    People who play on do not wait: what both have answered is certain, however the rest ends."""
    first = explanations[0]
    count = min(len(e.moves) for e in explanations) - 2
    while count > 0 and any(e.moves[:count] != first.moves[:count] for e in explanations):
        count -= 1
    if count <= 0 or any(e.root is not first.root for e in explanations):
        return None
    moves, position = first.moves[:count], first.root.game.position
    for move in moves:
        position = position.play(move)
    evidence = weigh(tuple(_steps(first.root, moves)), log.changes, used=-1, blind=log.blind)
    missing, _ = difference(position, sight)
    if evidence.unmet or not missing:
        return None
    return Explanation(first.root, moves, position, missing, 0, evidence, answered=True)


def explain(
    roots: tuple[Root, ...],
    sight: Sight,
    log: Log,
    reach: Reach,
    most: int = _MOST_POSITIONS,
) -> list[Explanation]:
    """All explanations, cheapest first. From each root `most` positions are looked at."""
    found = [
        explanation for root in roots for explanation in _from_root(root, sight, log, reach, most)
    ]
    return sorted(found, key=lambda e: e.cost)


def _from_root(
    root: Root, sight: Sight, log: Log, reach: Reach, most: int
) -> Iterator[Explanation]:
    start = root.game.position
    missing, extra = difference(start, sight)
    touched = log.touched | missing | extra
    taken = sum(mask(move.captured) for move in root.disputed)
    waiting: deque[tuple[Position, tuple[Move, ...], int]] = deque([(start, (), taken)])
    looked_at = 0
    while waiting and looked_at < most:
        position, moves, captured = waiting.popleft()
        missing, extra = difference(position, sight)
        unfilled = extra & ~missing & ~captured
        spare = root.depth - len(moves) - unfilled.bit_count()
        if spare < 0:
            continue  # each ply fills one square
        looked_at += 1
        fits = not extra & ~captured
        if fits and not (reach is Reach.ALL and missing):
            unseen = reach is Reach.ALL
            evidence = _unseen(moves) if unseen else _evidence(root, moves, log, missing, extra)
            yield Explanation(root, moves, position, missing, extra, evidence)
        if len(moves) == root.depth or (fits and not missing and not extra):
            continue
        for move in position.legal_moves():
            if not _in_reach(move, touched, reach):
                continue
            if move in root.undone:
                continue  # taken back and played again is not taken back
            if not spare and not bit(move.end) & unfilled:
                continue
            waiting.append((position.play(move), (*moves, move), captured | mask(move.captured)))


def _in_reach(move: Move, touched: int, reach: Reach) -> bool:
    """Whether the move can have been played, by the squares that were touched. A piece that
    captures in a circle may have been back for so long that only the removals are left to see."""
    if reach is Reach.ALL:
        return True
    if move.start == move.end:
        return bool(mask(move.captured) & touched)
    start, end = bit(move.start) & touched, bit(move.end) & touched
    return bool(start and end) if reach is Reach.BOTH_ENDS else bool(start or end)


def _unseen(moves: tuple[Move, ...]) -> Evidence:
    """Of plies that nobody saw: a piece that went and came back is hardly likely."""
    from_where: dict[int, int] = {}
    returned = 0
    for move in moves:
        origin = from_where.pop(move.start, move.start)
        from_where[move.end] = origin
        returned += origin == move.end and move.start != move.end
    return Evidence(passed=returned)


def _evidence(
    root: Root, moves: tuple[Move, ...], log: Log, missing: int, standing: int
) -> Evidence:
    used = log.blind | missing | (bit(root.huffed) if root.huffed else 0)
    for move in root.undone:
        used |= bit(move.start) | bit(move.end)
    for move in (*root.disputed, *moves):
        used |= _ways(root.game.variant.geometry, move)
    steps = tuple(_steps(root, moves))
    beside = 0
    for step in steps:
        beside |= _beside(root.game.variant.geometry, step.end)
    return weigh(steps, [*root.earlier, *log.changes], used, standing, beside, log.blind)


@lru_cache(maxsize=256)
def _beside(board: Geometry, square: int) -> int:
    """The squares that share a corner with this one."""
    return mask(tuple(near for way in DIAGONALS for near in board.line(square, way)[:1]))


@lru_cache(maxsize=4096)
def _ways(board: Geometry, move: Move) -> int:
    """Every square that playing the move may touch: pieces are slid over what lies between."""
    touched = mask(move.captured)
    for route in move.routes:
        touched |= mask(route.path)
        for start, end in pairwise(route.path):
            touched |= mask(board.between(start, end))
    return touched


def _steps(root: Root, moves: tuple[Move, ...]) -> Iterator[Step]:
    """The motions in order: plies taken back (last one first, from end to start), a disputed ply,
    then plies. A player who changes his mind with the same piece goes straight to the other
    square."""
    mover = root.game.position.turn
    undone = list(root.undone)
    if undone and moves and undone[0].start == moves[0].start:
        changed = undone.pop(0)
        yield from _taken_back(undone, mover.other)
        taken = tuple(square for square in moves[0].captured if square not in changed.captured)
        yield Step(mover, changed.end, moves[0].end, taken)
        moves, mover = moves[1:], mover.other
    else:
        yield from _taken_back(undone, mover)
    for move in root.disputed:
        yield Step(root.game.position.turn.other, move.start, move.end, move.captured)
    if root.huffed:
        yield Step(mover.other, root.huffed, root.huffed, (root.huffed,))
    for move in moves:
        yield Step(mover, move.start, move.end, move.captured)
        mover = mover.other


def _taken_back(undone: list[Move], first: Color) -> Iterator[Step]:
    """These plies (oldest first, played by `first` and the other in turn) backwards."""
    movers = [first if index % 2 == 0 else first.other for index in range(len(undone))]
    for move, mover in zip(reversed(undone), reversed(movers), strict=True):
        yield Step(mover, move.end, move.start)
