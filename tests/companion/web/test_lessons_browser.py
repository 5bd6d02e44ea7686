"""Lessons in Chromium: a child climbs the ladder on the virtual board, by finger and by key."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.lessons.diary import Diary
from companion.lessons.progress import Sitting
from companion.store import Store
from tests.companion.web.browsing import LAPTOP, PHONE, Evening, Visitor

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture
def school(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    store = Store(tmp_path / "games.db")
    for name, exercise, tries, solved in (
        ("Bram", "capture-1", 1, True),
        ("Bram", "capture-2", 5, False),
        ("Cleo <b>", "board-1", 1, True),
    ):
        Diary(store.database).keep(Sitting(name, exercise, datetime.now(UTC), tries, 0, solved))
    evening = Evening(store=store)
    yield evening
    evening.end()


def comes(browser: Any, school: Evening, screen: dict[str, Any], path: str) -> Visitor:
    return Visitor(browser, school.server.address, screen, path, ("h1",))


def reads(visitor: Visitor, where: str, words: str) -> None:
    visitor.page.wait_for_function(
        "([where, words]) => document.querySelector(where)?.innerText.includes(words)",
        arg=[where, words],
    )


def sees_piece(visitor: Visitor, square: int, is_there: bool = True) -> None:
    visitor.page.wait_for_function(
        "([square, is]) => Boolean(document.querySelector("
        "`[data-square='${square}'] .place .piece`)) === is",
        arg=[square, is_there],
    )


def test_a_child_on_a_phone_has_a_lesson(browser: Any, school: Evening) -> None:
    visitor = comes(browser, school, PHONE, "lessons?lang=nl")
    page = visitor.page
    page.fill('#who [name="child"]', "Anna")
    page.click("#lesson-must_capture summary")
    visitor.sees_all_of_its_width()
    visitor.has_no_barriers()
    visitor.picture("lessons-phone")
    page.click("#lesson-must_capture .number >> nth=0")
    page.wait_for_selector("#lesson:not([hidden])")
    reads(visitor, "#lesson-name", "oefening 1 (1 van 7) · Anna")
    exercise = _first_of("must_capture")
    line = exercise.task.lines[0]
    capture = line[0]
    sees_piece(visitor, capture.start)
    page.wait_for_selector("#told .asked", state="attached")  # told, and not shown twice
    visitor.sees_all_of_its_width()
    visitor.has_no_barriers()
    page.locator('[data-wish="hint"]').tap()
    reads(visitor, "#told", "slaan")
    quiet = (25, 20)
    page.evaluate("scrollTo(0, 0)")
    visitor.carry(*quiet)
    reads(visitor, "#told", "moet slaan")
    page.evaluate("scrollTo(0, 0)")
    visitor.picture("lesson-phone-wrong")
    page.locator('[data-wish="put_back"]').tap()
    sees_piece(visitor, quiet[0])
    reads(visitor, "#told p:first-child", "Alles staat goed")
    page.evaluate("scrollTo(0, 0)")
    visitor.carry(capture.start, capture.end)
    for square in capture.captured:
        visitor.take_off(square)
    page.wait_for_selector("#lesson.solved")
    visitor.picture("lesson-phone-solved")
    page.locator('[data-wish="next"]').tap()
    reads(visitor, "#lesson-name", "oefening 2")
    page.locator('[data-wish="leave"]').tap()
    page.wait_for_selector("#lesson[hidden]", state="attached")
    sees_piece(visitor, 50)
    sitting = Diary(school.store.database).sittings("anna")[0]
    assert (sitting.exercise, sitting.tries, sitting.hints) == (exercise.id, 2, 1)
    assert sitting.solved
    visitor.goes()


def test_a_teacher_sees_the_class_and_makes_an_exercise(browser: Any, school: Evening) -> None:
    visitor = comes(browser, school, LAPTOP, "?lang=en")
    page = visitor.page
    page.click("#make-exercise")
    page.wait_for_selector("#own[open]")
    page.click("#class summary")
    page.wait_for_selector("#children tr.stuck")
    assert page.locator("#children th").all_inner_texts() == ["Bram", "Cleo <b>"]
    reads(visitor, "#children tr.stuck", "Capturing, exercise 2")
    reads(visitor, "#themes tr.stuck", "Bram")
    page.fill('#own [name="lesson"]', "friday")
    page.fill('#own [name="text"]', "What {must} <i>white</i> do?")
    page.fill('#own [name="fen"]', "W:W28:B23,14")
    visitor.has_no_barriers()
    visitor.picture("lessons-laptop")
    page.click("#own button")
    reads(visitor, "#own-answer", "friday-1")
    reads(visitor, "#own-answer", "28x10")
    page.fill('#own [name="fen"]', "nonsense")
    page.click("#own button")
    reads(visitor, "#own-answer", "FEN")
    page.fill('#own [name="fen"]', "")
    page.click("#own button")
    reads(visitor, "#own-answer", "give the solution")
    page.click("#lesson-friday summary")
    page.click("#lesson-friday .actions button")
    reads(visitor, "#lesson-task", "What {must} <i>white</i> do?")
    visitor.errors = [error for error in visitor.errors if "400" not in error]
    visitor.goes()


def test_a_lesson_by_keyboard_alone(browser: Any, school: Evening) -> None:
    visitor = comes(browser, school, LAPTOP, "lessons?lang=nl")
    page = visitor.page
    page.locator("#lesson-board summary").press("Enter")
    page.locator("#lesson-board .number").first.press("Enter")
    reads(visitor, "#lesson-task", "Wijs")
    page.wait_for_selector("#link.linked")
    page.locator('[data-square="50"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#told .warning")
    page.keyboard.type("46")
    page.keyboard.press("Enter")
    page.wait_for_selector("#lesson.solved")
    page.locator('[data-wish="next"]').press("Enter")
    page.goto(f"{school.server.address}lessons/sheet?which=haarlem&lang=nl")
    page.wait_for_selector("figure svg")
    visitor.has_no_barriers()
    visitor.goes()


def _first_of(lesson: str) -> Any:
    from companion.lessons.library import exercise

    return exercise(f"{lesson}-1")
