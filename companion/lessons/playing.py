"""An exercise that is solved by moves."""

from __future__ import annotations

from announcer.announcement import Announcement
from announcer.lights import Meaning
from announcer.moves import way_of
from companion.lessons import hints, lights
from companion.lessons.mistakes import why_not
from companion.lessons.model import Exercise, Line, Play
from companion.lessons.practice import Answer, Help, Practice, Verdict
from companion.lessons.rulings import fault_of, told_fault
from companion.lessons.texts import Saying
from companion.lessons.wordings import Wordings
from reconciler.transition import MovePlayed, Transition, ViolationFound
from rules.judge import judge
from rules.move import Move
from rules.ruling import Attempt, Reason

_CAPTURE_MISSED = (Reason.MUST_CAPTURE, Reason.MUST_CAPTURE_MORE)


class PlayPractice(Practice):
    """Moves are tried by `hear` or `play` until a line of the task is played to its end."""

    def __init__(self, exercise: Exercise, task: Play, wordings: Wordings) -> None:
        super().__init__(exercise, wordings)
        self.task = task
        self._played: Line = ()

    def hear(self, transition: Transition, now: float) -> Answer | None:
        """What the reconciler tells of the board; None where it is nothing to answer, such as the
        opponent's reply being carried out."""
        match transition:
            case MovePlayed(ply=ply) if ply.move is not None and ply.irregular is None:
                return self._move(ply.move, now) if ply.before == self.position else None
            case ViolationFound(violation=violation) if not violation.code.is_reminder:
                fault = told_fault(violation, self.position)
                is_missed = violation.ruling and violation.ruling.reason in _CAPTURE_MISSED
                return self._illegal(fault, {} if is_missed else lights.of_told([fault]), now)
            case _:
                return None

    def play(self, attempt: Attempt, now: float) -> Answer:
        """A try at the next move. Raises SquareError for squares off the board."""
        ruling = judge(self.position, attempt)
        if ruling.move is not None:
            return self._move(ruling.move, now)
        fault = fault_of(ruling, self.position)
        if ruling.reason in _CAPTURE_MISSED:
            return self._illegal(fault, lights.undo_attempt(attempt), now)
        return self._illegal(fault, lights.of_told([fault]), now)

    def _illegal(self, fault: Announcement, shown: dict[int, Meaning], now: float) -> Answer:
        self.tries += 1
        return self._refused(Verdict.ILLEGAL, fault, shown, now)

    def _move(self, move: Move, now: float) -> Answer:
        ply = len(self._played)
        fitting = [line for line in self._open_lines() if same(line[ply], move)]
        if not fitting:
            self.tries += 1
            right = tuple(line[ply] for line in self._open_lines())
            reason = why_not(self.position, move, self.task.goal, right)
            return self._refused(Verdict.WRONG, reason, lights.undo(move), now)
        self._step = 0
        if any(len(line) == ply + 1 for line in fitting):
            self.tries += 1
            self.position = self.position.play(move)
            self._played = (*self._played, move)
            return self._solved(now)
        return self._go_on(fitting[0], now)

    def _go_on(self, line: Line, now: float) -> Answer:
        """The opponent replies as in `line`."""
        ply = len(self._played)
        played, reply = line[ply : ply + 2]
        between = self.position.play(played)
        self._played = line[: ply + 2]
        self.position = between.play(reply)
        key = "coach.reply_capture" if reply.is_capture else "coach.reply_quiet"
        told = self._unasked([Saying("coach.good_so_far")], now)
        values = way_of(reply, between.turn, between)
        told += self._asked_for([Saying(key, (reply.start, reply.end), values)], now)
        return Answer(Verdict.MORE, told, lights.pattern(lights.way(reply)), reply)

    def _open_lines(self) -> list[Line]:
        """The lines that begin as it was played and are not at their end."""
        ply = len(self._played)
        return [
            line
            for line in self.task.lines
            if len(line) > ply and all(map(same, line[:ply], self._played))
        ]

    def _help(self, step: int) -> Help:
        lines = self._open_lines()
        if not lines:
            return Help([Saying("hint.done")], {})
        move = lines[0][len(self._played)]
        told = hints.move_hint(self.exercise, self.task.goal, self.position, move, step)
        shown = {} if step == 1 else {move.start: Meaning.MUST_MOVE}
        return Help([told], lights.way(move) if step > 2 else shown)


def same(one: Move, other: Move) -> bool:
    """Whether the rules take two moves for the same."""
    ends = (one.start, one.end) == (other.start, other.end)
    return ends and set(one.captured) == set(other.captured)
