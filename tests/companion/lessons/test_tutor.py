"""Lessons on the board, as pure play: the position comes up step by step, tries are answered."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from announcer.lights import LightColor
from board_io.events import BoardButton
from companion.database import Database
from companion.lessons.course import course_from
from companion.lessons.diary import Diary
from companion.lessons.library import exercise, lesson, lesson_ids, lessons
from companion.lessons.mistakes import why_not
from companion.lessons.model import Choose, Judge, Play, Point, Task
from companion.lessons.playing import same
from companion.lessons.pupil import Child, Passer, Pupil
from companion.lessons.texts import load_lesson_texts
from companion.lessons.tutor import FRAME_S, Tutor, Words
from companion.lessons.wishes import Pick, PointAt, Wish, wish_sent
from companion.mode import Table
from companion.session import Told
from companion.texts import load_texts
from reconciler.timing import DEFAULT
from rules.move import Move
from rules.piece import Piece
from rules.position import Position
from rules.snapshot import Reading, SensorKind, Snapshot

EXERCISES = [one for each in lessons() for one in each.exercises]
DUTCH = load_lesson_texts("nl")
WORDS = Words(load_texts("nl"), DUTCH)
RIGHT = "Alles staat goed. Wit is aan zet."


def seen(position: Position, sensor: SensorKind = SensorKind.COLOR) -> Snapshot:
    """What a board of this kind shows."""
    readings = {n: _reading(piece, sensor) for n, piece in position.pieces().items()}
    return Snapshot.of(position.variant.squares, readings)


def _reading(piece: Piece, sensor: SensorKind) -> Reading:
    match sensor:
        case SensorKind.OCCUPANCY:
            return Reading.OCCUPIED
        case SensorKind.COLOR:
            return Reading[piece.color.name]
        case SensorKind.COLOR_KINGS:
            return Reading[f"{piece.color.name}_{piece.role.name}"]


class Bench:
    """A child at a board, and what it hears."""

    def __init__(
        self,
        what: str,
        pupil: Pupil | None = None,
        turned: bool = False,
        sensor: SensorKind = SensorKind.COLOR,
    ) -> None:
        table = Table(turned, sensor, DEFAULT)
        self.sensor = sensor
        self.tutor = Tutor(course_from(what), pupil or Passer(), WORDS, table)
        self.now = 10.0
        self.heard: list[str] = []

    @property
    def position(self) -> Position:
        return self.tutor.game.position

    @property
    def stage(self) -> object:
        return self.tutor.shown.values["stage"]

    def shows(self, position: Position, seconds: float = 3.0) -> None:
        snapshot = seen(position, self.sensor)
        snapshot = snapshot.turned() if self.tutor.turned else snapshot
        self._hear(self.tutor.observe(snapshot, self.now))
        self.rests(seconds)

    def pieces(self, change: dict[int, object], seconds: float = 3.0) -> None:
        """The board of now, with other squares: None for an empty one."""
        pieces = {n: p for n, p in (self.position.pieces() | change).items() if p}
        self.shows(Position.of(self.position.variant, self.position.turn, pieces), seconds)  # type: ignore[arg-type]

    def rests(self, seconds: float) -> None:
        until = self.now + seconds
        while (due := self.tutor.next_deadline) is not None and due <= until:
            self.now = max(self.now, due)
            self._hear(self.tutor.advance(self.now))
        self.now = until

    def asks(self, wish: object) -> None:
        self.now += 1.0
        self._hear(self.tutor.ask(wish, self.now))

    def types(self, line: str) -> None:
        self.asks(self.tutor.understand(line))

    def _hear(self, told: Sequence[Told]) -> None:
        self.heard += [
            DUTCH.catalogue.sentence(one)
            for moment in told
            for one in moment.announcements
            if not one.is_silent
        ]

    def lit(self, color: LightColor) -> set[int]:
        return {n for n, light in self.tutor.lights.items() if light.color is color}


@pytest.mark.parametrize("turned", [False, True])
def test_a_position_is_set_up_one_piece_at_a_time_by_light_and_words(turned: bool) -> None:
    bench = Bench("coup_turc-1", turned=turned)
    start, wanted = Position.start(bench.position.variant), bench.position
    pieces = start.pieces()
    bench.shows(start)
    steps = 0
    while bench.stage == "placing":
        lit = bench.tutor.lights
        assert 1 <= len(lit) <= 2
        assert all(str(square) in bench.heard[-1] for square in lit)
        missing = bench.lit(LightColor.GREEN) | bench.lit(LightColor.WHITE)
        for square in bench.lit(LightColor.ORANGE):
            del pieces[square]
        for square in missing:
            pieces[square] = wanted.pieces()[square]
        bench.shows(Position.of(start.variant, start.turn, pieces))
        steps += 1
        assert steps < 60
    assert bench.heard[-2] == RIGHT
    assert bench.heard[-1] == "Sla met de dam, en let op wat er dan gebeurt."


def test_a_bump_is_forgiven_and_the_same_is_not_told_twice() -> None:
    bench = Bench("coup_turc-1")
    pieces = bench.position.pieces()
    bench.pieces({13: None})
    told = list(bench.heard)
    assert told[-1].endswith("op 13.")
    bench.pieces({13: None, 21: None}, seconds=1.0)
    bench.pieces({13: None}, seconds=20.0)
    assert bench.heard == told
    bench.pieces({13: pieces[13]})
    assert bench.stage == "trying"


def test_nothing_is_told_of_a_square_with_a_hand_over_it() -> None:
    bench = Bench("coup_turc-1")
    bench.pieces({13: None})
    told = list(bench.heard)
    readings = list(seen(bench.position).readings)
    readings[13 - 1] = readings[21 - 1] = Reading.EMPTY
    covered = Snapshot(tuple(readings), hidden=frozenset({21}))
    bench._hear(bench.tutor.observe(covered, bench.now))
    bench.rests(30)
    assert bench.heard == told
    bench.shows(bench.position)
    assert bench.stage == "trying"


@pytest.mark.parametrize("name", ["coup_turc-1", "exchange-1", "combination-1", "shots_3-1"])
def test_a_whole_exercise_with_the_opponents_replies_carried_out(name: str) -> None:
    bench = Bench(name)
    bench.shows(bench.position)
    for _ in range(12):
        if bench.stage == "solved":
            break
        before = bench.position
        task = exercise(name).task
        assert isinstance(task, Play)
        move = next(m for m in before.legal_moves() if _is_on_line(task, before, m, name))
        bench.shows(before.play(move))
        if bench.stage != "solved":  # the reply is lit and told until it is made
            assert "De ander" in bench.heard[-1]
            assert bench.tutor.lights
            bench.shows(bench.position)
            assert bench.heard[-1].startswith("Alles staat goed")
    assert bench.stage == "solved"


def _is_on_line(task: Play, position: Position, move: Move, name: str) -> bool:
    for line in task.lines:
        at = exercise(name).position
        for wanted in line:
            if at == position and same(wanted, move):
                return True
            at = at.play(wanted)
    return False


@pytest.mark.parametrize("sensor", SensorKind)
def test_every_exercise_can_be_done_to_its_end(sensor: SensorKind) -> None:
    for one in EXERCISES:
        bench = Bench(one.id, sensor=sensor)
        bench.shows(one.position)
        does(bench, one.task)
        assert bench.stage == "solved", (one.id, bench.heard)


def does(bench: Bench, task: Task) -> None:
    """What a child does who knows the answer."""
    match task:
        case Play(lines=(line, *_)):
            for move in line[::2]:
                bench.shows(bench.position.play(move))
                if bench.stage != "solved":
                    bench.shows(bench.position)  # with the reply
        case Point(squares=squares, any_one=any_one):
            for square in sorted(squares)[: 1 if any_one else None]:
                bench.asks(PointAt(square))
        case Judge(allowed=allowed):
            bench.asks(Pick("yes" if allowed else "no"))
        case Choose(answer=answer):
            bench.asks(Pick(answer))


def test_every_wrong_try_is_answered_and_taken_back_by_light() -> None:
    """Each legal move that is not asked for, and a quiet move where a capture is due."""
    for name in ("combination-1", "must_capture-1", "promotion-1"):
        task = exercise(name).task
        assert isinstance(task, Play)
        start = exercise(name).position
        right = tuple(line[0] for line in task.lines)
        for move in start.legal_moves():
            if any(same(move, one) for one in right):
                continue
            bench = Bench(name)
            bench.shows(start)
            told = len(bench.heard)
            bench.shows(start.play(move))
            why = DUTCH.written(why_not(start, move, task.goal, right))
            assert bench.heard[told] == why, move
            assert bench.lit(LightColor.GREEN), move
            bench.shows(start)
            assert bench.heard[-1] == RIGHT
            assert bench.stage == "trying"


def test_a_missed_capture_is_told_without_giving_it_away() -> None:
    bench = Bench("must_capture-1")
    bench.shows(bench.position)
    pieces = bench.position.pieces()
    bench.pieces({25: None, 20: pieces[25]})
    assert bench.heard[-2:] == ["Kijk nog eens: wit moet slaan.", "Zet het stuk van 20 op 25."]
    assert set(bench.tutor.lights) == {20, 25}


def test_hints_come_in_steps_and_the_solution_as_moving_lights() -> None:
    bench = Bench("coup_turc-1")
    bench.shows(bench.position)
    seen_lights = []
    for _ in range(3):
        bench.asks(BoardButton.CONFIRM)
        seen_lights.append(set(bench.tutor.lights))
    assert seen_lights[0] == set()
    assert seen_lights[1] == {9}
    assert seen_lights[2] == {9, 13, 27, 38, 49, 44, 40}
    bench.types("oplossing")
    way = []
    for _ in range(5):
        way.append(set(bench.tutor.lights))
        bench.rests(FRAME_S)
    assert way == [{9}, {13, 27}, {38, 49}, {44, 40}, {13, 38, 44, 40}]
    bench.rests(3.0)
    assert bench.stage == "trying"
    assert bench.tutor.shown.values["hints"] == 3


def test_answers_are_pointed_at_picked_typed_or_chosen_by_button() -> None:
    bench = Bench("board-1")
    empty = bench.position
    bench.shows(empty)
    man = Position.start(empty.variant).pieces()[31]
    bench.pieces({5: man})
    assert "5" in bench.heard[-1]
    bench.shows(empty)
    bench.pieces({46: man})
    assert bench.stage == "solved"
    bench.shows(empty)
    bench.asks(BoardButton.CONFIRM)  # the next one
    bench.asks(PointAt(5))
    assert bench.stage == "solved"
    bench.types("volgende")
    bench.asks(BoardButton.TAKE_BACK)
    first = bench.heard[-1]
    bench.asks(BoardButton.TAKE_BACK)
    assert bench.heard[-1] != first
    bench.asks(BoardButton.CONFIRM)
    assert bench.stage == "solved"
    judge = Bench("must_capture-6")
    judge.types("ja")
    judge.shows(judge.position)
    judge.types("nee")
    assert judge.stage == "solved"


def test_the_next_exercise_begins_when_the_board_is_cleared() -> None:
    bench = Bench("coup_turc-1")
    start = bench.position
    bench.shows(start)
    bench.shows(start.play(start.legal_moves()[0]))
    assert bench.stage == "solved"
    bench.rests(60)
    assert bench.tutor.shown.values["at"] == 1
    bench.pieces({33: None})
    assert bench.tutor.shown.values["at"] == 2
    assert bench.heard[-1].startswith(("Zet", "Haal", "Op"))
    bench.asks(BoardButton.NEW_GAME)
    assert bench.tutor.is_over


def test_what_a_child_did_is_kept_and_it_goes_on_from_there() -> None:
    diary = Diary(Database(None))
    at = datetime(2026, 11, 30, tzinfo=UTC)
    bench = Bench("coup_turc-1", Child("Anna", diary, pytest.fail, lambda: at))
    start = bench.position
    bench.shows(start)
    bench.pieces({9: None, 14: start.pieces()[9]})
    bench.shows(start)
    bench.asks(Wish.HINT)
    bench.shows(start.play(start.legal_moves()[0]))
    (sitting,) = diary.sittings("anna")
    assert (sitting.exercise, sitting.tries, sitting.hints) == ("coup_turc-1", 2, 1)
    assert sitting.solved
    assert course_from("coup_turc", ["coup_turc-1"]).exercise.id == "coup_turc-2"
    assert course_from("", ["board-1"]).exercise.id == "board-2"


def test_who_looks_at_the_solution_afterwards_has_solved_it_alone() -> None:
    diary = Diary(Database(None))
    bench = Bench("coup_turc-1", Child("Anna", diary, pytest.fail))
    bench.shows(bench.position)
    bench.shows(bench.position.play(bench.position.legal_moves()[0]))
    bench.asks(Wish.SOLUTION)
    bench.rests(10)
    (sitting,) = diary.sittings("anna")
    assert sitting.alone


def test_a_course_goes_up_the_ladder_to_its_end() -> None:
    course = course_from(f"{lesson_ids()[-2]}-1")
    count = 1
    while course.has_next:
        course.go_on()
        count += 1
    assert count == sum(len(lesson(name).exercises) for name in lesson_ids()[-2:])


@pytest.mark.parametrize(
    ("body", "wish"),
    [
        ({"wish": "hint"}, Wish.HINT),
        ({"point": 46}, PointAt(46)),
        ({"pick": "yes"}, Pick("yes")),
        ({"point": 51}, None),
        ({"point": True}, None),
        ({"wish": "dance"}, None),
        ({}, None),
    ],
)
def test_what_the_page_sends_is_a_wish_or_is_refused(body: dict[str, object], wish: object) -> None:
    from companion.errors import InputError

    if wish is not None:
        assert wish_sent(body) == wish
    else:
        with pytest.raises(InputError, match="a lesson takes"):
            wish_sent(body)
