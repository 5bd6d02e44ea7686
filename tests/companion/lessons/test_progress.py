"""What children solved: kept, and summed up for the child and for the class."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from companion.database import Database
from companion.lessons.diary import Diary
from companion.lessons.library import lesson, lessons
from companion.lessons.progress import Sitting, class_overview, report
from companion.players.register import Register

BEGUN = datetime(2026, 11, 2, 9, 0, tzinfo=UTC)


def sat(
    child: str, exercise: str, minute: int, tries: int = 1, hints: int = 0, solved: bool = True
) -> Sitting:
    return Sitting(child, exercise, BEGUN + timedelta(minutes=minute), tries, hints, solved)


SITTINGS = [
    sat("Anna", "capture-1", 0),
    sat("Bram", "capture-1", 1, tries=3, solved=False),
    sat("anna", "capture-2", 2, tries=2, hints=3),
    sat("Bram", "capture-1", 3, tries=2, hints=2, solved=False),
    sat("Cas", "capture-1", 4, tries=6, solved=False),
    sat("Cas", "capture-2", 5, tries=1, solved=False),
]


def test_a_child_has_solved_what_it_solved_once() -> None:
    anna = report([one for one in SITTINGS if one.child.lower() == "anna"])
    assert anna.solved == {"capture-1", "capture-2"}
    assert anna.alone == {"capture-1"}
    assert (anna.tries, anna.hints) == (3, 1)
    assert anna.share(lesson("capture")) == (2, len(lesson("capture").exercises))
    following = anna.next_in([lesson("capture")])
    assert following is not None
    assert following.id == "capture-3"
    everything = report([sat("Anna", e.id, 0) for one in lessons() for e in one.exercises])
    assert everything.next_in(lessons()) is None


def test_the_teacher_sees_first_who_is_stuck() -> None:
    overview = class_overview(SITTINGS)
    assert [(one.child, one.stuck_on) for one in overview] == [
        ("Bram", "capture-1"),
        ("anna", None),
        ("Cas", None),
    ]
    solved = class_overview([*SITTINGS, sat("Bram", "capture-1", 9)])
    assert [one.stuck_on for one in solved] == [None, None, None]


def test_sittings_are_kept_and_come_back() -> None:
    diary = Diary(Database(None))
    for one in SITTINGS:
        diary.keep(one)
    assert diary.sittings() == SITTINGS
    assert [one.exercise for one in diary.sittings("ANNA")] == ["capture-1", "capture-2"]


def test_a_sitting_that_goes_on_replaces_what_was_kept_of_it() -> None:
    diary = Diary(Database(None))
    diary.keep(sat("Anna", "capture-1", 0, tries=1, solved=False))
    diary.keep(sat("Anna", "capture-1", 0, tries=2, hints=1))
    assert diary.sittings() == [sat("Anna", "capture-1", 0, tries=2, hints=1)]


def test_a_child_is_a_player_who_can_be_renamed_and_forgotten() -> None:
    database = Database(None)
    diary, register = Diary(database), Register(database)
    for one in SITTINGS:
        diary.keep(one)
    assert register.names() == ["Anna", "Bram", "Cas"]
    register.rename("Bram", "Bas")
    assert len(diary.sittings("bas")) == 2
    register.merge("Cas", "Bas")
    register.delete("Anna")
    assert {one.child for one in diary.sittings()} == {"Bas"}
    assert len(diary.sittings()) == 4
