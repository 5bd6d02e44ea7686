"""The reconciler: snapshots of the board in, transitions of the game out.

It keeps the agreed game, the board as last seen and what changed since both agreed. When the
board rests it is assessed (see `reconciler.assessment`) and what is due is done. Time is handed
in, in seconds of any monotonic clock; between calls nothing happens by itself:

    for each snapshot:   transitions = reconciler.observe(snapshot, now)
    at next_deadline:    transitions = reconciler.advance(now)
"""

from __future__ import annotations

from dataclasses import replace

from reconciler.assessment import assess
from reconciler.crowns import Crowns
from reconciler.explain import Explanation, Root, RootKind
from reconciler.irregular import Irregularity
from reconciler.log import Change, Log
from reconciler.notes import notes_on
from reconciler.open_violations import OpenViolations
from reconciler.otherwise import also_played, game_read_otherwise, read_otherwise
from reconciler.scene import Act, Decision, Scene
from reconciler.setup import SetUp, needed, stands
from reconciler.sight import Sight, difference, squares_of
from reconciler.timing import DEFAULT, Timing
from reconciler.transition import (
    BoardTurned,
    LinkLost,
    LinkRestored,
    MoveCorrected,
    MovePlayed,
    MovesTakenBack,
    NewGameOffered,
    NewGameStarted,
    NoteCode,
    Noted,
    OrderUnknown,
    PieceHuffed,
    SetupComplete,
    SnapshotWanted,
    Transition,
    Violation,
    ViolationCode,
)
from reconciler.turned import plan_for_turned_board
from reconciler.unfinished import differing
from rules.game import Game, Ply
from rules.huffing import huffable
from rules.move import Move
from rules.outcome import Outcome, Termination
from rules.snapshot import SensorKind, Snapshot

_LOST = (Termination.NO_MOVES, Termination.NO_PIECES)


class Reconciler:
    """Follows one board. `game` is the agreed game so far, usually a new one.

    A game without plies is set up first: until the board shows its position nothing is recorded.
    A game with plies is taken up again: up to three plies may have been played meanwhile."""

    def __init__(self, game: Game, sensor: SensorKind, timing: Timing = DEFAULT) -> None:
        self._game = game
        self._sensor = sensor
        self._timing = timing
        self._log = Log(timing.flicker)
        self._crowns = Crowns(sensor is SensorKind.COLOR_KINGS)
        self._sight: Sight | None = None
        self._snapshot: Snapshot | None = None
        self._turned = False
        self._linked = True
        self._set_up = SetUp()
        self._last_change = self._last_hidden = 0.0
        self._last_ply = 0.0
        self._plan: list[Decision] | None = None
        self._wrong: Irregularity | None = None
        self._open = OpenViolations()
        self._told_wrong = False
        self._required: Move | None = None
        self._gap = False
        self._asked = False
        self._offered = False
        self._retracted: tuple[Game, tuple[Change, ...]] | None = None
        self._otherwise: Game | None = None
        self._over = game.verdict is not None

    # -- what is known -----------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The agreed game."""
        return self._game

    @property
    def turned(self) -> bool:
        """Whether the board's numbers run the other way round."""
        return self._turned

    @property
    def open_violations(self) -> tuple[Violation, ...]:
        """What was told and is not yet put right."""
        return self._open.all

    @property
    def disputed(self) -> Ply | None:
        """The wrong move that stands on the board and was told, if there is one."""
        return self._wrong.ply if self._wrong is not None and self._told_wrong else None

    @property
    def next_deadline(self) -> float | None:
        """When `advance` wants to be called next, None while nothing is pending."""
        if not self._linked or self._sight is None:
            return None
        if self._set_up.active:
            return self._set_up.due
        if self._sight.hidden & self._log.touched:
            return None  # a hand is over a square that changed: the board is not at rest
        if self._plan is None:
            return self._last_change + self._timing.settle
        dues = [self._due(decision) for decision in self._plan[:1]]
        if self._crown_due():
            dues.append(self._rest_of_hands + self._timing.reminder)
        return min(dues) if dues else None

    def _due(self, decision: Decision) -> float:
        """When this is done if nothing changes. What is said to people waits for hands to go."""
        at_once = decision.act in (Act.AGREE, Act.COMMIT, Act.ASK_BOARD, Act.KEEP_IN_MIND)
        at_once &= not decision.patient
        return (self._last_change if at_once else self._rest_of_hands) + decision.age

    @property
    def _rest_of_hands(self) -> float:
        """Since when nothing has changed and no hand has come, moved or gone."""
        return max(self._last_change, self._last_hidden)

    # -- what comes in -----------------------------------------------------------------------------

    def observe(self, snapshot: Snapshot, now: float) -> list[Transition]:
        """The board as it is seen now."""
        told = self.advance(now)
        snapshot = snapshot.turned() if self._turned else snapshot
        if self._sight is None:
            return told + self._begin(snapshot, now)
        if snapshot == self._snapshot:
            return told
        if self._is_answered(Sight.of(snapshot)):
            assert self._plan
            told += self._do(self._plan.pop(0), now)
        before, self._sight, self._snapshot = self._sight, Sight.of(snapshot), snapshot
        changed = self._log.add(before, self._sight, now)
        self._open.doubted &= ~changed
        if before.hidden != self._sight.hidden:
            self._last_hidden = now
            changed |= (before.hidden | self._sight.hidden) & self._log.touched
        told += self._look_at_crowns(now)
        if self._set_up.active:
            told += self._go_on_setting_up(now)
        elif changed or self._crowns.pending:
            self._last_change = now
            self._plan = None
        return told

    def _is_answered(self, after: Sight) -> bool:
        """Whether what is due, plies that nobody saw, is answered already: the side to move has
        lifted a piece. People do not wait until the board has rested."""
        due = self._plan[0] if self._gap and self._plan else None
        if due is None or due.patient or due.act not in (Act.COMMIT, Act.ORDER_UNKNOWN):
            return False
        assert due.explanation is not None
        assert self._sight is not None
        position = due.explanation.position
        lifted = self._sight.occupied & ~after.occupied
        filled = after.occupied & ~self._sight.occupied
        return bool(lifted) and not filled and not lifted & ~position.by_color(position.turn)

    def advance(self, now: float) -> list[Transition]:
        """Do what is due by `now`."""
        told: list[Transition] = []
        while (due := self.next_deadline) is not None and due <= now:
            told += self._do_next(now)
        return told

    def link_lost(self, now: float) -> list[Transition]:
        """The board cannot be reached: nothing is concluded until it is back."""
        told = self.advance(now)
        if not self._linked:
            return told
        self._linked = False
        return [*told, LinkLost(now)]

    def link_restored(self, snapshot: Snapshot, now: float) -> list[Transition]:
        """The board is back with a full report; up to three plies may have been played."""
        told: list[Transition] = [] if self._linked else [LinkRestored(now)]
        self._linked = True
        self._last_change = now
        self._plan = None
        self._gap = True
        return told + self.observe(snapshot, now)

    def finish(self, outcome: Outcome, now: float) -> list[Transition]:
        """The players (or the clock) ended the game: what happens on the board now is no move."""
        told = self.advance(now)
        self._game = self._game.finish(outcome)
        self._over = True
        return told + self._back_in_order(self._open.mend_all(now))

    def require(self, move: Move | None) -> None:
        """Only this move may be played now: an engine's answer, the solution of an exercise."""
        self._required = move
        self._plan = None

    def take_back(self, plies: int, now: float) -> list[Transition]:
        """The players take back plies by command; the board must then show the earlier position."""
        taken = self._game.plies[-plies:]
        if not taken:
            return []
        told = self._back_in_order(self._open.mend_all(now))
        self._otherwise = None
        self._game = self._game.take_back(len(taken))
        self._over = False
        return [*told, MovesTakenBack(now, taken), *self._start_setting_up(now)]

    def play_on(self, now: float) -> list[Transition]:
        """The opponent lets the wrong move stand that was told; nothing where there is none."""
        if self.disputed is None:
            return []
        told = self._record_wrong(now)
        self._after_recording(None, now)
        self._last_change, self._plan = now, None
        return told

    def set_up(self, game: Game, now: float) -> list[Transition]:
        """Another game, from its present position: the board must show it first."""
        told = self._back_in_order(self._open.mend_all(now))
        self._game = game
        self._over = game.verdict is not None
        self._offered = False
        self._required = self._otherwise = None
        self._crowns = Crowns(self._sensor is SensorKind.COLOR_KINGS)
        return told + self._start_setting_up(now)

    # -- starting and setting up -------------------------------------------------------------------

    def _begin(self, snapshot: Snapshot, now: float) -> list[Transition]:
        told: list[Transition] = []
        if self._sensor is not SensorKind.OCCUPANCY and self._lies_turned(snapshot):
            self._turned = True
            snapshot = snapshot.turned()
            told.append(BoardTurned(now))
        self._sight, self._snapshot, self._last_change = Sight.of(snapshot), snapshot, now
        if stands(self._game.position, self._sight) or self._over:
            return told
        if self._game.plies:
            self._gap = True
            return told
        return told + self._start_setting_up(now)

    def _lies_turned(self, snapshot: Snapshot) -> bool:
        position = self._game.position
        return not stands(position, Sight.of(snapshot)) and stands(
            position, Sight.of(snapshot.turned())
        )

    def _start_setting_up(self, now: float) -> list[Transition]:
        self._set_up.start()
        return self._go_on_setting_up(now) if self._sight is not None else []

    def _go_on_setting_up(self, now: float) -> list[Transition]:
        assert self._sight is not None
        assert self._snapshot is not None
        told: list[Transition] = []
        if self._sensor is not SensorKind.OCCUPANCY and self._lies_turned(self._snapshot):
            told.append(self._turn(now))
        self._set_up.look(needed(self._game.position, self._sight, now), now)
        return told + self._settled_set_up(now) if self._set_up.first_look else told

    def _turn(self, now: float) -> Transition:
        """Read the board the other way round from here on."""
        assert self._snapshot is not None
        self._turned = not self._turned
        self._snapshot = self._snapshot.turned()
        self._sight = Sight.of(self._snapshot)
        self._log = self._log.turned(len(self._snapshot))
        return BoardTurned(now)

    def _settled_set_up(self, now: float) -> list[Transition]:
        told = self._set_up.tell(now)
        if self._set_up.complete:
            self._set_up.stop()
            self._agree()
            self._last_change = now
            told.append(SetupComplete(now, self._game.position))
        return told

    # -- deciding ----------------------------------------------------------------------------------

    def _do_next(self, now: float) -> list[Transition]:
        if self._set_up.active:
            return self._settled_set_up(now)
        if self._plan is None:
            return self._make_plan(now)
        if self._plan and self._due(self._plan[0]) <= now + 1e-6:
            return self._do(self._plan.pop(0), now)
        return self._remind_of_crown(now)

    def _make_plan(self, now: float) -> list[Transition]:
        assert self._sight is not None
        assert self._snapshot is not None
        outcome = self._game.outcome
        lost = outcome is not None and outcome.termination in _LOST
        if lost and self._last_change - self._last_ply >= self._timing.frozen:
            self._over = True
        told = self._open.mend_seen(self._game.position, self._otherwise, self._sight, now)
        self._log.not_read(self._open.doubted)
        scene = Scene(
            self._game,
            self._sight.without(self._open.doubted),
            self._log,
            self._timing,
            wrong=self._wrong,
            told=self._told_wrong,
            required=self._required,
            uncrowned=self._crowns.pending,
            gap=self._gap,
            offered=self._offered,
            over=self._over,
            lost=lost,
            retracted=self._retracted,
            otherwise=self._otherwise,
            last_ply=self._last_ply,
        )
        blind_to_colors = self._sensor is SensorKind.OCCUPANCY
        turned = plan_for_turned_board(scene, self._snapshot) if blind_to_colors else []
        self._plan = turned or assess(scene)
        return told

    def _do(self, decision: Decision, now: float) -> list[Transition]:
        match decision.act:
            case Act.AGREE:
                return self._back_in_order(self._open.mend(now))
            case Act.COMMIT:
                assert decision.explanation is not None
                return self._commit(decision.explanation, decision.candidates, now)
            case Act.KEEP_IN_MIND:
                self._keep_in_mind(decision.irregularity)
                return []
            case Act.TELL | Act.REMIND:
                return self._tell(decision, now)
            case Act.GOES_ON:
                return [Noted(now, NoteCode.CAPTURE_GOES_ON, decision.squares)]
            case Act.ASK_BOARD:
                return self._ask_board(now)
            case Act.OFFER_NEW_GAME:
                self._offered = True
                self._plan = None
                return [*self._open.mend(now), NewGameOffered(now)]
            case Act.TURN:
                self._plan = None
                return [self._turn(now)]
            case Act.ORDER_UNKNOWN:
                return self._record_gap(decision, now)
            case Act.ACCEPT_WRONG:
                return self._accept_wrong(decision, now)
        raise AssertionError(decision.act)

    def _back_in_order(self, told: list[Transition]) -> list[Transition]:
        if told:
            self._log.new_turn()  # what was put right is not touch-move
        self._agree()
        return told

    def _agree(self, explanation: Explanation | None = None) -> None:
        """Board and game agree, but for what is under way already: start a clean page."""
        left = explanation is not None and (explanation.missing or self._open.doubted)
        self._log.keep_only(explanation.left_over(self._log.changes) if explanation else [])
        self._forget_wrong()
        self._gap = self._asked = self._offered = False
        self._plan = None if left else []

    def _keep_in_mind(self, irregularity: Irregularity | None) -> None:
        if self._wrong is None or not self._told_wrong:
            self._wrong, self._told_wrong = irregularity, False

    def _forget_wrong(self) -> None:
        self._wrong, self._told_wrong = None, False

    def _ask_board(self, now: float) -> list[Transition]:
        if self._asked:
            return []
        self._asked = True
        return [SnapshotWanted(now)]

    # -- violations and reminders ------------------------------------------------------------------

    def _tell(self, decision: Decision, now: float) -> list[Transition]:
        if decision.irregularity is not None:
            may_be_taken = huffable(decision.irregularity.accepted(self._game))
            violation = replace(decision.irregularity.violation, huffable=may_be_taken)
            told = self._open.found(violation, now)
            self._wrong, self._told_wrong = decision.irregularity, True
            return told
        assert decision.violation is not None
        return self._open.found(decision.violation, now, decision.doubted)

    def _doubt(self, square: int, now: float) -> list[Transition]:
        """This square (a mask) does not show what the game says."""
        assert self._sight is not None
        missing, extra = difference(self._game.position, self._sight)
        if not square & (missing | extra):
            return []
        return self._open.found(differing(missing & square, extra & square), now, square)

    def _look_at_crowns(self, now: float) -> list[Transition]:
        assert self._sight is not None
        crowned = self._crowns.look(self._sight, self._game.position)
        return self._open.mend_crowns(crowned, now)

    def _crown_due(self) -> tuple[int, ...]:
        """Uncrowned kings of which the players were not yet reminded."""
        assert self._sight is not None
        pending = squares_of(self._crowns.uncrowned(self._sight))
        return tuple(square for square in pending if square not in self._open.uncrowned)

    def _remind_of_crown(self, now: float) -> list[Transition]:
        told: list[Transition] = []
        for square in self._crown_due():
            violation = Violation(ViolationCode.KING_NOT_CROWNED, (square,))
            told += self._open.found(violation, now)
        return told

    # -- recording ---------------------------------------------------------------------------------

    def _commit(
        self, explanation: Explanation, otherwise: tuple[Explanation, ...], now: float
    ) -> list[Transition]:
        notes = notes_on(explanation, self._log, self._timing)
        times = explanation.made_at(self._log.changes)
        told, replaced = self._go_to_root(explanation, now)
        for move, made_at in zip(explanation.moves, times, strict=True):
            told.append(self._record(move, replaced, made_at, now))
            replaced = None
        told += [Noted(now, code, squares) for code, squares in notes]
        if otherwise:
            self._otherwise = game_read_otherwise(explanation.root.game, otherwise)
        self._after_recording(explanation, now)
        return told + self._doubt(explanation.misread, now)

    def _go_to_root(
        self, explanation: Explanation, now: float
    ) -> tuple[list[Transition], Ply | None]:
        """Make the root the agreed game; gives what to tell of that, and the ply that the first
        move of the explanation replaces."""
        root, before = explanation.root, self._game
        if root.kind is RootKind.DISPUTED:
            return self._record_wrong(now), None
        if root.kind is RootKind.HUFFED:
            return self._record_huff(root, now), None
        told = self._open.mend(now)
        self._game, self._retracted = root.game, None
        if root.kind is not RootKind.AGREED:
            self._otherwise = None
        match root.kind:
            case RootKind.OTHERWISE:
                told += read_otherwise(before, root.game, now)
            case RootKind.NEW_GAME:
                self._over = False
                told.append(NewGameStarted(now))
            case RootKind.TAKEN_BACK:
                taken = before.plies[-len(root.undone) :]
                if len(taken) == 1 and explanation.moves:
                    return told, taken[0]
                told.append(MovesTakenBack(now, taken))
                if not explanation.moves:
                    self._retracted = before, tuple(self._log.changes)
            case RootKind.NOT_TAKEN_BACK:
                known = len(before.plies)
                for number, ply in enumerate(root.game.plies[known:], start=known):
                    told.append(MovePlayed(now, ply, number))
        return told, None

    def _record(
        self, move: Move, replaced: Ply | None, made_at: float | None, now: float
    ) -> Transition:
        before = self._game.position
        self._game = self._game.play(move)
        ply = self._game.plies[-1]
        assert ply.before is before or ply.before == before
        self._played(ply)
        number = len(self._game.plies) - 1
        if replaced is not None:
            return MoveCorrected(now, replaced, ply, number)
        return MovePlayed(now, ply, number, made_at)

    def _played(self, ply: Ply) -> None:
        assert self._sight is not None
        self._crowns.played(ply)
        self._crowns.look(self._sight, self._game.position)
        self._log.new_turn()
        self._required, self._otherwise = None, also_played(self._otherwise, ply)

    def _record_wrong(self, now: float) -> list[Transition]:
        """The opponent played on: the wrong move stands and is marked."""
        assert self._wrong is not None
        wrong, told = self._wrong, self._open.found(self._wrong.violation, now)
        told += self._open.mend(now)
        replaced = self._game.plies[-1] if wrong.replaces else None
        self._game = wrong.accepted(self._game)
        self._played(wrong.ply)
        self._forget_wrong()
        number = len(self._game.plies) - 1
        if replaced is not None:
            return [*told, MoveCorrected(now, replaced, wrong.ply, number)]
        return [*told, MovePlayed(now, wrong.ply, number, wrong.made_at(self._log.changes))]

    def _record_huff(self, root: Root, now: float) -> list[Transition]:
        """The opponent let the missed capture stand and took the piece for it."""
        assert root.huffed is not None
        told: list[Transition] = []
        if root.wrong is not None:
            self._wrong = root.wrong
            told = self._record_wrong(now)
        told += self._open.mend(now)
        self._game = root.game
        number = len(self._game.plies) - 1
        return [*told, PieceHuffed(now, self._game.plies[-1], number, root.huffed)]

    def _accept_wrong(self, decision: Decision, now: float) -> list[Transition]:
        told = self._record_wrong(now)
        self._last_ply = now
        return told + self._tell(decision, now)

    def _record_gap(self, decision: Decision, now: float) -> list[Transition]:
        """The position is known, the moves are not: say so, record the position."""
        assert decision.explanation is not None
        position = decision.explanation.position
        told = self._open.mend(now)
        self._game = self._game.record(Ply(self._game.position, None, position))
        candidates = tuple(e.moves for e in decision.candidates)
        told.append(OrderUnknown(now, position, candidates))
        self._after_recording(None, now)
        return told

    def _after_recording(self, explanation: Explanation | None, now: float) -> None:
        self._last_ply = now
        self._agree(explanation)
