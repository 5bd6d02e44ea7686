"""Whole lessons in the dark: positions set up, moves, answers, mistakes, by ear and hand alone."""

from __future__ import annotations

import pytest

from announcer.catalogue import Catalogue
from board_io.events import BoardButton
from companion.lessons.course import course_from
from companion.lessons.library import lesson
from companion.lessons.pupil import Passer
from companion.lessons.texts import load_lesson_texts
from companion.lessons.tutor import Tutor, Words
from companion.mode import Table
from companion.texts import load_texts
from reconciler.timing import DEFAULT
from rules.position import Position
from rules.snapshot import SensorKind
from tests.companion.by_ear.ear import Ear
from tests.companion.by_ear.pupil import BlindPupil
from tests.companion.by_ear.room import DarkRoom


class Lesson:
    """A board that still shows the start of a game, and a pupil who does not see it."""

    def __init__(self, name: str, language: str, sensor: SensorKind) -> None:
        catalogue = Catalogue.load(language)
        words = Words(load_texts(language), load_lesson_texts(language))
        self.exercises = len(lesson(name).exercises)
        self.tutor = Tutor(
            course_from(name), Passer(), words, Table(False, sensor, DEFAULT, by_ear=True)
        )
        self.room = DarkRoom(catalogue, Position.start(), sensor)
        self.pupil = BlindPupil(Ear(catalogue))
        self.room.hears = self.pupil.hears

    def is_taken(self) -> None:
        self.room.begin(self.tutor)
        for _ in range(200 * self.exercises):
            self.room.listens(at_least_s=1.0)
            if self.pupil.is_done or self.pupil.solved >= self.exercises:
                return
            match self.pupil.does():
                case BoardButton() as button:
                    self.room.note(self.tutor.ask(button, self.room.now))
                case gesture:
                    self.room.moves(gesture)
        raise AssertionError(self.pupil.heard[-10:])


@pytest.mark.parametrize(
    ("name", "language", "sensor"),
    [
        ("board", "nl", SensorKind.COLOR),
        ("exchange", "nl", SensorKind.COLOR),
        ("coup_turc", "en", SensorKind.COLOR_KINGS),
        ("must_capture", "en", SensorKind.COLOR),
        ("set_up", "en", SensorKind.OCCUPANCY),
    ],
)
def test_a_whole_lesson_is_taken_by_what_is_heard(
    name: str, language: str, sensor: SensorKind
) -> None:
    taken = Lesson(name, language, sensor)
    taken.is_taken()
    assert taken.pupil.solved == taken.exercises
    heard = {one.what.partition(".")[0] for one in taken.pupil.heard}
    assert {"lesson", "ask", "praise"} <= heard
    assert heard & {"hint", "set_up"}
    if taken.pupil.errors:
        assert "square_right" in heard
