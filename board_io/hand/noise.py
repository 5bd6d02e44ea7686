"""What the sensors add of their own: pieces that flicker though nobody touches them, and reports
that get lost. Never around a fault, so that a fault stands alone."""

from __future__ import annotations

import random
from bisect import bisect_right
from dataclasses import replace
from itertools import pairwise

from board_io.hand.performance import (
    HandEvent,
    Mishap,
    Performance,
    Played,
    SnapshotSent,
    TimedEvent,
    TrueMishap,
)
from board_io.hand.profiles import HandProfile
from rules.piece import Piece

_CLEAR_MS = 250  # a square that flickers is not touched for so long before and after
_TRIES = 5


def with_noise(performance: Performance, profile: HandProfile, rng: random.Random) -> Performance:
    """The performance as a board with weak magnets and a bad cable would report it."""
    flickers = _flickers(performance, profile, rng)
    events = sorted([*performance.touches, *(e for pair in flickers for e in pair)], key=_time)
    lost = _lost(performance, events, profile, rng)
    sent = [SnapshotSent(mended) for mended in lost.values()]
    reported: list[TimedEvent] = [replace(e, lost=e in lost) for e in events]
    mishaps = [
        *performance.mishaps,
        *(TrueMishap(Mishap.FLICKER, off.square, off.t_ms, on.t_ms) for off, on in flickers),
        *(TrueMishap(Mishap.LOST, event.square, event.t_ms, t) for event, t in lost.items()),
    ]
    return replace(
        performance,
        events=tuple(sorted([*reported, *sent], key=_time)),
        plies=tuple(_known(played, lost) for played in performance.plies),
        mishaps=tuple(sorted(mishaps, key=lambda mishap: mishap.from_ms)),
    )


def _time(event: TimedEvent) -> int:
    return event.t_ms


def _flickers(
    performance: Performance, profile: HandProfile, rng: random.Random
) -> list[tuple[HandEvent, HandEvent]]:
    """(out, back) of pieces that nobody touches, at most one for each ply."""
    lives = _Lives(performance)
    moments = [0, *(played.last_ms for played in performance.plies)]
    found = []
    for begin, end in pairwise(moments):
        if rng.random() >= profile.flicker:
            continue
        long_one = rng.random() < profile.long_flicker
        lasting = (profile.long_flicker_for if long_one else profile.flicker_for).pick(rng)
        off = rng.randint(min(begin, end), max(begin, end))
        flicker = lives.flicker(off, off + lasting, rng)
        if flicker is not None and not _near_fault(performance, off, off + lasting):
            lives.add(flicker)
            found.append(flicker)
    return found


def _near_fault(performance: Performance, begin: int, end: int) -> bool:
    return any(
        begin <= fault.mended_ms + _CLEAR_MS and end >= fault.began_ms - _CLEAR_MS
        for fault in performance.violations
    )


class _Lives:
    """For each square, what stood on it when."""

    def __init__(self, performance: Performance) -> None:
        squares = range(1, performance.start.variant.squares + 1)
        start = performance.start.pieces()
        self._times: dict[int, list[int]] = {n: [0] for n in squares}
        self._pieces: dict[int, list[Piece | None]] = {n: [start.get(n)] for n in squares}
        for event in performance.touches:
            self._times[event.square].append(event.t_ms)
            self._pieces[event.square].append(event.piece)

    def flicker(self, off: int, on: int, rng: random.Random) -> tuple[HandEvent, HandEvent] | None:
        """Some piece that is left alone all the while goes out and comes back."""
        for _ in range(_TRIES):
            square = rng.choice(list(self._times))
            piece = self._untouched(square, off - _CLEAR_MS, on + _CLEAR_MS)
            if piece is not None:
                return HandEvent(off, square, None), HandEvent(on, square, piece)
        return None

    def add(self, flicker: tuple[HandEvent, HandEvent]) -> None:
        """One that happens: the square is not left alone any more."""
        for event in flicker:
            times = self._times[event.square]
            index = bisect_right(times, event.t_ms)
            times.insert(index, event.t_ms)
            self._pieces[event.square].insert(index, event.piece)

    def _untouched(self, square: int, begin: int, end: int) -> Piece | None:
        times = self._times[square]
        index = bisect_right(times, max(0, begin))
        return self._pieces[square][index - 1] if index == bisect_right(times, end) else None


def _lost(
    performance: Performance, events: list[HandEvent], profile: HandProfile, rng: random.Random
) -> dict[HandEvent, int]:
    """The events whose report is lost, and when a full report mends it.

    A board numbers its reports: the gap shows at the next report, or at the next heartbeat, and
    the host asks at once for a full one (see the board's protocol)."""
    chosen = [event for event in events if rng.random() < profile.lost]
    arriving = sorted({event.t_ms for event in events} - {event.t_ms for event in chosen})
    lost: dict[HandEvent, int] = {}
    for event in chosen:
        seen = event.t_ms + profile.heartbeat.pick(rng)
        following = bisect_right(arriving, event.t_ms)
        if following < len(arriving):
            seen = min(seen, arriving[following])
        mended = seen + profile.full_report.pick(rng)
        if not _near_fault(performance, event.t_ms, mended):
            lost[event] = mended
    return lost


def _known(played: Played, lost: dict[HandEvent, int]) -> Played:
    mended = [t for event, t in lost.items() if played.first_ms <= event.t_ms <= played.last_ms]
    return replace(played, known_ms=max([played.last_ms, *mended]))
