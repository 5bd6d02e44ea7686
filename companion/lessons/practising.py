"""Begin with an exercise: the practice that fits its task.

    match practise(exercise, Wordings(texts)):
        case PlayPractice() as playing:      playing.hear(transition, now) or .play(attempt, now)
        case PointPractice() as pointing:    pointing.point(square, now)
        case JudgePractice() as judging:     judging.say(allowed, now)
        case ChoosePractice() as choosing:   choosing.choose(option, now)
        case SetUpPractice() as setting_up:  setting_up.look(snapshot, now)

All of them have `begin(now)`, `hint(now)`, `position`, `tries`, `hints` and `solved`.
"""

from __future__ import annotations

from companion.lessons.answering import (
    ChoosePractice,
    JudgePractice,
    PointPractice,
    SetUpPractice,
)
from companion.lessons.model import Choose, Exercise, Judge, Play, Point, SetUp
from companion.lessons.playing import PlayPractice
from companion.lessons.wordings import Wordings

AnyPractice = PlayPractice | PointPractice | JudgePractice | ChoosePractice | SetUpPractice


def practise(exercise: Exercise, wordings: Wordings) -> AnyPractice:
    """The exercise from its beginning."""
    match exercise.task:
        case Play() as task:
            return PlayPractice(exercise, task, wordings)
        case Point() as task:
            return PointPractice(exercise, task, wordings)
        case Judge() as task:
            return JudgePractice(exercise, task, wordings)
        case Choose() as task:
            return ChoosePractice(exercise, task, wordings)
        case SetUp():
            return SetUpPractice(exercise, wordings)
