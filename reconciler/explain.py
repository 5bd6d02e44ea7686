"""The competing explanations of what stands on the board.

From a few roots (the game as agreed, the game with a disputed move, one or two plies taken back,
a new game) legal moves are followed as deep as three plies. Only moves whose start and end were
touched are followed, so the search stays small; after a gap in the reports every move is.
An explanation may leave pieces in a hand (`missing`) and captured pieces still standing.

Explanations that fit the same board are told apart by the order of the changes: each ply wants
its piece lifted, put down after that, and after the ply before it. The cost counts what is
against an explanation: plies, wants that are not met, and changes it leaves unexplained.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass

from reconciler.log import Change
from reconciler.sight import Sight, bit, difference, mask
from rules.game import Game
from rules.move import Move
from rules.position import Position

MARGIN = 0.9
"""Two explanations closer than this are not told apart."""

_PLY = 1.0
_UNDONE = 1.3
_NOISE = 0.7
_UNMET = 1.5
_HAND = 0.4


class RootKind(enum.Enum):
    AGREED = 0
    DISPUTED = 1
    TAKEN_BACK = 2
    NEW_GAME = 3


@dataclass(frozen=True, slots=True)
class Root:
    """A game from which the board may be explained; `undone` plies were taken back for it,
    the pieces in the mask `captured` were taken in its last ply and may still stand."""

    kind: RootKind
    game: Game
    depth: int
    undone: tuple[Move, ...] = ()
    captured: int = 0

    @property
    def base_cost(self) -> float:
        return {
            RootKind.AGREED: 0.0,
            RootKind.DISPUTED: 0.5,
            RootKind.TAKEN_BACK: _UNDONE * len(self.undone),
            RootKind.NEW_GAME: 3.0,
        }[self.kind]


@dataclass(frozen=True, slots=True)
class Explanation:
    """The board shows `position`, reached from the root by `moves`, but for the pieces
    `missing` (in a hand) and the captured pieces `standing`."""

    root: Root
    moves: tuple[Move, ...]
    position: Position
    missing: int
    standing: int
    cost: float

    @property
    def exact(self) -> bool:
        return not self.missing and not self.standing


def explain(
    roots: tuple[Root, ...], sight: Sight, changes: list[Change], touched: int, *, gap: bool
) -> list[Explanation]:
    """All explanations, cheapest first. `gap`: reports were lost, any move may have been played."""
    found = [
        explanation
        for root in roots
        for explanation in _from_root(root, sight, changes, touched, gap=gap)
    ]
    return sorted(found, key=lambda e: e.cost)


def _from_root(
    root: Root, sight: Sight, changes: list[Change], touched: int, *, gap: bool
) -> Iterator[Explanation]:
    start = root.game.position
    missing, extra = difference(start, sight)
    relevant = -1 if gap else touched | missing | extra
    stack: list[tuple[Position, tuple[Move, ...], int]] = [(start, (), root.captured)]
    while stack:
        position, moves, captured = stack.pop()
        missing, extra = difference(position, sight)
        fits = not extra & ~captured
        if fits and not (gap and missing):
            cost = root.base_cost + _cost(root, moves, changes, missing)
            yield Explanation(root, moves, position, missing, extra, cost)
        if len(moves) == root.depth or (fits and not missing and not extra):
            continue
        for move in position.legal_moves():
            if not _is_relevant(move, relevant):
                continue
            stack.append((position.play(move), (*moves, move), captured | mask(move.captured)))


def _is_relevant(move: Move, touched: int) -> bool:
    """Whether the move can have been played, by the squares that were touched. A piece that
    captures in a circle may have been back for so long that only the removals are left to see."""
    if move.start == move.end:
        return bool(mask(move.captured) & touched)
    return bool(bit(move.start) & touched and bit(move.end) & touched)


def _cost(root: Root, moves: tuple[Move, ...], changes: list[Change], missing: int) -> float:
    used = missing
    unmet = 0
    lifted = placed = float("-inf")
    for start, end, captured in _steps(root, moves):
        used |= bit(start) | bit(end) | mask(captured)
        if not changes:
            continue
        if start != end:
            lifted, met = _first(changes, start, lifted, emptied=True)
            unmet += not met
            placed, met = _first(changes, end, max(placed, lifted), emptied=False)
            unmet += not met
        unmet += sum(not any(c.square == s and c.emptied for c in changes) for s in captured)
    # A square that a ply uses may change more often than the ply needs: pieces are slid over
    # squares and put down twice. Only changes on other squares speak against it.
    noise = sum(not bit(change.square) & used for change in changes)
    return _PLY * len(moves) + _UNMET * unmet + _NOISE * noise + _HAND * missing.bit_count()


def _steps(root: Root, moves: tuple[Move, ...]) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """The motions in order: plies taken back (last one first, from end to start), then plies.

    A player who changes his mind with the same piece goes straight to the other square."""
    undone = list(reversed(root.undone))
    if undone and moves and undone[-1].start == moves[0].start:
        changed = undone.pop()
        for move in undone:
            yield move.end, move.start, ()
        yield changed.end, moves[0].end, moves[0].captured
        moves = moves[1:]
    for move in undone:
        yield move.end, move.start, ()
    for move in moves:
        yield move.start, move.end, move.captured


def _first(
    changes: list[Change], square: int, since: float, *, emptied: bool
) -> tuple[float, bool]:
    """(time of the first such change of the square at or after `since`, found).

    Changes of one report carry the same time: their order is not known, so any order fits."""
    for change in changes:
        fits = change.emptied if emptied else change.filled
        if fits and change.square == square and change.time >= since:
            return change.time, True
    return since, False
