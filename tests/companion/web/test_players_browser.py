"""Players and a tournament in Chromium: lots are drawn, names changed, a class plays a round."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.store import Store
from rules.game import Game, Outcome, Termination
from rules.piece import Color
from tests.companion.web.browsing import LAPTOP, PHONE, Evening, Visitor

pytestmark = pytest.mark.xdist_group("browser")

EVIL = "<img src=x onerror=alert(1)>"
SCREENS = [("phone", PHONE, "nl"), ("laptop", LAPTOP, "en")]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Evening]:
    store = Store(tmp_path / "games.db")
    for white, black, winner in (
        ("Anna", "Bram", Color.WHITE),
        ("Bram", "Anna", Color.BLACK),
        ("Anna", EVIL, None),
    ):
        game = Game.new().finish(Outcome(winner, Termination.ENTERED))
        store.keep(game, {"White": white, "Black": black})
    evening = Evening(store=store)
    yield evening
    evening.end()


def comes(browser: Any, house: Evening, screen: dict[str, Any], path: str) -> Visitor:
    return Visitor(browser, house.server.address, screen, path, ("h1",))


def reads(visitor: Visitor, where: str, words: str) -> None:
    visitor.page.wait_for_function(
        "([where, words]) => document.querySelector(where)?.innerText.includes(words)",
        arg=[where, words],
    )


def test_the_answer_to_an_older_question_is_not_shown(browser: Any, house: Evening) -> None:
    visitor = comes(browser, house, LAPTOP, "players?lang=en")
    page = visitor.page
    held: list[Any] = []
    page.route("**/players/score?*", lambda route: held.append(route))
    for other in (EVIL, "Bram"):
        known = len(held)
        page.select_option('#score [name="other"]', other)
        while len(held) == known:  # until it has asked
            page.wait_for_timeout(10)
    held.pop().continue_()
    reads(visitor, "#points", "4-0")
    for older in held:
        with page.expect_response(older.request.url) as answered:
            older.continue_()
        answered.value.finished()
    page.evaluate("() => new Promise((done) => setTimeout(done, 100))")  # the page has read them
    assert "4-0" in page.locator("#points").inner_text()


@pytest.mark.parametrize(("name", "screen", "language"), SCREENS)
def test_players(
    browser: Any, house: Evening, name: str, screen: dict[str, Any], language: str
) -> None:
    visitor = comes(browser, house, screen, f"players?lang={language}")
    page = visitor.page
    assert page.locator("#players tr").count() == 3
    assert page.locator("#players img").count() == 0
    assert page.locator("#players th").first.inner_text() == "Anna"
    page.fill('#draw [name="who"]', "Anna, Bram")
    page.click("#draw button")
    page.wait_for_selector("#order li:nth-child(2)")
    assert page.locator("#begins").inner_text().split()[0] in ("Anna", "Bram")
    page.select_option('#score [name="one"]', "Anna")
    page.select_option('#score [name="other"]', "Bram")
    reads(visitor, "#points", "4-0")
    page.click("details.may summary")
    visitor.sees_all_of_its_width()
    visitor.has_no_barriers()
    visitor.picture(f"players-{name}")
    page.fill('#add [name="names"]', "Cas, Dina")
    page.click("#add button")
    page.wait_for_function("() => document.querySelectorAll('#players tr').length === 5")
    page.select_option('#rename [name="one"]', "Cas")
    page.fill('#rename [name="other"]', "Casper")
    page.click("#rename button")
    reads(visitor, "#players", "Casper")
    page.select_option('#delete [name="name"]', "Dina")
    page.click("#delete button")
    page.click("#dialog .sure")
    page.wait_for_function("() => document.querySelectorAll('#players tr').length === 4")
    page.click("#play")
    reads(visitor, "#answer", "Anna")
    page.goto(f"{house.server.address}?lang={language}")
    page.wait_for_function(
        "() => ['Anna', 'Bram'].every((name) => document.body.innerText.includes(name))"
    )
    visitor.goes()


@pytest.mark.parametrize(("name", "screen", "language"), SCREENS)
def test_a_class_plays_a_round(
    browser: Any, house: Evening, name: str, screen: dict[str, Any], language: str
) -> None:
    visitor = comes(browser, house, screen, f"tournament?lang={language}")
    page = visitor.page
    visitor.has_no_barriers()
    page.fill('#new [name="name"]', "Klas 5")
    page.fill('#new [name="players"]', f"Anna\nBram, Cas\n{EVIL}\nElisabeth-Wilhelmina")
    page.uncheck('#new [name="draw"]')
    page.click("#new button")
    reads(visitor, "#name", "Klas 5")
    assert page.locator("#table tr").count() == 5
    page.click("#pair")
    page.wait_for_selector("#pairings li:nth-child(3)")
    assert page.locator("#pair").is_disabled()
    page.locator("#pairings li:nth-child(1) button").click()
    page.wait_for_selector("#link.linked")
    white, black = (page.locator(f"#{side} .who").inner_text() for side in ("near", "far"))
    assert {white, black} <= {"Anna", "Bram", "Cas", EVIL, "Elisabeth-Wilhelmina"}
    visitor.carry(31, 26)
    visitor.sees_plies(1)
    page.goto(f"{house.server.address}tournament?lang={language}")
    page.locator("#pairings li:nth-child(2) button").click()  # a game goes on: it is asked whether
    page.locator("#dialog button:not(.sure)").click()
    page.goto(f"{house.server.address}?lang={language}")
    page.wait_for_selector("#link.linked")
    page.click("#resign")
    page.locator("#dialog-answers button").first.click()
    page.wait_for_selector("#resign:disabled")
    page.goto(f"{house.server.address}tournament?lang={language}")
    assert page.locator("#pairings li:nth-child(1) select").input_value() == "0-2"
    for number, score in ((2, "1-1"),):
        page.select_option(f"#pairings li:nth-child({number}) select", score)
        reads(visitor, "#table", "2")
    page.wait_for_selector("#pair:enabled")
    page.click("#pair")
    page.wait_for_selector("#stages button:nth-child(2)[aria-pressed=true]")
    page.click("#change summary")
    page.fill('#add [name="players"]', "Laatkomer")
    page.click("#add button")
    reads(visitor, "#table", "Laatkomer")
    page.select_option('#withdraw [name="player"]', "Cas")
    page.click("#withdraw button")
    page.wait_for_selector("#table th.gone")
    assert page.locator("#table img, #pairings img").count() == 0
    visitor.sees_all_of_its_width()
    visitor.has_no_barriers()
    visitor.picture(f"tournament-{name}")
    with page.expect_download() as waiting:
        page.click("#csv")
    lines = Path(waiting.value.path()).read_text(encoding="utf-8-sig").splitlines()
    assert len(lines) == 7
    page.fill('#add [name="players"]', "Bram,bram")
    page.click("#add button")
    reads(visitor, "#answer", "Bram")
    assert "400" in visitor.errors.pop()
    page.click("#delete button")
    page.click("#dialog .sure")
    page.wait_for_selector("#none:not([hidden])")
    visitor.goes()
