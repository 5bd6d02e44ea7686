"""Whatever the hands do, the board stays a board and the game the given one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from board_io.hand.errors import AbsurdGestureError, UnknownProfileError
from board_io.hand.performance import HandEvent, Performance, SnapshotSent
from board_io.hand.player import perform
from board_io.hand.profiles import PROFILES, profile_named
from board_io.hand.stage import Stage
from board_io.hand.view import snapshots
from board_io.sensing import snapshot_of
from rules.game import Game
from rules.piece import WHITE_MAN, Color, Piece, Role
from rules.position import Position
from rules.snapshot import SensorKind

Play = Callable[..., Game]
SEEDS = range(2)


def boards_of(performance: Performance) -> list[tuple[HandEvent, Piece | None, Counter[Color]]]:
    """Each event with what stood on its square before it and the pieces on the board after it."""
    pieces: dict[int, Piece | None] = dict(performance.start.pieces())
    found = []
    for event in performance.touches:
        before = pieces.get(event.square)
        pieces[event.square] = event.piece
        found.append((event, before, Counter(p.color for p in pieces.values() if p)))
    return found


@pytest.fixture(params=PROFILES)
def profile_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[0.0, 0.3], ids=["without faults", "with faults"])
def violations(request: pytest.FixtureRequest) -> float:
    return float(request.param)


@pytest.mark.parametrize("seed", SEEDS)
def test_no_square_ever_holds_two_pieces_and_none_is_lifted_from_nothing(
    play: Play, profile_name: str, violations: float, seed: int
) -> None:
    performance = perform(play(seed), profile_named(profile_name), seed, violations)
    for event, before, _ in boards_of(performance):
        crowned = (
            before is not None
            and event.piece == Piece(before.color, Role.KING)
            and before.role is Role.MAN
        )
        assert (before is None) != (event.piece is None) or crowned, event


@pytest.mark.parametrize("seed", SEEDS)
def test_no_piece_is_in_two_places(
    play: Play, profile_name: str, violations: float, seed: int
) -> None:
    steady = replace(PROFILES[profile_name], off_centre=0.0)
    performance = perform(play(seed), steady, seed, violations)
    start = Counter(p.color for p in performance.start.pieces().values())
    for event, _, counts in boards_of(performance):
        assert counts <= start, event


@pytest.mark.parametrize("seed", SEEDS)
def test_events_come_in_order_of_time(
    play: Play, profile_name: str, violations: float, seed: int
) -> None:
    performance = perform(play(seed), PROFILES[profile_name], seed, violations)
    times = [event.t_ms for event in performance.events]
    assert times == sorted(times)
    assert times[0] >= 0
    moments = [(event.t_ms, event.square) for event in performance.touches]
    assert len(moments) == len(set(moments))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_board_ends_in_the_final_position(
    play: Play, profile_name: str, violations: float, seed: int
) -> None:
    performance = perform(play(seed), PROFILES[profile_name], seed, violations)
    for sensor in SensorKind:
        *_, (_, last) = snapshots(performance, sensor)
        assert last == snapshot_of(performance.final.pieces(), 50, sensor)


@pytest.mark.parametrize("seed", SEEDS)
def test_without_faults_the_plies_are_those_of_the_game(
    play: Play, profile_name: str, seed: int
) -> None:
    game = play(seed)
    performance = perform(game, PROFILES[profile_name], seed)
    assert tuple(played.ply for played in performance.plies) == game.plies
    assert not performance.violations


@pytest.mark.parametrize("seed", SEEDS)
def test_with_faults_the_plies_still_follow_from_each_other(
    play: Play, profile_name: str, seed: int
) -> None:
    performance = perform(play(seed), PROFILES[profile_name], seed, 0.3)
    position: Position = performance.start
    let_stand = {fault.ply for fault in performance.violations if fault.played_on}
    for number, played in enumerate(performance.plies):
        ply = played.ply
        assert ply.before == position
        assert (ply.irregular is not None) == (number in let_stand)
        if ply.irregular is None:
            assert ply.move in ply.before.legal_moves()
            assert ply.after == ply.before.play(ply.move)
        position = ply.after


@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_says_it_all(play: Play, profile_name: str, violations: float, seed: int) -> None:
    game, profile = play(seed), PROFILES[profile_name]
    once = perform(game, profile, seed, violations)
    assert once == perform(game, profile, seed, violations)
    assert once.events != perform(game, profile, seed + 1, violations).events


def test_a_report_that_is_lost_is_mended_by_a_full_one(play: Play) -> None:
    forgetful = replace(PROFILES["home"], lost=0.05)
    performance = perform(play(1), forgetful, 1)
    lost = [event for event in performance.touches if event.lost]
    full = [event.t_ms for event in performance.events if isinstance(event, SnapshotSent)]
    assert lost
    for event in lost:
        assert any(event.t_ms < t_ms <= event.t_ms + 1080 for t_ms in full)


def test_plies_take_as_long_as_they_should(play: Play) -> None:
    """Blitz players think for 100 to 1500 ms and need less than a second for a quiet move."""
    performance = perform(play(3), PROFILES["blitz"], 3)
    quiet = [p for p in performance.plies if p.ply.move and not p.ply.move.is_capture]
    corrected = {correction.ply for correction in performance.corrections}
    for number, played in enumerate(performance.plies):
        if played in quiet and number not in corrected:
            assert played.last_ms - played.first_ms <= 1100


def test_a_stage_refuses_what_no_hand_can_do() -> None:
    stage = Stage(Position.start())
    with pytest.raises(AbsurdGestureError, match="a piece stands on 31"):
        stage.put(0, 31, WHITE_MAN)
    with pytest.raises(AbsurdGestureError, match="nothing stands on 28"):
        stage.lift(0, 28)
    with pytest.raises(AbsurdGestureError, match="nothing stands on 28"):
        stage.change(0, 28, WHITE_MAN)


def test_an_unknown_profile_is_answered_with_those_there_are() -> None:
    with pytest.raises(UnknownProfileError, match="'grandmaster': use careful, home, child, blitz"):
        profile_named("grandmaster")
