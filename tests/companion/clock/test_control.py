"""Time controls as they are written: read, written again, and what cannot be read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.clock.control import PRESETS, Bonus, Period, TimeControl, parse_control
from companion.errors import InputError

HOUR = 3600.0

READ = {
    "15": (Period(900),),
    "15+5": (Period(900, None, 5),),
    " 15 + 5 ": (Period(900, None, 5),),
    "80+1m": (Period(4800, None, 60),),
    "5d3": (Period(300, None, 3, Bonus.DELAY),),
    "5B3": (Period(300, None, 3, Bonus.BRONSTEIN),),
    "2h": (Period(2 * HOUR),),
    "90s+2": (Period(90, None, 2),),
    "0.5": (Period(30),),
    "0d10": (Period(0, None, 10, Bonus.DELAY),),
    "50/120": (Period(2 * HOUR, 50),),
    "50/120,60": (Period(2 * HOUR, 50), Period(HOUR)),
    "50/2h,25/1h,0+20": (Period(2 * HOUR, 50), Period(HOUR, 25), Period(0, None, 20)),
    "KNDB": (Period(4800, None, 60),),
}


@pytest.mark.parametrize("text", READ)
def test_a_time_control_is_read(text: str) -> None:
    control = parse_control(text)
    assert control == TimeControl(READ[text])


@pytest.mark.parametrize("text", ["", "none", "None", " none "])
def test_a_game_may_have_no_clock(text: str) -> None:
    assert parse_control(text) is None


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_a_time_control(name: str) -> None:
    control = parse_control(name)
    assert control is not None
    assert parse_control(control.text) == control


BAD = {
    "15-5": "minutes and seconds a move",
    "tien": "minutes and seconds a move",
    "0": "begin with some time",
    "0+5": "begin with some time",
    "15,10": "needs its number of moves",
    "15+5,10": "needs its number of moves",
    "0/15": "no moves",
    "10/5,5/0": "gives no time",
    "9999": "24 hours",
    "5+9999": "24 hours",
    "١٥": "minutes and seconds a move",
    "15+5,": "minutes and seconds a move",
    "15\n+": "minutes and seconds a move",
    ",".join(["5/5"] * 10): "begin with some time",
}


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_time_control_is_refused_in_one_line_with_the_remedy(text: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_control(text)
    line = str(refused.value)
    assert BAD[text] in line
    assert "kndb" in line
    assert "\n" not in line


BONUSES = st.sampled_from(list(Bonus))
SECONDS = st.integers(1, 7200).map(float)
LAST = st.builds(Period, SECONDS, st.none(), st.integers(1, 60).map(float), BONUSES)
EARLIER = st.builds(Period, SECONDS, st.integers(1, 99), st.integers(1, 60).map(float), BONUSES)


@given(st.lists(EARLIER, max_size=3), LAST)
def test_what_is_written_is_read_again(earlier: list[Period], last: Period) -> None:
    control = TimeControl((*earlier, last))
    assert parse_control(control.text) == control


def test_the_tag_of_a_pdn_file_counts_in_seconds() -> None:
    control = parse_control("50/120,25/60,0+20")
    assert control is not None
    assert control.pdn == "50/7200:25/3600:0+20"
