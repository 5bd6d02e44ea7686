"""Each habit, made certain, shows on the board with the timing that it should have."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from board_io.hand.performance import HandEvent, Mishap, Performance, SnapshotSent
from board_io.hand.player import perform
from board_io.hand.profiles import HandProfile, Span
from board_io.hand.view import BoardView, moments, snapshots
from rules.fen import parse_fen
from rules.game import Game
from rules.piece import WHITE_KING, WHITE_MAN
from rules.snapshot import Reading, SensorKind

Calm = Callable[..., HandProfile]
Play = Callable[..., Game]

ONE_CAPTURE = ("W:W28,37,41:B3,8,23", "28x19")
TWO_CAPTURES = ("W:W28,33,39:B3,13,17,23", "28x8")
THREE_CAPTURES = ("W:W25,30,34:B8,9,10,19,20", "25x12")
KING_MOVE = ("W:WK46,31,36:B5,9,20", "46-23")
PROMOTION = ("W:W9,35,40:B16,17", "9-4")
QUIET = ("W:W32,37:B7,12", "32-28")


def game_of(*story: str) -> Game:
    """A game from a position by these moves in short form."""
    game = Game(parse_fen(story[0]))
    for text in story[1:]:
        game = game.play(next(m for m in game.position.legal_moves() if m.short == text))
    return game


def told(performance: Performance) -> list[tuple[int, int, bool]]:
    """(milliseconds, square, whether a piece stands there then) of every event."""
    return [(e.t_ms, e.square, e.piece is not None) for e in performance.touches]


def squares(performance: Performance) -> list[tuple[int, bool]]:
    return [(square, stands) for _, square, stands in told(performance)]


def gaps(performance: Performance) -> list[int]:
    times = [t_ms for t_ms, _, _ in told(performance)]
    return [after - before for before, after in pairwise(times)]


def kinds(performance: Performance) -> set[Mishap]:
    return {mishap.kind for mishap in performance.mishaps}


def test_calm_hands_play_as_the_book_says(calm: Calm) -> None:
    assert squares(perform(game_of(*QUIET), calm(), 1)) == [(32, False), (28, True)]
    assert squares(perform(game_of(*TWO_CAPTURES), calm(), 1)) == [
        (28, False),
        (8, True),
        (23, False),
        (13, False),
    ]


def test_captured_pieces_go_one_by_one_150_to_700_ms_apart(calm: Calm) -> None:
    for seed in range(20):
        performance = perform(game_of(*THREE_CAPTURES), calm(), seed)
        assert all(150 <= gap <= 700 for gap in gaps(performance)[1:])


def test_a_multiple_capture_may_stop_on_its_landing_squares(calm: Calm) -> None:
    performance = perform(game_of(*THREE_CAPTURES), calm(stops=1.0), 1)
    assert squares(performance)[:6] == [
        (25, False),
        (14, True),
        (14, False),
        (3, True),
        (3, False),
        (12, True),
    ]


def test_a_child_may_rest_there_for_up_to_two_seconds(calm: Calm) -> None:
    habits = calm(stops=1.0, long_stop=1.0, long_stop_for=Span(800, 2000))
    rests = [gaps(perform(game_of(*TWO_CAPTURES), habits, seed))[1] for seed in range(40)]
    assert all(800 <= rest <= 2000 for rest in rests)
    assert max(rests) > 1500


def test_a_captured_piece_may_be_taken_off_first(calm: Calm) -> None:
    performance = perform(game_of(*ONE_CAPTURE), calm(captured_first=1.0), 1)
    assert squares(performance) == [(23, False), (28, False), (19, True)]


def test_two_hands_take_off_while_the_own_piece_is_in_the_air(calm: Calm) -> None:
    performance = perform(game_of(*ONE_CAPTURE), calm(two_hands=1.0, carry=Span(200, 300)), 1)
    assert squares(performance) == [(28, False), (23, False), (19, True)]
    assert gaps(performance)[0] <= 150


def test_removal_may_be_up_to_four_seconds_late(calm: Calm) -> None:
    waits = [
        gaps(perform(game_of(*ONE_CAPTURE), calm(late_removal=1.0), seed))[1] for seed in range(40)
    ]
    assert all(1500 <= wait <= 4000 for wait in waits)
    assert max(waits) > 3000


@pytest.mark.parametrize("habit", ["removal_reversed", "removal_any_order"])
def test_captured_pieces_may_go_in_another_order(calm: Calm, habit: str) -> None:
    orders = {
        tuple(square for square, _ in squares(perform(game_of(*THREE_CAPTURES), profile, seed))[2:])
        for profile in [calm(**{habit: 1.0})]
        for seed in range(20)
    }
    assert (8, 9, 20) in orders
    assert (len(orders) > 1) == (habit == "removal_any_order")


def test_a_king_slid_is_seen_on_every_square_between_for_40_to_120_ms(calm: Calm) -> None:
    performance = perform(game_of(*KING_MOVE), calm(slide_king=1.0), 1)
    assert [s for s, stands in squares(performance) if stands] == [41, 37, 32, 28, 23]
    assert all(40 <= gap <= 120 for gap in gaps(performance))


def test_a_man_pushed_is_at_its_square_at_once(calm: Calm) -> None:
    performance = perform(game_of(*QUIET), calm(slide_man=1.0, push=Span(20, 150)), 1)
    assert 20 <= gaps(performance)[0] <= 150


def off_centre(performance: Performance) -> list[tuple[int, bool]]:
    return [(square, stands) for square, stands in squares(performance) if square != 32]


def test_a_piece_put_down_off_centre_makes_a_neighbour_fire(calm: Calm) -> None:
    for seed in range(30):
        performance = perform(game_of(*QUIET), calm(off_centre=1.0), seed)
        fired = {e.square: e.t_ms for e in performance.touches if e.piece is not None}
        (neighbour,) = fired.keys() - {28}
        assert neighbour in (22, 23, 32, 33)
        assert 0 <= fired[neighbour] - fired[28] <= 60
        out = performance.touches[-1]
        assert (out.square, out.piece) == (neighbour, None)
        assert 50 <= out.t_ms - fired[neighbour] <= 300
        assert performance.plies[0].last_ms == out.t_ms


def test_off_centre_the_right_square_may_drop_out_in_between(calm: Calm) -> None:
    performance = perform(game_of(*QUIET), calm(off_centre=1.0, off_centre_drop=1.0), 2)
    assert squares(performance).count((28, True)) == 2
    assert squares(performance)[-1][1] is False


def test_off_centre_the_neighbour_may_fire_first(calm: Calm) -> None:
    performance = perform(game_of(*QUIET), calm(off_centre=1.0, off_centre_early=1.0), 2)
    stood = [e for e in performance.touches if e.piece is not None]
    assert stood[0].square != 28
    assert 20 <= stood[1].t_ms - stood[0].t_ms <= 60


def test_a_piece_straightened_comes_back_after_200_to_1200_ms(calm: Calm) -> None:
    performance = perform(game_of(*QUIET), calm(straighten=1.0), 5)
    (off, square, _), (on, same, _), *_ = told(performance)
    assert square == same
    assert 200 <= on - off <= 1200
    assert kinds(performance) == {Mishap.STRAIGHTENED}


def test_a_piece_touched_is_another_that_could_move(calm: Calm) -> None:
    performance = perform(game_of(*QUIET), calm(touch=1.0), 1)
    assert squares(performance) == [(37, False), (37, True), (32, False), (28, True)]


def test_a_move_is_corrected_one_to_three_seconds_later(calm: Calm) -> None:
    performance = perform(game_of(*QUIET), calm(correct=1.0), 1)
    assert squares(performance) == [(32, False), (27, True), (27, False), (28, True)]
    assert 1000 <= gaps(performance)[1] <= 3000
    (correction,) = performance.corrections
    assert correction.first.short == "32-27"
    assert correction.ply == 0
    assert [str(played.ply.move) for played in performance.plies] == ["32-28"]


@pytest.mark.parametrize(("habit", "plies"), [("take_back_one", 1), ("take_back_two", 2)])
def test_moves_taken_back_leave_the_board_as_it_was(calm: Calm, habit: str, plies: int) -> None:
    performance = perform(game_of(*QUIET), calm(**{habit: 1.0}), 3)
    (back,) = performance.take_backs
    assert len(back.moves) == plies
    view = BoardView(performance.start, SensorKind.COLOR)
    start = view.snapshot()
    for t_ms, events in moments(performance):
        if t_ms <= back.until_ms:
            view.take(events)
    assert view.snapshot() == start
    assert performance.plies[0].first_ms - back.until_ms >= 1500


def test_captures_taken_back_bring_the_captured_pieces_back(calm: Calm) -> None:
    performance = perform(game_of(*TWO_CAPTURES), calm(take_back_one=1.0), 1)
    assert squares(performance)[:8] == [
        (28, False),
        (8, True),
        (23, False),
        (13, False),
        (8, False),
        (28, True),
        (23, True),
        (13, True),
    ]


def test_a_reply_may_begin_before_the_captured_pieces_are_off(calm: Calm) -> None:
    game = game_of("W:W28,41:B3,8,23", "28x19", "8-12")
    for put, seen in ((0.0, [(8, False), (23, False), (12, True)]), (1.0, None)):
        habits = calm(
            reply_early=1.0,
            reply_early_put=put,
            late_removal=1.0,
            late_removal_after=Span(3000, 4000),
        )
        performance = perform(game, habits, 1)
        assert Mishap.REPLY_EARLY in kinds(performance)
        first, last = performance.plies[1].first_ms, performance.plies[0].last_ms
        assert first < last
        if seen:
            assert squares(performance)[2:] == seen


def test_a_burst_follows_within_150_ms_and_takes_in_three_plies(calm: Calm, play: Play) -> None:
    performance = perform(play(1, 12), calm(burst=1.0), 1)
    pauses = [after.first_ms - ply.last_ms for ply, after in pairwise(performance.plies)]
    for number, pause in enumerate(pauses, start=1):
        assert (20 <= pause <= 150) == (number % 3 != 0)


def test_the_second_disc_comes_half_a_second_to_five_seconds_later(calm: Calm) -> None:
    performance = perform(game_of(*PROMOTION), calm(), 1)
    lifted, stood, crowned = performance.touches
    assert (lifted.piece, stood.piece, crowned.piece) == (None, WHITE_MAN, WHITE_KING)
    assert 500 <= crowned.t_ms - stood.t_ms <= 5000


@pytest.mark.parametrize(
    ("sensor", "seen"),
    [
        (SensorKind.OCCUPANCY, [Reading.OCCUPIED]),
        (SensorKind.COLOR, [Reading.WHITE]),
        (SensorKind.COLOR_KINGS, [Reading.WHITE_MAN, Reading.WHITE_KING]),
    ],
)
def test_only_the_best_of_sensors_sees_the_second_disc(
    calm: Calm, sensor: SensorKind, seen: list[Reading]
) -> None:
    performance = perform(game_of(*PROMOTION), calm(), 1)
    shown = [snapshot[4] for _, snapshot in snapshots(performance, sensor)]
    assert list(dict.fromkeys(shown)) == [Reading.EMPTY, *seen]


def test_the_square_may_flicker_while_the_second_disc_is_put_on(calm: Calm) -> None:
    performance = perform(game_of(*PROMOTION), calm(crown_flicker=1.0), 1)
    off, on = performance.touches[-2:]
    assert (off.square, off.piece, on.piece) == (4, None, WHITE_KING)
    assert 80 <= on.t_ms - off.t_ms <= 300


def test_a_new_king_is_crowned_before_it_moves_or_is_taken(calm: Calm) -> None:
    game = game_of("W:W9,35:B16,36", "9-4", "16-21", "4-31", "36x27")
    habits = calm(burst=1.0, crown_after=Span(5000, 5000))
    pieces = [e.piece for e in perform(game, habits, 1).touches if e.square in (4, 31)]
    assert pieces == [WHITE_MAN, WHITE_KING, None, WHITE_KING, None]


@pytest.mark.parametrize(("long_one", "span"), [(0.0, (80, 400)), (1.0, (1000, 1700))])
def test_untouched_pieces_flicker(
    calm: Calm, play: Play, long_one: float, span: tuple[int, int]
) -> None:
    performance = perform(play(2, 40), calm(flicker=1.0, long_flicker=long_one), 2)
    flickers = [m for m in performance.mishaps if m.kind is Mishap.FLICKER]
    assert len(flickers) > 10
    for flicker in flickers:
        assert span[0] <= flicker.until_ms - flicker.from_ms <= span[1]
        near = [
            e
            for e in performance.touches
            if e.square == flicker.square
            and flicker.from_ms - 250 < e.t_ms < flicker.until_ms + 250
        ]
        assert [e.piece is None for e in near] == [True, False]


def test_a_lost_report_is_hidden_until_the_next_full_one(calm: Calm) -> None:
    performance = perform(game_of(*QUIET), calm(lost=1.0), 1)
    assert all(isinstance(e, HandEvent) and e.lost for e in performance.touches)
    seen = list(snapshots(performance, SensorKind.COLOR))
    assert seen[0][1][32] is Reading.WHITE
    full = [event.t_ms / 1000 for event in performance.events if isinstance(event, SnapshotSent)]
    assert [time for time, _ in seen[1:]] == full
    assert seen[-1][1][28] is Reading.WHITE
    assert performance.plies[0].known_ms > performance.plies[0].last_ms
