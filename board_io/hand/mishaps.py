"""What happens at a board that is neither a move nor a fault: pieces straightened or touched,
moves taken back or corrected, replies begun too early."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from board_io.hand.gestures import Motion, carry, straighten
from board_io.hand.performance import Correction, Mishap, TakeBack
from board_io.hand.profiles import Span
from board_io.hand.table import Table
from rules.move import Move
from rules.position import Position

# An early reply is seen as one only where the captured pieces still stand for so long.
_EARLY_WINDOW_MS = 300


class Mishaps:
    """Lets them happen at a table and keeps the truth about them."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self.take_backs: list[TakeBack] = []
        self.corrections: list[Correction] = []

    def before(self, meant: Move) -> None:
        """What may happen before a ply is played."""
        table, profile = self._table, self._table.profile
        if table.chance(profile.straighten):
            self._straighten()
        if table.chance(profile.touch):
            self._touch(meant)
        if table.chance(profile.take_back_two):
            self._take_back(meant, 2)
        elif table.chance(profile.take_back_one):
            self._take_back(meant, 1)

    def early(self, move: Move) -> Motion | None:
        """The reply begins while captured pieces still stand; None where it does not, or where
        it would not keep clear of them."""
        table, last = self._table, self._table.last
        if last is None or not table.chance(table.profile.reply_early):
            return None
        motion, ghosts = last[0], set(last[1].captured)
        window = motion.last_ms - motion.placed_ms
        busy = {move.start, *move.captured, *_on_the_way(table, move)}
        if not ghosts or window < _EARLY_WINDOW_MS or busy & (ghosts | table.uncrowned):
            return None
        begin = motion.placed_ms + table.rng.randint(100, window - 100)
        table.note(Mishap.REPLY_EARLY, move.start, begin, motion.last_ms)
        if move.is_capture or table.chance(table.profile.reply_early_put):
            return table.act(begin, move)
        held = motion.last_ms - begin
        return table.act_held(begin, move, Span(held + 60, held + 900))

    def corrected(self, move: Move) -> Motion | None:
        """Another end is chosen first; before the opponent moves, the piece goes on to the right
        one. None where the move leaves no such choice."""
        table, before = self._table, self._table.position
        others = [m for m in before.legal_moves() if _differs_in_end(m, move)]
        if not others:
            return None
        first = table.rng.choice(others)
        wrong = table.act(table.begin(), first)
        t_ms = table.now + table.pick(table.profile.correct_after)
        table.position = before
        right = carry(table.hand, t_ms, first.end, move.end, table.profile.carry)
        motion = Motion(wrong.first_ms, right.placed_ms, right.last_ms)
        table.finish(motion, move)
        self.corrections.append(
            Correction(first, table.number, wrong.first_ms, wrong.last_ms, right.last_ms)
        )
        return motion

    def _straighten(self) -> None:
        table = self._table
        squares = [n for n in table.stage.pieces if n not in table.uncrowned]
        self._lift_and_return(
            table.rng.choice(squares), table.profile.straightened, Mishap.STRAIGHTENED
        )

    def _touch(self, meant: Move) -> None:
        table = self._table
        movable = {move.start for move in table.position.legal_moves()}
        squares = sorted(movable - {meant.start} - table.uncrowned)
        if squares:
            self._lift_and_return(table.rng.choice(squares), table.profile.touched, Mishap.TOUCHED)

    def _lift_and_return(self, square: int, lasting: Span, kind: Mishap) -> None:
        table = self._table
        begin = table.now + table.pick(table.profile.thinking) // 2
        done = straighten(table.hand, begin, square, lasting)
        table.note(kind, square, begin, done)
        table.now, table.last = max(table.now, done), None

    def _take_back(self, meant: Move, plies: int) -> None:
        """One or two plies are played, then taken back."""
        table = self._table
        played: list[tuple[Position, Move, Motion]] = []
        for _ in range(plies):
            other = self._other_move(None if played else meant)
            if other is not None:
                before = table.position
                played.append((before, other, table.act(table.begin(), other)))
        if played:
            self._undo(played)
            first, moves = played[0][2], tuple(move for _, move, _ in played)
            self.take_backs.append(TakeBack(moves, table.number, first.first_ms, table.now))
            table.now += table.pick(table.profile.take_back_rest)

    def _undo(self, played: Sequence[tuple[Position, Move, Motion]]) -> None:
        table = self._table
        wait = table.pick(table.profile.take_back_after)
        for before, move, _ in reversed(played):
            table.undo(table.now + wait, before, move)
            wait = table.pick(table.profile.take_back_gap)

    def _other_move(self, meant: Move | None) -> Move | None:
        """A legal move that crowns nothing, another than the one meant where there is one."""
        moves = [m for m in self._table.position.legal_moves() if not m.promotes]
        others = [m for m in moves if m != meant]
        return self._table.rng.choice(others or moves) if moves else None


def _on_the_way(table: Table, move: Move) -> set[int]:
    """Every square the piece may stand on or be slid over."""
    between = table.position.variant.geometry.between
    legs = [leg for route in move.routes for leg in pairwise(route.path)]
    return {square for here, there in legs for square in (here, there, *between(here, there))}


def _differs_in_end(other: Move, move: Move) -> bool:
    return (
        other.start == move.start
        and other.end not in (move.start, move.end)
        and move.end != move.start
        and set(other.captured) == set(move.captured)
        and not (other.promotes or move.promotes)
    )
