"""The solution as moving lights."""

from __future__ import annotations

import pytest

from announcer.lights import Meaning
from companion.lessons.library import exercise, lessons
from companion.lessons.model import Exercise, Play
from companion.lessons.solution import solution_frames
from rules.piece import WHITE_KING

EXERCISES = [exercise for lesson in lessons() for exercise in lesson.exercises]


def test_a_capture_is_walked_jump_by_jump_and_captured_pieces_stay_till_the_end() -> None:
    found = exercise("multiple_capture-1")
    lifted, first, second, done = solution_frames(found)
    assert lifted.lights == {29: Meaning.MUST_MOVE.value}
    assert first.lights == {20: Meaning.GOES_HERE.value, 24: Meaning.TAKE_OFF.value}
    assert second.lights == {9: Meaning.GOES_HERE.value, 14: Meaning.TAKE_OFF.value}
    assert {14, 24} <= set(first.pieces) & set(second.pieces)
    assert set(done.pieces) == {9, 40}


def test_a_new_king_stands_at_the_end() -> None:
    assert WHITE_KING in solution_frames(exercise("promotion-1"))[-1].pieces.values()


@pytest.mark.parametrize("found", EXERCISES, ids=lambda e: e.id)
def test_every_solution_can_be_shown(found: Exercise) -> None:
    frames = solution_frames(found)
    assert frames
    if isinstance(found.task, Play):
        after = found.position
        for move in found.task.lines[0]:
            after = after.play(move)
        assert dict(frames[-1].pieces) == after.pieces()
