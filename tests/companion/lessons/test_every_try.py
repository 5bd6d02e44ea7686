"""Whatever a child tries in whatever exercise, the answer fits: it says why, gives no solution away
and praises nothing that is wrong. Legal moves, squares and answers are all tried, of the illegal
attempts a sample of every stage; `python -m tests.companion.lessons.test_every_try` tries them
all."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator

import pytest

from announcer.announcement import Announcement, Kind
from companion.lessons.answering import ChoosePractice, JudgePractice, PointPractice
from companion.lessons.goals import gain
from companion.lessons.library import lessons
from companion.lessons.model import Aim, Exercise, Play
from companion.lessons.practice import Answer, Verdict
from companion.lessons.practising import practise
from companion.lessons.texts import LessonTexts, Saying, Told, languages, load_lesson_texts
from companion.lessons.wordings import REST_S, Wordings
from rules.judge import judge
from rules.move import Move
from rules.piece import Role
from rules.position import Position
from rules.ruling import Attempt
from rules.unfinished import capture_states
from tests.companion.lessons.tries import Stage, attempt_of, attempts, stages, wrong_moves

EXERCISES = [exercise for lesson in lessons() for exercise in lesson.exercises]
STAGES = [stage for exercise in EXERCISES for stage in stages(exercise)]
TEXTS = [load_lesson_texts(language) for language in languages()]
SAMPLE = 16
"""Attempts of each stage."""

MISSED_CAPTURE = {Kind.CAPTURE_OBLIGATORY, Kind.CAPTURED_PIECE_LEFT}
LESSER_CAPTURE = {Kind.MAJORITY_CAPTURE, Kind.CAPTURE_UNFINISHED, Kind.CAPTURED_PIECE_LEFT}
TAKEN_OFF = {Kind.WRONG_PIECE_REMOVED}
MOTION = {
    Role.MAN: {
        *(Kind.MAN_MOVE, Kind.MAN_NOT_FLYING, Kind.JUMPED_OWN, Kind.WRONG_DIRECTION),
        Kind.JUMPED_TWICE,
    },
    Role.KING: {Kind.KING_MOVE, Kind.KING_PATH_BLOCKED, Kind.JUMPED_TWICE},
}


def fitting(position: Position, tried: Attempt) -> set[Kind]:
    """What may be said of an illegal attempt, from what can be seen of it."""
    piece = position.piece_at(tried.start) if tried.start else None
    if tried.start is None or piece is None:
        return {Kind.PASS}
    if tried.on_light:
        return {Kind.LIGHT_SQUARE}
    if tried.end is None:
        return TAKEN_OFF
    if piece.color is not position.turn:
        return {Kind.NOT_YOUR_TURN}
    if tried.end == tried.start:
        return {Kind.PASS, *LESSER_CAPTURE, *(TAKEN_OFF if tried.removed else ())}
    if position.piece_at(tried.end) is not None:
        return {Kind.OCCUPIED}
    if not tried.removed and any(
        (m.start, m.end) == (tried.start, tried.end) for m in position.quiet_moves()
    ):
        return MISSED_CAPTURE
    made = [s for s in capture_states(position, tried.start) if s.square == tried.end]
    if any(set(tried.removed) <= state.captured for state in made):
        return LESSER_CAPTURE
    return MOTION[piece.role] | (TAKEN_OFF if tried.removed else set())


def rendered(told: Iterable[Told], texts: LessonTexts) -> str:
    return " ".join(texts.written(one) for one in told)


def squares_in(text: str) -> set[int]:
    return {int(number) for number in re.findall(r"\d+", text)}


def praised(text: str, texts: LessonTexts) -> bool:
    """Whether anything is said that is said of what is right."""
    for key in ("praise.words", "coach.good_so_far"):
        if any(str(words) in text for words in texts.wordings(key)):
            return True
    return False


def refuse(answer: Answer, verdict: Verdict, texts: LessonTexts) -> str:
    """The answer to a wrong try, once it is seen to be one."""
    assert answer.verdict is verdict
    text = rendered(answer.told, texts)
    assert text
    assert not praised(text, texts), text
    return text


def answered(stage: Stage, tried: Iterable[Attempt], texts: LessonTexts) -> Iterator[Answer]:
    """Each try by itself, long after the one before."""
    practice = stage.practice(Wordings(texts), 0.0)
    for number, attempt in enumerate(tried, start=1):
        yield practice.play(attempt, number * 2 * REST_S)
        assert practice.position == stage.position
        assert not practice.solved


def illegal(stage: Stage, sample: int | None) -> list[Attempt]:
    tried = list(attempts(stage.position))
    if sample is not None:
        tried = random.Random(stage.exercise.id).sample(tried, sample)
    return [one for one in tried if judge(stage.position, one).move is None]


def check_illegal_tries(stage: Stage, texts: LessonTexts, sample: int | None = SAMPLE) -> None:
    tried = illegal(stage, sample)
    for attempt, answer in zip(tried, answered(stage, tried, texts), strict=True):
        (fault,) = answer.told
        assert isinstance(fault, Announcement)
        assert fault.kind in fitting(stage.position, attempt), (stage.exercise.id, attempt)
        text = refuse(answer, Verdict.ILLEGAL, texts)
        own = {attempt.start, attempt.end, *attempt.removed} | set(fault.squares)
        assert squares_in(text) <= own, text
        if fault.kind in (MISSED_CAPTURE | LESSER_CAPTURE) - {Kind.CAPTURED_PIECE_LEFT}:
            assert not squares_in(text), text


@pytest.mark.parametrize("part", range(4))
def test_every_illegal_try_is_answered_by_the_rule_that_it_breaks(part: int) -> None:
    for number, stage in enumerate(STAGES[part::4]):
        check_illegal_tries(stage, TEXTS[number % len(TEXTS)])


@pytest.mark.parametrize("aim", Aim)
def test_every_legal_move_that_is_not_asked_for_is_told_what_it_lacks(aim: Aim) -> None:
    for number, stage in enumerate(STAGES):
        task = stage.exercise.task
        assert isinstance(task, Play)
        if task.goal.aim is not aim:
            continue
        texts = TEXTS[number % len(TEXTS)]
        tried = wrong_moves(stage)
        answers = answered(stage, map(attempt_of, tried), texts)
        for move, answer in zip(tried, answers, strict=True):
            (why,) = answer.told
            assert isinstance(why, Saying)
            assert is_true(why, stage, move), (stage.exercise.id, move, why)
            refuse(answer, Verdict.WRONG, texts)
            assert not any(gives_away(why, right) for right in stage.right), why


def gives_away(why: Saying, right: Move) -> bool:
    route = why.values.route
    return bool(route) and (route[0], route[-1]) == (right.start, right.end)


def is_true(why: Saying, stage: Stage, move: Move) -> bool:
    """Whether what is said of a move holds, by the rules alone."""
    before, after = stage.position, stage.position.play(move)
    replies = {(reply.start, reply.end): reply for reply in after.legal_moves()}
    reply = replies.get((why.squares[0], why.squares[-1]))
    same_piece = [right for right in stage.right if right.start == move.start]
    match why.key:
        case "coach.loses" | "coach.lost":
            return reply is not None and reply.is_capture and gain(before, move) < 0
        case "coach.gives_king":
            return reply is not None and reply.promotes
        case "coach.falls_in" | "coach.not_over":
            return reply is not None
        case "coach.gains_less":
            return gain(before, move) > 0
        case "coach.no_gain":
            return gain(before, move) <= 0
        case "coach.no_king":
            return not move.promotes
        case "coach.king_in_danger":
            return move.promotes and any(move.end in one.captured for one in replies.values())
        case "coach.no_exchange" | "coach.no_threat":
            return gain(before, move) >= 0
        case "coach.other_piece":
            return not same_piece
        case "coach.other_way" | "coach.other_landing":
            return bool(same_piece)
    return False


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_every_wrong_answer_and_every_wrong_square_is_refused_without_the_right_one(
    exercise: Exercise,
) -> None:
    texts = TEXTS[EXERCISES.index(exercise) % len(TEXTS)]
    practice = practise(exercise, Wordings(texts))
    match practice:
        case PointPractice(task=task):
            for square in set(range(1, 51)) - task.squares:
                answer = practice.point(square, square * 2 * REST_S)
                text = refuse(answer, Verdict.WRONG, texts)
                assert not squares_in(text) & task.squares, text
        case JudgePractice(task=task):
            refuse(practice.say(not task.allowed, 0.0), Verdict.WRONG, texts)
        case ChoosePractice(task=task):
            for number, option in enumerate(set(task.options) - {task.answer}):
                answer = practice.choose(option, number * 2 * REST_S)
                text = refuse(answer, Verdict.WRONG, texts)
                assert texts.choice(task.answer) not in text.lower().split()
    assert not practice.solved


if __name__ == "__main__":
    for at, each in enumerate(STAGES):
        check_illegal_tries(each, TEXTS[at % len(TEXTS)], sample=None)
    print(f"{len(STAGES)} stages: every illegal try has a fitting answer")
