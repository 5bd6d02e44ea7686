"""A reconciler that hears what the driver of a board tells."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.hands.following import Followed, StuckError
from board_io.events import BoardEvent, LinkDown, LinkUp, SnapshotSeen
from reconciler.reconciler import Reconciler
from reconciler.transition import SnapshotWanted, Transition
from rules.game import Game
from rules.snapshot import SensorKind

MAX_DEADLINES = 100


class BoardFollower:
    """`ask_board` has the board report all squares. Times are handed in."""

    def __init__(self, game: Game, sensor: SensorKind, ask_board: Callable[[], None]) -> None:
        self._reconciler = Reconciler(game, sensor)
        self._ask_board = ask_board
        self._told: list[Transition] = []
        self._lost = False

    @property
    def next_deadline(self) -> float | None:
        """When `advance` wants to be called."""
        return self._reconciler.next_deadline

    def hear(self, event: BoardEvent, now: float) -> None:
        """What the board told at this moment."""
        reconciler = self._reconciler
        match event:
            case LinkUp(snapshot=snapshot):
                see = reconciler.link_restored if self._lost else reconciler.observe
                self._lost = False
                self._note(see(snapshot, now))
            case SnapshotSeen(snapshot=snapshot):
                self._note(reconciler.observe(snapshot, now))
            case LinkDown():
                self._lost = True
                self._note(reconciler.link_lost(now))

    def advance(self, now: float) -> None:
        """Do what is due."""
        for _ in range(MAX_DEADLINES):
            due = self.next_deadline
            if due is None or due > now:
                return
            self._note(self._reconciler.advance(due))
        raise StuckError(f"deadline {self.next_deadline} is called again and again")

    def result(self) -> Followed:
        """What was recorded and told."""
        reconciler = self._reconciler
        return Followed(reconciler.game, self._told, [], reconciler.open_violations)

    def _note(self, told: list[Transition]) -> None:
        self._told += told
        if any(isinstance(transition, SnapshotWanted) for transition in told):
            self._ask_board()
