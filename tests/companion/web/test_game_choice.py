"""Another game, house rules and help, chosen on the page and played on the virtual board; what the
opponent chooses after a wrong move."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.choices import COACH_LEVELS, HOUSE_RULES, LANGUAGES, VARIANTS
from companion.commands import NewGame
from companion.keyboard import CoachTyped, CommandTyped
from companion.room import Asked
from companion.web.gestures import BadWishError, wish_item
from companion.web.shell import page_texts
from rules.position import Position
from rules.variants import variant_named
from tests.companion.web.browsing import LAPTOP, PHONE, Evening, Visitor

pytestmark = pytest.mark.xdist_group("browser")


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.end()


def choose(visitor: Visitor, game: str, *rules: str) -> None:
    page = visitor.page
    if not page.locator("#game-form").is_visible():
        page.locator(".game summary").click()
    page.select_option("#game-form [name=variant]", game)
    for box in page.locator("#game-form [name=house]").all():
        box.set_checked(box.get_attribute("value") in rules)
    page.locator("#game-form button[type=submit]").click()
    page.locator(".game summary").click()
    page.evaluate("scrollTo(0, 0)")


def shows(visitor: Visitor, words: str) -> None:
    visitor.page.wait_for_function(
        "words => document.getElementById('game-name').innerText.includes(words)", arg=words
    )


def test_a_family_chooses_huffing_on_a_phone_and_huffs(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, PHONE)
    page = visitor.page
    assert page.locator("#game-name").inner_text() == "Dammen (internationaal)"
    page.locator(".game summary").click()
    abouts = page.locator(".game p", has_text="10x10").locator("visible=true")
    assert abouts.count() == 1
    page.select_option("#game-form [name=variant]", "killer")
    assert abouts.count() == 2
    page.select_option("#game-form [name=variant]", "international")
    visitor.has_no_barriers()
    visitor.sees_all_of_its_width()
    visitor.picture("phone-rules")
    choose(visitor, "international", "huffing")
    shows(visitor, "blazen")
    assert "vergeet je te slaan" in page.locator("#game-rules").text_content()
    page.wait_for_selector("#link.linked")
    visitor.carry(32, 28)
    visitor.sees_plies(1)
    visitor.carry(19, 23)
    visitor.sees_plies(2)
    visitor.carry(33, 29)
    visitor.hears("Zwart mag blazen: haal 28 van het bord")
    page.wait_for_selector("#wrong-move", state="visible")
    visitor.picture("phone-may-huff")
    visitor.take_off(28)
    visitor.hears("blaast het stuk op 28")
    visitor.carry(20, 24)
    page.wait_for_function("() => document.querySelectorAll('#moves .huffed').length === 1")
    assert "geblazen: 28" in page.locator("#moves").inner_text()
    visitor.goes()


def test_the_virtual_board_follows_to_another_size_and_names_its_squares(
    browser: Any, evening: Evening
) -> None:
    visitor = Visitor(browser, evening.server.address, PHONE)
    page = visitor.page
    for game, squares, start, end, written in (
        ("turkish", 64, 41, 33, "a3-a4"),
        ("russian", 32, 22, 18, "c3-d4"),
        ("canadian", 72, 43, 37, "43-37"),
    ):
        choose(visitor, game)
        page.wait_for_function(
            "n => document.querySelectorAll('#board .cell').length === n", arg=squares
        )
        page.wait_for_selector("#link.linked")
        visitor.carry(start, end)
        visitor.sees_plies(1)
        assert written in page.locator("#moves").inner_text()
        visitor.sees_all_of_its_width()
        visitor.picture(f"phone-{game}")
        page.locator("#draw").click()
        page.locator("dialog .sure").click()
        page.wait_for_function("() => document.getElementById('turn').innerText.includes('1-1')")
    label = page.locator('[data-square="43"]').get_attribute("aria-label")
    assert label.startswith("Veld 43")
    visitor.goes()


def test_the_opponent_demands_the_legal_move_or_plays_on(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, LAPTOP)
    page = visitor.page
    for number, (start, end) in enumerate(((32, 28), (19, 23)), start=1):
        visitor.carry(start, end)
        visitor.sees_plies(number)
    assert not page.locator("#wrong-move").is_visible()
    visitor.carry(33, 29)
    page.wait_for_selector("#wrong-move", state="visible")
    visitor.has_no_barriers()
    visitor.picture("laptop-wrong-move")
    page.click("#demand")
    page.wait_for_selector("#wrong-move", state="hidden")
    visitor.hears("Alles staat goed")
    page.wait_for_selector("#board.touchable")
    visitor.carry(33, 29)
    page.wait_for_selector("#wrong-move", state="visible")
    page.click("#play-on")
    visitor.sees_plies(3)
    assert page.locator(".ply.irregular").count() == 1
    assert page.locator("#demand").is_visible()
    assert not page.locator("#play-on").is_visible()
    visitor.goes()


def test_each_player_gets_the_help_that_is_chosen(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, LAPTOP)
    page = visitor.page
    page.locator(".game summary").click()
    page.select_option("#coach-W", "show")
    page.select_option("#coach-B", "off")
    visitor.hears("Wit is aan zet")
    visitor.carry(32, 28)
    visitor.sees_plies(1)
    visitor.carry(19, 23)
    visitor.hears("Wit moet slaan: 28 over 23 naar 19")
    page.wait_for_selector('[data-square="19"] .lamp.green.steady')  # the light that runs
    assert "Zwart is aan zet" not in page.locator("#told").inner_text()
    page.reload()
    assert page.locator("#coach-W").input_value() == "show"
    visitor.goes()


def test_the_page_asks_who_is_the_youngest(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, PHONE)
    choose(visitor, "international", "youngest_begins")
    visitor.page.wait_for_selector("#youngest", state="visible")
    visitor.has_no_barriers()
    visitor.page.locator("#youngest-B").tap()
    visitor.page.wait_for_selector("#youngest", state="hidden")
    visitor.page.wait_for_function(
        "() => document.getElementById('turn').innerText.startsWith('Zwart')"
    )
    visitor.goes()


@pytest.mark.parametrize(
    "body",
    [
        {"wish": "new_game", "variant": "ludo"},
        {"wish": "new_game", "variant": 5},
        {"wish": "new_game", "variant": "russian", "house": ["cheating"]},
        {"wish": "new_game", "variant": "russian", "house": "huffing"},
        {"wish": "new_game", "variant": "russian", "house": [None]},
        {"wish": "coach", "level": "loud"},
        {"wish": "coach", "side": "X", "level": "off"},
        {"wish": "coach"},
        {"wish": "youngest"},
        {"wish": ["demand"]},
    ],
)
def test_what_is_no_wish_is_refused(body: dict[str, object]) -> None:
    with pytest.raises(BadWishError):
        wish_item(body)


@pytest.mark.parametrize("name", VARIANTS)
def test_every_game_can_be_wished_for_with_all_house_rules(name: str) -> None:
    start = Position.start(variant_named("+".join((name, *HOUSE_RULES))))
    wished = wish_item({"wish": "new_game", "variant": name, "house": list(HOUSE_RULES)})
    assert wished == Asked(CommandTyped(NewGame(start)))
    assert isinstance(wish_item({"wish": "coach", "level": "off"}).wanted, CoachTyped)


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_rules_and_levels_have_words_for_a_family(language: str) -> None:
    texts = page_texts(language, ("game",))
    for name in VARIANTS:
        assert texts[f"game.name_{name}"]
        assert texts[f"game.about_{name}"].endswith(".")
    for rule in HOUSE_RULES:
        assert texts[f"game.rule_{rule}"]
        assert texts[f"game.short_{rule}"]
    for level in COACH_LEVELS:
        assert texts[f"game.coach_{level}"]
