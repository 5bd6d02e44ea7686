"""Hands and heads over the board that have nothing to do there."""

from __future__ import annotations

import random
from collections.abc import Iterable

from tests.render.figures import Seat
from tests.render.plates import FigureKey
from tests.render.tracks import Knot, Track


def resting(
    n: int, tracks: Iterable[Track], per_minute: float, end: float, rng: random.Random
) -> list[Track]:
    """Hands that rest on the rim or hang over the board, and heads that lean over it, at times
    when the player's hand has nothing to do."""
    found: list[Track] = []
    busy = [(t.figure.seat, t.knots[0].time, t.knots[-1].time) for t in tracks]
    time = 2.0
    while per_minute > 0 and (time := time + rng.expovariate(per_minute / 60)) < end - 3:
        seat, lasting = rng.choice(list(Seat)), rng.uniform(1.0, 3.5)
        for _ in range(20):  # waits for a pause of that player
            if all(s is not seat or b > time + lasting or e < time for s, b, e in busy):
                break
            time += 0.5
        else:
            continue
        track = _resting(n, seat, time, lasting, rng)
        busy.append((seat, time, time + lasting))
        found.append(track)
        time += lasting
    return found


def _resting(n: int, seat: Seat, time: float, lasting: float, rng: random.Random) -> Track:
    head = rng.random() < 0.35
    x, depth = rng.uniform(0.2 * n, 0.8 * n), rng.uniform(-0.3, 3.0) if not head else -1.0
    there = (x, n - depth, 0.0 if head else rng.choice((0.0, 0.8)))
    away = (n / 2 + 0.5 * (x - n / 2), n + 8.0, 2.5)
    if seat is Seat.FAR:
        there, away = (n - x, depth, there[2]), (n - away[0], -8.0, 2.5)
    sway = (there[0] + rng.uniform(-0.3, 0.3), there[1] + rng.uniform(-0.3, 0.3), there[2])
    knots = (
        Knot(time, away),
        Knot(time + 0.5, there),
        Knot(time + lasting - 0.5, sway),
        Knot(time + lasting, away),
    )
    return Track(FigureKey(seat, rng.random() < 0.5 and not head, head), knots)
