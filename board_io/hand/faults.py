"""Ways to do it wrong: for a position and the move meant, what people try instead of it.

Every try is laid before the judge and kept only where he calls it by the reason that is wanted,
and where no recent move is merely undone by it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import product

from board_io.hand.performance import Fault
from rules.geometry import DIAGONALS, DOWN_LEFT, DOWN_RIGHT, UP_LEFT, UP_RIGHT, Direction
from rules.judge import judge
from rules.move import Move, Route
from rules.piece import Color, Piece, Role
from rules.position import Position
from rules.ruling import Attempt
from rules.snapshot import SensorKind
from rules.variant import Obligation, Variant

_FORWARD = {Color.WHITE: (UP_LEFT, UP_RIGHT), Color.BLACK: (DOWN_LEFT, DOWN_RIGHT)}
_MOST_JUMPS = 8  # of a piece that goes round in circles


@dataclass(frozen=True, slots=True)
class Wrong:
    """A fault that can be made here: what is done, and the board after it."""

    fault: Fault
    attempt: Attempt
    pieces: dict[int, Piece]

    @property
    def path(self) -> tuple[int, ...]:
        """The squares the moved piece stands on, empty where none is moved."""
        attempt = self.attempt
        if attempt.start is None or attempt.end is None:
            return ()
        return attempt.route or (attempt.start, attempt.end)

    @property
    def squares(self) -> tuple[int, ...]:
        """All squares touched, in order, each once."""
        start = () if self.attempt.start is None else (self.attempt.start,)
        return tuple(dict.fromkeys((*start, *self.path, *self.attempt.removed)))

    @property
    def move(self) -> Move:
        """The wrong move as it goes into the record when the opponent plays on."""
        return Move(self.path[0], self.path[-1], (Route(self.path, self.attempt.removed),))


Maker = Callable[[Position, Move], Iterator[Attempt]]


def wrongs(
    fault: Fault, position: Position, meant: Move, recent: Collection[tuple[int, int]] = ()
) -> Iterator[Wrong]:
    """Every way to make this fault. `recent`: (start, end) of the last plies, none of which
    may be undone or moved on by it, for that would be a take-back or a correction."""
    for attempt in _MAKERS[fault](position, meant):
        wrong = _judged(fault, position, attempt, recent)
        if wrong is not None:
            yield wrong


def _judged(
    fault: Fault, position: Position, attempt: Attempt, recent: Collection[tuple[int, int]]
) -> Wrong | None:
    if _undoes(attempt, recent) or _crowns(position, attempt):
        return None
    ruling = judge(position, attempt)
    if ruling.legal or ruling.reason is not fault.reason:
        return None
    return Wrong(fault, attempt, _board_after(position, attempt))


def visible_to(position: Position, wrong: Wrong) -> frozenset[SensorKind]:
    """The sensors to which the board after it does not look like one or two legal plies, and
    that can tell a piece from the one that stood there before."""
    after = Position.of(position.variant, position.turn, wrong.pieces)
    once = [position.play(move) for move in position.legal_moves()]
    twice = [board.play(move) for board in once for move in board.legal_moves()]
    legal = {_looks(board) for board in (position, *once, *twice)}
    seen = zip(SensorKind, _looks(after), zip(*legal, strict=True), strict=True)
    telling = {sensor for sensor, look, looks in seen if look not in looks}
    if wrong.fault is Fault.OCCUPIED:
        telling.discard(SensorKind.OCCUPANCY)
    return frozenset(telling)


def _looks(position: Position) -> tuple[object, object, object]:
    """How a board looks to each kind of sensor, in the order of SensorKind."""
    colors = (position.by_color(Color.WHITE), position.by_color(Color.BLACK))
    kings = (position.white_kings, position.black_kings)
    return position.occupied, colors, (colors, kings)


def _undoes(attempt: Attempt, recent: Collection[tuple[int, int]]) -> bool:
    """Whether it touches the piece just moved, or takes a recent move back."""
    if not recent:
        return False
    *_, (_, last_end) = recent
    if attempt.end is None:
        return last_end in attempt.removed
    return attempt.start == last_end or (attempt.end, attempt.start) in recent


def _crowns(position: Position, attempt: Attempt) -> bool:
    """Whether a man would end on the far row by it: is it a king then? Left out."""
    if attempt.start is None or attempt.end is None:
        return False
    piece = position.piece_at(attempt.start)
    if piece is None or piece.role is Role.KING:
        return False
    return position.variant.promotes_on(piece.color, attempt.end)


def _board_after(position: Position, attempt: Attempt) -> dict[int, Piece]:
    pieces = position.pieces()
    moved = pieces.pop(attempt.start, None) if attempt.start is not None else None
    for square in attempt.removed:
        pieces.pop(square, None)
    if moved is not None and attempt.end is not None:
        pieces[attempt.end] = moved
    return pieces


def _must_capture(position: Position, meant: Move) -> Iterator[Attempt]:
    if meant.is_capture:
        yield from _steps(position, position.turn)


def _not_your_piece(position: Position, _meant: Move) -> Iterator[Attempt]:
    """Not as the first move of a game: to a board that sees no colours that is a board that lies
    turned, and everything after it fits."""
    if position != Position.start(position.variant):
        yield from _steps(position, position.turn.other)


def _steps(position: Position, color: Color) -> Iterator[Attempt]:
    """Quiet moves of one side, whether it must capture or not."""
    board = position.variant.geometry
    for start in position.squares(color):
        piece = position.piece_at(start)
        man = piece is not None and piece.role is Role.MAN
        for direction in _FORWARD[color] if man else DIAGONALS:
            for end in board.line(start, direction)[: 1 if man else None]:
                if position.piece_at(end) is not None:
                    break
                yield Attempt(start, end)


def _fewer_captured(position: Position, meant: Move) -> Iterator[Attempt]:
    if len(meant.captured) < 2:
        return
    free = _any_capture(position.variant)
    for move in Position.of(free, position.turn, position.pieces()).legal_moves():
        if len(move.captured) < len(meant.captured):
            yield Attempt(move.start, move.end, move.captured, move.route.path)


@lru_cache(maxsize=8)
def _any_capture(variant: Variant) -> Variant:
    return replace(variant, name=f"{variant.name}, any capture", obligation=Obligation.ANY)


def _stopped_halfway(_position: Position, meant: Move) -> Iterator[Attempt]:
    for route in meant.routes[:8]:
        for jumps in range(1, len(route.captured)):
            path = route.path[: jumps + 1]
            if path[-1] != path[0]:
                yield Attempt(path[0], path[-1], route.captured[:jumps], path)


def _backward_move(position: Position, _meant: Move) -> Iterator[Attempt]:
    board = position.variant.geometry
    for start in position.squares(position.turn, Role.MAN):
        for direction in _FORWARD[position.turn.other]:
            for end in board.line(start, direction)[:1]:
                if position.piece_at(end) is None:
                    yield Attempt(start, end)


def _bad_geometry(position: Position, _meant: Move) -> Iterator[Attempt]:
    """Straight ahead, sideways, too far, or round a corner."""
    board = position.variant.geometry
    for start in position.squares(position.turn):
        row, column = board.row(start), board.column(start)
        for rows, columns in product((-2, 0, 2), repeat=2):
            end = board.at(row + rows, column + columns)
            if end is not None and end != start and position.piece_at(end) is None:
                yield Attempt(start, end)


def _along_lines(position: Position, role: Role) -> Iterator[tuple[int, int, tuple[Piece, ...]]]:
    """(start, end, pieces between) for every line from a piece of the side to move to an empty
    square with something between."""
    board = position.variant.geometry
    for start, direction in product(position.squares(position.turn, role), DIAGONALS):
        between: list[Piece] = []
        for end in board.line(start, direction):
            piece = position.piece_at(end)
            if piece is not None:
                between.append(piece)
            elif between:
                yield start, end, tuple(between)


def _man_not_flying(position: Position, _meant: Move) -> Iterator[Attempt]:
    board = position.variant.geometry
    for start, end, between in _along_lines(position, Role.MAN):
        line = board.between(start, end)
        if len(between) == 1 and between[0].color is not position.turn and len(line) <= 3:
            jumped = next(n for n in line if position.piece_at(n) is not None)
            yield Attempt(start, end, (jumped,))


def _jumped_own(position: Position, _meant: Move) -> Iterator[Attempt]:
    board = position.variant.geometry
    for start, end, between in _along_lines(position, Role.MAN):
        if len(board.between(start, end)) == 1 and between[0].color is position.turn:
            yield Attempt(start, end)


def _king_path_blocked(position: Position, _meant: Move) -> Iterator[Attempt]:
    board = position.variant.geometry
    for start, end, between in _along_lines(position, Role.KING):
        if any(piece.color is position.turn for piece in between):
            yield Attempt(start, end)
        elif len(between) > 1:
            line = board.between(start, end)
            yield Attempt(start, end, tuple(n for n in line if position.piece_at(n) is not None))


def _jumped_twice(position: Position, meant: Move) -> Iterator[Attempt]:
    if not meant.is_capture:
        return
    for start in position.squares(position.turn):
        for path, jumped in _round_trips(position, (start,), ()):
            if path[-1] != start:
                yield Attempt(start, path[-1], tuple(dict.fromkeys(jumped)), path)


def _round_trips(
    position: Position, path: tuple[int, ...], jumped: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Chains that jump one piece a second time and end there."""
    if len(jumped) == _MOST_JUMPS:
        return
    for over, landing in _jumps(position, path[0], path[-1]):
        if jumped and over == jumped[-1]:
            continue  # there and back again on the same line: nobody does that
        if over in jumped:
            yield (*path, landing), jumped
        else:
            yield from _round_trips(position, (*path, landing), (*jumped, over))


def _jumps(position: Position, home: int, here: int) -> Iterator[tuple[int, int]]:
    """(jumped, landing) from `here` for the piece that began at `home`."""
    piece = position.piece_at(home)
    flying = piece is not None and piece.role is Role.KING
    for direction in DIAGONALS:
        yield from _jumps_along(position, home, here, direction, flying)


def _jumps_along(
    position: Position, home: int, here: int, direction: Direction, flying: bool
) -> Iterator[tuple[int, int]]:
    over: int | None = None
    for distance, square in enumerate(position.variant.geometry.line(here, direction)):
        piece = None if square == home else position.piece_at(square)
        if piece is None and over is not None:
            yield over, square
            if not flying:
                return
        elif piece is not None:
            if over is not None or piece.color is position.turn:
                return
            over = square
        if not flying and distance == 0 and over is None:
            return


def _occupied(position: Position, _meant: Move) -> Iterator[Attempt]:
    """As in chess: the enemy is taken off and the own piece stands in his place."""
    board = position.variant.geometry
    for start in position.squares(position.turn, Role.MAN):
        for direction in _FORWARD[position.turn]:
            for end in board.line(start, direction)[:1]:
                piece = position.piece_at(end)
                if piece is not None and piece.color is not position.turn:
                    yield Attempt(start, end, (end,))


def _captured_left(_position: Position, meant: Move) -> Iterator[Attempt]:
    path, captured = meant.route.path, meant.captured
    for left in captured:
        removed = tuple(n for n in captured if n != left)
        if meant.start != meant.end or removed:
            yield Attempt(meant.start, meant.end, removed, path)


def _other_removed(position: Position, meant: Move) -> Iterator[Attempt]:
    others = set(position.squares(position.turn.other)) - set(meant.captured)
    for missed, other in product(meant.captured, sorted(others)):
        removed = tuple(other if n == missed else n for n in meant.captured)
        if meant.start != meant.end:
            yield Attempt(meant.start, meant.end, removed, meant.route.path)


def _own_removed(position: Position, meant: Move) -> Iterator[Attempt]:
    for own in position.squares(position.turn):
        if meant.is_capture and own != meant.start and meant.start != meant.end:
            for removed in ((*meant.captured, own), (own, *meant.captured)):
                yield Attempt(meant.start, meant.end, removed, meant.route.path)


def _vanished(position: Position, _meant: Move) -> Iterator[Attempt]:
    """A piece that has no part in any legal move: nobody can think that a move has begun."""
    moves = position.legal_moves()
    busy = {move.start for move in moves}.union(*(move.captured for move in moves))
    for square in position.pieces():
        if square not in busy:
            yield Attempt(None, None, (square,))


def _light_square(_position: Position, meant: Move) -> Iterator[Attempt]:
    yield Attempt(meant.start, None, on_light=True)


_MAKERS: dict[Fault, Maker] = {
    Fault.MUST_CAPTURE: _must_capture,
    Fault.FEWER_CAPTURED: _fewer_captured,
    Fault.STOPPED_HALFWAY: _stopped_halfway,
    Fault.BACKWARD_MOVE: _backward_move,
    Fault.NOT_YOUR_PIECE: _not_your_piece,
    Fault.BAD_GEOMETRY: _bad_geometry,
    Fault.MAN_NOT_FLYING: _man_not_flying,
    Fault.KING_PATH_BLOCKED: _king_path_blocked,
    Fault.JUMPED_OWN: _jumped_own,
    Fault.JUMPED_TWICE: _jumped_twice,
    Fault.OCCUPIED: _occupied,
    Fault.CAPTURED_LEFT: _captured_left,
    Fault.OTHER_REMOVED: _other_removed,
    Fault.OWN_REMOVED: _own_removed,
    Fault.VANISHED: _vanished,
    Fault.LIGHT_SQUARE: _light_square,
}
"""How each fault is made that is a motion of its own; the others are ways to make a right move."""


_RARE = frozenset(
    {
        Fault.MUST_CAPTURE,
        Fault.FEWER_CAPTURED,
        Fault.STOPPED_HALFWAY,
        Fault.KING_PATH_BLOCKED,
        Fault.JUMPED_TWICE,
    }
)
"""Faults that few positions allow: they come first more often where they can be made."""


def choose_wrong(
    position: Position,
    meant: Move,
    faults: Collection[Fault],
    recent: Collection[tuple[int, int]],
    rng: random.Random,
) -> Wrong | None:
    """One of these faults, where any can be made here: first which one, then how."""
    possible = [fault for fault in _MAKERS if fault in faults]
    chances = {fault: rng.random() * (0.3 if fault in _RARE else 1.0) for fault in possible}
    for fault in sorted(possible, key=chances.__getitem__):
        attempts = list(_MAKERS[fault](position, meant))
        rng.shuffle(attempts)
        for attempt in attempts:
            wrong = _judged(fault, position, attempt, recent)
            if wrong is not None:
                return wrong
    return None
