"""Write the lessons that are found by machine: opening traps, and shots of 2 to 5 pieces.

    python -m companion.lessons.generate [FOLDER]

Plays games from the start with moves that give nothing away, looks at every position on the way for
a shot with one first move only, and keeps those that are short, clear and unlike each other. The
same seed gives the same files.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.lessons.goals import gain, lines_to
from companion.lessons.model import Aim, Goal, Line
from companion.lessons.notation import line_text
from rules.move import Move
from rules.piece import Color
from rules.position import Position
from rules.variants import INTERNATIONAL

SEED = 2026
_PLIES = 70
_OPENING_PLIES = 16
_LARGEST = 22
"""Pieces on the board of a shot that is no opening trap: few enough to set up by hand."""
_MOST_GAINED = 6
_PER_LESSON = 10


@dataclass(frozen=True, slots=True)
class Shot:
    """A position, its goal, and every line that reaches it."""

    position: Position
    goal: Goal
    lines: list[Line]
    plies: int

    @property
    def taken(self) -> int:
        """How many pieces the last move takes."""
        return len(self.lines[0][-1].captured)

    @property
    def idea(self) -> tuple[object, ...]:
        """What makes it the same as another for somebody who learns it."""
        line = self.lines[0]
        return (line[0].short, line[-1].short)


def main(folder: Path) -> None:
    traps: list[Shot] = []
    shots: dict[int, list[Shot]] = {taken: [] for taken in (2, 3, 4, 5)}
    for shot in _found(random.Random(SEED)):
        if shot.plies <= _OPENING_PLIES:
            _keep(traps, shot)
        elif shot.taken in shots:
            _keep(shots[shot.taken], shot)
        if all(len(kept) == _PER_LESSON for kept in (traps, *shots.values())):
            break
    _write(folder / "opening_traps.toml", sorted(traps, key=_difficulty))
    for taken, kept in shots.items():
        _write(folder / f"shots_{taken}.toml", sorted(kept, key=_difficulty))


def _found(dice: random.Random) -> Iterator[Shot]:
    while True:
        position = Position.start()
        for ply in range(_PLIES):
            if ply <= _OPENING_PLIES or len(position.pieces()) <= _LARGEST:
                shot = _shot(position, ply)
                if shot:
                    yield shot
            moves = _sound(position)
            if not moves:
                break
            position = position.play(dice.choice(moves))


def _sound(position: Position) -> list[Move]:
    """The moves that give nothing away at once; all where there is no such move."""
    moves = list(position.legal_moves())
    return [move for move in moves if gain(position, move) >= 0] or moves


def _shot(position: Position, ply: int) -> Shot | None:
    """The largest shot of the side to move, seen from white, where there is exactly one."""
    moves = position.legal_moves()
    if len(moves) < 4 or moves[0].is_capture:
        return None
    best: tuple[Goal, list[Line]] | None = None
    for count in range(1, _MOST_GAINED + 1):
        goal = Goal(Aim.GAIN, count)
        lines = lines_to(position, goal, 2)
        if not lines:
            break
        best = goal, lines
    if best is None:
        return None
    goal, lines = best
    if len({line[0] for line in lines}) > 1 or len(lines) > 3 or len(lines[0]) < 3:
        return None
    return _white_to_move(position, goal, ply)


def _white_to_move(position: Position, goal: Goal, ply: int) -> Shot:
    if position.turn is Color.BLACK:
        turned = INTERNATIONAL.geometry.turned
        pieces = {
            turned(square): type(piece)(piece.color.other, piece.role)
            for square, piece in position.pieces().items()
        }
        position = Position.of(INTERNATIONAL, Color.WHITE, pieces)
    return Shot(position, goal, lines_to(position, goal, 2), ply)


def _keep(kept: list[Shot], shot: Shot) -> None:
    if len(kept) < _PER_LESSON and all(other.idea != shot.idea for other in kept):
        kept.append(shot)


def _difficulty(shot: Shot) -> tuple[int, int]:
    return (len(shot.lines[0]), len(shot.position.pieces()))


def _write(path: Path, shots: list[Shot]) -> None:
    parts = ["# Written by companion/lessons/generate.py.\nlevel = 2\n"]
    for shot in shots:
        lines = ", ".join(f'"{line_text(shot.position, line)}"' for line in shot.lines)
        parts.append(
            f'[[exercise]]\nfen = "{shot.position.fen}"\nask = "shot"\n'
            f'goal = "gain {shot.goal.count}"\nsolutions = [{lines}]\n'
        )
    path.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent / "themes")
