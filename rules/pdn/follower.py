"""From written moves to plies.

A text may be ambiguous: a short capture can stand for two moves, and old files split one capture
over several tokens. Every reading that is possible so far is kept, and what follows decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules.errors import FenError, RulesError
from rules.game import Ply
from rules.judge import judge
from rules.move import Move
from rules.names import from_national, squares_in
from rules.notation import by_sign
from rules.pdn.irregular import Mark, follow, motion, parse_mark
from rules.pdn.matching import Path, begins_capture, fitting
from rules.pdn.raw import Entry, EntryKind
from rules.pdn.setup import setup_positions
from rules.position import Position
from rules.ruling import Attempt, Reason

_MOST_READINGS = 64


@dataclass(frozen=True, slots=True)
class Step:
    """A ply and the entries (from, up to) that it was written in."""

    ply: Ply
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Followed:
    """The steps of the best reading. `problem` says what is wrong with entry number `stop`, where
    following ended; it is None where all entries were followed. `unsettled` is an entry that has
    more than one meaning to the end."""

    steps: tuple[Step, ...]
    stop: int
    problem: str | None = None
    unsettled: int | None = None
    unknown: bool = False


@dataclass(frozen=True, slots=True)
class _Chain:
    """The steps of a reading, last one first: readings share what they have in common."""

    step: Step
    before: _Chain | None


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to understand the text so far. `begun` is a capture that was written in part;
    `unknown`: a move was left out, only a setup can tell the position."""

    position: Position
    chain: _Chain | None = None
    begun: Path = ()
    unknown: bool = False

    @property
    def steps(self) -> tuple[Step, ...]:
        steps: list[Step] = []
        chain = self.chain
        while chain is not None:
            steps.append(chain.step)
            chain = chain.before
        return tuple(reversed(steps))

    def then(self, ply: Ply, end: int) -> _Reading:
        """The reading after a ply whose last entry is the one before `end`."""
        first = self.chain.step.end if self.chain else 0
        return _Reading(ply.after, _Chain(Step(ply, first, end), self.chain))


def follow_moves(starts: Iterable[Position], entries: Sequence[Entry]) -> Followed:
    """Follow the entries from any of these positions as far as they can be followed."""
    return _Follower(entries).run([_Reading(start) for start in starts])


def written_path(entry: Entry, position: Position) -> Path:
    """The squares of a move that is written in numbers or in letters."""
    if entry.kind is EntryKind.LETTERS:
        return squares_in(position.variant.geometry, entry.text)
    return tuple(from_national(position.variant, number) for number in entry.path)


def mark_in(entry: Entry) -> Mark | None:
    """The mark of an irregular ply among the comments."""
    return next(filter(None, map(parse_mark, entry.comments)), None)


class _Follower:
    def __init__(self, entries: Sequence[Entry]) -> None:
        self._entries = entries
        self._unsettled: int | None = None

    def run(self, readings: list[_Reading]) -> Followed:
        index = 0
        while index < len(self._entries):
            following, end = self._advance(readings, index)
            if not following:
                return self._result(readings, index, self._problem(readings[0], index))
            readings, index = self._distinct(following, index), end
        complete = [reading for reading in readings if not reading.begun]
        if not complete:
            last = self._entries[-1].text
            return self._result(readings, index - 1, f"the capture {last} does not end here")
        return self._result(complete, index, None)

    def _result(self, readings: list[_Reading], stop: int, problem: str | None) -> Followed:
        steps = readings[0].steps
        unsettled = self._unsettled
        if len(readings) > 1 and unsettled is None:
            unsettled = _first_difference(steps, readings[1].steps)
        return Followed(steps, stop, problem, unsettled, readings[0].unknown)

    def _distinct(self, readings: list[_Reading], index: int) -> list[_Reading]:
        """Readings that lead to the same position are one from here on: the first."""
        if len(readings) == 1:
            return readings
        found: dict[object, _Reading] = {}
        for reading in readings:
            key = (reading.position, reading.begun, reading.unknown)
            if key in found and self._unsettled is None:
                self._unsettled = _first_difference(found[key].steps, reading.steps)
            found.setdefault(key, reading)
        return list(found.values())[:_MOST_READINGS]

    def _advance(self, readings: list[_Reading], index: int) -> tuple[list[_Reading], int]:
        """The readings after entry number `index`, and the entry to go on with."""
        entry = self._entries[index]
        if entry.kind in (EntryKind.SETUP, EntryKind.UNKNOWN_MOVE):
            readings = [reading for reading in readings if not reading.begun]
        if entry.kind is EntryKind.SETUP:
            return self._set_up(readings, index), index + 1
        if entry.kind is EntryKind.UNKNOWN_MOVE:
            return [replace(reading, unknown=True) for reading in readings], index + 1
        if entry.kind not in (EntryKind.MOVE, EntryKind.LETTERS):
            return [], index
        readings = [reading for reading in readings if not reading.unknown]
        mark = mark_in(entry)
        if mark is None:
            following = [r for reading in readings for r in self._play(reading, index)]
            if following or not self._is_setup(index + 1):
                return following, index + 1
        end = index + 2 if self._is_setup(index + 1) else index + 1
        readings = [reading for reading in readings if not reading.begun]
        return [r for reading in readings for r in self._irregular(reading, index, mark)], end

    def _is_setup(self, index: int) -> bool:
        entries = self._entries
        return index < len(entries) and entries[index].kind is EntryKind.SETUP

    def _play(self, reading: _Reading, index: int) -> list[_Reading]:
        path = written_path(self._entries[index], reading.position)
        if reading.begun:
            if reading.begun[-1] != path[0]:
                return []
            path = reading.begun + path[1:]
        position = reading.position
        following = [
            reading.then(Ply(position, move, position.play(move)), index + 1)
            for move in by_sign(fitting(position, path), self._entries[index].sign == "x")
        ]
        if begins_capture(position, path):
            following.append(replace(reading, begun=path))
        return following

    def _set_up(self, readings: list[_Reading], index: int) -> list[_Reading]:
        entry = self._entries[index]
        mark = mark_in(entry)
        following: list[_Reading] = []
        for reading in readings:
            for after in self._positions(reading, index):
                ply = Ply(reading.position, None, after, mark.reason if mark else None)
                following.append(reading.then(ply, index + 1))
        return following

    def _positions(self, reading: _Reading, index: int) -> list[Position]:
        try:
            before = reading.position
            return setup_positions(self._entries[index].text, before)
        except FenError:
            return []

    def _irregular(self, reading: _Reading, index: int, mark: Mark | None) -> list[_Reading]:
        entry, before = self._entries[index], reading.position
        move = motion(before, written_path(entry, before), entry.sign == "x", mark or Mark(None))
        reason = mark.reason if mark else _reason(before, move)
        if self._is_setup(index + 1):
            afters, end = self._positions(reading, index + 1), index + 2
        else:
            after = follow(before, move)
            afters, end = [after] if after else [], index + 1
        return [reading.then(Ply(before, move, after, reason), end) for after in afters]

    def _problem(self, reading: _Reading, index: int) -> str:
        entry = self._entries[index]
        if entry.kind is EntryKind.SETUP:
            return self._setup_problem(reading, index)
        if entry.kind is EntryKind.UNREADABLE:
            return f"{entry.text!r} cannot be read as a move"
        if reading.unknown:
            return f"{entry.text} cannot be followed: the move before it is unknown"
        if reading.begun:
            return f"the capture before {entry.text[:20]} is not finished"
        if mark_in(entry) or self._is_setup(index + 1):
            return self._setup_problem(reading, index + 1)
        return f"{entry.text[:20]} is not a legal move in {reading.position.fen}"

    def _setup_problem(self, reading: _Reading, index: int) -> str:
        if not self._is_setup(index):
            return f"{self._entries[index - 1].text[:20]} is not on the board"
        try:
            setup_positions(self._entries[index].text, reading.position)
        except FenError as error:
            return str(error)
        return "setup in the middle of a capture"


def _reason(before: Position, move: Move) -> Reason:
    """Why a move that was corrected by a setup is wrong."""
    attempt = Attempt(move.start, move.end, move.captured, move.route.path)
    try:
        return judge(before, attempt).reason or Reason.BAD_GEOMETRY
    except RulesError:
        return Reason.BAD_GEOMETRY


def _first_difference(one: Sequence[Step], other: Sequence[Step]) -> int | None:
    """The entry at which two readings part; None where they differ in the start alone."""
    for step, rival in zip(one, other, strict=False):
        if step != rival:
            return step.end - 1
    return None
