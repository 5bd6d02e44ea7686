"""What is told of the moves that were played."""

from __future__ import annotations

from dataclasses import replace

from announcer.announcement import Announcement, Form, Kind, Subject, Topic, Urgency, Values
from rules.game import Ply
from rules.move import Move
from rules.piece import Color, Role
from rules.position import Position


def move_topic(number: int) -> Topic:
    """The topic of the ply with this number (from 0)."""
    return Topic(Subject.MOVE, str(number))


def crown_topic(square: int) -> Topic:
    """The topic of the new king on this square, until it is crowned."""
    return Topic(Subject.CROWN, str(square))


def move_played(ply: Ply, number: int, *, by_ear: bool = False) -> list[Announcement]:
    """The move, and what it made of the piece; `by_ear`: a capture jump by jump."""
    topic = move_topic(number)
    if ply.move is None:
        stands = Values(color=ply.before.turn)
        return [Announcement(Kind.MOVE_STANDS, topic, values=stands)] if ply.irregular else []
    if ply.irregular is None:
        told = _moved(Kind.MOVE, topic, ply.before, ply.move, by_ear)
    else:
        told = _named(Kind.MOVE_STANDS, topic, ply.before, ply.move, Form.ONE)
    return [told, *_crowning(ply.before, ply.move)]


def huffed(ply: Ply, number: int, square: int) -> Announcement:
    """A piece was taken for a missed capture; who took it is still to move."""
    values = Values(color=ply.before.turn)
    return Announcement(Kind.HUFFED, move_topic(number), squares=(square,), values=values)


def move_corrected(ply: Ply, number: int, *, by_ear: bool = False) -> list[Announcement]:
    """The move that replaces the one told under the same number."""
    if ply.move is None:
        return []
    told = _moved(Kind.MOVE_CORRECTED, move_topic(number), ply.before, ply.move, by_ear)
    return [told, *_crowning(ply.before, ply.move)]


def engine_move(move: Move, position: Position) -> Announcement:
    """The move that a player has to carry out for the engine."""
    return _moved(Kind.ENGINE_MOVE, Topic(Subject.ENGINE), position, move)


def way_of(move: Move, color: Color, position: Position | None = None) -> Values:
    """The way of a move as it is named: start and end, and the squares between only where two
    captures of `position` share both."""
    route: tuple[int, ...] = (move.start, move.end)
    if position is not None and _is_ambiguous(move, position):
        route = move.route.path
    count = len(move.captured) or None
    return Values(color=color, route=route, captured=move.captured, count=count)


def _is_ambiguous(move: Move, position: Position) -> bool:
    return any(
        other.captured != move.captured and (other.start, other.end) == (move.start, move.end)
        for other in position.legal_moves()
    )


def _moved(
    kind: Kind, topic: Topic, position: Position, move: Move, by_ear: bool = False
) -> Announcement:
    if by_ear and move.is_capture:
        return _named(kind, topic, position, move, Form.JUMPS)
    form = Form.CAPTURE if move.is_capture else Form.QUIET
    return _named(kind, topic, position, move, form)


def _named(kind: Kind, topic: Topic, position: Position, move: Move, form: Form) -> Announcement:
    squares = (move.start, move.end)
    values = way_of(move, _mover(position, move), position)
    if form is Form.JUMPS:
        values = replace(values, route=move.route.path, captured=move.route.captured)
    return Announcement(kind, topic, form, squares, values)


def _mover(position: Position, move: Move) -> Color:
    """Whose piece moved; a wrong move that stands may be one out of turn."""
    piece = position.piece_at(move.start)
    return piece.color if piece else position.turn


def _crowning(before: Position, move: Move) -> list[Announcement]:
    if move.promotes:
        return [promotion(move.end, _mover(before, move))]
    if _passed_king_row(before, move):
        topic = Topic(Subject.REMARK, Kind.PASSED_KING_ROW)
        values = Values(color=_mover(before, move))
        return [Announcement(Kind.PASSED_KING_ROW, topic, squares=(move.end,), values=values)]
    return []


def promotion(square: int, color: Color) -> Announcement:
    """A new king: the second disc has to be put on it."""
    return Announcement(
        Kind.PROMOTION,
        crown_topic(square),
        squares=(square,),
        values=Values(color=color),
        urgency=Urgency.REMINDER,
    )


def _passed_king_row(before: Position, move: Move) -> bool:
    piece = before.piece_at(move.start)
    if piece is None or piece.role is not Role.MAN:
        return False
    promotes_on = before.variant.promotes_on
    return any(promotes_on(piece.color, square) for square in move.route.path[1:-1])
