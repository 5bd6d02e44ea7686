"""Which captures may be chosen, of all that are found."""

from __future__ import annotations

from collections.abc import Callable

from rules.move import Move, Route
from rules.search import Chain, search_of
from rules.traits import FarRow, Obligation
from rules.variant import Variant


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
    search = search_of(variant, white, empty, enemy_kings)
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
    chains = _preferred(variant, search.found, kings, enemy_kings)
    return _merged(variant, white, men, chains)


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


def _preferred(variant: Variant, chains: list[Chain], kings: int, enemy_kings: int) -> list[Chain]:
    """Those that the obligation prefers among captures of equal number. Ways to take the same
    pieces may differ: the order can count."""
    if not variant.obligation.counts_kings or len(chains) < 2:
        return chains
    bits = variant.tables.bits
    rank = _RANKS[variant.obligation]
    best: list[Chain] = []
    highest: tuple[int, ...] = ()
    for chain in chains:
        path, captured, _ = chain
        taken = tuple(int(bits[square] & enemy_kings != 0) for square in captured)
        ranked = rank(int(bits[path[0]] & kings != 0), taken)
        if not best or ranked > highest:
            best, highest = [chain], ranked
        elif ranked == highest:
            best.append(chain)
    return best


# How a capture ranks, from whether a king makes it and, in order, which pieces taken are kings.
_RANKS: dict[Obligation, Callable[[int, tuple[int, ...]], tuple[int, ...]]] = {
    Obligation.MOST_THEN_KINGS: lambda _, taken: (sum(taken),),
    Obligation.ITALIAN: lambda king, taken: (king, sum(taken), *taken),
    Obligation.KING_FIRST: lambda king, _: (king,),
    Obligation.VALUE: lambda king, taken: (len(taken) + sum(taken), -sum(taken), king),
}
