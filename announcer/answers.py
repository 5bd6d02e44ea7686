"""What is told because somebody asked, at any level: what stands where and how many there are.

Who cannot see the board plays by these answers and by what is announced anyway.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator

from announcer.announcement import Announcement, Form, Kind, Subject, Topic, Values
from rules.geometry import DIAGONALS, Geometry, axes
from rules.piece import Color, Role
from rules.position import Position

_MOST_SQUARES = 10
"""Nobody remembers more squares of one sentence."""


class Question(enum.Enum):
    """What people ask."""

    REPEAT = "what was said last"
    LAST_MOVE = "which move was the last"
    DUTY = "which captures must be made"
    SQUARE = "what stands on a square"
    ROW = "what stands on the row of a square"
    DIAGONALS = "what stands on the diagonals of a square"
    COUNT = "how many pieces there are"
    KINGS = "where the kings are"
    OWN = "where the pieces of the side to move are"
    WHITE = "where the white pieces are"
    BLACK = "where the black pieces are"
    POSITION = "what stands where"


OF_A_SQUARE = (Question.SQUARE, Question.ROW, Question.DIAGONALS)
"""What is asked about a square of the board."""


def answered(position: Position, question: Question, square: int) -> list[Announcement]:
    """The answers that a position gives by itself; none to what is asked of a game. Raises
    SquareError."""
    match question:
        case Question.SQUARE:
            return [on_square(position, square)]
        case Question.ROW:
            return list(on_row(position, square))
        case Question.DIAGONALS:
            return list(on_diagonals(position, square))
        case Question.COUNT:
            return list(counted(position))
        case Question.KINGS:
            return list(kings(position))
        case Question.OWN:
            return list(of_side(position, position.turn))
        case Question.WHITE | Question.BLACK:
            return list(of_side(position, Color[question.name]))
        case Question.POSITION:
            return list(everything(position))
    return []


def on_square(position: Position, square: int) -> Announcement:
    """What stands there. Raises SquareError."""
    piece = position.piece_at(square)
    form = Form.PLACE if piece else Form.CLEAR
    topic = Topic(Subject.ANSWER, f"square {square}")
    return Announcement(Kind.ON_SQUARE, topic, form, (square,), Values(piece=piece))


def on_row(position: Position, square: int) -> Iterator[Announcement]:
    """What stands on the row of a square. Raises SquareError."""
    board = position.variant.geometry
    row = board.row(board.check(square))
    line = [n for n in range(1, board.squares + 1) if board.row(n) == row]
    return _on_line(position, line, Form.ROW, Form.ROW_EMPTY)


def on_diagonals(position: Position, square: int) -> Iterator[Announcement]:
    """What stands on each diagonal through a square. Raises SquareError."""
    for line in _diagonals(position.variant.geometry, square):
        yield from _on_line(position, line, Form.DIAGONAL, Form.DIAGONAL_EMPTY)


def _diagonals(board: Geometry, square: int) -> Iterator[list[int]]:
    """Longer than the square itself, from the top of the board on."""
    board.check(square)
    for up, down in axes(DIAGONALS):
        line = sorted((*board.line(square, up), square, *board.line(square, down)))
        if len(line) > 1:
            yield line


def _on_line(
    position: Position, line: list[int], form: Form, empty: Form
) -> Iterator[Announcement]:
    """Which line it is, then what stands on it."""
    ends = (line[0], line[-1])
    key = f"{form} {ends[0]} {ends[1]}"
    there = [n for n in line if position.piece_at(n)]
    yield Announcement(Kind.ON_LINE, Topic(Subject.ANSWER, key), form if there else empty, ends)
    for color in Color:
        for role in Role:
            some = tuple(n for n in there if n in position.squares(color, role))
            if some:
                yield _standing_on(some, color, role, key)


def counted(position: Position) -> Iterator[Announcement]:
    """How many pieces each side has."""
    for color in Color:
        topic = Topic(Subject.ANSWER, f"count {color.name}")
        values = Values(color=color, count=len(position.squares(color)))
        yield Announcement(Kind.PIECES_LEFT, topic, values=values)


def kings(position: Position) -> Iterator[Announcement]:
    """Where the kings of each side are, or that it has none."""
    for color in Color:
        if not position.squares(color, Role.KING):
            topic = Topic(Subject.ANSWER, f"kings {color.name}")
            yield Announcement(Kind.PIECES_STAND, topic, Form.NO_KINGS, (), Values(color=color))
        yield from _standing(position, color, Role.KING)


def everything(position: Position) -> Iterator[Announcement]:
    """All pieces of one side, then those of the other; of an empty board that there are none."""
    if not position.pieces():
        yield from counted(position)
    for color in Color:
        yield from of_side(position, color)


def of_side(position: Position, color: Color) -> Iterator[Announcement]:
    """All pieces of a side."""
    for role in (Role.MAN, Role.KING):
        yield from _standing(position, color, role)


def _standing(position: Position, color: Color, role: Role) -> Iterator[Announcement]:
    squares = position.squares(color, role)
    for start in range(0, len(squares), _MOST_SQUARES):
        yield _standing_on(squares[start : start + _MOST_SQUARES], color, role, str(start))


def _standing_on(squares: tuple[int, ...], color: Color, role: Role, key: str) -> Announcement:
    form = Form.KINGS if role is Role.KING else Form.PLAIN
    topic = Topic(Subject.ANSWER, f"{color.name} {role.name} {key}")
    return Announcement(Kind.PIECES_STAND, topic, form, squares, Values(color=color))
