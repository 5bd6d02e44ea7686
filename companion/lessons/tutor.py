"""Lessons on the board: a guest that has the position of each exercise put on it, answers what is
tried there, shows hints and solutions by lights, and keeps what a child can do.

An exercise goes through these stages; what is asked for by word, button or page may come in any:

    PLACING   the position is put on the board; so is a wrong try taken back, and a reply made
    TRYING    the child plays or points
    SHOWING   the solution goes along as lights, a picture a second
    SOLVED    praise; what moves on the board now means: the next one
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from announcer.announcement import Announcement, Kind, Subject, Topic, Urgency
from announcer.answers import Question, answered
from announcer.lights import LightPattern
from companion.keyboard import ByEarTyped, QuestionTyped
from companion.lessons import lights
from companion.lessons.answering import (
    ChoosePractice,
    JudgePractice,
    PointPractice,
    SetUpPractice,
)
from companion.lessons.board_work import MovesTried, SquaresPointed, Work
from companion.lessons.course import Course
from companion.lessons.model import Choose, Exercise, SetUp
from companion.lessons.placing import PAUSE_S, Placing
from companion.lessons.playing import PlayPractice
from companion.lessons.practice import HINTS, Answer, Verdict, introduction
from companion.lessons.practising import practise
from companion.lessons.pupil import Pupil
from companion.lessons.set_up import complete
from companion.lessons.solution import Frame, solution_frames
from companion.lessons.telling import Telling
from companion.lessons.texts import LessonTexts, Saying, Told
from companion.lessons.view import LessonView, lesson_view
from companion.lessons.wishes import (
    YES,
    LessonWish,
    Pick,
    PointAt,
    Wish,
    options_of,
    wish_meant,
    wish_typed,
)
from companion.lessons.wordings import Wordings
from companion.mode import Table
from companion.session import Told as Moment
from companion.texts import Texts
from reconciler.setup import stands
from reconciler.sight import Sight
from reconciler.transition import Transition
from rules.game import Game
from rules.position import Position
from rules.snapshot import Snapshot

FRAME_S = 1.0
BEGIN_S = 0.8
"""A virtual board gets this time to show a position by itself."""
REPLY_S = 8.0
"""After so long it is said again how the board is to be put right, or what the reply was."""
_ROUNDING_S = 1e-6
_LINK = Topic(Subject.LINK)


class Stage(enum.StrEnum):
    """See above."""

    PLACING = "placing"
    TRYING = "trying"
    SHOWING = "showing"
    SOLVED = "solved"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of the program and of the lessons, in one language."""

    program: Texts
    lessons: LessonTexts


class Tutor:
    """Gives lessons. `course` says which, `table` what the board is like."""

    def __init__(self, course: Course, pupil: Pupil, words: Words, table: Table) -> None:
        self.is_over = False
        self.turned = table.turned
        self._course, self._pupil, self._words, self._table = course, pupil, words, table
        self._wordings = Wordings(words.lessons)
        self._tell = Telling()
        self._snapshot: Snapshot | None = None
        self._is_linked = True
        self._by_ear = table.by_ear
        self._introduced: str | None = None
        self._knows_how_to_go_on = False
        self._asked = False
        self._enter_exercise()

    def _enter_exercise(self) -> None:
        """The exercise of the course from its beginning; nothing is told yet."""
        exercise = self._course.exercise
        self._practice = practise(exercise, self._wordings)
        self._pupil.sits_down(exercise.id)
        self._laid_out = _laid_out_at_first(exercise)
        self._stage = Stage.PLACING
        self._placing: Placing | None = None
        self._work: MovesTried | SquaresPointed | None = None
        self._frames: tuple[Frame, ...] = ()
        self._frame_at = self._changed = self._solved_at = 0.0
        self._shown: LightPattern = {}
        self._offered: str | None = None
        self._asked = False

    # -- what is seen of it ------------------------------------------------------------------

    @property
    def game(self) -> Game:
        return Game(self._laid_out if self._stage is Stage.SHOWING else self._practice.position)

    @property
    def shown(self) -> LessonView:
        return lesson_view(
            self._course, self._practice, self._words.lessons, self._stage.value, self._pupil.name
        )

    @property
    def laid_out(self) -> Position:
        return self._laid_out

    @property
    def open(self) -> tuple[Announcement, ...]:
        correction = self._placing.correction if self._placing else None
        held = (correction,) if isinstance(correction, Announcement) else ()
        return (*held, *(self._work.open if self._work else ()))

    @property
    def lights(self) -> LightPattern:
        """What is to be done on the board, before what was answered."""
        if not self._is_linked:
            return {}
        if self._work is not None and (remarks := self._work.lights):
            return remarks
        if self._placing is not None and self._placing.correction is not None:
            return lights.pattern(lights.of_told([self._placing.correction]))
        return self._shown

    @property
    def next_deadline(self) -> float | None:
        if not self._is_linked or self._snapshot is None:
            return None
        match self._stage:
            case Stage.PLACING:
                return self._placing.next_deadline if self._placing else None
            case Stage.TRYING:
                return self._work.next_deadline if self._work else None
            case Stage.SHOWING:
                return self._frame_at + FRAME_S
            case Stage.SOLVED:
                return self._changed + PAUSE_S if self._goes_on else None

    # -- the board -------------------------------------------------------------------------

    def observe(self, snapshot: Snapshot, now: float) -> Sequence[Moment]:
        snapshot = snapshot.turned() if self.turned else snapshot
        is_first, before = self._snapshot is None, self._snapshot
        self._snapshot = snapshot
        if is_first:
            return self._begin(now)
        if snapshot != before:
            self._changed = now
        match self._stage:
            case Stage.PLACING if self._placing:
                self._placing.look(snapshot, now)
            case Stage.TRYING if self._work:
                return [*self._worked(self._work.look(snapshot, now), now), *self.advance(now)]
        return self.advance(now)

    def advance(self, now: float) -> Sequence[Moment]:
        due = self.next_deadline
        if due is None or now + _ROUNDING_S < due:
            return ()
        match self._stage:
            case Stage.PLACING if self._placing:
                return self._place(self._placing, now)
            case Stage.TRYING if self._work:
                return self._worked(self._work.advance(now), now)
            case Stage.SHOWING:
                return self._show_next(now)
            case Stage.SOLVED:
                return self._next(now)
        return ()

    def link_lost(self, now: float) -> Sequence[Moment]:
        self._is_linked = False
        return self._told([Announcement(Kind.LINK_LOST, _LINK, urgency=Urgency.URGENT)], now)

    def link_restored(self, snapshot: Snapshot, now: float) -> Sequence[Moment]:
        self._is_linked = True
        back = Announcement(Kind.LINK_RESTORED, _LINK, urgency=Urgency.WARNING)
        return [*self._told([back], now), *self.observe(snapshot, now)]

    # -- stages ----------------------------------------------------------------------------

    def _begin(self, now: float) -> Sequence[Moment]:
        """The exercise begins: what its lesson is about, and what stands wrong on the board."""
        lesson, told = self._course.lesson, list[Told]()
        practice = self._practice
        if lesson.id != self._introduced and (about := introduction(lesson)) is not None:
            told.append(about)
        self._introduced = lesson.id
        if not isinstance(practice, PlayPractice):  # a move is asked for when the board stands
            told += practice.begin(now).told
            self._asked = True
        moments = self._said(told, now)
        if not self._needs_board:
            return [*moments, *self._try(now)]
        return [*moments, *self._bring(now, patience_s=BEGIN_S)]

    @property
    def _needs_board(self) -> bool:
        """Whether the position has to be looked at: not for a question about the usual one."""
        position = self._practice.position
        is_usual = position == Position.start(position.variant)
        return not (is_usual and isinstance(self._practice.exercise.task, Choose))

    def _bring(
        self, now: float, shown: LightPattern | None = None, patience_s: float = 0.0
    ) -> Sequence[Moment]:
        """The board is brought to the position; until the first correction `shown` is lit."""
        assert self._snapshot is not None
        self._stage, self._work = Stage.PLACING, None
        self._shown = shown or {}
        self._placing = Placing(self._practice.position, self._snapshot, now, patience_s)
        return self.advance(now)

    def _place(self, placing: Placing, now: float) -> Sequence[Moment]:
        was_wrong = placing.correction is not None or self._asked
        step = placing.step(now)
        if not placing.is_complete:
            if step is None:
                return ()
            if isinstance(step, Saying):
                return self._said([step], now)
            right = (placing.right,) if self._by_ear and placing.right else ()
            return self._told([*right, step], now)
        if isinstance(self._practice, SetUpPractice):
            assert self._snapshot is not None
            answer = self._practice.look(self._snapshot, now)
            return self._answered(answer, now) if answer else ()
        told = self._told([complete(placing.position)], now) if was_wrong else []
        return [*told, *self._try(now)]

    def _try(self, now: float) -> Sequence[Moment]:
        """The board stands as it should: the task is set, unless it was before."""
        self._stage, self._placing, self._shown = Stage.TRYING, None, {}
        match self._practice:
            case PlayPractice() as playing:
                self._work = MovesTried(playing, self._table.sensor, self._table.timing)
            case PointPractice() as pointing:
                self._work = SquaresPointed(pointing)
            case _:
                self._work = None
        if self._work is not None and self._snapshot is not None:
            self._work.look(self._snapshot, now)
        if self._asked:
            return ()
        self._asked = True
        return self._answered(self._practice.begin(now), now)

    def _worked(self, work: Work, now: float) -> Sequence[Moment]:
        moments = self._told(work.remarks, now, work.wanted)
        return [*moments, *(self._answered(work.answer, now) if work.answer else ())]

    def _answered(self, answer: Answer, now: float) -> Sequence[Moment]:
        """The coach answers; what comes next on the board follows from the verdict."""
        told, verdict = answer.told, answer.verdict
        if verdict is not Verdict.ASKED:
            self._pupil.tried(self._practice.tries, self._practice.hints, self._practice.solved)
            self._offered = None
        if verdict is Verdict.RIGHT:
            told = (*told, *self._on_from_here())
            self._stage, self._work, self._placing = Stage.SOLVED, None, None
            self._solved_at = now
        self._shown = answer.lights
        moments = self._said(told, now, verdict)
        if isinstance(self._practice, PlayPractice) and verdict is not Verdict.RIGHT:
            moments += self._put_right(answer, now)
        return moments

    def _put_right(self, answer: Answer, now: float) -> Sequence[Moment]:
        """After a reply it is to be made; after a wrong try it is to be taken back."""
        match answer.verdict:
            case Verdict.MORE:
                return self._bring(now, answer.lights, REPLY_S)
            case Verdict.WRONG:
                return self._bring(now, answer.lights)
            case Verdict.ILLEGAL:
                return self._bring(now, answer.lights, 2 * PAUSE_S if answer.lights else 0.0)
            case _:
                return ()

    def _on_from_here(self) -> list[Saying]:
        """How to get to the next exercise, once; that there is none."""
        if not self._course.has_next:
            return [Saying("coach.all_done")]
        knows, self._knows_how_to_go_on = self._knows_how_to_go_on, True
        return [] if knows else [Saying("coach.go_on")]

    @property
    def _goes_on(self) -> bool:
        """Whether somebody has begun to clear the board of a solved exercise."""
        if self._snapshot is None or self._changed <= self._solved_at or not self._needs_board:
            return False
        is_cleared = not stands(self._practice.position, Sight.of(self._snapshot))
        return is_cleared and self._course.has_next

    def _next(self, now: float) -> Sequence[Moment]:
        if not self._course.has_next:
            return self._said([Saying("coach.all_done")], now)
        self._course.go_on()
        self._enter_exercise()
        return self._begin(now)

    # -- the solution ------------------------------------------------------------------------

    def _show(self, now: float) -> Sequence[Moment]:
        """The solution from its beginning; what was played before it is taken back."""
        solved, tries = self._practice.solved, self._practice.tries
        self._practice = practise(self._practice.exercise, self._wordings)
        self._practice.tries, self._practice.hints = tries, HINTS
        if solved:  # what was solved without the answer stays so
            self._pupil.sits_down(self._practice.exercise.id)
        else:
            self._pupil.tried(tries, HINTS, solved)
        self._frames = solution_frames(self._practice.exercise)
        self._stage, self._work, self._placing = Stage.SHOWING, None, None
        return [*self._answer_told(now), *self._show_next(now)]

    def _answer_told(self, now: float) -> Sequence[Moment]:
        """The answer in words, where there is no way to be told."""
        if isinstance(self._practice, PlayPractice | SetUpPractice):
            return ()
        for _ in range(HINTS - 1):
            self._practice.hint(now)
        return self._said(self._practice.hint(now).told, now)

    def _show_next(self, now: float) -> Sequence[Moment]:
        if not self._frames:
            self._laid_out = _laid_anew(self._practice.exercise.position)
            if not self._needs_board:
                return self._try(now)
            return self._bring(now, patience_s=BEGIN_S)
        frame, *rest = self._frames
        self._frames, self._frame_at, self._shown = tuple(rest), now, frame.lights
        before = self._practice.exercise.position
        self._laid_out = Position.of(before.variant, before.turn, frame.pieces)
        return self._said([frame.told], now) if frame.told else ()

    # -- wishes ----------------------------------------------------------------------------

    def understand(self, line: str) -> object | None:
        exercise = self._practice.exercise
        return wish_typed(line, exercise, self._words.program, self._words.lessons)

    def ask(self, wish: object, now: float) -> Sequence[Moment]:
        if isinstance(wish, ByEarTyped):
            self._by_ear = wish.is_so
            return ()
        meant = wish_meant(wish)
        return () if meant is None or self._snapshot is None else self._do(meant, now)

    def _do(self, wish: LessonWish, now: float) -> Sequence[Moment]:
        match wish:
            case Wish.HINT:
                return self._help(now)
            case Wish.SOLUTION:
                return self._show(now)
            case Wish.NEXT:
                return self._next(now)
            case Wish.AGAIN:
                begun = self._practice.begin(now)
                return self._said((*begun.told, *self._correction), now)
            case Wish.OTHER:
                return self._offer(now)
            case Wish.PUT_BACK:
                return self._put_back(now)
            case Wish.LEAVE:
                self.is_over = True
                return ()
            case QuestionTyped(question, square):
                return self._answer(question, square, now)
        return () if self._stage in (Stage.SOLVED, Stage.SHOWING) else self._choose(wish, now)

    def _answer(self, question: Question, square: int, now: float) -> Sequence[Moment]:
        """What stands where; what is asked of a game is answered with the task."""
        told = answered(self.game.position, question, square)
        return self._told(told, now) if told else self._do(Wish.AGAIN, now)

    @property
    def _correction(self) -> tuple[Told, ...]:
        correction = self._placing.correction if self._placing else None
        return (correction,) if correction is not None else ()

    def _help(self, now: float) -> Sequence[Moment]:
        if self._stage is Stage.SOLVED:
            return self._next(now)
        if self._offered is not None:
            return self._choose(Pick(self._offered), now)
        if self._stage is Stage.SHOWING:
            return ()
        if self._correction:  # first the board
            return self._said(self._correction, now)
        return self._answered(self._practice.hint(now), now)

    def _offer(self, now: float) -> Sequence[Moment]:
        """The next answer is told, to be chosen with the other button; without answers the board
        is put right."""
        options = options_of(self._practice.exercise)
        if not options or self._practice.solved:
            return self._put_back(now)
        at = options.index(self._offered) + 1 if self._offered in options else 0
        self._offered = options[at % len(options)]
        texts = self._words.lessons
        chosen = Saying("choice", text=texts.choice(self._offered, spoken=True))
        return self._said([chosen], now)

    def _put_back(self, now: float) -> Sequence[Moment]:
        if self._stage not in (Stage.PLACING, Stage.TRYING) or not self._needs_board:
            return ()
        self._laid_out = _laid_anew(self._practice.position)
        return self._bring(now, patience_s=BEGIN_S)

    def _choose(self, wish: LessonWish, now: float) -> Sequence[Moment]:
        """An answer that is given in words or on the page, or a square that is pointed at."""
        match self._practice, wish:
            case PointPractice() as pointing, PointAt(square):
                return self._answered(pointing.point(square, now), now)
            case JudgePractice() as judging, Pick(option):
                return self._answered(judging.say(option == YES, now), now)
            case ChoosePractice() as choosing, Pick(option) if option in choosing.task.options:
                return self._answered(choosing.choose(option, now), now)
        return ()

    # -- telling -----------------------------------------------------------------------------

    def _said(
        self, told: Sequence[Told], now: float, verdict: Verdict = Verdict.ASKED
    ) -> list[Moment]:
        return self._told(self._tell(told, verdict), now) if told else []

    def _told(
        self,
        announcements: Sequence[Announcement],
        now: float,
        transitions: tuple[Transition, ...] = (),
    ) -> list[Moment]:
        if not announcements and not transitions:
            return []
        return [Moment(now, transitions, tuple(announcements), self.game)]


def _laid_out_at_first(exercise: Exercise) -> Position:
    """What a virtual board shows; where it is to be set up every third piece lies beside it."""
    position = exercise.position
    if not isinstance(exercise.task, SetUp):
        return position
    there = [item for at, item in enumerate(position.pieces().items()) if at % 3]
    return Position.of(position.variant, position.turn, dict(there))


def _laid_anew(position: Position) -> Position:
    """The same position, to be laid out once more where the board is a virtual one."""
    return Position.of(position.variant, position.turn, position.pieces())
