"""Captures followed from jump to jump.

During a capture the moving piece's own square counts as empty and no piece is jumped twice.
Captured pieces stay where they are and block, unless the game has them leave at once.
"""

from __future__ import annotations

from rules.geometry import Geometry
from rules.tables import KingJump
from rules.traits import Landing, Obligation, Removal
from rules.variant import Variant

# One way to capture: the squares stood on, the squares jumped, and the enemies that are left.
Chain = tuple[tuple[int, ...], tuple[int, ...], int]


class Search:
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
        self.killer = enemy_kings if variant.landing is Landing.BEHIND_LAST_KING else 0
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


class ValueSearch(Search):
    """Keeps the captures of the highest value: a king counts just under two men."""

    __slots__ = ("enemy_kings", "worth")

    def __init__(self, variant: Variant, white: bool, empty: int, enemy_kings: int) -> None:
        super().__init__(variant, white, empty, enemy_kings)
        self.enemy_kings = enemy_kings
        self.worth = (0, 0)

    def add(self, path: tuple[int, ...], taken: tuple[int, ...], left: int) -> None:
        kings = (self.enemy_kings & ~left).bit_count()
        worth = (len(taken) + kings, -kings)
        if worth > self.worth:
            self.worth = worth
            self.found.clear()
        if worth == self.worth:
            self.found.append((path, taken, left))


class AtOnceSearch(Search):
    """Captured pieces leave the board at once and free the way."""

    __slots__ = ("geometry", "turns_back")

    def __init__(self, variant: Variant, white: bool, empty: int, enemy_kings: int) -> None:
        super().__init__(variant, white, empty, enemy_kings)
        self.geometry: Geometry = variant.geometry
        self.turns_back = variant.removal is Removal.AT_ONCE

    def man(self, at: int, enemy: int, path: tuple[int, ...], taken: tuple[int, ...]) -> None:
        before = self.empty
        self._lift(taken)
        super().man(at, enemy, path, taken)
        self._set(before)

    def king(self, at: int, enemy: int, path: tuple[int, ...], taken: tuple[int, ...]) -> bool:
        before = self.empty
        self._lift(taken)
        captured = False
        for mask, line in self.king_lines[at]:
            for jump in line[mask & self.occupied].jumps:
                if jump.over & enemy and (self.turns_back or not self._back(path, jump)):
                    captured = True
                    self.land(jump, enemy ^ jump.over, path, (*taken, jump.over_square))
        self._set(before)
        return captured

    def _lift(self, taken: tuple[int, ...]) -> None:
        bits = self.geometry.bits
        self._set(self.empty | sum(bits[square] for square in taken[-1:]))

    def _set(self, empty: int) -> None:
        self.empty = empty
        self.occupied = self.board ^ empty

    def _back(self, path: tuple[int, ...], jump: KingJump) -> bool:
        """Whether a jump leads straight back to where the last one came from."""
        if len(path) < 2:
            return False
        way = self.geometry.direction(path[-1], path[-2])
        return self.geometry.direction(path[-1], jump.over_square) == way


def search_of(variant: Variant, white: bool, empty: int, enemy_kings: int) -> Search:
    """The search that this variant needs."""
    if variant.removal is not Removal.AFTER:
        return AtOnceSearch(variant, white, empty, enemy_kings)
    if variant.obligation is Obligation.VALUE:
        return ValueSearch(variant, white, empty, enemy_kings)
    return Search(variant, white, empty, enemy_kings)
