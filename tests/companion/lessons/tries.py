"""Everything that can be tried in an exercise of moves, at every stage of its solution."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.lessons.model import Exercise, Line, Play
from companion.lessons.playing import PlayPractice, same
from companion.lessons.practising import practise
from companion.lessons.wordings import Wordings
from rules.move import Move
from rules.position import Position
from rules.ruling import Attempt


@dataclass(frozen=True)
class Stage:
    """A position in which the learner is to move, and the moves that are right there."""

    exercise: Exercise
    position: Position
    played: Line
    right: tuple[Move, ...]

    def practice(self, wordings: Wordings, now: float) -> PlayPractice:
        """The exercise, done as far as this stage."""
        practice = practise(self.exercise, wordings)
        assert isinstance(practice, PlayPractice)
        for move in self.played[::2]:
            practice.play(attempt_of(move), now)
        assert practice.position == self.position
        return practice


def stages(exercise: Exercise) -> Iterator[Stage]:
    """Every stage of every line of the solution."""
    if not isinstance(exercise.task, Play):
        return
    seen = set()
    for line in exercise.task.lines:
        position = exercise.position
        for ply in range(0, len(line), 2):
            played = line[:ply]
            if played not in seen:
                seen.add(played)
                yield Stage(exercise, position, played, _right(exercise.task.lines, played))
            for move in line[ply : ply + 2]:
                position = position.play(move)


def _right(lines: tuple[Line, ...], played: Line) -> tuple[Move, ...]:
    ply = len(played)
    return tuple(
        line[ply] for line in lines if len(line) > ply and all(map(same, line[:ply], played))
    )


def wrong_moves(stage: Stage) -> list[Move]:
    """The legal moves that are not asked for."""
    legal = stage.position.legal_moves()
    return [move for move in legal if not any(same(move, right) for right in stage.right)]


def attempts(position: Position) -> Iterator[Attempt]:
    """Every piece to every square, with the opponent's pieces between left and taken off; put on a
    light square, back, or beside the board; legal moves with too few or too many taken off."""
    board, pieces = position.variant.geometry, position.pieces()
    yield Attempt(None, None)
    for move in position.legal_moves():
        yield Attempt(move.start, move.end, move.captured[:-1])
        yield Attempt(move.start, move.end, (*move.captured, move.start))
    for start, piece in pieces.items():
        yield Attempt(start, None)
        yield Attempt(start, None, on_light=True)
        yield Attempt(start, start)
        for end in set(range(1, board.squares + 1)) - {start}:
            yield Attempt(start, end)
            between = [at for at in board.between(start, end) if at in pieces]
            foes = tuple(at for at in between if pieces[at].color is not piece.color)
            if foes:
                yield Attempt(start, end, foes)


def attempt_of(move: Move) -> Attempt:
    """A move carried out as it should be."""
    return Attempt(move.start, move.end, move.route.captured, route=move.route.path)
