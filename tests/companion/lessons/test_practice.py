"""What the coach answers: to every right try, every wrong one, every illegal one, and to a hint."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from announcer.announcement import Announcement, Kind
from announcer.lights import Meaning
from companion.lessons.answering import (
    ChoosePractice,
    JudgePractice,
    PointPractice,
    SetUpPractice,
)
from companion.lessons.library import exercise, lessons
from companion.lessons.model import Choose, Exercise, Judge, Lesson, Play, Point, SetUp
from companion.lessons.playing import PlayPractice, same
from companion.lessons.practice import HINTS, Answer, Verdict, introduction
from companion.lessons.practising import practise
from companion.lessons.texts import Saying, load_lesson_texts
from companion.lessons.wordings import REST_S, Wordings
from reconciler.transition import MovePlayed, Violation, ViolationCode, ViolationFound
from rules.move import Move
from rules.ply import Ply
from rules.position import Position
from rules.ruling import Attempt
from rules.snapshot import Reading, Snapshot

TEXTS = load_lesson_texts("nl")
EXERCISES = [exercise for lesson in lessons() for exercise in lesson.exercises]
PLAYED = [exercise for exercise in EXERCISES if isinstance(exercise.task, Play)]
NOW = 100.0


def attempt_of(move: Move) -> Attempt:
    return Attempt(move.start, move.end, move.captured, move.route.path)


def at_every_turn(exercise: Exercise) -> Iterator[tuple[PlayPractice, Position]]:
    """The practice of an exercise before each of the learner's moves of its first line; a new one
    each time it is asked for, so that it may be spoilt."""
    task = exercise.task
    assert isinstance(task, Play)
    for ply in range(0, len(task.lines[0]), 2):
        practice = PlayPractice(exercise, task, Wordings(TEXTS))
        for move in task.lines[0][:ply:2]:
            practice.play(attempt_of(move), NOW - 2 * REST_S)
        yield practice, practice.position


def is_told(answer: Answer) -> bool:
    sentences = [TEXTS.written(told) for told in answer.told]
    spoken = [TEXTS.spoken(told) for told in answer.told]
    return bool(sentences) and all(sentences) and not any("{" in s for s in sentences + spoken)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.id)
def test_the_shown_solution_solves_it(exercise: Exercise) -> None:
    practice = practise(exercise, Wordings(TEXTS))
    assert is_told(practice.begin(NOW))
    match practice:
        case PlayPractice(task=task):
            answers = [practice.play(attempt_of(move), NOW) for move in task.lines[0][::2]]
            assert [answer.reply for answer in answers] == [*task.lines[0][1::2], None]
        case PointPractice(task=task):
            answers = [practice.point(square, NOW) for square in sorted(task.squares)]
        case JudgePractice(task=task):
            answers = [practice.say(task.allowed, NOW)]
        case ChoosePractice(task=task):
            answers = [practice.choose(task.answer, NOW)]
        case SetUpPractice():
            pieces = exercise.position.pieces()
            colors = {"W": Reading.WHITE, "B": Reading.BLACK}
            seen = {square: colors[piece.color.value] for square, piece in pieces.items()}
            answer = practice.look(Snapshot.of(50, seen), NOW)
            assert answer is not None
            answers = [answer]
    assert [answer.verdict for answer in answers[:-1]] == [Verdict.MORE] * (len(answers) - 1)
    assert answers[-1].verdict is Verdict.RIGHT
    assert all(is_told(answer) for answer in answers)
    assert practice.solved
    assert practice.tries == 1


@pytest.mark.parametrize("exercise", PLAYED, ids=lambda e: e.id)
def test_every_line_is_accepted_and_every_other_legal_move_is_answered(exercise: Exercise) -> None:
    task = exercise.task
    assert isinstance(task, Play)
    for practice, position in at_every_turn(exercise):
        ply = len(practice._played)
        right = [line[ply] for line in practice._open_lines()]
        for move in position.legal_moves():
            if any(same(move, wanted) for wanted in right):
                continue
            answer = practice.play(attempt_of(move), NOW)
            assert answer.verdict is Verdict.WRONG
            assert is_told(answer) or answer.lights
            assert answer.lights[move.start] == Meaning.GOES_HERE.value or move.start == move.end
            assert practice.position == position


def test_a_wrong_capture_does_not_give_the_right_one_away() -> None:
    found = exercise("most_pieces-1")
    practice = practise(found, Wordings(TEXTS))
    assert isinstance(practice, PlayPractice)
    answer = practice.play(Attempt(44, 39), NOW)
    (told,) = answer.told
    assert isinstance(told, Announcement)
    assert told.kind is Kind.CAPTURE_OBLIGATORY
    assert "13" not in TEXTS.written(told)


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda e: e.id)
def test_hints_go_step_by_step_to_the_answer(exercise: Exercise) -> None:
    practice = practise(exercise, Wordings(TEXTS))
    answers = [practice.hint(NOW) for _ in range(HINTS + 1)]
    assert all(is_told(answer) for answer in answers)
    assert answers[-1] == answers[-2]
    assert practice.hints == HINTS
    assert practice.tries == 0
    if isinstance(exercise.task, Play):
        move = exercise.task.lines[0][0]
        assert [len(answer.lights) > 0 for answer in answers[:3]] == [False, True, True]
        assert set(answers[1].lights) == {move.start}
        assert {move.start, move.end} <= set(answers[2].lights)


def test_wrong_points_answers_and_judgements_are_answered() -> None:
    for found in EXERCISES:
        practice = practise(found, Wordings(TEXTS))
        now = NOW
        match practice:
            case PointPractice(task=Point(squares=squares)):
                for square in set(range(1, 51)) - squares:
                    now += REST_S
                    answer = practice.point(square, now)
                    assert answer.verdict is Verdict.WRONG
                    assert is_told(answer)
            case JudgePractice(task=Judge(allowed=allowed)):
                answer = practice.say(not allowed, now)
                assert answer.verdict is Verdict.WRONG
                assert is_told(answer)
            case ChoosePractice(task=Choose(options=options, answer=right)):
                for option in set(options) - {right}:
                    answer = practice.choose(option, now)
                    assert answer.verdict is Verdict.WRONG
                    assert is_told(answer)


def test_what_the_reconciler_tells_is_answered() -> None:
    found = exercise("sacrifice-1")
    assert isinstance(found.task, Play)
    practice = PlayPractice(found, found.task, Wordings(TEXTS))
    first, reply, last = found.task.lines[0]
    position = found.position
    wrong = Violation(ViolationCode.PIECE_MISSING, (35,))
    fault = practice.hear(ViolationFound(NOW, wrong), NOW)
    assert fault is not None
    assert fault.verdict is Verdict.ILLEGAL
    after = position.play(first)
    more = practice.hear(MovePlayed(NOW, Ply(position, first, after), 0), NOW)
    assert more is not None
    assert (more.verdict, more.reply) == (Verdict.MORE, reply)
    # The learner carries out the reply: nothing to answer.
    between = after.play(reply)
    assert practice.hear(MovePlayed(NOW, Ply(after, reply, between), 1), NOW) is None
    done = practice.hear(MovePlayed(NOW, Ply(between, last, between.play(last)), 2), NOW)
    assert done is not None
    assert done.verdict is Verdict.RIGHT


def test_a_lesson_begins_with_what_it_is_about() -> None:
    for lesson in lessons():
        told = introduction(lesson)
        assert told is not None
        assert len(TEXTS.spoken(told)) > 20
    assert introduction(Lesson("mine", 0, ())) is None


def test_nothing_is_told_twice_within_a_minute() -> None:
    wordings = Wordings(TEXTS)
    praise = [wordings.fresh(Saying("praise.words"), NOW + n) for n in range(20)]
    told = [TEXTS.written(one) for one in praise if one is not None]
    assert len(told) == len(set(told)) == len(TEXTS.wordings("praise.words"))
    assert wordings.fresh(Saying("praise.words"), NOW + REST_S) is not None


def test_the_same_mistake_again_gets_other_words_and_then_lights_alone() -> None:
    practice = practise(exercise("must_capture-1"), Wordings(TEXTS))
    assert isinstance(practice, PlayPractice)
    answers = [practice.play(Attempt(45, 40), NOW + n) for n in range(9)]
    told = [TEXTS.written(one) for answer in answers for one in answer.told]
    assert len(told) == len(set(told)) >= 5
    assert all(answer.lights for answer in answers)
    assert practice.tries == 9


def test_the_set_up_is_helped_one_step_at_a_time() -> None:
    found = exercise("board-6")
    assert isinstance(found.task, SetUp)
    practice = practise(found, Wordings(TEXTS))
    assert isinstance(practice, SetUpPractice)
    seen = {s: Reading.WHITE if s > 30 else Reading.BLACK for s in (*range(1, 21), *range(31, 51))}
    missing = {square: reading for square, reading in seen.items() if square != 35}
    first = practice.look(Snapshot.of(50, missing), NOW)
    assert first is not None
    assert TEXTS.written(first.told[0]) == "Zet een witte schijf op 35."
    assert set(first.lights) == {35}
    assert practice.look(Snapshot.of(50, missing), NOW) is None
    turned = {51 - square: reading for square, reading in seen.items()}
    second = practice.look(Snapshot.of(50, turned), NOW)
    assert second is not None
    assert second.told == (Saying("coach.turn_board"),)
    done = practice.look(Snapshot.of(50, seen), NOW)
    assert done is not None
    assert done.verdict is Verdict.RIGHT
