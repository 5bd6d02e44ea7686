"""The menu of questions with a real firmware and the live loop: fingers on the buttons, and a piece
that is lifted to ask."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from announcer.answers import Question
from board_io.events import BoardButton, ButtonPressed
from companion.keyboard import QuestionTyped
from companion.room import Asked, Line
from rules.piece import BLACK_MAN, WHITE_MAN
from tests.companion.test_live import Evening


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.end()


def presses(evening: Evening, button: BoardButton, words: str) -> None:
    """A button, until something new is heard with these words."""
    before = evening.out.getvalue().count(words)
    evening.inbox.put(ButtonPressed(time.monotonic(), button))
    evening.until(lambda: evening.out.getvalue().count(words) > before, words)


def test_confirm_that_is_held_opens_the_menu_and_a_lifted_piece_is_told(evening: Evening) -> None:
    evening.hears("is klaar")
    evening.carry(WHITE_MAN, 32, 28)
    evening.hears("Wit speelt 32-28.")
    evening.simulated.hold(BoardButton.CONFIRM)
    evening.hears("Zwart is aan zet.")
    began = time.monotonic()
    evening.until(lambda: time.monotonic() > began + 1.2, "held for more than a second")
    evening.simulated.hold()
    evening.hears("Vragen. Met terugnemen hoor je de volgende")
    presses(evening, BoardButton.TAKE_BACK, "De laatste zet?")
    presses(evening, BoardButton.CONFIRM, "Wit speelt 32-28.")
    for words in (
        "Moet er",
        "De stukken van wie",
        "de ander?",
        "De dammen?",
        "Hoeveel",
        "Rij voor",
    ):
        presses(evening, BoardButton.TAKE_BACK, words)
    presses(evening, BoardButton.CONFIRM, "De rij van 46 tot 50.")
    presses(evening, BoardButton.TAKE_BACK, "Een stuk optillen")
    presses(evening, BoardButton.CONFIRM, "Til een stuk op")
    evening.simulated.lift(19)
    evening.hears("Op 19 staat een zwarte schijf.")
    evening.simulated.put(19, BLACK_MAN)
    assert len(evening.live.view.game.plies) == 1


def test_questions_are_asked_and_answered_by_two_buttons(evening: Evening) -> None:
    evening.hears("is klaar")
    evening.inbox.put(Line("op gehoor"))
    evening.hears("Je speelt op gehoor.")
    evening.carry(WHITE_MAN, 32, 28)
    evening.hears("Wit speelt 32-28.")
    evening.simulated.hold(BoardButton.DRAW)
    evening.hears("Zijn jullie het eens?")
    evening.simulated.hold()
    presses(evening, BoardButton.TAKE_BACK, "er verandert niets")
    assert evening.live.view.game.outcome is None
    evening.inbox.put(Line("rij 28"))
    evening.hears("De rij van 26 tot 30.\nSchijven van wit: 28.")
    evening.inbox.put(Asked(QuestionTyped(Question.SQUARE, 99)))  # of another board
    evening.inbox.put(Asked(QuestionTyped(Question.ROW, 51)))
    evening.inbox.put(Line("herhaal"))
    evening.until(lambda: evening.out.getvalue().count("De rij van 26 tot 30.") == 2, "again")
