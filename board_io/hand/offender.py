"""Faults at the board, and what the players do with them: put them right, or play on."""

from __future__ import annotations

from collections.abc import Collection

from board_io.hand.faults import Wrong, choose_wrong, visible_to
from board_io.hand.gestures import Motion, put_down, take_off, travel
from board_io.hand.performance import Fault, TrueViolation
from board_io.hand.profiles import Span
from board_io.hand.table import Table
from rules.game import Game
from rules.judge import judge
from rules.move import Move, Route
from rules.position import Position
from rules.ruling import Attempt
from rules.snapshot import SensorKind

FAULT_REST = Span(2600, 4500)  # a fault stands for so long: time enough to be told
LIGHT_SQUARE_REST = Span(8000, 12000)  # it might be held in the hand just as well, for a while
_THOUGHT_MS = 1600  # before a fault the board rests, so that it is no part of the ply before it
_MENDING = Span(400, 1500)  # between putting back and playing the right move
_PLAYED_ON = 0.35  # of the faults that can be let stand
_MENDED_AT_ONCE = 0.5  # of the pieces that can go on from where they stand wrongly
_FORGOTTEN_CROWN = 10.0  # promotions are rare: how many times likelier this fault is per occasion
_RECENT = 4  # plies that a fault must not seem to take back
_ALWAYS_PUT_RIGHT = frozenset(
    {Fault.VANISHED, Fault.LIGHT_SQUARE, Fault.CAPTURED_LEFT, Fault.OCCUPIED}
)
_ORDINARY = frozenset(SensorKind)
_CROWNS_SEEN = frozenset({SensorKind.COLOR_KINGS})


class Offender:
    """Commits faults at a table, at most one per ply, and keeps the truth about them."""

    def __init__(self, table: Table, game: Game, rate: float, faults: Collection[Fault]) -> None:
        self._table = table
        self._game = game
        self._rate = rate
        self._faults = frozenset(faults)
        self.violations: list[TrueViolation] = []
        self.astray = False  # a fault was let stand: the moves of the game no longer apply

    def commit(self, meant: Move) -> bool:
        """Perhaps a fault, whatever becomes of it, and the ply played. False: nothing was done."""
        table = self._table
        if meant.start in table.forgotten:
            self._move_uncrowned(meant)
            return True
        if not table.chance(self._rate):
            return False
        wrong = choose_wrong(table.position, meant, self._faults, self._recent(), table.rng)
        if self._noted(meant, alone=wrong is None):
            return True
        if wrong is None or table.uncrowned & set(wrong.squares):
            return False
        self._make(wrong, meant)
        return True

    def spoiled(self, number: int) -> bool:
        """Whether something went wrong at this ply: nobody hurries on after that."""
        return any(violation.ply == number for violation in self.violations)

    def forgets_crown(self, move: Move) -> bool:
        """Whether the second disc of this promotion is left off until the king moves again."""
        plies, number = self._game.plies, self._table.number
        if Fault.MOVED_UNCROWNED_KING not in self._faults or self.astray:
            return False
        if not move.promotes or number + 2 >= len(plies):
            return False
        reply, again = plies[number + 1].move, plies[number + 2].move
        fits = reply is not None and move.end not in reply.captured
        fits = fits and again is not None and again.start == move.end
        return fits and self._table.chance(min(1.0, self._rate * _FORGOTTEN_CROWN))

    def _recent(self) -> list[tuple[int, int]]:
        plies = [played.ply for played in self._table.played[-_RECENT:]]
        return [(ply.move.start, ply.move.end) for ply in plies if ply.move is not None]

    def _thought(self) -> int:
        table = self._table
        return table.now + max(_THOUGHT_MS, table.pick(table.profile.thinking))

    # Faults that are motions of their own.

    def _make(self, wrong: Wrong, meant: Move) -> None:
        table = self._table
        before = table.position
        motion = table.do_wrong(self._thought(), wrong)
        light = wrong.fault is Fault.LIGHT_SQUARE
        rested = table.now + table.pick(LIGHT_SQUARE_REST if light else FAULT_REST)
        reply = self._reply_to(before, wrong)
        if reply is not None and table.chance(_PLAYED_ON):
            mended = self._play_on(rested, before, wrong, motion, reply)
        else:
            mended = self._put_right(rested, before, wrong, motion, meant)
        self.violations.append(mended)

    def _after(self, before: Position, wrong: Wrong) -> Position:
        """The position that is played on from: the turn stays where it was not his to move."""
        after = before.after(wrong.path[0], wrong.path[-1], wrong.attempt.removed)
        return after.with_turn(before.turn) if wrong.fault is Fault.NOT_YOUR_PIECE else after

    def _reply_to(self, before: Position, wrong: Wrong) -> Move | None:
        if wrong.fault in _ALWAYS_PUT_RIGHT:
            return None
        replies = self._after(before, wrong).legal_moves()
        return self._table.rng.choice(replies) if replies else None

    def _play_on(
        self, t_ms: int, before: Position, wrong: Wrong, motion: Motion, reply: Move
    ) -> TrueViolation:
        table, number = self._table, self._table.number
        seen = visible_to(before, wrong)
        table.position = between = self._after(before, wrong)
        table.record(before, wrong.move, motion, wrong.fault.reason)
        answer = table.act(t_ms, reply)
        table.record(between, reply, answer)
        self.astray = True
        return TrueViolation(
            wrong.fault,
            wrong.squares,
            number,
            motion.first_ms,
            motion.last_ms,
            answer.first_ms,
            answer.last_ms,
            True,
            seen,
        )

    def _put_right(
        self, t_ms: int, before: Position, wrong: Wrong, motion: Motion, meant: Move
    ) -> TrueViolation:
        table, number = self._table, self._table.number
        mended = self._go_on(t_ms, wrong, meant)
        if mended is None:
            mended = self._back(t_ms, before, wrong)
            played = table.act(table.now + table.pick(_MENDING), meant)
        else:
            last = Motion(motion.first_ms, motion.placed_ms, mended)
            played = table.finish(last, meant)
        table.record(before, meant, played)
        return TrueViolation(
            wrong.fault,
            wrong.squares,
            number,
            motion.first_ms,
            motion.last_ms,
            t_ms,
            mended,
            False,
            visible_to(before, wrong),
        )

    def _back(self, t_ms: int, before: Position, wrong: Wrong) -> int:
        """Everything goes back to where it was; returns when it is."""
        attempt, table = wrong.attempt, self._table
        if wrong.path:
            moved = (wrong.path[0], wrong.path[-1])
            return table.put_back(t_ms, moved, before, attempt.removed)
        return table.put_back(t_ms, None, before, wrong.squares)

    def _go_on(self, t_ms: int, wrong: Wrong, meant: Move) -> int | None:
        """The move meant is completed from the wrong board; returns when it stands, None where
        all must go back first."""
        match wrong.fault:
            case Fault.CAPTURED_LEFT | Fault.OTHER_REMOVED | Fault.OWN_REMOVED:
                return self._right_removal(t_ms, wrong, meant)
            case Fault.STOPPED_HALFWAY:
                return self._capture_on(t_ms, wrong, meant)
            case Fault.LIGHT_SQUARE if not meant.is_capture:
                return self._onto_dark(t_ms, meant)
            case _:
                return None

    def _right_removal(self, t_ms: int, wrong: Wrong, meant: Move) -> int:
        table, removed = self._table, wrong.attempt.removed
        extra = [n for n in removed if n not in meant.captured]
        missing = [n for n in meant.captured if n not in removed]
        if extra:
            gap = table.pick(table.profile.removal_gap)
            t_ms = table.put_back(t_ms, None, table.position, extra) + gap
        return take_off(table.hand, t_ms, missing)

    def _capture_on(self, t_ms: int, wrong: Wrong, meant: Move) -> int | None:
        table, path = self._table, wrong.path
        rest = _rest_of(meant, path)
        if rest is None or not table.chance(_MENDED_AT_ONCE):
            return None
        moved = travel(table.hand, t_ms, rest.path, stops=True)
        gap = table.pick(table.profile.removal_gap)
        return max(moved.last_ms, take_off(table.hand, moved.placed_ms + gap, rest.captured))

    def _onto_dark(self, t_ms: int, meant: Move) -> int | None:
        table = self._table
        if not table.chance(_MENDED_AT_ONCE):
            return None
        piece = table.position.piece_at(meant.start)
        assert piece is not None  # the move meant is legal
        return put_down(table.hand, t_ms, meant.end, piece)

    # Faults in the way a right move is made.

    def _noted(self, meant: Move, alone: bool) -> bool:
        """A right capture with its pieces taken off too early or out of order; now and then, or
        where no other fault can be made."""
        table, before = self._table, self._table.position
        attempts = _careless(before, meant, self._faults)
        if not attempts or not (alone or table.chance(0.2)):
            return False
        fault, attempt = table.rng.choice(attempts)
        t_ms = table.crown(self._thought(), {meant.start, *meant.captured})
        motion = table.finish(self._carelessly(t_ms, attempt), meant)
        done = motion.last_ms
        self.violations.append(
            TrueViolation(fault, attempt.removed, table.number, motion.first_ms, done, done, done)
        )
        table.record(before, meant, motion)
        return True

    def _carelessly(self, t_ms: int, attempt: Attempt) -> Motion:
        """Jumps with stops, taking the early ones off on the first landing square."""
        hand, route, early = self._table.hand, attempt.route, attempt.removed_early
        first, now = t_ms, t_ms
        if early:
            stood = travel(hand, t_ms, route[:2], stops=True)
            now = take_off(hand, stood.last_ms + hand.pick(hand.profile.removal_gap), early)
            first, now, route = stood.first_ms, now + hand.pick(hand.profile.stop), route[1:]
        moved = travel(hand, now, route, stops=True)
        late = [n for n in attempt.removed if n not in early]
        last = take_off(hand, moved.placed_ms + hand.pick(hand.profile.removal_gap), late)
        return Motion(first, moved.placed_ms, max(moved.last_ms, last))

    def _move_uncrowned(self, meant: Move) -> None:
        """A king without its second disc moves; it is put back and crowned, or let be."""
        table, before, number = self._table, self._table.position, self._table.number
        motion = table.act_uncrowned(self._thought(), meant)
        rested = table.now + table.pick(FAULT_REST)
        reply = self._reply_to_uncrowned(meant)
        played_on = reply is not None and table.chance(_PLAYED_ON)
        if reply is not None and played_on:
            table.finish(motion, meant)
            table.record(before, meant, motion, Fault.MOVED_UNCROWNED_KING.reason)
            table.crown_soon(meant.end)
            between = table.position
            answer = table.act(rested, reply)
            table.record(between, reply, answer)
            until, mended = answer.first_ms, answer.last_ms
        else:
            table.undo(rested, before, meant)
            until, mended = rested, table.now
            table.record(before, meant, table.act(table.now + table.pick(_MENDING), meant))
        self.violations.append(
            TrueViolation(
                Fault.MOVED_UNCROWNED_KING,
                (meant.start, meant.end),
                number,
                motion.first_ms,
                motion.last_ms,
                until,
                mended,
                played_on,
                _CROWNS_SEEN,
            )
        )

    def _reply_to_uncrowned(self, meant: Move) -> Move | None:
        """The game goes on as it would have gone, for the position is a right one."""
        if self.astray:
            replies = self._table.position.play(meant).legal_moves()
            return self._table.rng.choice(replies) if replies else None
        following = self._game.plies[self._table.number + 1 :]
        return following[0].move if following else None


def _rest_of(meant: Move, path: tuple[int, ...]) -> Route | None:
    """What is still to be jumped of the move meant by a piece that came by this path."""
    for route in meant.routes:
        if route.path[: len(path)] == path:
            return Route(route.path[len(path) - 1 :], route.captured[len(path) - 1 :])
    return None


def _careless(
    position: Position, meant: Move, faults: Collection[Fault]
) -> list[tuple[Fault, Attempt]]:
    """Ways to make this capture that earn a remark."""
    if len(meant.captured) < 2:
        return []
    path, captured = meant.route.path, meant.captured
    early = Attempt(meant.start, meant.end, captured, path, removed_early=captured[:1])
    reverse = Attempt(meant.start, meant.end, captured[::-1], path)
    found = ((Fault.REMOVED_TOO_EARLY, early), (Fault.REMOVAL_ORDER, reverse))
    return [
        (fault, attempt)
        for fault, attempt in found
        if fault in faults and judge(position, attempt).reason is fault.reason
    ]
