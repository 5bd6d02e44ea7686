"""What the rules say of an attempt: legal or not, why, by which article, and what was right.

Of several faults the first in the order of `Reason` is told. Taking captured pieces off too early
or in another order does not make a legal move illegal: it is a note.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.conduct import bound_by_touch
from rules.motion import motion_fault
from rules.move import Move
from rules.piece import Role
from rules.position import Position
from rules.rulebook import Topic
from rules.ruling import Attempt, Reason, Ruling, Severity
from rules.traits import Removal
from rules.unfinished import capture_states, could_jump_again

_TOPICS: dict[Reason, Topic] = {
    Reason.PASS: Topic.NO_PASSING,
    Reason.LIGHT_SQUARE: Topic.LIGHT_SQUARE,
    Reason.NO_PIECE: Topic.TURN,
    Reason.NOT_YOUR_PIECE: Topic.TURN,
    Reason.MOVED_UNCROWNED_KING: Topic.UNCROWNED_KING,
    Reason.OCCUPIED: Topic.MAN_MOVE,
    Reason.REMOVED_TOO_EARLY: Topic.REMOVAL_MOMENT,
    Reason.REMOVAL_ORDER: Topic.REMOVAL_ORDER,
    Reason.WRONG_REMOVAL: Topic.REMOVED_WRONG,
    Reason.BACKWARD_MOVE: Topic.MAN_MOVE,
    Reason.BAD_GEOMETRY: Topic.MAN_MOVE,
    Reason.MAN_NOT_FLYING: Topic.MAN_CAPTURE,
    Reason.KING_PATH_BLOCKED: Topic.KING_MOVE,
    Reason.JUMPED_OWN: Topic.MAN_CAPTURE,
    Reason.JUMPED_TWICE: Topic.CAPTURE_ONCE,
    Reason.MUST_CAPTURE: Topic.CAPTURE_OBLIGATORY,
    Reason.MUST_CAPTURE_MORE: Topic.MAJORITY,
}


def judge(position: Position, attempt: Attempt) -> Ruling:
    """The ruling on `attempt` by the side to move. Raises SquareError for squares off the board.

    `squares` of the ruling, in the order in which they are told: for MUST_CAPTURE start, captured
    and landing squares of each right move; for MUST_CAPTURE_MORE start and path of each; for
    WRONG_REMOVAL the squares wrongly emptied, then those wrongly left; for REMOVED_TOO_EARLY and
    REMOVAL_ORDER the squares concerned; otherwise the squares of the motion.
    """
    return _Judge(position, attempt).ruling()


class _Judge:
    def __init__(self, position: Position, attempt: Attempt) -> None:
        self.position = position
        self.attempt = attempt
        self.legal = position.legal_moves()
        board = position.variant.geometry
        named = (attempt.start, attempt.end, *attempt.route, *attempt.removed)
        for square in (*named, *attempt.removed_early, *attempt.uncrowned, *attempt.touched):
            if square is not None:
                board.check(square)
        self.removed = frozenset(attempt.removed)

    def ruling(self) -> Ruling:
        attempt = self.attempt
        if attempt.on_light:
            return self._foul(Reason.LIGHT_SQUARE, _present(attempt.start))
        if attempt.start is None or attempt.end is None:
            return self._no_motion(_present(attempt.start))
        standing = self._standing_fault(attempt.start, attempt.end)
        if standing is not None:
            return standing
        return self._motion(attempt.start, attempt.end)

    def _no_motion(self, lifted: tuple[int, ...]) -> Ruling:
        gone = _unique((*lifted, *self.attempt.removed))
        if gone:
            return self._foul(Reason.WRONG_REMOVAL, gone, Topic.REMOVED_WITHOUT_MOVE)
        return self._foul(Reason.PASS, ())

    def _standing_fault(self, start: int, end: int) -> Ruling | None:
        """Faults that need no look at the way the piece went."""
        piece = self.position.piece_at(start)
        if piece is None:
            return self._foul(Reason.NO_PIECE, (start,))
        if piece.color is not self.position.turn:
            return self._foul(Reason.NOT_YOUR_PIECE, (start, end))
        if start in self.attempt.uncrowned:
            return self._foul(Reason.MOVED_UNCROWNED_KING, (start,))
        if end != start and not self._may_stand_on(end):
            topic = self._topic(Reason.OCCUPIED, start)
            return self._foul(Reason.OCCUPIED, (start, end), topic)
        return None

    def _may_stand_on(self, end: int) -> bool:
        """Whether a square is empty, or was emptied on the way where captured pieces leave at
        once: a capture may end where one of them stood."""
        if self.position.piece_at(end) is None:
            return True
        at_once = self.position.variant.removal is not Removal.AFTER
        return at_once and any(
            move.end == end and end in move.captured and end in self.removed for move in self.legal
        )

    def _motion(self, start: int, end: int) -> Ruling:
        here = [move for move in self.legal if (move.start, move.end) == (start, end)]
        for move in here:
            if self.removed == frozenset(move.captured):
                return self._allowed(move)
        own = self.removed.intersection(self.position.squares(self.position.turn))
        if own:
            wanted = here[0].captured if here else ()
            return self._removal_fault([frozenset(wanted)], Topic.REMOVED_OWN)
        if here:
            return self._removal_fault(frozenset(move.captured) for move in here)
        return self._not_allowed(start, end)

    def _allowed(self, move: Move) -> Ruling:
        """The move is legal; removal may deserve a note."""
        attempt = self.attempt
        if attempt.removed_early and self.position.variant.removal is Removal.AFTER:
            return self._note(Reason.REMOVED_TOO_EARLY, attempt.removed_early, move)
        orders = [route.captured for route in move.routes if route.passes(attempt.route)]
        orders = orders or [route.captured for route in move.routes]
        if attempt.removed not in orders:
            return self._note(Reason.REMOVAL_ORDER, orders[0], move)
        bound = bound_by_touch(self.position, attempt.touched)
        if bound not in (None, move.start):
            article = self.position.variant.rulebook.article(Topic.TOUCH_MOVE)
            return Ruling(True, None, Severity.NOTE, article, _present(bound), self.legal, move)
        return Ruling(True, None, Severity.NOTE, "", (), self.legal, move)

    def _not_allowed(self, start: int, end: int) -> Ruling:
        """No legal move leads from `start` to `end`."""
        states = capture_states(self.position, start)
        taking = [state.captured for state in states if state.square == end]
        is_quiet = not self.removed and self._is_slide(start, end)
        made = [taken for taken in taking if taken and self.removed <= taken]
        if made and not is_quiet:
            return self._lesser_capture(start, end, made)
        if start == end:
            return self._no_motion(())
        if self._is_slide(start, end):
            if self.removed:
                return self._removal_fault([frozenset()])
            if any(move.is_capture for move in self.legal):
                return self._foul(Reason.MUST_CAPTURE, self._captures())
            return self._foul(Reason.BAD_GEOMETRY, (start, end), Topic.KING_RUN)
        if could_jump_again(self.position, start, end, self.removed):
            return self._foul(Reason.JUMPED_TWICE, self._path(start, end))
        if taking:
            return self._removal_fault(taking)
        return self._geometry(start, end)

    def _lesser_capture(self, start: int, end: int, made: Iterable[frozenset[int]]) -> Ruling:
        """A capture that can be made but not chosen (the pieces may still stand): it lands wrong,
        is not finished, or another goes before it."""
        right = [frozenset(move.captured) for move in self.legal if move.start == start]
        if any(taken in right for taken in made):
            return self._foul(Reason.BAD_GEOMETRY, (start, end), Topic.KING_CAPTURE)
        begun = any(taken < whole for taken in made for whole in right)
        topic = Topic.CAPTURE_FINISHED if begun else Topic.MAJORITY
        return self._foul(Reason.MUST_CAPTURE_MORE, self._paths(), topic)

    def _geometry(self, start: int, end: int) -> Ruling:
        path = self._path(start, end)
        board = self.position.variant.geometry
        straight = len(path) == 2 and board.direction(start, end) is not None
        if straight and not self.removed <= set(board.between(start, end)):
            return self._removal_fault([frozenset()])
        reason = motion_fault(self.position, path)
        topic = self._topic(reason, start)
        if reason is Reason.BAD_GEOMETRY and self._jumps_a_king(start, end):
            topic = Topic.MAN_CAPTURE
        return self._foul(reason, (start, end), topic)

    def _jumps_a_king(self, start: int, end: int) -> bool:
        """Whether a man jumped a king where men may not."""
        between = self.position.variant.geometry.between(start, end)
        return bool(set(between) & set(self.position.squares(role=Role.KING)))

    def _topic(self, reason: Reason, start: int) -> Topic:
        """The article on the piece that moved: kings have their own."""
        topic = _TOPICS[reason]
        piece = self.position.piece_at(start)
        if piece is None or piece.role is Role.MAN:
            return topic
        return {Topic.MAN_MOVE: Topic.KING_MOVE, Topic.MAN_CAPTURE: Topic.KING_CAPTURE}.get(
            topic, topic
        )

    def _path(self, start: int, end: int) -> tuple[int, ...]:
        route = self.attempt.route
        return route if len(route) > 1 and (route[0], route[-1]) == (start, end) else (start, end)

    def _is_slide(self, start: int, end: int) -> bool:
        """Whether the piece could go there if no capture were obligatory."""
        return any((m.start, m.end) == (start, end) for m in self.position.quiet_moves())

    def _removal_fault(
        self, possible: Iterable[frozenset[int]], topic: Topic | None = None
    ) -> Ruling:
        """Other pieces were taken off than a capture of these sets takes: told against the
        nearest set."""
        wanted = min(possible, key=lambda s: (len(s ^ self.removed), sorted(s)))
        wrong = tuple(s for s in _unique(self.attempt.removed) if s not in wanted)
        left = tuple(sorted(wanted - self.removed))
        if topic is None:
            topic = Topic.REMOVED_WRONG if wrong else Topic.REMOVED_TOO_FEW
        return self._foul(Reason.WRONG_REMOVAL, (*wrong, *left), topic)

    def _captures(self) -> tuple[int, ...]:
        return _unique(
            square
            for move in self._in_order()
            for square in (move.start, *move.captured, *move.route.path[1:])
        )

    def _paths(self) -> tuple[int, ...]:
        return _unique(square for move in self._in_order() for square in move.route.path)

    def _in_order(self) -> list[Move]:
        return sorted(self.legal, key=lambda move: (move.start, move.end))

    def _foul(self, reason: Reason, squares: tuple[int, ...], topic: Topic | None = None) -> Ruling:
        article = self.position.variant.rulebook.article(topic or _TOPICS[reason])
        return Ruling(False, reason, Severity.FOUL, article, squares, self.legal)

    def _note(self, reason: Reason, squares: tuple[int, ...], move: Move) -> Ruling:
        article = self.position.variant.rulebook.article(_TOPICS[reason])
        return Ruling(True, reason, Severity.NOTE, article, squares, self.legal, move)


def _present(square: int | None) -> tuple[int, ...]:
    return () if square is None else (square,)


def _unique(squares: Iterable[int]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(squares))
