"""Writes a game into the record as it goes: plies, times, remarks, the result.

A game begins there with its first ply; what is to be remarked before waits for it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from companion.record import (
    Change,
    ClockChosen,
    GameBegun,
    GameLeft,
    PliesTakenBack,
    PlyAdded,
    PlyReplaced,
    Record,
    Remark,
    RemarkKind,
    ResultSet,
    TagsSet,
)
from reconciler.transition import (
    MoveCorrected,
    NewGameStarted,
    Noted,
    OrderUnknown,
    Transition,
    ViolationFound,
    ViolationMended,
)
from rules.game import Game
from rules.piece import Color


class Timer(Protocol):
    """A clock that times the plies of a game."""

    @property
    def control_text(self) -> str:
        """The time control as it is written; empty where it is not known."""

    def changes(self, plies: int, now: float) -> list[Change]:
        """What the record does not know yet of the `plies` that it holds."""


class Scribe:
    """`tags` are PDN tag pairs of the games that begin; `written` is the game that the record
    holds already, None for none."""

    def __init__(
        self, record: Record, tags: tuple[tuple[str, str], ...], written: Game | None
    ) -> None:
        self._record = record
        self._tags = tags
        self._written = written
        self._remarks: list[Remark] = []

    def write(
        self, transitions: Sequence[Transition], game: Game, clock: Timer, now: float
    ) -> bool:
        """Bring the record up to the game, remarks included; whether there was anything."""
        if any(isinstance(transition, NewGameStarted) for transition in transitions):
            self.leave()
        corrected = any(isinstance(transition, MoveCorrected) for transition in transitions)
        changes = _changes(self._written or Game(game.start), game, corrected)
        self._remarks += _remarks(transitions, len(game.plies))
        if self._written is None:
            if not changes:
                return False
            changes.insert(0, GameBegun(game.start, self._tags))
            if clock.control_text:
                changes.insert(1, ClockChosen(clock.control_text))
        elif not changes and not self._remarks:
            return False
        timings = clock.changes(len(game.plies), now)
        self._record.write([*changes, *timings, *self._remarks])
        self._remarks.clear()
        self._written = game
        return True

    def leave(self) -> None:
        """Another game begins; the one before stays in the record as it is."""
        if self._written is not None and self._written.outcome is None:
            self._record.write([GameLeft()])
        self._written = None
        self._remarks.clear()

    def keep_time(self, clock: Timer, now: float) -> None:
        """Write down what the record does not know of the clock."""
        changes = clock.changes(len(self._written.plies) if self._written else 0, now)
        if changes and self._written is not None:
            self._record.write(changes)

    def choose_clock(self, clock: Timer, now: float) -> None:
        """The game is timed so from here on."""
        if self._written is not None:
            self._record.write([ClockChosen(clock.control_text)])
            self.keep_time(clock, now)

    def name_players(self, names: Mapping[Color, str]) -> None:
        """Who plays this game and those after it."""
        tags = {"White": names.get(Color.WHITE, ""), "Black": names.get(Color.BLACK, "")}
        kept = {**dict(self._tags), **tags}
        self._tags = tuple((tag, name) for tag, name in kept.items() if name)
        if self._written is not None:
            self._record.write([TagsSet(tuple(tags.items()))])


def _changes(old: Game, new: Game, corrected: bool) -> list[Change]:
    """What leads from one state of a game to another."""
    if old is new:
        return []
    changes = _plies_changed(old, new, corrected)
    if old.outcome != new.outcome:
        changes.append(ResultSet(new.outcome))
    return changes


def _plies_changed(old: Game, new: Game, corrected: bool) -> list[Change]:
    """What leads from the plies of one game to those of the other."""
    pairs = zip(old.plies, new.plies, strict=False)
    same = next(
        (number for number, (one, other) in enumerate(pairs) if one != other),
        min(len(old.plies), len(new.plies)),
    )
    changes: list[Change] = []
    if same < len(old.plies):
        if corrected and same == len(old.plies) - 1 and same < len(new.plies):
            changes.append(PlyReplaced(same, new.plies[same]))
            same += 1
        else:
            changes.append(PliesTakenBack(same))
    changes += [PlyAdded(number, new.plies[number]) for number in range(same, len(new.plies))]
    return changes


def _remarks(transitions: Iterable[Transition], number: int) -> list[Remark]:
    """What the history keeps besides plies."""
    remarks = []
    for transition in transitions:
        match transition:
            case ViolationFound(violation=found):
                remarks.append(
                    Remark(number, RemarkKind.VIOLATION, found.code.value, found.squares)
                )
            case ViolationMended(violation=mended):
                remarks.append(Remark(number, RemarkKind.MENDED, mended.code.value, mended.squares))
            case Noted(code=code, squares=squares):
                remarks.append(Remark(number, RemarkKind.NOTE, code.value, squares))
            case OrderUnknown():
                remarks.append(Remark(number, RemarkKind.ORDER_UNKNOWN, "", ()))
    return remarks
