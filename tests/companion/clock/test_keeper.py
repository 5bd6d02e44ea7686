"""Who works the clock never asks to be asked again at once: a loop that waits for it makes way."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.clock.control import parse_control
from companion.clock.keeper import ClockHabits, ClockHand, ClockKeeper
from rules.piece import Color

CONTROLS = st.sampled_from(["1", "0.5+2", "1d5", "1b5", "2/1,1/1,0+20"])
ACTS = st.lists(
    st.tuples(st.sampled_from(["press", "toggle", "hold", "release"]), st.floats(0, 90)),
    max_size=12,
)


@given(CONTROLS, st.sampled_from(list(ClockHand)), ACTS, st.booleans())
def test_after_all_is_done_that_was_due_the_next_time_lies_ahead(
    control: str, hand: ClockHand, acts: list[tuple[str, float]], at_rest: bool
) -> None:
    wanted = parse_control(control)
    assert wanted is not None
    keeper, now = ClockKeeper(wanted, Color.WHITE, ClockHabits(hand, warns=True)), 0.0
    flags = 0
    for act, seconds in acts:
        if act == "press":
            keeper.press(None, now)
        else:
            getattr(keeper, act)(now)
        until = now + seconds
        while (due := keeper.next_deadline(at_rest=at_rest)) is not None and due <= until:
            now = max(now, due)
            flags += keeper.drop_flag(now, at_rest=at_rest) is not None
            told = [keeper.low(now)]
            while told[-1] is not None:
                told.append(keeper.low(now))
            assert len(told) <= 4
            keeper.changes(0, now)
            after = keeper.next_deadline(at_rest=at_rest)
            assert after is None or after > now
        now = until
    assert flags <= 1
