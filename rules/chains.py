"""Captures followed from jump to jump.

During a capture the moving piece's own square counts as empty, captured pieces stay where they
are and block, and no piece is jumped twice.
"""

from __future__ import annotations

from collections.abc import Callable

from rules.move import Move, Route
from rules.tables import KingJump
from rules.traits import FarRow, Obligation
from rules.variant import Variant

# One way to capture: the squares stood on, the squares jumped, and the enemies that are left.
Chain = tuple[tuple[int, ...], tuple[int, ...], int]


def chosen_captures(
    variant: Variant,
    white: bool,
    men: int,
    kings: int,
    enemy_men: int,
    enemy_kings: int,
    empty: int,
) -> tuple[Move, ...]:
    """The captures that may be chosen, from these men and kings (inner form)."""
    search = _Search(variant, white, empty, enemy_kings)
    square_of = search.square_of
    enemy = enemy_men | enemy_kings
    food = enemy if variant.men_capture_kings else enemy_men
    remaining = men
    while remaining:
        man = remaining & -remaining
        remaining ^= man
        search.begin(man)
        search.man(man, food, (square_of[man],), ())
    remaining = kings
    while remaining:
        king = remaining & -remaining
        remaining ^= king
        search.begin(king)
        search.king(king, enemy, (square_of[king],), ())
    moves = _merged(variant, white, men, search.found)
    return _preferred(variant, moves, kings, enemy_kings)


class _Search:
    """Follows captures to their end and keeps the longest, or all where any may be chosen."""

    __slots__ = (
        "best",
        "board",
        "crowning",
        "empty",
        "ending",
        "found",
        "free",
        "jumps",
        "killer",
        "king_lines",
        "most",
        "occupied",
        "square_of",
    )

    def __init__(self, variant: Variant, white: bool, empty: int, enemy_kings: int) -> None:
        tables = variant.tables
        side = tables.white if white else tables.black
        self.board = tables.board
        self.square_of = tables.square_of
        self.jumps = side.jumps
        self.king_lines = tables.king_lines
        self.ending = side.ending
        self.crowning = side.crowning
        self.killer = enemy_kings if variant.killer_kings else 0
        self.most = variant.obligation.wants_most
        self.free = empty
        self.best = 1
        self.found: list[Chain] = []

    def begin(self, start: int) -> None:
        """Lift the piece from its square."""
        self.empty = self.free | start
        self.occupied = self.board ^ self.empty

    def add(self, path: tuple[int, ...], taken: tuple[int, ...], left: int) -> None:
        """Keep a finished capture, unless a longer one is known."""
        if self.most:
            count = len(taken)
            if count != self.best:
                if count < self.best:
                    return
                self.best = count
                self.found.clear()
        self.found.append((path, taken, left))

    def man(self, at: int, enemy: int, path: tuple[int, ...], taken: tuple[int, ...]) -> None:
        """Go on capturing as a man from `at`; a capture that cannot go on is kept."""
        last = True
        for over, land, over_square, land_square in self.jumps[at]:
            if over & enemy and land & self.empty:
                last = False
                stood, jumped = (*path, land_square), (*taken, over_square)
                left = enemy ^ over
                if land & self.ending or (
                    land & self.crowning and not self.king(land, left, stood, jumped)
                ):
                    self.add(stood, jumped, left)
                elif not land & self.crowning:
                    self.man(land, left, stood, jumped)
        if last and taken:
            self.add(path, taken, enemy)

    def king(self, at: int, enemy: int, path: tuple[int, ...], taken: tuple[int, ...]) -> bool:
        """Go on capturing as a king from `at`; says whether that was possible."""
        captured = False
        for mask, line in self.king_lines[at]:
            for jump in line[mask & self.occupied].jumps:
                if jump.over & enemy:
                    captured = True
                    self.land(jump, enemy ^ jump.over, path, (*taken, jump.over_square))
        return captured

    def land(
        self, jump: KingJump, enemy: int, path: tuple[int, ...], taken: tuple[int, ...]
    ) -> None:
        """A king made a jump: it must land where it can go on, if it can."""
        ends: list[tuple[int, ...]] = []
        goes_on = False
        for bit, square in jump.landings:
            stood = (*path, square)
            if self.king(bit, enemy, stood, taken):
                goes_on = True
            else:
                ends.append(stood)
        if not goes_on:
            for end in ends[:1] if jump.over & self.killer else ends:
                self.add(end, taken, enemy)


def _merged(variant: Variant, white: bool, men: int, chains: list[Chain]) -> tuple[Move, ...]:
    """Moves from chains: those with the same start, end and captured pieces are one."""
    tables = variant.tables
    bits = tables.bits
    crowns = (tables.white if white else tables.black).crowns
    passing = variant.far_row is FarRow.BECOMES_KING
    routes: dict[tuple[int, int, int], list[Route]] = {}
    for path, taken, left in chains:
        routes.setdefault((path[0], path[-1], left), []).append(Route(path, taken))
    moves: list[Move] = []
    for (start, end, _), ways in routes.items():
        promotes = False
        if bits[start] & men:
            reached = ways[0].path[1:] if passing else (end,)
            promotes = any(bits[square] & crowns for square in reached)
        moves.append(Move(start, end, tuple(ways), promotes))
    return tuple(moves)


def _preferred(
    variant: Variant, moves: tuple[Move, ...], kings: int, enemy_kings: int
) -> tuple[Move, ...]:
    """Those that the obligation prefers among captures of equal number."""
    if not variant.obligation.counts_kings or len(moves) < 2:
        return moves
    bits = variant.tables.bits
    rank = _RANKS[variant.obligation]
    best: list[Move] = []
    highest: tuple[int, ...] = ()
    for move in moves:
        taken = tuple(int(bits[square] & enemy_kings != 0) for square in move.captured)
        ranked = rank(int(bits[move.start] & kings != 0), taken)
        if not best or ranked > highest:
            best, highest = [move], ranked
        elif ranked == highest:
            best.append(move)
    return tuple(best)


# How a capture ranks, from whether a king makes it and, in order, which pieces taken are kings.
_RANKS: dict[Obligation, Callable[[int, tuple[int, ...]], tuple[int, ...]]] = {
    Obligation.MOST_THEN_KINGS: lambda _, taken: (sum(taken),),
    Obligation.ITALIAN: lambda king, taken: (king, sum(taken), *taken),
    Obligation.KING_FIRST: lambda king, _: (king,),
}
