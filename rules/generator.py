"""Legal moves: every move once, with every route and the captured squares in order.

A move is told apart by start, end and the set of captured squares; routes that take the same
pieces in another order or by other landing squares belong to one move.

During a capture the moving piece's own square counts as empty, captured pieces stay where they
are and block, and no piece is jumped twice.
"""

from __future__ import annotations

from rules.move import Move, Route
from rules.piece import Color
from rules.tables import Jump, Tables
from rules.variant import FarRow, Variant

# One way to capture: the squares stood on, the squares jumped, and the enemies that are left.
Chain = tuple[tuple[int, ...], tuple[int, ...], int]


def legal_moves(
    variant: Variant, turn: Color, men: int, kings: int, enemy_men: int, enemy_kings: int
) -> tuple[Move, ...]:
    """The legal moves of the side to move, which has `men` and `kings` (inner form)."""
    tables = variant.tables
    white = turn is Color.WHITE
    enemy = enemy_men | enemy_kings
    empty = tables.board & ~(men | kings | enemy)
    able = _men_that_capture(tables, white, men, enemy, empty)
    if able or kings:
        chains = _chains(variant, white, able, kings, enemy_men, enemy_kings, empty)
        if chains:
            captures = _merged(variant, white, men, chains)
            if variant.must_capture:
                return captures
            return captures + quiet_moves(tables, white, men, kings, empty)
    return quiet_moves(tables, white, men, kings, empty)


def quiet_moves(tables: Tables, white: bool, men: int, kings: int, empty: int) -> tuple[Move, ...]:
    """The moves that capture nothing, as if none could be captured."""
    moves: list[Move] = []
    add = moves.append
    if white:
        targets, ready = (men >> tables.long) & empty, tables.white_long
        others, ready_others = (men >> tables.short) & empty, tables.white_short
    else:
        targets, ready = (men << tables.short) & empty, tables.black_short
        others, ready_others = (men << tables.long) & empty, tables.black_long
    while targets:
        target = targets & -targets
        add(ready[target])
        targets ^= target
    while others:
        target = others & -others
        add(ready_others[target])
        others ^= target
    while kings:
        king = kings & -kings
        kings ^= king
        for line in tables.king_moves[king]:
            for target, move in line:
                if not target & empty:
                    break
                add(move)
    return tuple(moves)


def _men_that_capture(tables: Tables, white: bool, men: int, enemy: int, empty: int) -> int:
    """The men with a neighbouring enemy and an empty square behind it."""
    short, long = tables.short, tables.long
    able = 0
    if white or tables.men_capture_backward:
        able = ((enemy << short) & (empty << 2 * short)) | ((enemy << long) & (empty << 2 * long))
    if not white or tables.men_capture_backward:
        able |= ((enemy >> short) & (empty >> 2 * short)) | ((enemy >> long) & (empty >> 2 * long))
    return men & able


def _chains(
    variant: Variant,
    white: bool,
    men: int,
    kings: int,
    enemy_men: int,
    enemy_kings: int,
    empty: int,
) -> list[Chain]:
    """Every capture that may be chosen; `men` are those that can capture at all."""
    tables = variant.tables
    search = _Search(variant, white, enemy_kings)
    enemy = enemy_men | enemy_kings
    for_men = enemy if variant.men_capture_kings else enemy_men
    while men:
        man = men & -men
        men ^= man
        search.empty = empty | man
        search.man(man, for_men, (tables.square_of[man],), ())
    while kings:
        king = kings & -kings
        kings ^= king
        search.empty = empty | king
        search.king(king, enemy, (tables.square_of[king],), ())
    return search.found


class _Search:
    """Follows captures to their end and keeps the longest, or all where any may be chosen."""

    __slots__ = (
        "best",
        "crowning",
        "empty",
        "ending",
        "enemy_kings",
        "found",
        "jumps",
        "killer",
        "king_jumps",
        "most",
        "rays",
        "square_of",
    )

    def __init__(self, variant: Variant, white: bool, enemy_kings: int) -> None:
        tables = variant.tables
        crowns = tables.white_crowns if white else tables.black_crowns
        self.jumps = tables.white_jumps if white else tables.black_jumps
        self.king_jumps = None if variant.flying_kings else tables.king_jumps
        self.rays = tables.rays
        self.square_of = tables.square_of
        self.ending = crowns if variant.far_row is FarRow.TURN_ENDS else 0
        self.crowning = crowns if variant.far_row is FarRow.BECOMES_KING else 0
        self.killer = enemy_kings if variant.killer_kings else 0
        self.enemy_kings = enemy_kings
        self.most = variant.obligation.wants_most
        self.empty = 0
        self.best = 1
        self.found: list[Chain] = []

    def add(self, path: tuple[int, ...], taken: tuple[int, ...], left: int) -> None:
        """Keep a finished capture, unless a longer one is known."""
        count = len(taken)
        if self.most and count != self.best:
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
                further = ((*path, land_square), (*taken, over_square))
                if land & self.ending:
                    self.add(*further, enemy ^ over)
                elif land & self.crowning:
                    if not self.king(land, enemy ^ over, *further):
                        self.add(*further, enemy ^ over)
                else:
                    self.man(land, enemy ^ over, *further)
        if last and taken:
            self.add(path, taken, enemy)

    def king(self, at: int, enemy: int, path: tuple[int, ...], taken: tuple[int, ...]) -> bool:
        """Go on capturing as a king from `at`; says whether that was possible."""
        if self.king_jumps is not None:
            return self.short_king(self.king_jumps, at, enemy, path, taken)
        captured = False
        for line in self.rays[at]:
            over = 0
            landings: list[int] = []
            for bit in line:
                if bit & self.empty:
                    if over:
                        landings.append(bit)
                elif over or not bit & enemy:
                    break
                else:
                    over = bit
            if landings:
                captured = True
                self.land(over, landings, enemy ^ over, path, (*taken, self.square_of[over]))
        return captured

    def land(
        self,
        over: int,
        landings: list[int],
        enemy: int,
        path: tuple[int, ...],
        taken: tuple[int, ...],
    ) -> None:
        """A king jumped `over`: it must land where it can go on, if it can."""
        ends: list[tuple[int, ...]] = []
        goes_on = False
        for bit in landings:
            further = (*path, self.square_of[bit])
            if self.king(bit, enemy, further, taken):
                goes_on = True
            else:
                ends.append(further)
        if goes_on:
            return
        for end in ends[:1] if over & self.killer else ends:
            self.add(end, taken, enemy)

    def short_king(
        self,
        jumps: dict[int, tuple[Jump, ...]],
        at: int,
        enemy: int,
        path: tuple[int, ...],
        taken: tuple[int, ...],
    ) -> bool:
        captured = False
        for over, land, over_square, land_square in jumps[at]:
            if over & enemy and land & self.empty:
                captured = True
                further = ((*path, land_square), (*taken, over_square))
                if not self.short_king(jumps, land, enemy ^ over, *further):
                    self.add(*further, enemy ^ over)
        return captured


def _merged(variant: Variant, white: bool, men: int, chains: list[Chain]) -> tuple[Move, ...]:
    """Moves from chains: those with the same start, end and captured pieces are one."""
    tables = variant.tables
    bits = tables.bits
    crowns = tables.white_crowns if white else tables.black_crowns
    passing = variant.far_row is FarRow.BECOMES_KING
    routes: dict[tuple[int, int, int], list[Route]] = {}
    for path, taken, left in chains:
        routes.setdefault((path[0], path[-1], left), []).append(Route(path, taken))
    moves: list[Move] = []
    for (start, end, _), ways in routes.items():
        reached = ways[0].path[1:] if passing else (end,)
        promotes = bool(bits[start] & men) and any(bits[s] & crowns for s in reached)
        moves.append(Move(start, end, tuple(ways), promotes))
    return tuple(moves)
