"""Times as people say them, in Dutch and English."""

from __future__ import annotations

import pytest

from announcer.catalogue import Catalogue
from announcer.clocks import time_left
from rules.piece import Color

TIMES = [
    (0, "Wit heeft nog nul seconden."),
    (1.9, "Wit heeft nog één seconde."),
    (59.9, "Wit heeft nog negenenvijftig seconden."),
    (60, "Wit heeft nog één minuut."),
    (64, "Wit heeft nog één minuut."),
    (65, "Wit heeft nog één minuut en vijf seconden."),
    (599, "Wit heeft nog negen minuten en vijfenvijftig seconden."),
    (659, "Wit heeft nog tien minuten."),
    (3599, "Wit heeft nog negenenvijftig minuten."),
    (3899, "Wit heeft nog één uur."),
    (7500, "Wit heeft nog twee uur en vijf minuten."),
    (36000, "Wit heeft nog tien uur."),
]


@pytest.mark.parametrize(("seconds", "sentence"), TIMES)
def test_a_time_is_said_as_exactly_as_people_want_it(seconds: float, sentence: str) -> None:
    assert Catalogue.load("nl").spoken(time_left(Color.WHITE, seconds)) == sentence


def test_one_is_told_from_many_in_english() -> None:
    catalogue = Catalogue.load("en")
    said = [catalogue.spoken(time_left(Color.BLACK, seconds)) for seconds in (3900, 7500, 60)]
    assert said == [
        "Black has one hour and five minutes left.",
        "Black has two hours and five minutes left.",
        "Black has one minute left.",
    ]
