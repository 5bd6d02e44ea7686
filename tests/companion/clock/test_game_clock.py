"""The two clocks: what runs, what a move costs, whose flag falls, and what is given back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock.control import parse_control
from companion.clock.game_clock import ClockState, GameClock, PlyTime, shown
from rules.piece import Color

WHITE, BLACK = Color.WHITE, Color.BLACK


def clock(text: str, used: tuple[float, ...] = (), thinking_s: float = 0.0) -> GameClock:
    control = parse_control(text)
    assert control is not None
    return GameClock(control, WHITE, used, thinking_s)


def left(game_clock: GameClock, now: float) -> tuple[float, float]:
    return round(game_clock.left_s(WHITE, now), 6), round(game_clock.left_s(BLACK, now), 6)


def test_a_clock_waits_for_the_first_move_which_costs_nothing() -> None:
    game = clock("5")
    assert game.state is ClockState.IDLE
    assert game.flag_due is None
    assert left(game, 1000) == (300, 300)
    assert game.switch(1000, 1000)
    assert game.turn is BLACK
    assert left(game, 1010) == (300, 290)


def test_a_clock_that_was_begun_runs_for_the_first_side() -> None:
    game = clock("5")
    game.begin(0)
    assert left(game, 20) == (280, 300)
    game.begin(10)
    game.switch(30, 30)
    assert left(game, 30) == (270, 300)


def test_the_moment_of_the_move_counts_not_that_of_its_recognition() -> None:
    game = clock("5")
    game.begin(0)
    game.switch(made_at=10, now=11.5)
    assert left(game, 11.5) == (290, 298.5)


# control, used by white and black in turn, left of both after these moves
COURSES = [
    ("5", (10, 20, 30), (260, 280)),
    ("5+3", (10, 20, 1), (295, 283)),
    ("5+3", (0, 0), (303, 303)),
    ("5d3", (2, 10, 4), (299, 293)),
    ("5b3", (2, 10, 4), (299, 293)),
    ("2/1,5", (30, 10, 20, 10, 5), (305, 340)),
    ("2/1,2/1,0+20", (10, 10, 10, 10, 10, 10, 10, 10, 5), (115, 100)),
    ("2/1", (10, 0, 10, 0, 10, 0, 10, 0), (140, 180)),
]


@pytest.mark.parametrize(("text", "used", "after"), COURSES)
def test_what_moves_cost_and_bring(
    text: str, used: tuple[float, ...], after: tuple[float, float]
) -> None:
    game, now = clock(text), 0.0
    game.begin(now)
    for seconds in used:
        now += seconds
        assert game.switch(now, now)
    assert left(game, now) == after
    assert [time.used_s for time in game.times] == list(used)


FALLS = [("5", 300), ("5+3", 300), ("5b3", 300), ("5d3", 303)]


@pytest.mark.parametrize(("text", "due"), FALLS)
def test_a_flag_falls_when_the_time_is_over_and_is_told_once(text: str, due: float) -> None:
    game = clock(text)
    game.begin(0)
    assert game.flag_due == due
    assert game.drop_flag(due - 0.01) is None
    assert game.drop_flag(due) is WHITE
    assert game.drop_flag(due + 1) is None
    assert (game.flag, game.state, left(game, due + 99)) == (WHITE, ClockState.STOPPED, (0, 300))
    assert not game.switch(due + 1, due + 1)


def test_a_move_made_before_the_flag_fell_is_in_time_though_recognised_after() -> None:
    game = clock("1")
    game.begin(0)
    assert game.switch(made_at=59.9, now=61.0)
    assert left(game, 61.0) == (0.1, 58.9)


def test_a_move_made_after_the_flag_fell_is_too_late() -> None:
    game = clock("1")
    game.begin(0)
    assert not game.switch(made_at=60.1, now=60.5)
    assert game.drop_flag(60.5) is WHITE


def test_a_delay_waits_before_it_counts_down() -> None:
    game = clock("5d3")
    game.begin(0)
    assert (game.waiting_s(1), left(game, 1)) == (2, (300, 300))
    assert (game.waiting_s(5), left(game, 5)) == (0, (298, 300))


def test_a_pause_costs_nobody_time() -> None:
    game = clock("5d3")
    game.begin(0)
    game.pause(5)
    game.pause(6)
    assert (game.state, game.flag_due, left(game, 500)) == (ClockState.PAUSED, None, (298, 300))
    game.resume(1000)
    assert left(game, 1001) == (297, 300)
    assert game.flag_due == 1298


def test_a_move_in_a_pause_makes_the_clock_go_on() -> None:
    game = clock("5")
    game.begin(0)
    game.pause(5)
    game.switch(50, 50)
    assert left(game, 60) == (295, 290)


def test_a_take_back_gives_the_time_back() -> None:
    game = clock("5+3")
    game.begin(0)
    for now in (10, 30, 60):
        game.switch(now, now)
    game.take_back(1, 70)
    assert (game.turn, len(game.times), left(game, 75)) == (BLACK, 1, (293, 295))
    game.take_back(0, 80)
    assert (game.turn, game.state, left(game, 90)) == (WHITE, ClockState.IDLE, (300, 300))


def test_a_take_back_after_the_flag_gives_the_game_back_too() -> None:
    game = clock("1")
    game.begin(0)
    game.switch(10, 10)
    assert game.drop_flag(70) is BLACK
    game.take_back(0, 80)
    assert (game.flag, game.state) == (None, ClockState.IDLE)


def test_nothing_is_given_back_where_nothing_was_taken_back() -> None:
    game = clock("5")
    game.begin(0)
    game.switch(10, 10)
    game.take_back(1, 20)
    assert left(game, 20) == (290, 290)


def test_a_game_that_is_taken_up_again_is_paused_with_the_right_times() -> None:
    game = clock("5+3", used=(10, 20), thinking_s=7)
    assert game.state is ClockState.PAUSED
    assert left(game, 12345) == (286, 283)
    game.resume(20000)
    assert left(game, 20001) == (285, 283)


def test_people_may_play_on_after_a_draw_that_was_reached() -> None:
    game = clock("5")
    game.begin(0)
    game.stop(10)
    assert left(game, 99) == (290, 300)
    assert game.switch(100, 100)
    assert left(game, 101) == (290, 299)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0:00"),
        (0.01, "0:00.1"),
        (9.5, "0:09.5"),
        (10, "0:10"),
        (59.2, "1:00"),
        (299.01, "5:00"),
        (3600, "1:00:00"),
        (7384.5, "2:03:05"),
    ],
)
def test_a_time_is_shown_as_clocks_show_it(seconds: float, text: str) -> None:
    assert shown(seconds) == text


CONTROLS = st.sampled_from(["10", "5+3", "5d3", "5b3", "2/4,3", "3/2", "2/2,2/1,0+20"])
STEPS = st.lists(st.floats(0, 20, allow_nan=False), max_size=12)


@given(CONTROLS, STEPS)
def test_a_clock_is_the_same_after_a_restart(text: str, steps: list[float]) -> None:
    game, now = clock(text), 0.0
    game.begin(now)
    for seconds in steps:
        now += seconds
        if not game.switch(now, now):
            return
    game.pause(now)
    again = clock(text, tuple(time.used_s for time in game.times))
    assert left(again, 0) == pytest.approx(left(game, now), abs=1e-6)
    assert [time.left_s for time in again.times] == pytest.approx(
        [time.left_s for time in game.times], abs=1e-6
    )


@given(CONTROLS, STEPS, st.integers(0, 12))
def test_taking_back_leads_to_what_was(text: str, steps: list[float], back: int) -> None:
    """Time that runs twice counts once: what was taken back leaves no trace."""
    straight, turned, now = clock(text), clock(text), 0.0
    straight.begin(now)
    turned.begin(now)
    for seconds in steps:
        now += seconds
        if not (straight.switch(now, now) and turned.switch(now, now)):
            return
    kept = max(0, len(steps) - back)
    turned.take_back(kept, now)
    assert turned.times == straight.times[:kept]
    if 0 < kept < len(steps):
        assert isinstance(turned.times[-1], PlyTime)
        assert turned.left_s(turned.turn.other, now) == straight.times[kept - 1].left_s
