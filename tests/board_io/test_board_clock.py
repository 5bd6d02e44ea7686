from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_io.board_clock import BoardClock


def test_the_first_report_sets_the_clock() -> None:
    assert BoardClock().host_time(5_000, now=100.0) == 100.0


def test_a_late_report_is_dated_when_it_was_written() -> None:
    clock = BoardClock()
    clock.host_time(1_000, now=50.0)
    assert clock.host_time(1_200, now=50.9) == pytest.approx(50.2, abs=0.002)


def test_a_faster_report_corrects_the_estimate_at_once() -> None:
    clock = BoardClock()
    clock.host_time(1_000, now=50.4)  # 400 ms under way
    clock.host_time(2_000, now=51.0)
    assert clock.host_time(3_000, now=52.5) == pytest.approx(52.0, abs=0.002)


@pytest.mark.parametrize("before_wrap", [1, 100, 999])
def test_the_milliseconds_may_wrap(before_wrap: int) -> None:
    clock = BoardClock()
    clock.host_time(2**32 - before_wrap, now=10.0)
    assert clock.host_time(1_000 - before_wrap, now=11.0) == pytest.approx(11.0)


def test_a_board_clock_that_runs_slow_is_followed() -> None:
    clock = BoardClock()
    for second in range(1, 3600):
        now = second * 1.0005
        assert now - clock.host_time(second * 1000, now) < 0.002


@given(
    st.lists(st.tuples(st.integers(0, 3_000), st.floats(0, 2)), min_size=1, max_size=50),
    st.integers(0, 2**32 - 1),
)
def test_times_keep_their_order_and_are_never_in_the_future(
    steps: list[tuple[int, float]], start: int
) -> None:
    clock, board_ms, now, last = BoardClock(), start, 100.0, float("-inf")
    for step_ms, delay in steps:
        board_ms += step_ms
        now = max(now, 100.0 + (board_ms - start) / 1000 + delay)
        time = clock.host_time(board_ms % 2**32, now)
        assert last <= time <= now
        last = time
