"""What the page asks by ear: from JSON that anybody may have sent to what the live loop takes."""

from __future__ import annotations

import pytest

from announcer.answers import Question
from companion.keyboard import ByEarTyped, QuestionTyped
from companion.room import Asked, Wanted
from companion.web.gestures import BadWishError, wish_item


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ({"wish": "square", "square": 28}, QuestionTyped(Question.SQUARE, 28)),
        ({"wish": "row", "square": 1}, QuestionTyped(Question.ROW, 1)),
        ({"wish": "diagonals", "square": 50}, QuestionTyped(Question.DIAGONALS, 50)),
        ({"wish": "own"}, QuestionTyped(Question.OWN)),
        ({"wish": "white"}, QuestionTyped(Question.WHITE)),
        ({"wish": "black"}, QuestionTyped(Question.BLACK)),
        ({"wish": "repeat"}, QuestionTyped(Question.REPEAT)),
        ({"wish": "by_ear", "on": True}, ByEarTyped(True)),
        ({"wish": "by_ear", "on": False}, ByEarTyped(False)),
    ],
)
def test_a_question_is_understood(body: dict[str, object], wanted: Wanted) -> None:
    assert wish_item(body) == Asked(wanted)


@pytest.mark.parametrize(
    "body",
    [
        {"wish": "square"},
        {"wish": "row", "square": 0},
        {"wish": "row", "square": 10**9},
        {"wish": "diagonals", "square": True},
        {"wish": "square", "square": "28"},
        {"wish": "by_ear"},
        {"wish": "by_ear", "on": 1},
    ],
)
def test_what_is_no_question_is_refused_in_one_line(body: dict[str, object]) -> None:
    with pytest.raises(BadWishError) as error:
        wish_item(body)
    assert "\n" not in str(error.value)
