"""The page in Chromium, with the whole program behind it: hands on the page move the magnets of the
simulated board, its firmware reports them, and what comes of it is shown."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import pytest

from companion.texts import load_texts
from companion.web.server import own_address
from rules.piece import Color
from tests.companion.web.browsing import (
    LAPTOP,
    NAMES,
    PHONE,
    TABLET,
    WALL,
    Evening,
    Visitor,
)

pytestmark = pytest.mark.xdist_group("browser")

# Start, end, and the squares of the pieces that are taken off.
GAME: tuple[tuple[int, int, tuple[int, ...]], ...] = (
    (32, 28, ()),
    (19, 23, ()),
    (28, 19, (23,)),
    (14, 23, (19,)),
    (33, 28, ()),
    (23, 32, (28,)),
    (37, 28, (32,)),
    (16, 21, ()),
    (31, 27, ()),
    (21, 23, (27, 28)),
)


@pytest.mark.parametrize(
    ("name", "screen"), [("phone", PHONE), ("tablet", TABLET), ("laptop", LAPTOP)]
)
def test_a_game_with_a_wrong_move(
    browser: Any, evening: Evening, name: str, screen: dict[str, Any]
) -> None:
    visitor = Visitor(browser, evening.server.address, screen)
    for number, (start, end, taken) in enumerate(GAME, start=1):
        if number == 3:
            visitor.carry(33, 29)
            visitor.hears("slaan moet")
            visitor.sees_plies(2)
            visitor.picture(f"{name}-wrong")
            visitor.carry(29, 33)
        visitor.carry(start, end)
        for square in taken:
            visitor.take_off(square)
        visitor.sees_plies(number)
    written = visitor.page.locator("#moves").inner_text().split()
    assert [word for word in written if not word.endswith(".")] == [
        f"{start}{'×' if taken else '-'}{end}" for start, end, taken in GAME
    ]
    assert visitor.page.locator(".irregular").count() == 0
    black = evening.live.view.game.position.squares(Color.BLACK)
    assert black == (*(n for n in range(1, 21) if n not in (14, 16, 19)), 23)
    visitor.picture(f"{name}-end")
    visitor.has_no_barriers()
    ours = evening.server.address
    assert all(url.startswith(ours) for url in visitor.requests)
    visitor.goes()


def test_a_game_by_keyboard_alone(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, LAPTOP)
    keys = visitor.page.keyboard
    visitor.page.locator('.cell[tabindex="0"]').focus()

    def go_to(square: int) -> None:
        keys.type(str(square))
        assert visitor.page.evaluate("document.activeElement.dataset.square") == str(square)

    for number, (start, end, taken) in enumerate(GAME[:3], start=1):
        go_to(start)
        keys.press("Enter")
        assert f"van {start}" in visitor.page.locator("#held").inner_text()
        go_to(end)
        keys.press("Enter")
        for square in taken:
            go_to(square)
            keys.press("Delete")
        visitor.sees_plies(number)
    keys.press("ArrowUp")
    assert visitor.page.evaluate("document.activeElement.dataset.square") == "19"
    keys.press("ArrowDown")
    assert visitor.page.evaluate("document.activeElement.dataset.square") == "23"
    for key in ("ArrowUp", "ArrowLeft", "ArrowLeft"):
        keys.press(key)
    assert visitor.page.evaluate("document.activeElement.dataset.square") == "17"
    label = visitor.page.locator('[data-square="17"]').get_attribute("aria-label")
    assert label == "Veld 17: zwarte schijf"
    keys.press("Enter")
    keys.press("Escape")
    visitor.page.wait_for_selector('[data-square="17"] .piece.black')
    visitor.goes()


def test_buttons_take_back_begin_anew_and_end_the_game(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, LAPTOP)
    page = visitor.page
    visitor.carry(32, 28)
    visitor.sees_plies(1)
    page.click("#take-back")
    visitor.sees_plies(0)
    visitor.hears("Eén zet terug")
    page.click("#ask-turn")
    visitor.hears("Wit is aan zet")
    visitor.carry(32, 28)
    visitor.sees_plies(1)
    page.click("#resign")
    visitor.has_no_barriers()
    page.get_by_role("button", name="Zwart", exact=True).click()
    visitor.hears("geeft op")
    assert page.locator("#turn").inner_text() == "Afgelopen: 2-0"
    assert page.locator("#resign").is_disabled()
    page.click("#new-game")
    visitor.sees_plies(0)
    visitor.hears("Alles staat goed")
    visitor.carry(31, 27)
    visitor.sees_plies(1)
    page.click("#draw")
    page.keyboard.press("Escape")
    assert not page.locator("dialog").is_visible()
    page.click("#draw")
    page.locator("dialog .sure").click()
    page.wait_for_function("() => document.getElementById('turn').innerText.includes('1-1')")
    visitor.goes()


def test_names_are_never_markup(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, PHONE)
    assert visitor.page.locator("#near .who span").inner_text() == NAMES[Color.WHITE]
    assert visitor.page.locator("#far .who span").inner_text() == NAMES[Color.BLACK]
    assert visitor.page.locator(".player img, .player b").count() == 0
    visitor.goes()


def test_several_viewers_see_the_same_and_one_that_slept_catches_up(
    browser: Any, evening: Evening
) -> None:
    player = Visitor(browser, evening.server.address, LAPTOP)
    viewer = Visitor(browser, evening.server.address, PHONE, "?lang=en")
    player.carry(32, 28)
    viewer.sees_plies(1)
    viewer.hears("White plays 32-28")
    viewer.context.set_offline(True)
    for number, (start, end, taken) in enumerate(GAME[1:3], start=2):
        player.carry(start, end)
        for square in taken:
            player.take_off(square)
        player.sees_plies(number)
    viewer.context.set_offline(False)
    viewer.sees_plies(3)
    viewer.hears("Black plays 19-23")
    told = viewer.page.locator("#told p").all_inner_texts()
    assert len(told) == len(set(told))
    viewer.context.close()  # being offline is an error in its console
    player.goes()


def test_a_king_made_on_the_page_stays_one_in_the_hand(browser: Any) -> None:
    evening = Evening("W:W7,41:B45,16")
    visitor = Visitor(browser, evening.server.address, LAPTOP)
    visitor.carry(7, 1)
    visitor.page.wait_for_selector('[data-square="1"] .king')
    visitor.carry(45, 50)
    visitor.page.wait_for_selector('[data-square="50"] .king')
    visitor.carry(1, 23)
    visitor.page.wait_for_selector('[data-square="23"] .king')
    visitor.sees_plies(3)
    assert (
        visitor.page.locator('[data-square="23"]')
        .get_attribute("aria-label")
        .startswith("Veld 23: witte dam")
    )
    visitor.picture("laptop-kings")
    visitor.goes()
    evening.end()


def test_a_wrong_move_that_is_played_on_from_stays_marked(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, LAPTOP)
    for number, (start, end, _) in enumerate(GAME[:2], start=1):
        visitor.carry(start, end)
        visitor.sees_plies(number)
    visitor.carry(33, 29)
    visitor.hears("slaan moet")
    visitor.carry(23, 32)
    visitor.take_off(28)
    visitor.sees_plies(4)
    marked = visitor.page.locator(".ply.irregular")
    assert marked.count() == 1
    assert marked.inner_text().startswith("33-29")
    assert "tegen de regels" in marked.inner_text()
    visitor.picture("laptop-irregular")
    visitor.has_no_barriers()
    visitor.goes()


def test_a_board_that_is_gone_says_what_to_do_and_waits(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, TABLET)
    magnets = evening.room.board.magnets
    assert magnets is not None
    magnets._board.unplug()
    visitor.page.wait_for_selector("#link.lost")
    said = visitor.page.locator("#link").inner_text()
    assert any(remedy in said for remedy in load_texts("nl").templates("remedy").values())
    assert visitor.page.locator("#link span").inner_text()[0].isupper()
    assert visitor.page.locator("#take-back").is_disabled()
    visitor.tap(32)
    assert visitor.page.locator('[data-square="32"] .piece').is_visible()
    visitor.picture("tablet-lost")
    magnets._board.replug()
    visitor.page.wait_for_selector("#link.linked")
    visitor.carry(32, 28)
    visitor.sees_plies(1)
    visitor.goes()


def test_a_program_that_ends_is_told_on_the_page(browser: Any) -> None:
    evening = Evening()
    visitor = Visitor(browser, evening.server.address, PHONE)
    evening.end()
    visitor.page.wait_for_selector("#link.broken")
    visitor.context.close()


def test_the_voice_of_the_browser_says_what_is_told(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, LAPTOP)
    visitor.page.click("#voice")
    visitor.carry(32, 28)
    visitor.sees_plies(1)
    visitor.page.wait_for_function("() => spoken.length > 0")
    assert visitor.page.evaluate("spoken") == ["Wit speelt tweeëndertig naar achtentwintig."]
    visitor.goes()


def test_the_language_is_chosen_on_the_page_and_spoken_beside_the_board(
    browser: Any, evening: Evening
) -> None:
    visitor = Visitor(browser, evening.server.address, LAPTOP)
    visitor.carry(32, 28)
    visitor.sees_plies(1)
    visitor.page.select_option("#language", "fy")
    visitor.page.wait_for_selector("html[lang=fy] #link.linked")
    assert evening.room.texts.language == "fy"
    visitor.sees_plies(1)
    visitor.page.click("#voice")
    visitor.hears("de Nederlânske lêst it foar")
    visitor.goes()


def test_the_board_can_be_seen_from_the_other_side(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, TABLET)
    x, y = visitor.center(1)
    visitor.page.click("#turn-board")
    turned_x, turned_y = visitor.center(1)
    assert turned_x > x - 1
    assert turned_y > y
    assert visitor.page.locator("#near .who").inner_text() == NAMES[Color.BLACK]
    visitor.carry(32, 28)
    visitor.sees_plies(1)
    visitor.goes()


def test_a_viewer_in_the_network_plays_along_with_the_pin(browser: Any) -> None:
    address = own_address()
    if address is None:
        pytest.skip("this computer is in no network")
    evening = Evening(listen="0.0.0.0")
    phone = Visitor(browser, f"http://{address}:{evening.server.port}/", PHONE)
    assert not phone.page.locator("#actions").is_visible()
    phone.carry(32, 28)
    phone.page.fill("#pin", "000000" if evening.server.access.pin != "000000" else "111111")
    phone.page.click("#pin-form button")
    phone.page.wait_for_function("() => document.getElementById('pin-answer').innerText")
    assert phone.errors.pop().count("403") == 1
    phone.has_no_barriers()
    phone.page.fill("#pin", evening.server.access.pin)
    phone.page.click("#pin-form button")
    phone.page.wait_for_selector("#actions", state="visible")
    phone.carry(33, 28)
    phone.sees_plies(1)
    assert phone.page.locator("#moves").inner_text().split() == ["1.", "33-28"]
    phone.page.reload()
    phone.page.wait_for_selector("#actions", state="visible")
    phone.goes()
    evening.end()


def test_questions_are_answered_in_words(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, PHONE)
    visitor.page.click("#questions summary")
    visitor.has_no_barriers()
    for ask, answer in (("kings", "Wit heeft geen dam."), ("count", "Zwart heeft 20 stukken.")):
        visitor.page.click(f"[data-ask={ask}]")
        visitor.hears(answer)
    visitor.goes()


def test_the_whole_board_is_on_the_screen(browser: Any, evening: Evening) -> None:
    visitor = Visitor(browser, evening.server.address, LAPTOP)
    for screen in (PHONE, TABLET, LAPTOP, WALL):
        size = screen["viewport"]
        visitor.page.set_viewport_size(size)
        box = visitor.page.locator("#board").bounding_box()
        assert box["y"] + box["height"] <= size["height"], size
    visitor.goes()


def test_the_board_that_comes_with_the_page_is_the_one_that_is_drawn(
    browser: Any, evening: Evening
) -> None:
    parts = "#board .frame, #board .light, #board .dark, #board .number, #board .piece"
    looks = f"""() => [...document.querySelectorAll("{parts}")].map((one) => {{
        const box = one.getBoundingClientRect();
        const {{ fill, fontSize }} = getComputedStyle(one);
        const place = [box.x, box.y, box.width, box.height].map(Math.round);
        const what = ["class", "href"].map((name) => one.getAttribute(name));
        return [...what, one.textContent, fill, fontSize, ...place].join(" ");
    }}).sort()"""
    plain = browser.new_context(java_script_enabled=False, **LAPTOP)
    drawn = Visitor(browser, evening.server.address, LAPTOP)
    page = plain.new_page()
    page.goto(evening.server.address)
    first, later = page.evaluate(looks), drawn.page.evaluate(looks)
    assert len(first) == 2 + 50 + 50 + 40
    assert first == later
    picture = cv2.imdecode(np.frombuffer(drawn.page.screenshot(), np.uint8), cv2.IMREAD_GRAYSCALE)
    middles = {square: drawn.center(square) for square in (31, 28, 20)}
    white, wood, black = (int(picture[round(y), round(x)]) for x, y in middles.values())
    assert black + 60 < wood < white - 60
    plain.close()
    drawn.goes()
