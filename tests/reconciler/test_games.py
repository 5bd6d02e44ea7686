"""Whole games through simulated hands: what is recorded, what is told, and what a cut link does."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from benchmarks.hands.following import follow
from benchmarks.hands.verdict import judge_record
from board_io.hand.performance import HandEvent, Performance
from board_io.hand.player import perform
from board_io.hand.profiles import CAREFUL, PROFILES
from board_io.hand.view import snapshots
from reconciler.reconciler import Reconciler
from reconciler.transition import LinkRestored, OrderUnknown, ViolationCode, ViolationFound
from rules.game import Game
from rules.pdn import read_pdn
from rules.snapshot import Reading, SensorKind, Snapshot

GAMES = Path(__file__).parents[1] / "data" / "games"


def games(name: str, count: int) -> Iterator[Game]:
    for read in islice(read_pdn((GAMES / f"{name}.pdn").read_bytes()), count):
        assert read.game is not None
        yield read.game


@pytest.mark.parametrize("sensor", SensorKind, ids=lambda sensor: sensor.value)
@pytest.mark.parametrize("profile", PROFILES)
def test_games_are_recorded_exactly_and_no_violation_is_invented(
    profile: str, sensor: SensorKind
) -> None:
    chosen = [*games("selfplay", 3), *games("random", 1)]
    for number, game in enumerate(chosen):
        performance = perform(game, PROFILES[profile], seed=number)
        verdict = judge_record(performance, follow(performance, sensor), sensor)
        assert verdict.wrong == 0, verdict.failures
        assert verdict.false_violations == 0, verdict.failures
        assert verdict.exact == 1 or sensor is SensorKind.OCCUPANCY


@pytest.mark.parametrize("sensor", SensorKind, ids=lambda sensor: sensor.value)
def test_every_injected_violation_is_found_with_its_code(sensor: SensorKind) -> None:
    injected = 0
    for number, game in enumerate(games("selfplay", 8)):
        performance = perform(game, PROFILES["home"], seed=100 + number, violations=0.06)
        verdict = judge_record(performance, follow(performance, sensor), sensor)
        assert verdict.failures == []
        assert verdict.found == verdict.injected
        assert verdict.false_violations == 0
        injected += verdict.injected
    assert injected > 20


def _short_performance() -> Performance:
    game = next(games("selfplay", 1))
    return perform(Game(game.start, game.plies[:24]), CAREFUL, seed=3)


def _with_gap(
    performance: Performance, sensor: SensorKind, first: float, last: float
) -> tuple[Reconciler, list[object]]:
    """Follow a performance whose reports between two moments never arrive."""
    reconciler = Reconciler(Game(performance.start), sensor)
    told: list[object] = []
    cut = restored = False
    latest: Snapshot | None = None
    for time, snapshot in snapshots(performance, sensor):
        while (due := reconciler.next_deadline) is not None and due < time:
            told += reconciler.advance(due)
        if first < time <= last:
            if not cut:
                told += reconciler.link_lost(time)
                cut = True
            latest = snapshot
            continue
        if cut and not restored and latest is not None:
            told += reconciler.link_restored(latest, last)
            restored = True
            while (due := reconciler.next_deadline) is not None and due < time:
                told += reconciler.advance(due)
        told += reconciler.observe(snapshot, time)
        ended = time
    if cut and not restored and latest is not None:
        told += reconciler.link_restored(latest, last)
        ended = last
    while (due := reconciler.next_deadline) is not None and due < ended + 8:
        told += reconciler.advance(due)
    return reconciler, told


@pytest.mark.parametrize("sensor", SensorKind, ids=lambda sensor: sensor.value)
def test_the_link_may_be_cut_and_restored_at_every_event_of_a_game(sensor: SensorKind) -> None:
    performance = _short_performance()
    moves = [played.ply.move for played in performance.plies]
    times = sorted({e.t_ms / 1000 for e in performance.events if isinstance(e, HandEvent)})
    for start in times:
        plies = [p for p in performance.plies if start < p.last_ms / 1000]
        end = plies[1].last_ms / 1000 + 0.01 if len(plies) > 1 else times[-1]
        reconciler, told = _with_gap(performance, sensor, start + 0.001, end)
        assert any(isinstance(t, LinkRestored) for t in told) or start == times[-1]
        assert reconciler.game.position == performance.final
        if not any(isinstance(t, OrderUnknown) for t in told):
            assert [ply.move for ply in reconciler.game.plies] == moves
        found = [t.violation.code for t in told if isinstance(t, ViolationFound)]
        wrong = [code for code in found if not code.is_reminder]
        # Where pieces have no colour, two plies may fit in two ways: then it is asked for.
        unsure = {ViolationCode.UNKNOWN_POSITION, ViolationCode.PIECE_MISSING}
        assert set(wrong) <= (unsure if sensor is SensorKind.OCCUPANCY else set())


@pytest.mark.parametrize("sensor", SensorKind, ids=lambda sensor: sensor.value)
@pytest.mark.parametrize("seed", range(3))
def test_no_board_however_wild_stops_the_reconciler(seed: int, sensor: SensorKind) -> None:
    rng = random.Random(seed)
    readings = {
        SensorKind.OCCUPANCY: [Reading.EMPTY, Reading.OCCUPIED],
        SensorKind.COLOR: [Reading.EMPTY, Reading.WHITE, Reading.BLACK, Reading.UNKNOWN],
        SensorKind.COLOR_KINGS: [r for r in Reading if r.role or r is Reading.EMPTY],
    }[sensor]
    game = next(games("random", 1))
    middle = Game(game.start, game.plies[:40])
    reconciler, now = Reconciler(middle, sensor), 0.0
    board = Snapshot(tuple(rng.choice(readings) for _ in range(50)))
    for _ in range(200):
        now += rng.choice((0.0, 0.02, 0.2, 0.7, 3.0))
        for _ in range(1000):
            due = reconciler.next_deadline
            if due is None or due > now:
                break
            reconciler.advance(due)
        else:
            pytest.fail("time stands still")
        changes = [(rng.randint(1, 50), rng.choice(readings)) for _ in range(rng.randint(0, 4))]
        board = board.with_changes(changes)
        if rng.random() < 0.02:
            reconciler.link_lost(now)
        if rng.random() < 0.05:
            reconciler.link_restored(board, now)
        else:
            reconciler.observe(board, now)
    for ply in reconciler.game.plies:
        assert ply.move is None or ply.irregular or ply.move in ply.before.legal_moves()
