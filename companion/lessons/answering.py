"""Exercises that are solved by pointing, by saying yes or no, by picking, or by setting up."""

from __future__ import annotations

from announcer.announcement import Values
from announcer.lights import Meaning
from companion.lessons import hints, lights
from companion.lessons.mistakes import why_not_there
from companion.lessons.model import Choose, Exercise, Judge, Point
from companion.lessons.practice import Answer, Help, Practice, Verdict, question
from companion.lessons.rulings import verdict_on
from companion.lessons.set_up import complete, next_step
from companion.lessons.texts import Saying, Told
from companion.lessons.wordings import Wordings
from rules.snapshot import Snapshot


class PointPractice(Practice):
    """Squares are pointed at until all, or one of them, were found."""

    def __init__(self, exercise: Exercise, task: Point, wordings: Wordings) -> None:
        super().__init__(exercise, wordings)
        self.task = task
        self._found: frozenset[int] = frozenset()

    def point(self, square: int, now: float) -> Answer:
        """A square or piece was pointed at."""
        if square not in self.task.squares:
            self.tries += 1
            why = why_not_there(self.position, self.task.squares, square)
            return self._refused(Verdict.WRONG, why, {square: Meaning.WRONG}, now)
        self._step = 0
        self._found |= {square}
        if self.task.any_one or self._found == self.task.squares:
            self.tries += 1
            return self._solved(now)
        left = Saying("coach.more_squares", values=Values(count=len(self._left)))
        shown = dict.fromkeys(self._found, Meaning.LAST_MOVE)
        return Answer(Verdict.MORE, self._unasked([left], now), lights.pattern(shown))

    @property
    def _left(self) -> list[int]:
        return sorted(self.task.squares - self._found)

    def _help(self, step: int) -> Help:
        told = hints.point_hint(self.exercise, self.task, self._left, step)
        return Help([told], lights.look(self._left[:1]) if step > 2 else {})


class JudgePractice(Practice):
    """Whether an attempt is allowed."""

    def __init__(self, exercise: Exercise, task: Judge, wordings: Wordings) -> None:
        super().__init__(exercise, wordings)
        self.task = task

    def say(self, allowed: bool, now: float) -> Answer:
        """The learner says that the attempt is allowed, or not."""
        self.tries += 1
        if allowed is self.task.allowed:
            reason = verdict_on(self.position, self.task.attempt)
            return self._solved(now, [reason] if reason else [])
        key = "coach.is_allowed" if self.task.allowed else "coach.is_not_allowed"
        return self._refused(Verdict.WRONG, Saying(key), {}, now)

    def _help(self, step: int) -> Help:
        return Help(hints.judge_hint(self.exercise, self.task, step), {})


class ChoosePractice(Practice):
    """One of a few answers."""

    def __init__(self, exercise: Exercise, task: Choose, wordings: Wordings) -> None:
        super().__init__(exercise, wordings)
        self.task = task

    def choose(self, option: str, now: float) -> Answer:
        """The learner picked one of the options."""
        self.tries += 1
        if option == self.task.answer:
            return self._solved(now)
        return self._refused(Verdict.WRONG, Saying("coach.other_answer"), {}, now)

    def _help(self, step: int) -> Help:
        return Help([hints.choose_hint(self.exercise, self.task, step)], {})


class SetUpPractice(Practice):
    """A position is put on the board, the nearest correction first."""

    def __init__(self, exercise: Exercise, wordings: Wordings) -> None:
        super().__init__(exercise, wordings)
        self._next: Told | None = None

    def look(self, snapshot: Snapshot, now: float) -> Answer | None:
        """What stands on the board now; None where nothing new is to be told of it."""
        step = next_step(self.position, snapshot)
        if step is None:
            self.tries += 1
            return self._solved(now, [complete(self.position)])
        if step == self._next:
            return None
        self._next = step
        return Answer(
            Verdict.MORE, self._unasked([step], now), lights.pattern(lights.of_told([step]))
        )

    def _help(self, step: int) -> Help:
        told = self._next or question(self.exercise)
        return Help([told], lights.of_told([told]))
