"""A game on a board from its first snapshot to its result: reconciled, recorded, then told.

`Session` is pure and synchronous: time is handed in, and `next_deadline` says when it wants to be
asked again. Live play and replay run through this one class. The order is always the same: what
happened is worked out, written to the record, and only then announced.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from announcer.announcement import Announcement
from announcer.announcer import Announcer
from announcer.lights import LightPattern, light_pattern
from companion.commands import (
    Command,
    EnterResult,
    NewGame,
    Resign,
    TakeBack,
)
from companion.record import (
    Change,
    GameBegun,
    GameLeft,
    PliesTakenBack,
    PlyAdded,
    PlyReplaced,
    Record,
    Remark,
    RemarkKind,
    ResultSet,
)
from reconciler.reconciler import Reconciler
from reconciler.transition import (
    MoveCorrected,
    NewGameStarted,
    Noted,
    OrderUnknown,
    Transition,
    ViolationFound,
    ViolationMended,
)
from rules.game import Game, Outcome, Termination
from rules.move import Move
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot


@dataclass(frozen=True, slots=True)
class Told:
    """What came of one moment: what happened, what is said of it, and the game after it."""

    time: float
    transitions: tuple[Transition, ...]
    announcements: tuple[Announcement, ...]
    game: Game


class Session:
    """One board, one game after the other.

    `recorded` tells that the record already holds this game (it is resumed); `tags` are PDN tag
    pairs of the games that begin here.
    """

    def __init__(
        self,
        game: Game,
        sensor: SensorKind,
        record: Record,
        announcer: Announcer,
        *,
        tags: tuple[tuple[str, str], ...] = (),
        recorded: bool = False,
    ) -> None:
        self.announcer = announcer
        self._reconciler = Reconciler(game, sensor)
        self._record = record
        self._tags = tags
        self._written = game if recorded else None
        self._remarks: list[Remark] = []

    @property
    def game(self) -> Game:
        return self._reconciler.game

    @property
    def turned(self) -> bool:
        """Whether the board lies turned: its square n is square (size + 1 - n) of the game."""
        return self._reconciler.turned

    @property
    def next_deadline(self) -> float | None:
        """When `advance` wants to be called, if nothing happens before."""
        return self._reconciler.next_deadline

    @property
    def open(self) -> tuple[Announcement, ...]:
        """What was told and still holds."""
        return self.announcer.open

    @property
    def lights(self) -> LightPattern:
        """What the squares show now."""
        return light_pattern(self.open)

    # -- what happens ----------------------------------------------------------------------

    def observe(self, snapshot: Snapshot, now: float) -> list[Told]:
        """The board shows this."""
        return self._told(self._reconciler.observe(snapshot, now), now)

    def advance(self, now: float) -> list[Told]:
        """Time has passed."""
        return self._told(self._reconciler.advance(now), now)

    def link_lost(self, now: float) -> list[Told]:
        """The board cannot be reached."""
        return self._told(self._reconciler.link_lost(now), now)

    def link_restored(self, snapshot: Snapshot, now: float) -> list[Told]:
        """The board is back and shows this."""
        return self._told(self._reconciler.link_restored(snapshot, now), now)

    def come_back(self, snapshot: Snapshot, now: float) -> list[Told]:
        """The board was used for something else and shows this: it has to be put right first."""
        told = self._told(self._reconciler.set_up(self.game, now), now)
        return told + self.observe(snapshot, now)

    def battery(self, percent: int | None, now: float) -> list[Told]:
        """The charge of the board's battery, in percent; None where it cannot tell."""
        return [] if percent is None else self._said(self.announcer.battery(percent), now)

    def resume(self, now: float) -> list[Told]:
        """Say that an interrupted game goes on."""
        return self._said(self.announcer.resumed(self.game), now)

    def whose_turn(self, now: float) -> list[Told]:
        """Say whose turn it is: somebody asked."""
        return self._said(self.announcer.turn(self.game), now)

    def require(self, move: Move, now: float) -> list[Told]:
        """The engine has chosen this move; somebody has to carry it out."""
        self._reconciler.require(move)
        return self._said(self.announcer.engine_move(move, self.game.position), now)

    def set_up(self, position: Position, now: float) -> list[Told]:
        """A game from this position begins when the board shows it."""
        self._leave_game()
        return self._told(self._reconciler.set_up(Game(position), now), now)

    def command(self, command: Command, now: float) -> list[Told]:
        """Somebody entered something."""
        match command:
            case EnterResult(outcome):
                return self._finish(outcome, now)
            case Resign(side):
                loser = side or self.game.position.turn
                return self._finish(Outcome(loser.other, Termination.RESIGNED), now)
            case NewGame(start):
                return self.set_up(start or Position.start(self.game.variant), now)
            case TakeBack(plies):
                return self._take_back(plies, now)

    # -- what comes of it ------------------------------------------------------------------

    def _finish(self, outcome: Outcome, now: float) -> list[Told]:
        return self._told(self._reconciler.finish(outcome, now), now)

    def _take_back(self, plies: int, now: float) -> list[Told]:
        """A wrong move that stands on the board is the first that is taken back."""
        if self._reconciler.disputed is not None:
            plies -= 1
        if plies:
            return self._told(self._reconciler.take_back(plies, now), now)
        return self._told(self._reconciler.set_up(self.game, now), now)

    def _told(self, transitions: Sequence[Transition], now: float) -> list[Told]:
        game = self.game
        recorded = self._write(transitions, game)
        if not transitions and not recorded:
            return []
        announcements = self.announcer.tell(transitions, game)
        return [Told(now, tuple(transitions), tuple(announcements), game)]

    def _said(self, announcements: Sequence[Announcement], now: float) -> list[Told]:
        return [] if not announcements else [Told(now, (), tuple(announcements), self.game)]

    def _write(self, transitions: Sequence[Transition], game: Game) -> bool:
        """Bring the record up to the game, remarks included; whether there was anything."""
        if any(isinstance(transition, NewGameStarted) for transition in transitions):
            self._leave_game()
        corrected = any(isinstance(transition, MoveCorrected) for transition in transitions)
        changes = _changes(self._written or Game(game.start), game, corrected)
        self._remarks += _remarks(transitions, len(game.plies))
        if self._written is None:
            if not changes:  # a game begins with its first ply; until then remarks wait
                return False
            changes.insert(0, GameBegun(game.start, self._tags))
        elif not changes and not self._remarks:
            return False
        self._record.write([*changes, *self._remarks])
        self._remarks.clear()
        self._written = game
        return True

    def _leave_game(self) -> None:
        """Another game begins; the one before stays in the record as it is."""
        if self._written is not None and self._written.outcome is None:
            self._record.write([GameLeft()])
        self._written = None
        self._remarks.clear()


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
