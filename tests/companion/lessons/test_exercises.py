"""Every exercise that comes with the program, verified by the rules."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.lessons.goals import balance, is_reached, lines_to
from companion.lessons.library import exercise, lesson_ids, lessons
from companion.lessons.model import Aim, Choose, Exercise, Judge, Play, Point, SetUp
from companion.lessons.playing import same
from companion.lessons.rulings import verdict_on
from rules.counters import DrawCounters
from rules.game import Game
from rules.piece import Color, Role
from rules.position import Position

EXERCISES = [exercise for lesson in lessons() for exercise in lesson.exercises]
PLAYED = [exercise for exercise in EXERCISES if isinstance(exercise.task, Play)]


def named(exercise: Exercise) -> str:
    return exercise.id


def test_there_are_enough_of_every_kind_and_level() -> None:
    assert len(EXERCISES) >= 250
    assert {lesson.level for lesson in lessons()} == {1, 2, 3}
    assert {type(exercise.task) for exercise in EXERCISES} == {Play, Point, SetUp, Judge, Choose}
    assert sum(len(lesson.exercises) for lesson in lessons(level=1)) >= 150
    assert min(len(lesson.exercises) for lesson in lessons()) >= 3


def test_an_exercise_is_found_by_its_id_and_occurs_once() -> None:
    for found in EXERCISES:
        assert exercise(found.id) is found
    content = Counter((found.position.fen, found.task, found.ask) for found in EXERCISES)
    assert content.most_common(1)[0][1] == 1
    assert len(set(lesson_ids())) == len(lesson_ids())


@pytest.mark.parametrize("exercise", PLAYED, ids=named)
def test_the_lines_of_a_played_exercise_are_all_there_are(exercise: Exercise) -> None:
    task = exercise.task
    assert isinstance(task, Play)
    if task.goal.aim is Aim.LEGAL:
        legal = exercise.position.legal_moves()
        assert {line[0] for line in task.lines} <= set(legal)
        assert len(task.lines) == len(legal) or exercise.ask == "play_way"
        return
    found = lines_to(exercise.position, task.goal, task.moves, open_=is_open(exercise))
    assert {line[0] for line in task.lines} == {line[0] for line in found}
    assert set(task.lines) == set(found)


def is_open(exercise: Exercise) -> bool:
    """Whether the opponent is left a free move somewhere in the first line."""
    task = exercise.task
    assert isinstance(task, Play)
    return any(not move.is_capture for move in task.lines[0][1::2])


@pytest.mark.parametrize("exercise", PLAYED, ids=named)
def test_every_line_reaches_the_goal(exercise: Exercise) -> None:
    task = exercise.task
    assert isinstance(task, Play)
    for line in task.lines:
        after = exercise.position
        for move in line:
            assert any(same(move, legal) for legal in after.legal_moves())
            after = after.play(move)
        if task.goal.aim in (Aim.KING, Aim.WIN):
            assert is_reached(exercise.position, task.goal, after)
        if task.goal.aim is Aim.GAIN:
            won = -balance(after) - balance(exercise.position)
            assert won >= task.goal.count or not after.legal_moves()


@pytest.mark.parametrize("exercise", PLAYED, ids=named)
def test_an_exercise_leaves_something_to_find(exercise: Exercise) -> None:
    task, moves = exercise.task, exercise.position.legal_moves()
    assert isinstance(task, Play)
    if task.goal.aim is not Aim.LEGAL:
        assert len({line[0] for line in task.lines}) < len(moves)


@pytest.mark.parametrize("exercise", [e for e in EXERCISES if isinstance(e.task, Judge)], ids=named)
def test_the_rules_judge_as_the_exercise_says(exercise: Exercise) -> None:
    task = exercise.task
    assert isinstance(task, Judge)
    assert (verdict_on(exercise.position, task.attempt) is None) is task.allowed


def test_the_squares_to_point_at_are_where_the_rules_say() -> None:
    asked = {e.id: e for e in EXERCISES if isinstance(e.task, Point)}
    assert asked
    for found in asked.values():
        task, moves = found.task, found.position.legal_moves()
        assert isinstance(task, Point)
        if found.ask == "where_can_man":
            assert task.squares == {move.end for move in moves}
        elif found.ask == "where_can_king":
            (king,) = found.position.squares(found.position.turn, Role.KING)
            assert task.squares == {move.end for move in moves if move.start == king}
        elif found.ask in ("which_is_taken", "which_come_off"):
            assert task.squares == {square for move in moves for square in move.captured}
        else:
            assert found.ask in ("corner_white", "corner_black", "point_number")
            assert len(task.squares) == 1


def test_the_answers_that_the_rules_can_give_are_right() -> None:
    for found in EXERCISES:
        if not isinstance(found.task, Choose):
            continue
        position, answer = found.position, found.task.answer
        if found.ask == "who_won":
            lost = not position.legal_moves()
            assert answer == (position.turn.other.name.lower() if lost else "goes_on")
        elif found.ask == "how_many_taken":
            assert int(answer) == len(position.legal_moves()[0].captured)
        elif found.ask == "how_far_king":
            assert int(answer) == len(position.legal_moves())
        elif found.ask == "how_many_men":
            assert int(answer) == len(Position.start().squares(position.turn))


def test_the_counts_of_draws_are_those_of_the_rules() -> None:
    asked = {e.ask: e for e in EXERCISES if e.lesson == "draw"}
    for ask in ("moves_one_against_three", "moves_one_against_two"):
        found = asked[ask]
        assert isinstance(found.task, Choose)
        counters = Game(found.position).counters
        assert int(found.task.answer) == counters.endgame_limit // 2
    rules = DrawCounters()
    for ask, limit in (
        ("moves_kings_only", (rules.kings_only_limit or 0) // 2),
        ("same_position", rules.repetitions_limit),
    ):
        task = asked[ask].task
        assert isinstance(task, Choose)
        assert int(task.answer) == limit


SHOWN = {
    "capture_back": lambda p, m: p.variant.geometry.row(m.end) > p.variant.geometry.row(m.start),
    "multiple_capture": lambda p, m: len(m.captured) > 1,
    "once_only": lambda p, m: len(set(m.route.path)) < len(m.route.path),
    "back_row": lambda p, m: any(s <= 5 for s in m.route.path[1:-1]) and not m.promotes,
    "promotion": lambda p, m: m.promotes,
    "king_captures": lambda p, m: abs(m.route.path[1] - m.start) > 11,
    "sacrifice": lambda p, m: not m.is_capture,
    "shots_2": lambda p, m: not m.is_capture,
    "shots_5": lambda p, m: not m.is_capture,
}


@pytest.mark.parametrize("name", SHOWN)
def test_the_solutions_of_a_theme_show_it(name: str) -> None:
    for found in PLAYED:
        if found.lesson == name and isinstance(found.task, Play):
            assert all(SHOWN[name](found.position, line[0]) for line in found.task.lines), found.id


def test_the_shots_take_as_many_as_their_lesson_says() -> None:
    for taken in (2, 3, 4, 5):
        for found in PLAYED:
            if found.lesson == f"shots_{taken}" and isinstance(found.task, Play):
                assert len(found.task.lines[0][-1].captured) == taken


STANDARD = {
    "coup_philippe": ((27, 22), (34, 30)),
    "haarlem": ((28, 22), (34, 29)),
    "coup_royal": ((27, 22), (40, 7)),
    "coup_weiss": ((28, 22), (38, 32)),
    "coup_napoleon": ((28, 22), (26, 21)),
}


@pytest.mark.parametrize("name", STANDARD)
def test_a_famous_stroke_has_its_known_moves(name: str) -> None:
    for found in PLAYED:
        if found.lesson == name and isinstance(found.task, Play):
            played = [(move.start, move.end) for move in found.task.lines[0][::2]]
            assert set(STANDARD[name]) <= set(played), found.id


def test_positions_to_set_up_are_small_and_can_be_told_apart() -> None:
    """The same position is never asked twice, and the other way round it is another one."""
    asked = [found.position for found in EXERCISES if isinstance(found.task, SetUp)]
    assert len(asked) >= 9
    for position in asked:
        pieces = position.pieces()
        assert 0 < len(pieces) <= len(Position.start().pieces())
        assert all(position.squares(color) for color in Color)
    assert len({frozenset(position.pieces().items()) for position in asked}) == len(asked)
