"""The story of a game that was not recorded as it was played: where it went wrong."""

from __future__ import annotations

from benchmarks.hands.following import Followed
from benchmarks.hands.verdict import Verdict
from board_io.hand.performance import HandEvent, Performance, TimedEvent
from reconciler.transition import (
    MoveCorrected,
    MovePlayed,
    MovesTakenBack,
    Noted,
    Transition,
    ViolationFound,
    ViolationMended,
)
from rules.ply import Ply

_BEFORE, _AFTER = 6.0, 8.0  # seconds around the place


def describe(performance: Performance, followed: Followed, verdict: Verdict) -> str:
    """Events, truth and what was told around the first ply that differs, or the failures alone."""
    lines = [f"  {failure}" for failure in verdict.failures[:6]]
    index = _first_difference(performance, followed)
    if index is not None:
        lines += _around(performance, followed, index)
    elif verdict.failures:
        time = float(verdict.failures[0].split()[0])
        lines += _between(performance, followed, time - _BEFORE, time + _AFTER)
    return "\n".join(lines)


def _first_difference(performance: Performance, followed: Followed) -> int | None:
    truth = [played.ply for played in performance.plies]
    recorded = followed.game.plies
    for index, ply in enumerate(truth):
        if index >= len(recorded) or recorded[index].after != ply.after:
            return index
    return len(truth) if len(recorded) > len(truth) else None


def _around(performance: Performance, followed: Followed, index: int) -> list[str]:
    truth = [_ply(played.ply) for played in performance.plies[max(0, index - 2) : index + 3]]
    recorded = [_ply(ply) for ply in followed.game.plies[max(0, index - 2) : index + 3]]
    before = performance.plies[min(index, len(performance.plies) - 1)]
    centre = _went_wrong(followed, index, before.known_ms / 1000)
    return [
        f"  ply {index} of {len(performance.plies)} in {before.ply.before.fen}",
        f"  played   {' '.join(truth)}",
        f"  recorded {' '.join(recorded)}",
        *_between(performance, followed, centre - _BEFORE, centre + _AFTER),
    ]


def _went_wrong(followed: Followed, index: int, known: float) -> float:
    """When the record of the ply became what it is: it may have been right before."""
    length, time = 0, known
    for told in followed.transitions:
        match told:
            case MovePlayed() | MoveCorrected():
                length = told.number + 1
                time = told.time if told.number == index else time
            case MovesTakenBack():
                length -= len(told.plies)
                time = told.time if length <= index else time
    return time


def _between(performance: Performance, followed: Followed, begin: float, end: float) -> list[str]:
    lines = [(e.t_ms / 1000, 0, _event(e)) for e in performance.events]
    lines += [(t.time, 1, f"    -> {_told(t)}") for t in followed.transitions]
    for mishap in performance.mishaps:
        lines.append((mishap.from_ms / 1000, 0, f"  # {mishap.kind} {mishap.square}"))
    for back in performance.take_backs:
        lines.append((back.from_ms / 1000, 0, f"  # take-back {' '.join(map(str, back.moves))}"))
    for correction in performance.corrections:
        lines.append((correction.from_ms / 1000, 0, f"  # correction of {correction.first}"))
    for played in performance.plies:
        lines.append((played.first_ms / 1000, 0, f"  # {_ply(played.ply)}"))
    for fault in performance.violations:
        text = f"  # {fault.fault} {fault.squares} played_on={fault.played_on}"
        lines.append((fault.began_ms / 1000, 0, text))
    return [f"  {time:9.3f} {text}" for time, _, text in sorted(lines) if begin <= time <= end]


def _event(event: TimedEvent) -> str:
    if isinstance(event, HandEvent):
        return f"{event.square:2} {event.reading.value}{' (lost)' if event.lost else ''}"
    return "full report"


def _ply(ply: Ply) -> str:
    taken = ",".join(map(str, ply.move.captured)) if ply.move else ""
    mark = f" irregular {ply.irregular}" if ply.irregular else ""
    return f"{ply.move or 'unknown'}{f'({taken})' if taken else ''}{mark}"


def _told(told: Transition) -> str:
    name = type(told).__name__
    match told:
        case MovePlayed() | MoveCorrected():
            return f"{name} {told.number} {_ply(told.ply)}"
        case MovesTakenBack():
            return f"{name} {' '.join(_ply(ply) for ply in told.plies)}"
        case ViolationFound() | ViolationMended():
            return f"{name} {told.violation.code} {told.violation.squares}"
        case Noted():
            return f"{name} {told.code} {told.squares}"
        case _:
            return name
