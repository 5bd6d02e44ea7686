"""Lessons and kept games tell what stands where too, and lead step by step who does not see."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from announcer.answers import Question
from announcer.catalogue import Catalogue
from board_io.events import BoardButton
from companion.keyboard import ByEarTyped, QuestionTyped
from companion.lessons.course import course_from
from companion.lessons.pupil import Passer
from companion.lessons.texts import load_lesson_texts
from companion.lessons.tutor import Tutor, Words
from companion.mode import Guest, Table
from companion.playback import Playback, Step
from companion.session import Told
from companion.store import Store
from companion.texts import load_texts
from reconciler.timing import DEFAULT
from rules.snapshot import Reading, SensorKind, Snapshot
from tests.companion.test_session import Table as Players

NL = Catalogue.load("nl")
EMPTY = Snapshot.of(50, {})


def heard(told: Sequence[Told]) -> list[str]:
    return [NL.sentence(a) for one in told for a in one.announcements if not a.is_silent]


def tutor(by_ear: bool = True) -> Guest:
    words = Words(load_texts("nl"), load_lesson_texts("nl"))
    table = Table(False, SensorKind.COLOR, DEFAULT, by_ear)
    return Tutor(course_from("coup_turc-1"), Passer(), words, table)


@pytest.fixture
def playback() -> Playback:
    store = Store(None)
    Players(store).play("32-28", "19-23", "28x19")
    return Playback(store.load(1), load_texts("nl"), by_ear=True)


@pytest.mark.parametrize("wish", [QuestionTyped(Question.KINGS), QuestionTyped(Question.ROW, 9)])
def test_a_lesson_tells_what_stands_in_its_position(wish: QuestionTyped) -> None:
    lesson = tutor()
    lesson.observe(EMPTY, 1.0)
    assert "Dammen van wit: 9." in heard(lesson.ask(wish, 2.0))


def test_clock_pads_tell_the_task_again_and_read_out_the_board() -> None:
    lesson = tutor()
    lesson.observe(EMPTY, 1.0)
    task = heard(lesson.ask(BoardButton.WHITE_CLOCK, 2.0))
    read = heard(lesson.ask(BoardButton.BLACK_CLOCK, 3.0))
    assert not set(task) & set(read)
    assert any(line.startswith("Schijven van zwart:") for line in read)
    assert heard(lesson.ask(QuestionTyped(Question.DUTY), 4.0))  # no answer is given away
    assert not any("moet slaan" in line for line in heard(lesson.ask(BoardButton.WHITE_CLOCK, 5.0)))


@pytest.mark.parametrize("by_ear", [True, False])
def test_what_was_put_right_is_confirmed_to_who_does_not_see_it(by_ear: bool) -> None:
    lesson = tutor(by_ear=False)
    lesson.ask(ByEarTyped(by_ear), 0.5)
    lesson.observe(EMPTY, 1.0)
    wanted = lesson.game.position.pieces()
    lesson.advance(3.0)
    square = min(wanted)
    lesson.observe(Snapshot.of(50, {square: Reading[wanted[square].color.name]}), 4.0)
    told = heard(lesson.advance(6.0))
    assert (f"Veld {square} is goed." in told) is by_ear
    assert told


def test_a_kept_game_is_led_piece_by_piece_and_its_captures_jump_by_jump(
    playback: Playback,
) -> None:
    playback.observe(EMPTY, 1.0)
    told = heard(playback.advance(5.0))
    assert told == ["Zet een zwarte schijf op 1."]
    for _ in range(2):
        playback.ask(Step(1), 6.0)
    assert "Wit slaat: 28 over 23 naar 19." in heard(playback.ask(Step(1), 7.0))
    assert heard(playback.ask(QuestionTyped(Question.SQUARE, 19), 8.0)) == [
        "Op 19 staat een witte schijf."
    ]
    assert heard(playback.ask(BoardButton.BLACK_CLOCK, 9.0))
