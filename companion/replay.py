"""Replaying scenarios and traces: the same session as live, driven by events and deadlines only."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from announcer.announcement import Announcement
from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from announcer.coach import Coach, Coaches
from board_io.events import BatteryLevel, BoardEvent, LinkDown, LinkUp, SnapshotSeen
from board_io.trace_board import TraceBoard
from board_io.trace_event import Commanded, FlagFell, Happened, Incident, TraceEvent
from companion.commands import command_named, flag_fell
from companion.errors import InputError
from companion.scenario import Scenario
from companion.session import Session, Told
from companion.store import Store
from reconciler.transition import (
    MoveCorrected,
    MovePlayed,
    SetupNeeded,
    Transition,
    Violation,
    ViolationCode,
    ViolationFound,
    ViolationMended,
)
from rules.errors import IllegalMoveError, RulesError
from rules.game import Game
from rules.notation import parse_move

LEAD_S = 2.0
"""The board is linked so long before its first event."""
TAIL_S = 10.0
"""So long after the last event whatever is still due comes due."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Ply `ply` (from 0) was decided at `t_ms`; a correction decides it again."""

    ply: int
    t_ms: int


@dataclass(frozen=True, slots=True)
class Signal:
    """A violation that was told, or mended, at `t_ms`."""

    violation: Violation
    t_ms: int


@dataclass
class Replay:
    """What a replay gave."""

    id: str
    game: Game
    decided: list[Decision] = field(default_factory=list)
    violations: list[Signal] = field(default_factory=list)
    mended: list[Signal] = field(default_factory=list)
    announcements: list[tuple[int, Announcement]] = field(default_factory=list)
    checkpoints: list[tuple[int, list[str]]] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    """What was entered and not understood."""

    def as_json(self, catalogue: Catalogue) -> dict[str, Any]:
        """The form in which `dambord replay --json` prints it."""
        plies = self.game.plies
        outcome = self.game.outcome
        catalogue = catalogue.playing(self.game.variant)
        return {
            "id": self.id,
            "moves": moves_of(self.game),
            "captured": [sorted(ply.move.captured) if ply.move else [] for ply in plies],
            "final_fen": self.game.position.fen,
            "irregular_moves": [n for n, ply in enumerate(plies) if ply.irregular is not None],
            "result": outcome.text if outcome else None,
            "decided": [{"ply": d.ply, "t_ms": d.t_ms} for d in self.decided],
            "violations": [_signal(signal) for signal in self.violations],
            "mended": [_signal(signal) for signal in self.mended],
            "announcements": [
                {"t_ms": t_ms, "kind": told.kind.value, "text": catalogue.sentence(told)}
                for t_ms, told in self.announcements
            ],
            "checkpoints": [{"t_ms": t_ms, "moves": moves} for t_ms, moves in self.checkpoints],
        }


def moves_of(game: Game) -> list[str]:
    """The moves as start and end alone; "?" where they are not known."""
    return [ply.move.short if ply.move else "?" for ply in game.plies]


def replay(scenario: Scenario, coach: Coach | Coaches = Coach.HELP) -> Replay:
    """Play a scenario to its end. Raises InputError where it asks for the impossible."""
    return _Player(scenario, coach).play()


class _Player:
    """The host of one scenario: its board, its store, and its session while the power is on."""

    def __init__(self, scenario: Scenario, coach: Coach | Coaches) -> None:
        self._scenario = scenario
        self._coach = coach
        self._store = Store(None)
        self._board = TraceBoard(scenario.board, scenario.sensor)
        self._session: Session | None = None
        self._lost = False
        self._misplaced: defaultdict[ViolationCode, set[int]] = defaultdict(set)
        self._engine_move = scenario.engine_move
        self._replay = Replay(scenario.id, Game(scenario.start))
        self._checkpoints = list(scenario.checkpoints)

    def play(self) -> Replay:
        events = self._scenario.events
        begin = min((event.t_ms for event in events[:1]), default=0) / 1000 - LEAD_S
        self._start(begin)
        self._hear(self._board.first(), begin)
        for event in events:
            self._pass_time(event.t_ms / 1000)
            self._happen(event)
        end = (events[-1].t_ms if events else 0) / 1000
        self._pass_time(max([end, *(t / 1000 for t in self._checkpoints)]) + TAIL_S)
        self._store.close()
        return self._replay

    # -- the host --------------------------------------------------------------------------

    def _start(self, now: float) -> None:
        """The program starts: it resumes what is in its store, or begins the scenario."""
        self._lost = False
        saved = self._store.unfinished()
        if saved is not None:
            self._store.resume(saved.id)
        game = saved.game if saved else Game(self._scenario.start)
        announcer = Announcer(self._coach, self._scenario.engine)
        self._session = Session(
            game,
            self._scenario.sensor,
            self._store,
            announcer,
            recorded=saved is not None,
            timing=self._scenario.timing,
        )
        if saved is not None:
            self._note(self._session.resume(now))
        self._let_engine_move(self._session, now)

    def _let_engine_move(self, session: Session, now: float) -> None:
        """Ask for the engine's move as soon as it can be played."""
        if self._engine_move is None:
            return
        position = session.game.position
        try:
            move = parse_move(position, self._engine_move)
        except IllegalMoveError:
            return
        except RulesError as error:
            raise InputError(f"engine_move: {error}") from error
        self._engine_move = None
        session.announcer.engine = position.turn
        self._note(session.require(move, now))

    def _pass_time(self, until: float) -> None:
        """Let everything come due up to `until`, checkpoints included."""
        while self._checkpoints and self._checkpoints[0] / 1000 < until:
            checkpoint = self._checkpoints.pop(0)
            self._advance(checkpoint / 1000)
            self._replay.checkpoints.append((checkpoint, moves_of(self._replay.game)))
        self._advance(until)

    def _advance(self, until: float) -> None:
        session = self._session
        if session is None:
            return
        while (deadline := session.next_deadline) is not None and deadline <= until:
            self._note(session.advance(deadline))

    # -- events ----------------------------------------------------------------------------

    def _happen(self, event: TraceEvent) -> None:
        now = event.t_ms / 1000
        match event:
            case Happened(incident=Incident.POWER_OFF):
                self._session = None
            case Happened(incident=Incident.POWER_ON) if self._session is None:
                self._start(now)
        try:
            heard = self._board.apply(event)
        except ValueError as error:
            raise InputError(f"at {event.t_ms} ms: {error}") from error
        if heard is not None:
            self._hear(heard, now)
        elif self._session is not None:
            self._note(self._enter(self._session, event, now))

    def _hear(self, heard: BoardEvent, now: float) -> None:
        session = self._session
        if session is None:
            return
        match heard:
            case SnapshotSeen(snapshot=snapshot):
                self._note(session.observe(snapshot, now))
            case LinkUp(snapshot=snapshot):
                link = session.link_restored if self._lost else session.observe
                self._lost = False
                self._note(link(snapshot, now))
            case LinkDown():
                self._lost = True
                self._note(session.link_lost(now))
            case BatteryLevel(percent=percent):
                self._note(session.battery(percent, now))

    def _enter(self, session: Session, event: TraceEvent, now: float) -> list[Told]:
        match event:
            case FlagFell(side=side):
                return session.command(flag_fell(side), now)
            case Commanded(name=name, value=value):
                return self._command(session, name, value, now)
        return []

    def _command(self, session: Session, name: str, value: object, now: float) -> list[Told]:
        text = None if value is None else str(value)
        try:
            command = command_named(name, text, session.game.position)
        except (InputError, RulesError) as error:
            self._replay.ignored.append(str(error))
            return []
        return session.command(command, now)

    # -- what came of it -------------------------------------------------------------------

    def _note(self, told: Iterable[Told]) -> None:
        told = list(told)
        for one in told:
            t_ms = round(one.time * 1000)
            self._replay.game = one.game
            for transition in one.transitions:
                self._note_transition(transition, t_ms)
            self._replay.announcements += [
                (t_ms, announcement)
                for announcement in one.announcements
                if not announcement.is_silent
            ]
        if told and self._session is not None:
            self._let_engine_move(self._session, told[-1].time)

    def _note_transition(self, transition: Transition, t_ms: int) -> None:
        match transition:
            case MovePlayed(number=number) | MoveCorrected(number=number):
                self._replay.decided.append(Decision(number, t_ms))
            case ViolationFound(violation=violation):
                self._replay.violations.append(Signal(violation, t_ms))
            case ViolationMended(violation=violation):
                self._replay.mended.append(Signal(violation, t_ms))
            case SetupNeeded():
                self._note_misplaced(transition, t_ms)

    def _note_misplaced(self, needed: SetupNeeded, t_ms: int) -> None:
        """What stands wrong in a position to set up, in the words of violations; each square
        when it is seen to be wrong, not again while others are put right."""
        for code, squares in _misplaced(needed):
            new = tuple(square for square in squares if square not in self._misplaced[code])
            self._misplaced[code] = set(squares)
            if new:
                self._replay.violations.append(Signal(Violation(code, new), t_ms))


def _misplaced(needed: SetupNeeded) -> Iterator[tuple[ViolationCode, tuple[int, ...]]]:
    yield ViolationCode.EXTRA_PIECE, needed.extra
    yield ViolationCode.PIECE_MISSING, tuple(square for square, _ in needed.missing)


def _signal(signal: Signal) -> dict[str, Any]:
    violation = signal.violation
    return {
        "code": violation.code.value,
        "squares": list(violation.squares),
        "t_ms": signal.t_ms,
    }
