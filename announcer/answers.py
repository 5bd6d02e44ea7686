"""What is told because somebody asked, at any level: what stands where and how many there are.

Who cannot see the board plays by these answers and by what is announced anyway.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator

from announcer.announcement import Announcement, Form, Kind, Subject, Topic, Values
from rules.piece import Color, Role
from rules.position import Position

_MOST_SQUARES = 10
"""Nobody remembers more squares of one sentence."""


class Question(enum.Enum):
    """What people ask."""

    LAST_MOVE = "which move was the last"
    DUTY = "which captures must be made"
    SQUARE = "what stands on a square"
    COUNT = "how many pieces there are"
    KINGS = "where the kings are"
    POSITION = "what stands where"


def on_square(position: Position, square: int) -> Announcement:
    """What stands there. Raises SquareError."""
    piece = position.piece_at(square)
    form = Form.PLACE if piece else Form.CLEAR
    topic = Topic(Subject.ANSWER, f"square {square}")
    return Announcement(Kind.ON_SQUARE, topic, form, (square,), Values(piece=piece))


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
    """All pieces of one side, then those of the other."""
    for color in Color:
        yield from _standing(position, color, Role.MAN)
        yield from _standing(position, color, Role.KING)


def _standing(position: Position, color: Color, role: Role) -> Iterator[Announcement]:
    squares = position.squares(color, role)
    form = Form.KINGS if role is Role.KING else Form.PLAIN
    for start in range(0, len(squares), _MOST_SQUARES):
        some = squares[start : start + _MOST_SQUARES]
        topic = Topic(Subject.ANSWER, f"{color.name} {role.name} {start}")
        yield Announcement(Kind.PIECES_STAND, topic, form, some, Values(color=color))
