"""The board is lent to a lesson: who does it, from which exercise on, in which words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.database import Database
from companion.lessons.course import course_from
from companion.lessons.diary import Diary
from companion.lessons.progress import report
from companion.lessons.pupil import Child, Passer
from companion.lessons.texts import load_lesson_texts
from companion.lessons.tutor import Tutor, Words
from companion.mode import Lend
from companion.players.names import clean_name
from companion.texts import load_texts


@dataclass(frozen=True, slots=True)
class Lender:
    """Lends the board to lessons in one language. What the children do is kept in `database`;
    `fails` is told where that does not succeed."""

    database: Database
    language: str
    fails: Callable[[str], None]

    def __call__(self, what: str = "", child: str = "") -> Lend:
        """From an exercise or a lesson on; without one the child goes on where it was. Raises
        InputError, and StoreError where the diary cannot be read."""
        diary = Diary(self.database)
        name = clean_name(child) if child.strip() else ""
        sittings = diary.sittings(name) if name else []
        course = course_from(what, report(sittings).solved if sittings else ())
        pupil = Child(name, diary, self.fails) if name else Passer()
        words = Words(load_texts(self.language), load_lesson_texts(self.language))
        return Lend(lambda table: Tutor(course, pupil, words, table))
