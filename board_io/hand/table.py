"""Two players at one board: what stands on it, whose ply it is, and what can be done next.

The table knows how plies are played, undone and crowned; `mishaps`, `offender` and `player` decide
what happens when.
"""

from __future__ import annotations

import random
from collections.abc import Iterable

from board_io.hand.faults import Wrong
from board_io.hand.gestures import (
    Hand,
    Motion,
    capture,
    carry,
    put_down,
    quiet,
    take_off,
    travel,
)
from board_io.hand.performance import Mishap, Played, TrueMishap
from board_io.hand.profiles import HandProfile, Span
from board_io.hand.stage import Stage
from rules.move import Move
from rules.piece import Piece, Role
from rules.ply import Ply
from rules.position import Position
from rules.ruling import Reason

_NEVER_MS = 1 << 60
_AT_ONCE_MS = 250  # a reply within this time comes in one burst with the ply before it
_MOST_AT_ONCE = 2  # such replies in a row: three plies in one burst
_CROWN_HURRIED = Span(300, 800)  # the second disc goes on just before the piece is needed


class Table:
    """The board and its clock. `now` is the moment at which the last gesture was over, `last` the
    last motion and its move, where the next one may follow at once."""

    def __init__(self, start: Position, profile: HandProfile, rng: random.Random) -> None:
        self.position = start
        self.profile = profile
        self.rng = rng
        self.now = 0
        self.stage = Stage(start)
        self.hand = Hand(self.stage, start.variant.geometry, profile, rng)
        self.played: list[Played] = []
        self.last: tuple[Motion, Move] | None = None
        self._at_once = 0
        self._crowns: dict[int, int] = {}  # square of a new king: when its second disc comes

    # Dice and clock.

    @property
    def number(self) -> int:
        """The number of the ply to be played."""
        return len(self.played)

    def chance(self, probability: float) -> bool:
        return self.hand.chance(probability)

    def pick(self, span: Span) -> int:
        return self.hand.pick(span)

    def begin(self) -> int:
        """When the next ply begins: after some thought, or at once; but nobody goes on for ever
        without a breath."""
        burst = self.last is not None and self.chance(self.profile.burst)
        pause = self.pick(self.profile.burst_gap if burst else self.profile.thinking)
        if pause < _AT_ONCE_MS and self._at_once == _MOST_AT_ONCE:
            pause += _AT_ONCE_MS
        self._at_once = self._at_once + 1 if pause < _AT_ONCE_MS else 0
        return self.now + pause

    def note(self, kind: Mishap, square: int, from_ms: int, until_ms: int) -> None:
        self.hand.mishaps.append(TrueMishap(kind, square, from_ms, until_ms))

    # Plies.

    def act(self, t_ms: int, move: Move, forget_crown: bool = False) -> Motion:
        """Plays a move on the board, from `t_ms` on, and moves the position on."""
        t_ms = self.crown(t_ms, {move.start, *move.captured})
        return self.finish(self._carry_out(t_ms, move), move, forget_crown)

    def act_held(self, t_ms: int, move: Move, held: Span) -> Motion:
        """A quiet move whose piece stays in the hand for a while."""
        return self.finish(carry(self.hand, t_ms, move.start, move.end, held), move)

    def act_uncrowned(self, t_ms: int, move: Move) -> Motion:
        """Moves a king that lacks its second disc; the position stays as it is."""
        self._crowns[move.end] = self._crowns.pop(move.start)
        motion = self._carry_out(self.crown(t_ms, set(move.captured)), move)
        self.over(motion)
        return motion

    def finish(self, motion: Motion, move: Move, forget_crown: bool = False) -> Motion:
        """The move stands on the board: the position moves on, a new king waits for its crown."""
        self.position = self.position.play(move)
        if move.promotes:
            wait = self.pick(self.profile.crown_after)
            self._crowns[move.end] = _NEVER_MS if forget_crown else motion.last_ms + wait
        self.over(motion)
        self.last = (motion, move)
        return motion

    def over(self, motion: Motion) -> None:
        """A motion after which nothing may follow at once."""
        self.now = max(self.now, motion.last_ms)
        self.last = None

    def record(
        self, before: Position, move: Move, motion: Motion, irregular: Reason | None = None
    ) -> None:
        """Writes a ply down that stands for good: it led from `before` to the position now."""
        ply = Ply(before, move, self.position, irregular)
        self.played.append(Played(ply, motion.first_ms, motion.last_ms, motion.last_ms))

    def _carry_out(self, t_ms: int, move: Move) -> Motion:
        route = self.rng.choice(move.routes)
        if route.captured:
            return capture(self.hand, t_ms, route.path, route.captured)
        return quiet(self.hand, t_ms, move.start, move.end)

    # Back again.

    def undo(self, t_ms: int, before: Position, move: Move) -> None:
        """Plays a move backwards, until all stands as it stood `before`."""
        self.put_back(t_ms, (move.start, move.end), before, move.captured)
        if move.end in self._crowns:
            self._crowns[move.start] = self._crowns.pop(move.end)
        self.position = before

    def put_back(
        self, t_ms: int, moved: tuple[int, int] | None, before: Position, removed: Iterable[int]
    ) -> int:
        """The piece moved goes back to moved[0], then pieces taken off return to the board;
        returns when all stand."""
        last = t_ms
        if moved is not None and moved[0] != moved[1]:
            last = carry(self.hand, t_ms, moved[1], moved[0], self.profile.carry).last_ms
        for square in removed:
            piece = self._as_it_was(before, square)
            last = put_down(self.hand, last + self.pick(self.profile.removal_gap), square, piece)
        self.now = max(self.now, last)
        self.last = None
        return last

    def _as_it_was(self, before: Position, square: int) -> Piece:
        piece = before.piece_at(square)
        assert piece is not None  # only what stood there was taken off
        return piece

    # Second discs.

    @property
    def uncrowned(self) -> frozenset[int]:
        """Squares of kings that lack the second disc."""
        return frozenset(self._crowns)

    @property
    def forgotten(self) -> frozenset[int]:
        """Those whose second disc nobody thinks of."""
        return frozenset(square for square, due in self._crowns.items() if due == _NEVER_MS)

    def crown(self, t_ms: int, needed: set[int]) -> int:
        """Puts on the second discs that are due at `t_ms`, and at once those on squares that are
        `needed`; returns when play can go on."""
        for square, due in self._by_due():
            if due <= t_ms:
                self._crown(due, square)
            elif square in needed:
                done = self._crown(max(self.now + 50, t_ms), square)
                t_ms = done + self.pick(_CROWN_HURRIED)
        return t_ms

    def crown_all(self) -> None:
        """Puts on every second disc that is still missing."""
        for square, due in self._by_due():
            wait = self.pick(self.profile.crown_after)
            self.now = max(self.now, self._crown(min(due, self.now + wait), square))

    def crown_soon(self, square: int) -> None:
        """A forgotten second disc will come after all."""
        self._crowns[square] = self.now + self.pick(self.profile.crown_after)

    def _by_due(self) -> list[tuple[int, int]]:
        return sorted(self._crowns.items(), key=lambda crown: crown[1])

    def _crown(self, t_ms: int, square: int) -> int:
        del self._crowns[square]
        man = self.stage.piece_at(square)
        assert man is not None  # the crown waits for a piece that stands
        king = Piece(man.color, Role.KING)
        if self.chance(self.profile.crown_flicker):
            off = self.stage.lift(t_ms, square)[0]
            done = self.stage.put(off + self.rng.randint(80, 300), square, king)
        else:
            done = self.stage.change(t_ms, square, king)
        self.note(Mishap.CROWNED, square, t_ms, done)
        return done

    # Faults.

    def do_wrong(self, t_ms: int, wrong: Wrong) -> Motion:
        """Makes a fault on the board; the position stays as it was."""
        attempt = wrong.attempt
        t_ms = self.crown(t_ms, set(wrong.squares))
        if not wrong.path:
            last = take_off(self.hand, t_ms, wrong.squares)
            motion = Motion(t_ms, last, last)
        elif attempt.end in attempt.removed:
            motion = self._replace(t_ms, wrong)
        else:
            motion = self._move_wrongly(t_ms, wrong)
        self.over(motion)
        return motion

    def _move_wrongly(self, t_ms: int, wrong: Wrong) -> Motion:
        moved = travel(self.hand, t_ms, wrong.path, stops=True)
        wait = self.pick(self.profile.removal_gap)
        last = take_off(self.hand, moved.placed_ms + wait, wrong.attempt.removed)
        return Motion(moved.first_ms, moved.placed_ms, max(moved.last_ms, last))

    def _replace(self, t_ms: int, wrong: Wrong) -> Motion:
        """The piece in the way is taken off, then the own one stands there."""
        off = take_off(self.hand, t_ms, wrong.attempt.removed)
        start, end = wrong.path[0], wrong.path[-1]
        gap = self.pick(self.profile.push)
        moved = carry(self.hand, off + gap, start, end, self.profile.carry)
        return Motion(t_ms, moved.placed_ms, moved.last_ms)
