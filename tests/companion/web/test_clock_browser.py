"""A game against the clock in Chromium: chosen, counted down, paused, asked for, lost by time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.clock.keeper import ClockHabits, ClockHand
from tests.companion.web.browsing import LAPTOP, PHONE, Evening, Visitor

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.end()


def choose(visitor: Visitor, control: str) -> None:
    page = visitor.page
    page.click("#clock-choice summary")
    page.select_option("#clock-form select", "")
    page.fill("#clock-own input", control)
    page.click("#clock-form button")


def shows(visitor: Visitor, side: str, pattern: str) -> None:
    visitor.page.wait_for_function(
        "([side, pattern]) => new RegExp(pattern).test("
        "document.getElementById(`clock-time-${side}`).textContent)",
        arg=[side, pattern],
    )


@pytest.mark.parametrize(("name", "screen"), [("phone", PHONE), ("laptop", LAPTOP)])
def test_a_game_against_the_clock(
    browser: Any, evening: Evening, name: str, screen: dict[str, Any]
) -> None:
    visitor = Visitor(browser, evening.server.address, screen)
    page = visitor.page
    assert page.locator("#clock").is_hidden()
    choose(visitor, "vijf")
    page.wait_for_selector("#clock-answer:not(:empty)")
    assert "400" in visitor.errors.pop()
    page.fill("#clock-own input", "5+3")
    page.click("#clock-form button")
    page.wait_for_selector("#clock:not([hidden])")
    shows(visitor, "W", r"^5:00$")
    page.evaluate("scrollTo(0, 0)")
    visitor.carry(32, 28)
    page.wait_for_selector("#clock-B.runs")
    shows(visitor, "W", r"^5:03$")
    shows(visitor, "B", r"^4:5[0-8]$")
    visitor.sees_all_of_its_width()
    visitor.has_no_barriers()
    page.evaluate("scrollTo(0, 0)")
    visitor.picture(f"clock-{name}")
    page.click("#clock-pause")
    page.wait_for_selector("#clock-state:not(:empty)")
    assert page.locator("#clock-pause").get_attribute("aria-pressed") == "true"
    standing = page.locator("#clock-time-B").inner_text()
    page.click("#clock-tell")
    visitor.hears("Zwart heeft nog 4 minuten")
    assert page.locator("#clock-time-B").inner_text() == standing
    page.click("#clock-pause")
    page.wait_for_selector("#clock-B.runs")
    visitor.goes()


def test_the_flag_falls_on_every_screen_and_is_told_once(browser: Any, evening: Evening) -> None:
    one = Visitor(browser, evening.server.address, LAPTOP)
    choose(one, "3s")
    shows(one, "W", r"^0:03\.0$")
    one.carry(32, 28)
    late = Visitor(browser, evening.server.address, PHONE)
    for visitor in (one, late):
        visitor.hears("De tijd van zwart is om")
        visitor.page.wait_for_selector("#clock-B.over")
        shows(visitor, "B", r"^0:00$")
        assert visitor.page.locator("#told").inner_text().count("is om") == 1
        visitor.goes()


def test_nonsense_is_refused_and_the_space_bar_presses_a_clock_with_a_button(
    browser: Any,
) -> None:
    evening = Evening(habits=ClockHabits(ClockHand.BUTTON))
    visitor = Visitor(browser, evening.server.address, LAPTOP)
    page = visitor.page
    status = page.evaluate(
        "fetch('/clock', {method: 'POST', headers: {'Content-Type': 'application/json'},"
        " body: JSON.stringify({act: 'explode'})}).then((answer) => answer.status)"
    )
    assert status == 400
    assert "400" in visitor.errors.pop()
    choose(visitor, "5")
    page.wait_for_selector("#clock-press:not([hidden])")
    page.click("#clock-pause")
    page.wait_for_selector("#clock-W.runs")
    visitor.carry(32, 28)
    visitor.sees_plies(1)
    assert page.locator("#clock-W.runs").is_visible()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    page.wait_for_selector("#clock-B.runs")
    visitor.goes()
    evening.end()
