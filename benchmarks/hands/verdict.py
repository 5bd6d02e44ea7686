"""What was recorded and told, against the truth of the performance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher

from benchmarks.hands.following import Followed
from board_io.hand.performance import Fault, Mishap, Performance, TrueViolation
from reconciler.transition import MoveCorrected, MovePlayed, Noted, ViolationCode, ViolationFound
from rules.piece import Role
from rules.ply import Ply
from rules.ruling import Reason
from rules.snapshot import SensorKind

_CODES: dict[Fault, set[ViolationCode]] = {
    Fault.MUST_CAPTURE: {ViolationCode.CAPTURE_OBLIGATORY},
    Fault.FEWER_CAPTURED: {ViolationCode.MAJORITY_CAPTURE},
    Fault.STOPPED_HALFWAY: {ViolationCode.MAJORITY_CAPTURE},
    Fault.BACKWARD_MOVE: {ViolationCode.WRONG_DIRECTION},
    Fault.NOT_YOUR_PIECE: {ViolationCode.NOT_YOUR_TURN},
    Fault.BAD_GEOMETRY: {ViolationCode.BAD_GEOMETRY},
    Fault.MAN_NOT_FLYING: {ViolationCode.MAN_NOT_FLYING},
    Fault.KING_PATH_BLOCKED: {ViolationCode.KING_PATH_BLOCKED},
    Fault.JUMPED_OWN: {ViolationCode.JUMPED_OWN},
    Fault.JUMPED_TWICE: {ViolationCode.JUMPED_TWICE},
    Fault.OCCUPIED: {ViolationCode.OCCUPIED},
    Fault.CAPTURED_LEFT: {ViolationCode.CAPTURED_PIECE_LEFT},
    Fault.OTHER_REMOVED: {ViolationCode.WRONG_PIECE_REMOVED},
    Fault.OWN_REMOVED: {ViolationCode.WRONG_PIECE_REMOVED},
    Fault.VANISHED: {ViolationCode.PIECE_MISSING, ViolationCode.WRONG_PIECE_REMOVED},
    Fault.LIGHT_SQUARE: {ViolationCode.PIECE_MISSING},
    Fault.MOVED_UNCROWNED_KING: {ViolationCode.MOVED_UNCROWNED_KING},
}
# A jump that no piece makes may also be told by the squares that differ.
_GEOMETRY = {
    Fault.BAD_GEOMETRY,
    Fault.MAN_NOT_FLYING,
    Fault.KING_PATH_BLOCKED,
    Fault.JUMPED_OWN,
    Fault.JUMPED_TWICE,
}
_TELL_WITHIN = 2.5  # seconds from the last change that makes a fault certain
_SLACK = 0.6  # seconds after a fault is mended in which it may still be spoken of
_HINTS = (ViolationCode.PIECE_MISSING, ViolationCode.EXTRA_PIECE, ViolationCode.UNKNOWN_POSITION)


@dataclass
class Verdict:
    """Counts for one game, or the sum of many."""

    games: int = 0
    exact: int = 0
    crashed: int = 0
    plies: int = 0
    right: int = 0
    unsure: int = 0
    wrong: int = 0  # plies recorded wrongly, or left out without a word
    false_violations: int = 0
    hints: int = 0  # told of a square that flickered or whose report was lost: allowed
    injected: int = 0
    found: int = 0
    miscoded: int = 0
    missed: int = 0
    late: int = 0
    notes: int = 0
    notes_told: int = 0
    missed_faults: Counter[str] = field(default_factory=Counter)
    men: list[float] = field(default_factory=list)
    kings: list[float] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def add(self, other: Verdict) -> None:
        """Takes the figures of another verdict in."""
        for name, value in vars(other).items():
            mine = getattr(self, name)
            if isinstance(mine, Counter):
                mine.update(value)
            elif isinstance(mine, list):
                mine.extend(value)
            else:
                setattr(self, name, mine + value)


def judge_record(performance: Performance, followed: Followed, sensor: SensorKind) -> Verdict:
    """The verdict on one game."""
    verdict = Verdict(games=1, costs=followed.costs)
    truth = [_as_seen(played.ply, sensor) for played in performance.plies]
    recorded = list(followed.game.plies)
    verdict.plies = len(truth)
    verdict.exact = int([_key(p) for p in truth] == [_key(p) for p in recorded])
    _compare(verdict, truth, recorded, performance, followed)
    _judge_violations(verdict, performance, followed, sensor)
    return verdict


def _as_seen(ply: Ply, sensor: SensorKind) -> Ply:
    """A king that moves without its second disc is a king to all but the best of sensors."""
    unseen = ply.irregular is Reason.MOVED_UNCROWNED_KING and sensor is not SensorKind.COLOR_KINGS
    return replace(ply, irregular=None) if unseen else ply


def _key(ply: Ply) -> Hashable:
    """What must agree: the move as the rules tell moves apart, the position, the mark."""
    move = ply.move
    moved = move and (move.start, move.end, frozenset(move.captured))
    return (moved if ply.irregular is None else None, ply.after, ply.irregular is not None)


def _compare(
    verdict: Verdict,
    truth: Sequence[Ply],
    recorded: Sequence[Ply],
    performance: Performance,
    followed: Followed,
) -> None:
    matcher = SequenceMatcher(
        None, [_key(p) for p in truth], [_key(p) for p in recorded], autojunk=False
    )
    told = _told_at(followed)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            verdict.right += i2 - i1
            for i, j in zip(range(i1, i2), range(j1, j2), strict=True):
                _time_decision(verdict, performance, i, told.get(j))
        elif any(ply.move is None for ply in recorded[j1:j2]) or (
            j1 == len(recorded) and followed.open_violations
        ):
            verdict.unsure += i2 - i1
        else:
            verdict.wrong += max(i2 - i1, j2 - j1)


def _told_at(followed: Followed) -> dict[int, float]:
    """When the ply of each number was told for the last time."""
    return {
        told.number: told.time
        for told in followed.transitions
        if isinstance(told, MovePlayed | MoveCorrected)
    }


def _time_decision(
    verdict: Verdict, performance: Performance, index: int, told: float | None
) -> None:
    played = performance.plies[index]
    move = played.ply.move
    if told is None or move is None or played.ply.irregular is not None:
        return
    piece = played.ply.before.piece_at(move.start)
    king = piece is not None and piece.role is Role.KING
    (verdict.kings if king else verdict.men).append(told - played.known_ms / 1000)


def _judge_violations(
    verdict: Verdict, performance: Performance, followed: Followed, sensor: SensorKind
) -> None:
    told = [t for t in followed.transitions if isinstance(t, ViolationFound)]
    notes = [t.time for t in followed.transitions if isinstance(t, Noted)]
    for true in performance.violations:
        if true.fault.is_note:
            verdict.notes += 1
            verdict.notes_told += any(_within(true, time) for time in notes)
        elif sensor in true.visible_to:
            _judge_fault(verdict, true, told)
    for found in told:
        if not found.violation.code.is_reminder:
            _judge_told(verdict, performance, found)


def _within(true: TrueViolation, time: float) -> bool:
    return true.began_ms / 1000 <= time <= true.mended_ms / 1000 + _SLACK


def _judge_fault(verdict: Verdict, true: TrueViolation, told: list[ViolationFound]) -> None:
    verdict.injected += 1
    codes = _CODES[true.fault] | (
        {ViolationCode.UNKNOWN_POSITION} if true.fault in _GEOMETRY else set()
    )
    inside = [found for found in told if _within(true, found.time)]
    right = [found.time for found in inside if found.violation.code in codes]
    if right:
        verdict.found += 1
        certain = true.fault is not Fault.LIGHT_SQUARE  # it may be held in the hand for a while
        if certain and min(right) > true.from_ms / 1000 + _TELL_WITHIN:
            verdict.late += 1
            verdict.missed_faults[f"{true.fault} late"] += 1
        return
    others = [f.violation.code for f in inside if not f.violation.code.is_reminder]
    if others:
        verdict.miscoded += 1
    else:
        verdict.missed += 1
    verdict.missed_faults[f"{true.fault} as {others[0] if others else 'nothing'}"] += 1
    verdict.failures.append(
        f"{true.from_ms / 1000:.2f} s: {true.fault} {true.squares} at ply {true.ply}"
        f" told as {', '.join(others) or 'nothing'}"
    )


def _judge_told(verdict: Verdict, performance: Performance, found: ViolationFound) -> None:
    if any(_within(true, found.time) for true in performance.violations):
        return
    if found.violation.code in _HINTS and _flickered(performance, found):
        verdict.hints += 1
        return
    verdict.false_violations += 1
    verdict.failures.append(
        f"{found.time:.2f} s: false {found.violation.code} {found.violation.squares}"
    )


def _flickered(performance: Performance, found: ViolationFound) -> bool:
    squares = {
        mishap.square
        for mishap in performance.mishaps
        if mishap.kind in (Mishap.FLICKER, Mishap.LOST)
        and mishap.from_ms / 1000 <= found.time <= mishap.until_ms / 1000 + _SLACK
    }
    return bool(squares) and set(found.violation.squares) <= squares
