"""Each fault is made, is what the rules say it is, stands long enough to be told, and ends well."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from board_io.hand.performance import Fault, Performance, TrueViolation
from board_io.hand.player import perform
from board_io.hand.profiles import PROFILES, HandProfile
from rules.game import Game
from rules.judge import judge
from rules.piece import Piece, Role
from rules.position import Position
from rules.ruling import Attempt, Reason
from rules.snapshot import SensorKind

Calm = Callable[..., HandProfile]
Play = Callable[..., Game]

ONE = "W:W27,41,48,50:B1,2,8,22"
TWO = "W:W28,33,37,39,49:B2,3,13,17,23,31"
WHERE = {
    Fault.MUST_CAPTURE: ONE,
    Fault.FEWER_CAPTURED: TWO,
    Fault.STOPPED_HALFWAY: TWO,
    Fault.BACKWARD_MOVE: "W:W28,38,42,47:B3,8,13,19",
    Fault.NOT_YOUR_PIECE: None,
    Fault.BAD_GEOMETRY: None,
    Fault.MAN_NOT_FLYING: "W:W37,41,48:B28,3,8",
    Fault.KING_PATH_BLOCKED: "W:WK46,32,50:B1,6,16",
    Fault.JUMPED_OWN: None,
    Fault.JUMPED_TWICE: "W:W38:B1,13,14,23,24,33,43",
    Fault.OCCUPIED: "W:W28,27,32,37:B22,23,18,17,19,3",
    Fault.CAPTURED_LEFT: TWO,
    Fault.OTHER_REMOVED: TWO,
    Fault.OWN_REMOVED: TWO,
    Fault.VANISHED: None,
    Fault.LIGHT_SQUARE: None,
    Fault.REMOVED_TOO_EARLY: TWO,
    Fault.REMOVAL_ORDER: TWO,
    Fault.MOVED_UNCROWNED_KING: "W:W9:B16,17,26",
}
NOTES = {Fault.REMOVED_TOO_EARLY, Fault.REMOVAL_ORDER}
NEVER_LET_STAND = {Fault.VANISHED, Fault.LIGHT_SQUARE, Fault.CAPTURED_LEFT, Fault.OCCUPIED}
# Faults of which the squares that changed tell all; the others have tests of their own.
BY_SQUARES = sorted(
    set(Fault) - NOTES - {Fault.MOVED_UNCROWNED_KING, Fault.LIGHT_SQUARE, Fault.JUMPED_TWICE}
)


def performances(fault: Fault, calm: Calm, play: Play, plies: int = 14) -> Iterator[Performance]:
    for seed in range(60):
        game = play(seed, plies, WHERE[fault])
        yield perform(game, calm(), seed, violations=1.0, faults={fault})


def first_with(
    fault: Fault, calm: Calm, play: Play, played_on: bool = False
) -> tuple[Performance, TrueViolation]:
    """A performance with this fault, and the fault."""
    for performance in performances(fault, calm, play):
        for violation in performance.violations:
            if violation.played_on == played_on:
                return performance, violation
    pytest.fail(f"{fault} was never made")


def board_at(performance: Performance, t_ms: int) -> dict[int, Piece]:
    pieces = performance.start.pieces()
    for event in performance.touches:
        if event.t_ms <= t_ms:
            pieces.pop(event.square, None)
            if event.piece is not None:
                pieces[event.square] = event.piece
    return pieces


def attempt_seen(before: Position, after: dict[int, Piece]) -> Attempt:
    """What a referee who sees only the two boards says was tried."""
    was = before.pieces()
    gone = [n for n in was if n not in after]
    came = [n for n in after if n not in was or after[n].color is not was[n].color]
    if not came:
        return Attempt(None, None, tuple(gone))
    (end,) = came
    own = [n for n in gone if was[n] == after[end]]
    start = min(own, key=lambda n: own_distance(before, n, end))
    removed = [n for n in gone if n != start]
    if end in was:
        removed.append(end)
    return Attempt(start, end, tuple(removed))


def own_distance(before: Position, start: int, end: int) -> int:
    """Of two own pieces that are gone, the one with a move to `end` moved."""
    return 0 if any((m.start, m.end) == (start, end) for m in before.legal_moves()) else 1


@pytest.mark.parametrize("fault", BY_SQUARES)
def test_the_rules_call_the_board_by_the_same_name(fault: Fault, calm: Calm, play: Play) -> None:
    checked = 0
    for performance in performances(fault, calm, play):
        for violation in performance.violations:
            before = performance.plies[violation.ply].ply.before
            attempt = attempt_seen(before, board_at(performance, violation.from_ms))
            ruling = judge(before, attempt)
            assert not ruling.legal
            assert ruling.reason is fault.reason is violation.reason
            checked += 1
        if checked > 8:
            return
    assert checked


def test_a_piece_jumped_twice_is_jumped_before_the_eyes_of_the_board(
    calm: Calm, play: Play
) -> None:
    performance, violation = first_with(Fault.JUMPED_TWICE, calm, play)
    seen = [
        event.square
        for event in performance.touches
        if event.piece is not None and violation.began_ms <= event.t_ms <= violation.from_ms
    ]
    before = performance.plies[violation.ply].ply.before
    route = (violation.squares[0], *seen)
    removed = tuple(set(before.pieces()) - set(board_at(performance, violation.from_ms)))
    captured = tuple(n for n in removed if n != route[0])
    ruling = judge(before, Attempt(route[0], route[-1], captured, route))
    assert ruling.reason is Reason.JUMPED_TWICE


def test_a_piece_on_a_light_square_is_nowhere_for_a_long_while(calm: Calm, play: Play) -> None:
    performance, violation = first_with(Fault.LIGHT_SQUARE, calm, play)
    before = performance.plies[violation.ply].ply.before
    (gone,) = violation.squares
    assert board_at(performance, violation.from_ms).keys() == before.pieces().keys() - {gone}
    assert violation.until_ms - violation.from_ms >= 8000


@pytest.mark.parametrize("fault", sorted(set(Fault) - NOTES))
def test_a_fault_stands_for_more_than_two_and_a_half_seconds(
    fault: Fault, calm: Calm, play: Play
) -> None:
    performance, violation = first_with(fault, calm, play)
    assert violation.began_ms <= violation.from_ms
    assert violation.until_ms - violation.from_ms >= 2600
    assert violation.mended_ms >= violation.until_ms
    moved = [e for e in performance.touches if violation.from_ms < e.t_ms < violation.until_ms]
    assert not moved


@pytest.mark.parametrize("fault", sorted(set(Fault) - NOTES))
def test_a_fault_put_right_leaves_the_game_as_given(fault: Fault, calm: Calm, play: Play) -> None:
    for performance in performances(fault, calm, play, plies=3):
        if performance.violations and not any(v.played_on for v in performance.violations):
            assert all(p.ply.irregular is None for p in performance.plies)
            assert board_at(performance, 1 << 40) == performance.final.pieces()
            return
    pytest.fail(f"{fault} was never put right")


@pytest.mark.parametrize("fault", sorted(set(Fault) - NOTES - NEVER_LET_STAND))
def test_a_fault_let_stand_is_recorded_and_answered(fault: Fault, calm: Calm, play: Play) -> None:
    performance, violation = first_with(fault, calm, play, played_on=True)
    wrong, reply = performance.plies[violation.ply : violation.ply + 2]
    assert wrong.ply.irregular is fault.reason
    assert wrong.last_ms == violation.from_ms
    assert reply.ply.before == wrong.ply.after
    assert reply.first_ms == violation.until_ms
    assert reply.ply.irregular is None
    if fault is not Fault.MOVED_UNCROWNED_KING:
        assert board_at(performance, violation.from_ms) == wrong.ply.after.pieces()


@pytest.mark.parametrize("fault", sorted(NEVER_LET_STAND))
def test_some_faults_are_always_put_right(fault: Fault, calm: Calm, play: Play) -> None:
    for performance in performances(fault, calm, play):
        assert not any(violation.played_on for violation in performance.violations)


@pytest.mark.parametrize("fault", sorted(NOTES))
def test_careless_removal_is_a_note_and_the_move_stands(
    fault: Fault, calm: Calm, play: Play
) -> None:
    performance, violation = first_with(fault, calm, play)
    played = performance.plies[violation.ply]
    assert violation.fault.is_note
    assert played.ply.irregular is None
    assert played.last_ms == violation.from_ms == violation.mended_ms
    move = played.ply.move
    assert move is not None
    touches = [e for e in performance.touches if played.first_ms <= e.t_ms <= played.last_ms]
    off = [e.square for e in touches if e.piece is None and e.square in move.captured]
    stood = [e.t_ms for e in touches if e.square == move.end and e.piece is not None]
    early = [e for e in touches if e.square in move.captured and e.t_ms < stood[-1]]
    if fault is Fault.REMOVED_TOO_EARLY:
        assert [e.square for e in early] == [move.captured[0]]
    else:
        assert not early
        assert tuple(off) not in [route.captured for route in move.routes]


def test_an_uncrowned_king_moves_as_a_single_disc(calm: Calm, play: Play) -> None:
    performance, violation = first_with(Fault.MOVED_UNCROWNED_KING, calm, play)
    played = performance.plies[violation.ply].ply
    start, end = violation.squares
    king = played.before.piece_at(start)
    assert king is not None
    assert king.role is Role.KING
    assert board_at(performance, violation.from_ms)[end] == Piece(king.color, Role.MAN)
    assert board_at(performance, violation.mended_ms)[start] == Piece(king.color, Role.MAN)
    assert violation.visible_to == {SensorKind.COLOR_KINGS}


def test_a_swap_of_pieces_is_seen_by_colours_only(calm: Calm, play: Play) -> None:
    _, violation = first_with(Fault.OCCUPIED, calm, play)
    assert violation.visible_to == {SensorKind.COLOR, SensorKind.COLOR_KINGS}


def test_without_a_rate_there_are_no_faults(play: Play) -> None:
    for profile in PROFILES.values():
        assert not perform(play(4), profile, 4).violations


def test_only_the_faults_asked_for_are_made(calm: Calm, play: Play) -> None:
    asked = {Fault.BACKWARD_MOVE, Fault.VANISHED}
    performance = perform(play(5), calm(), 5, violations=0.5, faults=asked)
    assert {violation.fault for violation in performance.violations} == asked


def test_no_fault_merely_takes_the_last_moves_back(calm: Calm, play: Play) -> None:
    """A piece that goes back where it came from is a take-back, not a fault."""
    for seed in range(10):
        performance = perform(play(seed, 60), calm(), seed, 0.5, {Fault.BACKWARD_MOVE})
        for violation in performance.violations:
            recent = performance.plies[max(0, violation.ply - 4) : violation.ply]
            done = {(p.ply.move.start, p.ply.move.end) for p in recent if p.ply.move}
            assert (violation.squares[1], violation.squares[0]) not in done
