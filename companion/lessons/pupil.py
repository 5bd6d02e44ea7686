"""Who does the exercises, and the diary in which it is kept what became of them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Protocol

from companion.errors import StoreError
from companion.lessons.diary import Diary
from companion.lessons.progress import Sitting


class Pupil(Protocol):
    """Whoever does the exercises."""

    @property
    def name(self) -> str:
        """Empty: nobody in particular."""

    def sits_down(self, exercise: str) -> None:
        """This exercise begins."""

    def tried(self, tries: int, hints: int, solved: bool) -> None:
        """So far it came since then."""


class Passer:
    """Somebody who tries a lesson; nothing is kept."""

    name = ""

    def sits_down(self, exercise: str) -> None:
        """Nothing to note."""

    def tried(self, tries: int, hints: int, solved: bool) -> None:
        """Nothing to note."""


class Child:
    """A child with a page in the diary. `fails` is told once when that cannot be written: the
    lesson goes on."""

    def __init__(
        self,
        name: str,
        diary: Diary,
        fails: Callable[[str], None],
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.name = name
        self._diary, self._fails, self._clock = diary, fails, clock
        self._exercise, self._began = "", clock()
        self._has_failed = False

    def sits_down(self, exercise: str) -> None:
        self._exercise, self._began = exercise, self._clock()

    def tried(self, tries: int, hints: int, solved: bool) -> None:
        sitting = Sitting(self.name, self._exercise, self._began, tries, hints, solved)
        try:
            self._diary.keep(sitting)
        except StoreError as error:
            if not self._has_failed:
                self._fails(str(error))
            self._has_failed = True
