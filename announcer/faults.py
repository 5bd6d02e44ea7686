"""What is told of wrong moves, of pieces that stand wrong, and of what is still to be done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

from announcer.announcement import FORMS, Announcement, Form, Kind, Subject, Topic, Urgency, Values
from announcer.coach import Coach
from announcer.duty import missed_form, ways
from announcer.moves import way_of
from reconciler.transition import NoteCode, Noted, Violation, ViolationCode
from rules.geometry import Grid
from rules.move import Move
from rules.piece import Role
from rules.position import Position
from rules.rulebook import Topic as Article
from rules.ruling import Reason, Ruling

MOST_SQUARES_NAMED = 3
"""So many squares can be kept in mind; of more only their number is told, the lights show them."""

# Where the rules tell more exactly what was wrong than the board does.
_BY_REASON: Mapping[Reason | None, Kind] = MappingProxyType(
    {
        Reason.PASS: Kind.PASS,
        Reason.LIGHT_SQUARE: Kind.LIGHT_SQUARE,
        Reason.NO_PIECE: Kind.NO_PIECE,
    }
)
_MOVED_WRONGLY = (Reason.BAD_GEOMETRY, Reason.MAN_NOT_FLYING)
_BY_ARTICLE: Mapping[Article, Kind] = MappingProxyType(
    {
        Article.KING_RUN: Kind.KING_RUN,
        Article.KING_CAPTURE: Kind.KING_LANDING,
        Article.MAN_CAPTURE: Kind.MAN_OVER_KING,
    }
)
_ON_THE_BOARD = (Kind.PIECE_MISSING, Kind.EXTRA_PIECE, Kind.UNKNOWN_POSITION)
HUFF = Topic(Subject.REMARK, "huff")
_CAPTURES = (
    *(Kind.CAPTURE_OBLIGATORY, Kind.MAJORITY_CAPTURE),
    *(Kind.CAPTURE_UNFINISHED, Kind.OTHER_CAPTURE),
)


def violation_topic(violation: Violation) -> Topic:
    """One topic for each violation: the same code on other squares is another one."""
    squares = " ".join(map(str, violation.squares))
    return Topic(_subject(violation.code), f"{violation.code} {squares}".strip())


def violation_found(
    violation: Violation, position: Position, coach: Coach, *, by_ear: bool = False
) -> Announcement:
    """What is wrong and, from `Coach.HELP` on, what would be right. `position` is the last one
    that was agreed. `by_ear`: somebody is led back to it, so only what was wrong is told of a
    piece that moved wrongly, and a capture jump by jump."""
    kind = _kind(violation, position)
    topic = violation_topic(violation)
    if kind in _CAPTURES:
        return _missed_capture(kind, topic, violation, position, coach, by_ear)
    if kind is Kind.WRONG_HUFF:
        return _wrong_huff(topic, violation)
    if kind is Kind.ENGINE_MOVE_MISMATCH:
        return _mismatch(topic, violation, position)
    helps = coach >= Coach.HELP and not by_ear
    return _plain_fault(kind, topic, violation, position, helps)


def noted(note: Noted) -> Announcement:
    """A remark that changes nothing."""
    topic = Topic(Subject.REMARK, note.code)
    if note.code is NoteCode.CAPTURE_GOES_ON:
        values = Values(starts=note.squares[:1], ends=note.squares[1:])
        return Announcement(
            Kind.CAPTURE_GOES_ON, topic, Form.PLAIN, note.squares[:1], values, Urgency.REMINDER
        )
    return Announcement(Kind(note.code.value), topic, squares=note.squares)


def _kind(violation: Violation, position: Position) -> Kind:
    ruling = violation.ruling
    if ruling is None:
        return Kind(violation.code.value)
    if ruling.article == position.variant.rulebook.article(Article.REMOVED_TOO_FEW):
        return Kind.CAPTURED_PIECE_LEFT
    if violation.code is ViolationCode.MAJORITY_CAPTURE:
        return _lesser_capture(ruling, position)
    if ruling.reason in _MOVED_WRONGLY:
        return _wrong_motion(ruling, position)
    return _BY_REASON.get(ruling.reason) or Kind(violation.code.value)


def _wrong_motion(ruling: Ruling, position: Position) -> Kind:
    """Which rule of the piece that moved was broken."""
    variant, piece = position.variant, position.piece_at(ruling.squares[0])
    if piece is None or variant.grid is Grid.CROSS:
        return Kind.BAD_GEOMETRY
    if piece.role is Role.KING and not variant.flies(piece):
        return Kind.SHORT_KING
    if ruling.reason is Reason.MAN_NOT_FLYING:
        return Kind.MAN_NOT_FLYING
    for topic, kind in _BY_ARTICLE.items():
        if ruling.article == variant.rulebook.article(topic):
            return kind
    if piece.role is Role.MAN:
        return Kind.MAN_MOVE
    jumped = variant.geometry.between(*ruling.squares[:2])
    return Kind.KING_LANDING if any(map(position.piece_at, jumped)) else Kind.KING_MOVE


def _lesser_capture(ruling: Ruling, position: Position) -> Kind:
    """Why a capture was not the right one: it was not finished, or another goes before it, in most
    games the one of most pieces."""
    variant = position.variant
    if ruling.article == variant.rulebook.article(Article.CAPTURE_FINISHED):
        return Kind.CAPTURE_UNFINISHED
    return Kind.OTHER_CAPTURE if variant.obligation.counts_kings else Kind.MAJORITY_CAPTURE


def _subject(code: ViolationCode) -> Subject:
    if code.is_reminder:
        return Subject.REMINDER
    return Subject.BOARD if Kind(code.value) in _ON_THE_BOARD else Subject.FOUL


def _right_moves(violation: Violation, position: Position) -> tuple[Move, ...]:
    ruling = violation.ruling
    return ruling.legal_moves if ruling and ruling.legal_moves else position.legal_moves()


def _missed_capture(
    kind: Kind,
    topic: Topic,
    violation: Violation,
    position: Position,
    coach: Coach,
    by_ear: bool,
) -> Announcement:
    moves = tuple(move for move in _right_moves(violation, position) if move.is_capture)
    form = missed_form(moves, coach, by_ear=by_ear)
    values = ways(moves, position) if moves else Values(color=position.turn)
    if kind is Kind.OTHER_CAPTURE:
        values = replace(values, obligation=position.variant.obligation)
    return Announcement(kind, topic, form, violation.squares, values, Urgency.URGENT)


def may_huff(violation: Violation, position: Position) -> Announcement:
    """What the opponent may take for a missed capture."""
    squares = violation.huffable
    values = Values(color=position.turn.other, starts=squares)
    return Announcement(Kind.MAY_HUFF, HUFF, squares=squares, values=values)


def _wrong_huff(topic: Topic, violation: Violation) -> Announcement:
    """A piece that was taken has to come back, at every level: the board is wrong without it."""
    square, *allowed = violation.squares
    form = Form.CHOICE if allowed else Form.BACK
    values = Values(starts=tuple(allowed))
    return Announcement(Kind.WRONG_HUFF, topic, form, (square,), values, Urgency.URGENT)


def _mismatch(topic: Topic, violation: Violation, position: Position) -> Announcement:
    """The engine's move, the last two squares, is repeated at every level: without it the game
    cannot go on."""
    ends = violation.squares[-2:]
    right = [move for move in position.legal_moves() if (move.start, move.end) == ends]
    form, values = Form.BARE, Values(color=position.turn)
    if len(right) == 1:
        form = Form.CAPTURE if right[0].is_capture else Form.QUIET
        values = way_of(right[0], position.turn, position)
    return Announcement(
        Kind.ENGINE_MOVE_MISMATCH, topic, form, violation.squares, values, Urgency.URGENT
    )


def _plain_fault(
    kind: Kind, topic: Topic, violation: Violation, position: Position, helps: bool
) -> Announcement:
    squares = violation.squares
    values = Values(color=position.turn, count=len(squares))
    if kind is Kind.KING_RUN:
        values = Values(color=position.turn, limit=position.variant.king_run)
    return Announcement(kind, topic, _form(kind, squares, helps), squares, values, _urgency(kind))


def _form(kind: Kind, squares: tuple[int, ...], helps: bool) -> Form:
    forms = FORMS[kind]
    if Form.BACK in forms:
        return Form.BACK if helps and squares else Form.BARE
    if Form.MANY in forms and not 0 < len(squares) <= MOST_SQUARES_NAMED:
        return Form.MANY
    return Form.PLAIN


def _urgency(kind: Kind) -> Urgency:
    if kind in (Kind.CAPTURED_PIECE_LEFT, Kind.KING_NOT_CROWNED):
        return Urgency.REMINDER
    return Urgency.WARNING if kind in _ON_THE_BOARD else Urgency.URGENT
