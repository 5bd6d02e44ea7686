"""From what a watched board showed to the game that was played on it.

Where nobody said which game it is, the film is judged by the rules of each that fits the board; the
one that explains most of it is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from companion.camera.sightings import Sighting
from companion.errors import InputError
from reconciler.reconciler import Reconciler
from reconciler.timing import CAMERA, Timing
from reconciler.transition import (
    LinkLost,
    LinkRestored,
    MoveCorrected,
    MovePlayed,
    MovesTakenBack,
    NewGameStarted,
    OrderUnknown,
    Transition,
    ViolationFound,
    ViolationMended,
)
from rules.fen import parse_fen
from rules.game import Game
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot
from rules.variants import variant_named

VARIANTS_OF_SIZE = {
    8: ("american", "russian", "brazilian", "pool", "czech", "family8", "family8_flying"),
    10: ("international", "frisian"),
    12: ("canadian",),
}
"""The games of which a film may be, by the size of the board; the likeliest first."""
TAIL_S = 5.0
"""The board stands so long after the last frame as it stood there."""


@dataclass(frozen=True, slots=True)
class Decided:
    """Ply `ply` (from 0) was decided at `t_ms`, in this frame."""

    ply: int
    t_ms: int
    frame: int


@dataclass(frozen=True, slots=True)
class Unsure:
    """Something that was not understood, or wrong, at `t_ms`, in this frame; `mended`: later it was
    right."""

    code: str
    squares: tuple[int, ...]
    t_ms: int
    frame: int
    mended: bool = False


@dataclass
class Filmed:
    """The game of a film."""

    game: Game
    decided: list[Decided] = field(default_factory=list)
    unsure: list[Unsure] = field(default_factory=list)

    @property
    def open(self) -> list[Unsure]:
        """What was never put right."""
        return [one for one in self.unsure if not one.mended]

    def as_json(self) -> dict[str, Any]:
        """The form in which `dambord video --json` prints it."""
        return {
            "start": self.game.start.fen,
            "variant": self.game.start.variant.name,
            "moves": [ply.move.short if ply.move else "?" for ply in self.game.plies],
            "decided": [{"ply": d.ply, "t_ms": d.t_ms, "frame": d.frame} for d in self.decided],
            "unsure": [
                {
                    "code": one.code,
                    "squares": list(one.squares),
                    "t_ms": one.t_ms,
                    "frame": one.frame,
                    "mended": one.mended,
                }
                for one in self.unsure
            ],
            "final_fen": self.game.position.fen,
        }


class Judges:
    """Follow a film by the rules of all games that it may be of."""

    def __init__(self, starts: Iterable[Position], timing: Timing = CAMERA) -> None:
        self._judges = [_Judge(start, timing) for start in starts]

    def see(self, sighting: Sighting) -> None:
        """The next of the sightings."""
        for judge in self._judges:
            judge.see(sighting)

    def advance(self, now: float) -> None:
        """Time has passed, and the board is as it was."""
        for judge in self._judges:
            judge.advance(now)

    @property
    def position(self) -> Position:
        """What should stand on the board by the game that explains the film best so far."""
        return self._best.filmed.game.position

    def end(self) -> Filmed:
        """Nothing more will be seen: the game that explains the film best."""
        for judge in self._judges:
            judge.end()
        return self._best.filmed

    @property
    def _best(self) -> _Judge:
        return max(self._judges, key=lambda judge: _explained(judge.filmed))


def _explained(filmed: Filmed) -> float:
    """How well a game explains its film."""
    return len(filmed.game.plies) - 3 * len(filmed.open) - 0.3 * len(filmed.unsure)


def starts_of(board_size: int, variant: str = "", fen: str = "") -> list[Position]:
    """The positions from which a film of a board of this size may begin, the likeliest first; where
    nobody said from which, either side may move first. Raises RulesError for what is none, and
    InputError where the game is not played on such a board."""
    kinds = [variant_named(name) for name in _names(board_size, variant)]
    if any(kind.geometry.width != board_size for kind in kinds):
        raise InputError(
            f"the film shows a board of {board_size} x {board_size}, not for {variant}"
        )
    if fen:
        return [parse_fen(fen, kind) for kind in kinds]
    starts = [Position.start(kind) for kind in kinds]
    return [*starts, *(start.with_turn(start.turn.other) for start in starts)]


def _names(board_size: int, variant: str) -> tuple[str, ...]:
    return (variant,) if variant else VARIANTS_OF_SIZE[board_size]


class _Judge:
    """Lets a reconciler follow the sightings and notes what it decides."""

    def __init__(self, start: Position, timing: Timing) -> None:
        self._reconciler = Reconciler(Game(start), SensorKind.COLOR, timing)
        self._frame = 0
        self._time = 0.0
        self._snapshot: Snapshot | None = None
        self._lost = False
        self.filmed = Filmed(Game(start))

    def see(self, sighting: Sighting) -> None:
        self.advance(sighting.time)
        self._frame = sighting.frame
        now, snapshot = sighting.time, sighting.snapshot
        self._time, self._snapshot = now, snapshot
        if snapshot is None:
            self._note(self._reconciler.link_lost(now))
            self._lost = True
        elif self._lost:
            self._note(self._reconciler.link_restored(snapshot, now))
            self._lost = False
        else:
            self._note(self._reconciler.observe(snapshot, now))

    def end(self) -> None:
        """Nothing more will be seen: what was hidden last is as it was seen before."""
        if self._snapshot is not None and self._snapshot.hidden:
            last = Snapshot(self._snapshot.readings)
            self._note(self._reconciler.observe(last, self._time))
        self.advance(self._time + TAIL_S)

    def advance(self, until: float) -> None:
        while (due := self._reconciler.next_deadline) is not None and due <= until:
            self._note(self._reconciler.advance(due))

    def _note(self, transitions: Iterable[Transition]) -> None:
        self.filmed.game = self._reconciler.game
        for transition in transitions:
            t_ms = round(transition.time * 1000)
            match transition:
                case MovePlayed(number=number) | MoveCorrected(number=number):
                    self._forget(number)
                    self.filmed.decided.append(Decided(number, t_ms, self._frame))
                case MovesTakenBack() | NewGameStarted():
                    self._forget(len(self.filmed.game.plies))
                case ViolationFound(violation=found):
                    self._doubt(found.code.value, found.squares, t_ms)
                case ViolationMended(violation=mended):
                    self._mend(mended.code.value, mended.squares)
                case OrderUnknown():
                    self._doubt("order_unknown", (), t_ms)
                case LinkLost():
                    self._doubt("board_lost", (), t_ms)
                case LinkRestored():
                    self._mend("board_lost", ())

    def _forget(self, ply: int) -> None:
        self.filmed.decided = [one for one in self.filmed.decided if one.ply < ply]

    def _doubt(self, code: str, squares: tuple[int, ...], t_ms: int) -> None:
        self.filmed.unsure.append(Unsure(code, squares, t_ms, self._frame))

    def _mend(self, code: str, squares: tuple[int, ...]) -> None:
        self.filmed.unsure = [
            replace(one, mended=True) if (one.code, one.squares) == (code, squares) else one
            for one in self.filmed.unsure
        ]
