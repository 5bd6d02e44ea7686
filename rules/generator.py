"""Legal moves: every move once, with every route and the captured squares in order.

A move is told apart by start, end and the set of captured squares; routes that take the same
pieces in another order or by other landing squares belong to one move.

Most positions are settled by shifting whole sets of squares; only captures of more than one piece
and captures by kings are followed one by one (`rules.chains`).
"""

from __future__ import annotations

from rules.chains import chosen_captures
from rules.move import Move
from rules.tables import Side, Tables
from rules.variant import Variant


def legal_moves(
    variant: Variant, white: bool, men: int, kings: int, enemy_men: int, enemy_kings: int
) -> tuple[Move, ...]:
    """The legal moves of the side to move, which has `men` and `kings` (inner form)."""
    captures = captures_of(variant, white, men, kings, enemy_men, enemy_kings)
    if captures and variant.must_capture:
        return captures
    tables = variant.tables
    empty = tables.board ^ (men | kings | enemy_men | enemy_kings)
    return captures + quiet_moves(tables, white, men, kings, empty)


def quiet_moves(tables: Tables, white: bool, men: int, kings: int, empty: int) -> tuple[Move, ...]:
    """The moves that capture nothing, as if none could be captured."""
    moves: list[Move] = []
    add = moves.append
    for shift, steps in (tables.white if white else tables.black).steps:
        ends = (men << shift if shift > 0 else men >> -shift) & empty
        while ends:
            end = ends & -ends
            add(steps[end])
            ends ^= end
    if kings:
        occupied = tables.board ^ empty
        while kings:
            king = kings & -kings
            kings ^= king
            for mask, line in tables.king_slides[king]:
                moves += line[mask & occupied].quiet
    return tuple(moves)


def captures_of(
    variant: Variant, white: bool, men: int, kings: int, enemy_men: int, enemy_kings: int
) -> tuple[Move, ...]:
    """The captures that may be chosen, none where nothing can be captured."""
    tables = variant.tables
    enemy = enemy_men | enemy_kings
    empty = tables.board ^ (men | kings | enemy)
    food = enemy if variant.men_capture_kings else enemy_men
    if not tables.diagonal:
        able = _able_men(tables.white if white else tables.black, men, food, empty)
        kings = _able_kings(tables, kings, enemy, empty)
        if able or kings:
            return chosen_captures(variant, white, able, kings, enemy_men, enemy_kings, empty)
        return ()
    short, long, short2, long2 = tables.shifts
    # The squares from which a man could jump, for each direction.
    up_left = up_right = down_left = down_right = 0
    if white or tables.backward:
        up_left = (food << long) & (empty << long2)
        up_right = (food << short) & (empty << short2)
    if not white or tables.backward:
        down_left = (food >> short) & (empty >> short2)
        down_right = (food >> long) & (empty >> long2)
    hot = up_left | up_right | down_left | down_right
    able = men & hot
    if kings:
        kings = _able_kings(tables, kings, enemy, empty)
    if not able:
        if not kings:
            return ()
        return chosen_captures(variant, white, 0, kings, enemy_men, enemy_kings, empty)
    up_left &= men
    up_right &= men
    down_left &= men
    down_right &= men
    # Where these jumps end. A man that could jump from there as well goes on.
    landed = (
        (up_left >> long2) | (up_right >> short2) | (down_left << short2) | (down_right << long2)
    )
    side = tables.white if white else tables.black
    goes_on = landed & (hot | side.crowning)
    if goes_on or kings or (enemy_kings and variant.obligation.counts_kings):
        return chosen_captures(variant, white, able, kings, enemy_men, enemy_kings, empty)
    return _singles(side.singles, (up_left, up_right, down_left, down_right))


def _singles(
    singles: tuple[dict[int, Move], ...], starts: tuple[int, int, int, int]
) -> tuple[Move, ...]:
    """Captures of one piece by men; all are equal."""
    moves: list[Move] = []
    for way, men in enumerate(starts):
        while men:
            man = men & -men
            moves.append(singles[way][man])
            men ^= man
    return tuple(moves)


def _able_men(side: Side, men: int, food: int, empty: int) -> int:
    """The men that can capture."""
    able = 0
    for shift, starts in side.leaps:
        if shift > 0:
            able |= starts & food >> shift & empty >> 2 * shift
        else:
            able |= starts & food << -shift & empty << -2 * shift
    return able & men


def _able_kings(tables: Tables, kings: int, enemy: int, empty: int) -> int:
    """The kings that can capture."""
    occupied = tables.board ^ empty
    able = 0
    while kings:
        king = kings & -kings
        kings ^= king
        for mask, line in tables.king_lines[king]:
            for jump in line[mask & occupied].jumps:
                if jump.over & enemy:
                    able |= king
    return able
