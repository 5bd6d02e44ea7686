"""A board that no legal move explains: what was tried, and what the rules say of it."""

from __future__ import annotations

from dataclasses import dataclass

from reconciler.evidence import Step, completed
from reconciler.log import Change
from reconciler.sight import Sight, bit, difference, squares_of
from reconciler.transition import Violation, ViolationCode
from rules.game import Game, Ply
from rules.judge import judge
from rules.move import Move, Route
from rules.piece import Color, Role
from rules.position import Position
from rules.ruling import Attempt, Reason, Severity

CODES = {
    Reason.NOT_YOUR_PIECE: ViolationCode.NOT_YOUR_TURN,
    Reason.NO_PIECE: ViolationCode.UNKNOWN_POSITION,
    Reason.LIGHT_SQUARE: ViolationCode.PIECE_MISSING,
    Reason.PASS: ViolationCode.UNKNOWN_POSITION,
    Reason.MOVED_UNCROWNED_KING: ViolationCode.MOVED_UNCROWNED_KING,
    Reason.OCCUPIED: ViolationCode.OCCUPIED,
    Reason.WRONG_REMOVAL: ViolationCode.WRONG_PIECE_REMOVED,
    Reason.BACKWARD_MOVE: ViolationCode.WRONG_DIRECTION,
    Reason.BAD_GEOMETRY: ViolationCode.BAD_GEOMETRY,
    Reason.MAN_NOT_FLYING: ViolationCode.MAN_NOT_FLYING,
    Reason.KING_PATH_BLOCKED: ViolationCode.KING_PATH_BLOCKED,
    Reason.JUMPED_OWN: ViolationCode.JUMPED_OWN,
    Reason.JUMPED_TWICE: ViolationCode.JUMPED_TWICE,
    Reason.MUST_CAPTURE: ViolationCode.CAPTURE_OBLIGATORY,
    Reason.MUST_CAPTURE_MORE: ViolationCode.MAJORITY_CAPTURE,
}


@dataclass(frozen=True, slots=True)
class Irregularity:
    """A wrong move as it stands on the board; `ply` is recorded if the opponent plays on, in the
    place of the last ply where it `replaces` that."""

    violation: Violation
    ply: Ply
    replaces: bool = False

    def made_at(self, changes: list[Change]) -> float | None:
        """When the wrong move was made, as far as the changes show it."""
        move, mover = self.ply.move, self.ply.before.turn
        if move is None:
            return None
        return completed([Step(mover, move.start, move.end, move.captured)], changes)[0]

    def accepted(self, game: Game) -> Game:
        """The game in which the wrong move stands."""
        return (game.take_back() if self.replaces else game).record(self.ply)


def find_irregularity(
    position: Position, sight: Sight, changes: list[Change], uncrowned: tuple[int, ...]
) -> Irregularity | None:
    """The single wrong move that explains the board, None where there is none."""
    missing, extra = difference(position, sight)
    if extra.bit_count() != 1 or not missing:
        return None
    end = extra.bit_length()
    mover = _mover(position, sight, missing, end, changes)
    if mover is None:
        return None
    gone = missing & ~bit(mover) & ~extra
    if not _is_one_motion(position, gone):
        return None
    removed = _in_order(squares_of(gone), changes)
    return _judged(position, mover, end, removed, changes, uncrowned)


def _is_one_motion(position: Position, gone: int) -> bool:
    """Whether so many pieces can be gone by one move: those of the longest capture and one more,
    of the own side one. Anything else is a board in disorder."""
    own = gone & position.by_color(position.turn)
    longest = max((len(move.captured) for move in position.legal_moves()), default=0)
    return own.bit_count() <= 1 and (gone & ~own).bit_count() <= max(longest, 1) + 1


def _mover(
    position: Position, sight: Sight, missing: int, end: int, changes: list[Change]
) -> int | None:
    """The missing piece that now stands on `end`: of the right colour where the board tells it;
    rather one of the side to move; the one whose motion is nearest to a legal one."""
    color = _color_on(sight, end)
    sides = [position.turn, position.turn.other] if color is None else [color]
    own, others = (missing & position.by_color(side) for side in _both(sides))
    candidates = squares_of(own & ~bit(end)) or squares_of(others & ~bit(end))
    if color is None and own and others and _moves_out_of_turn(position, own, others, end):
        candidates = squares_of(others)
    legal_starts = {move.start for move in position.legal_moves() if move.end == end}
    for square in candidates:
        if square in legal_starts:
            return square
    return min(candidates, key=lambda s: _nearness(position, s, end, changes), default=None)


def _both(sides: list[Color]) -> tuple[Color, Color]:
    return (sides[0], sides[-1])


def _color_on(sight: Sight, square: int) -> Color | None:
    if sight.white & bit(square):
        return Color.WHITE
    if sight.black & bit(square):
        return Color.BLACK
    return None


def _moves_out_of_turn(position: Position, own: int, others: int, end: int) -> bool:
    """Whether the opponent captured the missing pieces of the side to move out of his turn."""
    taken = set(squares_of(own))
    return any(
        move.end == end and set(move.captured) == taken and bit(move.start) == others
        for move in position.with_turn(position.turn.other).legal_moves()
    )


def _nearness(
    position: Position, square: int, end: int, changes: list[Change]
) -> tuple[int, float]:
    """Squares apart, then the time since it was lifted: what moved is near, and lifted last."""
    lifted = max((c.time for c in changes if c.square == square and c.emptied), default=0.0)
    board = position.variant.geometry
    rows = abs(board.row(square) - board.row(end))
    columns = abs(board.column(square) - board.column(end))
    return max(rows, columns), -lifted


def uncrowned_king_moved(position: Position, move: Move) -> Irregularity:
    """The legal move of a king that lacks its second disc, as an irregularity."""
    attempt = Attempt(move.start, move.end, move.captured, uncrowned=(move.start,))
    ruling = judge(position, attempt)
    violation = Violation(ViolationCode.MOVED_UNCROWNED_KING, (move.start, move.end), ruling)
    ply = Ply(position, move, position.play(move), Reason.MOVED_UNCROWNED_KING)
    return Irregularity(violation, ply)


def piece_gone(game: Game, square: int, with_capture: bool) -> Irregularity | None:
    """A piece that left the board without a move: taken off by mistake after the capture just
    made (`with_capture`), or simply gone. Where people play on without it, the last ply is the one
    to mark. None where there is no ply yet, or no one knows the last one."""
    last = game.plies[-1] if game.plies else None
    if last is None or last.move is None:
        return None
    move = last.move
    removed = (*move.captured, square)
    ruling = judge(last.before, Attempt(move.start, move.end, removed))
    code = ViolationCode.WRONG_PIECE_REMOVED if with_capture else ViolationCode.PIECE_MISSING
    path = move.route.path
    played = Move(move.start, move.end, (Route(path, removed),), move.promotes)
    after = last.after.without(square)
    ply = Ply(last.before, played, after, Reason.WRONG_REMOVAL)
    return Irregularity(Violation(code, (square,), ruling), ply, replaces=True)


def _judged(
    position: Position,
    start: int,
    end: int,
    removed: tuple[int, ...],
    changes: list[Change],
    uncrowned: tuple[int, ...],
) -> Irregularity | None:
    route = _route(start, end, changes)
    attempts = [
        Attempt(start, end, removed, route, uncrowned=uncrowned),
        Attempt(start, end, removed, uncrowned=uncrowned),
    ]
    jumped = _jumped(position, start, end)
    if jumped and not removed:  # they may stand for a moment before they are taken off
        attempts.insert(0, Attempt(start, end, jumped, uncrowned=uncrowned))
    for attempt in attempts:
        ruling = judge(position, attempt)
        if ruling.legal or ruling.severity is not Severity.FOUL or ruling.reason not in CODES:
            continue
        if attempt.removed != removed and ruling.reason is not Reason.MUST_CAPTURE_MORE:
            continue  # only a real capture is waited for
        violation = Violation(CODES[ruling.reason], ruling.squares or (start, end), ruling)
        return Irregularity(violation, _ply(position, start, end, attempt.removed, ruling.reason))
    return None


def _jumped(position: Position, start: int, end: int) -> tuple[int, ...]:
    between = position.variant.geometry.between(start, end)
    enemies = position.by_color(position.turn.other)
    return tuple(square for square in between if enemies & bit(square))


def _in_order(removed: tuple[int, ...], changes: list[Change]) -> tuple[int, ...]:
    def time(square: int) -> float:
        return max((c.time for c in changes if c.square == square and c.emptied), default=0.0)

    return tuple(sorted(removed, key=time))


def _route(start: int, end: int, changes: list[Change]) -> tuple[int, ...]:
    """The squares on which the piece was seen, where it was put down more than once. A square that
    was still filled when the next one was is no landing: the piece stood off-centre."""
    lifted = next((c.time for c in changes if c.square == start and c.emptied), None)
    if lifted is None:
        return ()
    path, on = [start], None
    for change in changes:
        if change.time <= lifted:
            continue
        if change.filled:
            if on is not None:
                return ()
            on = change.square
            path.append(on)
        elif change.square == on:
            on = None
    return tuple(path) if len(path) > 2 and path[-1] == end else ()


def _ply(position: Position, start: int, end: int, removed: tuple[int, ...], reason: Reason) -> Ply:
    piece = position.piece_at(start)
    assert piece is not None
    row = position.variant.geometry.row(end)
    far = 1 if piece.color is Color.WHITE else position.variant.geometry.height
    promotes = piece.role is Role.MAN and row == far
    after = position.after(start, end, removed, promotes)
    if piece.color is not position.turn:
        after = after.with_turn(piece.color.other)
    move = Move(start, end, (Route((start, end), removed),), promotes)
    return Ply(position, move, after, reason)
