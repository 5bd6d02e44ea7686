"""A solution as a row of pictures: what stands on the board, what is lit, what is said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from announcer.lights import LightPattern, Meaning
from companion.lessons import lights
from companion.lessons.hints import way_told
from companion.lessons.model import Exercise, Judge, Play, Point
from companion.lessons.texts import Told
from rules.move import Move
from rules.piece import Piece
from rules.position import Position


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture; to be shown about a second. `lights` move along the way: the piece, the piece it
    jumps, where it lands. Captured pieces stay on the board till the move is over."""

    pieces: Mapping[int, Piece]
    lights: LightPattern
    told: Told | None = None


def solution_frames(exercise: Exercise) -> tuple[Frame, ...]:
    """The solution as it is shown, move by move and jump by jump; for a question of yes or no the
    attempt that it is about, for pointing the squares. A set-up has only its position."""
    match exercise.task:
        case Play(lines=lines):
            return tuple(_line(exercise.position, lines[0]))
        case Point(squares=squares):
            return (Frame(exercise.position.pieces(), lights.pattern(lights.look(squares))),)
        case Judge(attempt=attempt):
            way = attempt.route or tuple(s for s in (attempt.start, attempt.end) if s)
            return tuple(_walk(exercise.position, way, attempt.removed))
        case _:
            return (Frame(exercise.position.pieces(), {}),)


def _line(position: Position, line: tuple[Move, ...]) -> Iterator[Frame]:
    for move in line:
        yield Frame(position.pieces(), _lit(move.start), way_told(position, move))
        yield from _walk(position, move.route.path, move.captured)
        after = position.play(move)
        shown = dict.fromkeys(move.captured, Meaning.TAKE_OFF)
        yield Frame(after.pieces(), lights.pattern(shown | {move.end: Meaning.LAST_MOVE}))
        position = after


def _walk(position: Position, way: tuple[int, ...], jumped: tuple[int, ...]) -> Iterator[Frame]:
    """The piece goes along `way`; what it jumps lights up with it and stays till the end."""
    pieces = position.pieces()
    moving = pieces.pop(way[0], None) if way else None
    steps = len(way) - 1
    for number, square in enumerate(way[1:], start=1):
        over = jumped[number - 1 : number] if number < steps else jumped[number - 1 :]
        shown = {square: Meaning.GOES_HERE} | dict.fromkeys(over, Meaning.TAKE_OFF)
        standing = pieces | ({square: moving} if moving else {})
        yield Frame(dict(sorted(standing.items())), lights.pattern(shown))


def _lit(square: int) -> LightPattern:
    return {square: Meaning.MUST_MOVE.value}
