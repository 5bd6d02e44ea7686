"""The kept games in Chromium: found, read by keyboard, noted, put right, photographed, printed,
read in and played back on the board."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.pdn_import import import_games
from companion.store import Store
from tests.companion.web.browsing import LAPTOP, PHONE, PICTURES, TABLET, Evening, Visitor

pytestmark = pytest.mark.xdist_group("browser")

EVIL = "<img src=x onerror=alert(1)>"
PDN = f"""
[Event "<script>alert(2)</script> Cup"]
[Date "2003.05.23"]
[White "Anna {EVIL}"]
[Black "Đorđe 王"]
[Result "2-0"]
[GameType "20"]

{{a calm {EVIL} beginning}} 1. 32-28! {{solid}} 19-23 $2 (19-24 $6 {{playable}} 2. 28-22 17x28)
2. 28x19 {{[%clk 1:02:03]}} 14x23 3. 33-28 23x32 4. 37x28 2-0
"""
WRONG = '[White "Wim"]\n[Black "Zus"]\n[GameType "20"]\n\n1. 32-28 19-23 2. 33-29 $2 '
WRONG += "{irregular: must_capture} 23x32 *\n"
BAD = '\n[White "Half"]\n[GameType "20"]\n\n1. 32-28 19-28 *\n'


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Evening]:
    store = Store(tmp_path / "games.db")
    assert len(list(import_games((PDN + WRONG).encode(), store))) == 2
    for _ in range(60):
        store.keep(store.load(1).game, {"White": "Piet", "Event": "Many"})
    evening = Evening(store=store)
    yield evening
    evening.end()


def comes(browser: Any, house: Evening, screen: dict[str, Any], path: str) -> Visitor:
    awaits = (".piece",) if "games/" in path else ("#count:not(:empty)",)
    return Visitor(browser, house.server.address, screen, path, awaits)


def says(visitor: Visitor, words: str, where: str = "#answer") -> None:
    visitor.page.wait_for_function(
        "([where, words]) => document.querySelector(where)?.innerText.includes(words)",
        arg=[where, words],
    )


def png(width: int, height: int) -> bytes:
    """A grey picture."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        )

    rows = (b"\0" + b"\x88" * width) * height
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def test_games_are_found_page_by_page_and_saved(browser: Any, house: Evening) -> None:
    visitor = comes(browser, house, LAPTOP, "games")
    page = visitor.page
    assert page.locator("#count").inner_text() == "62 partijen"
    assert page.locator("#games li").count() == 50
    page.click("#next")
    page.wait_for_function("() => document.querySelectorAll('#games li').length === 12")
    page.fill('[name="words"]', "anna cup")
    page.keyboard.press("Enter")
    says(visitor, "1 partij", "#count")
    assert page.locator(".names").inner_text() == f"Anna {EVIL} – Đorđe 王"
    assert page.locator("#games img, #games script").count() == 0
    page.fill('[name="words"]', "")
    page.click("#more summary")
    page.fill('[name="moves"]', "rubbish")
    page.keyboard.press("Enter")
    says(visitor, "Dat kan ik niet zoeken")
    assert "400" in visitor.errors.pop()
    page.fill('[name="moves"]', "32-28 19-23 33-29")
    page.keyboard.press("Enter")
    says(visitor, "1 partij", "#count")
    page.check("#games input")
    with page.expect_download() as waiting:
        page.click("#export")
    text = Path(waiting.value.path()).read_text(encoding="utf-8")
    assert '[White "Wim"]' in text
    assert "irregular: must_capture" in text
    assert "moves=32-28" in page.url
    page.reload()
    assert page.locator("#games li").count() == 1
    visitor.goes()


def test_a_file_is_read_in_and_its_faults_are_told_game_by_game(
    browser: Any, house: Evening, tmp_path: Path
) -> None:
    visitor = comes(browser, house, PHONE, "games")
    file = tmp_path / "old.pdn"
    file.write_text(WRONG + BAD + WRONG, encoding="utf-8")
    visitor.page.set_input_files("#import", str(file))
    says(visitor, "Ingelezen: 3 partijen. Met een fout: 1.")
    says(visitor, "Partij 2 van het bestand", "#problems")
    says(visitor, "65 partijen", "#count")
    visitor.has_no_barriers()
    visitor.goes()


def test_a_game_is_read_by_keyboard_with_its_variations(browser: Any, house: Evening) -> None:
    visitor = comes(browser, house, LAPTOP, "games/1")
    page = visitor.page
    assert page.locator("h1").inner_text() == f"Anna {EVIL} – Đorđe 王"
    assert page.locator("main img, main script").count() == 0
    for key, square, letter in (("ArrowRight", 28, "white"), ("End", 28, "white")):
        page.keyboard.press(key)
        page.wait_for_selector(f'[data-square="{square}"] .piece.{letter}')
    assert page.locator("#forward").is_disabled()
    page.keyboard.press("Home")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    says(visitor, "19-23 · fout", "#now")
    assert page.locator('.ply[aria-current="true"]').inner_text() == "19-23 ?"
    page.locator(".variation .ply").first.click()
    page.wait_for_selector('[data-square="24"] .piece.black')
    says(visitor, "playable", "#comment")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector('[data-square="22"] .piece.white')
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    says(visitor, "32-28", "#now")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    says(visitor, "over: 1:02:03", "#now")
    fen = page.locator("#fen").input_value()
    assert fen == house.store.load(1).game.plies[2].after.fen
    page.click("#copy")
    says(visitor, "opieer", "#copied")
    page.locator('.cell[tabindex="0"]').focus()
    page.keyboard.press("ArrowUp")
    assert page.locator("#fen").input_value() == fen
    with page.expect_download() as waiting:
        page.click("#diagram")
    assert Path(waiting.value.path()).read_text().startswith("<svg")
    visitor.goes()


def test_an_irregular_move_is_marked_with_its_reason(browser: Any, house: Evening) -> None:
    visitor = comes(browser, house, TABLET, "games/2")
    marked = visitor.page.locator(".ply.irregular")
    assert marked.count() == 1
    assert "tegen de regels: slaan moest" in (marked.get_attribute("aria-label") or "")
    marked.click()
    says(visitor, "tegen de regels: slaan moest", "#now")
    visitor.has_no_barriers()
    visitor.goes()


def test_notes_corrections_names_and_deletion(browser: Any, house: Evening) -> None:
    visitor = comes(browser, house, LAPTOP, "games/1")
    page = visitor.page
    page.keyboard.press("End")
    page.select_option('[name="mark"]', "3")
    page.fill('[name="comment"]', f"mooi {EVIL}")
    page.click("#note .sure")
    says(visitor, "De aantekening is bewaard.")
    assert page.locator('.ply[aria-current="true"]').inner_text() == "37×28 !!"
    assert page.locator("#comment").inner_text() == f"mooi {EVIL}"
    page.fill('[name="move"]', "38x27")
    page.click("#correction button")
    says(visitor, "De zet is verbeterd")
    page.wait_for_selector('[data-square="27"] .piece.white')
    says(visitor, "38×27", "#now")
    assert "mooi" in page.locator("#comment").inner_text()
    page.click("#happened summary")
    assert "Zet 7 achteraf verbeterd, er stond 37x28" in page.locator("#history").inner_text()
    page.keyboard.press("Escape")
    page.locator("#moves").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    page.fill('[name="move"]', "31-26")
    page.click("#correction button")
    says(visitor, "dan kan zet 3 (28x19) niet meer")
    assert "400" in visitor.errors.pop()
    page.click("details:has(#tags) summary")
    page.fill('[name="White"]', "Anneke")
    page.select_option('[name="Result"]', "1-1")
    page.click("#tags .sure")
    says(visitor, "Bewaard.")
    assert page.locator("h1").inner_text() == "Anneke – Đorđe 王"
    assert "1-1" in page.locator("#about").inner_text()
    page.click("#delete")
    page.wait_for_selector("#gone", state="visible")
    visitor.has_no_barriers()
    page.click("#restore")
    page.wait_for_selector("#gone", state="hidden")
    assert house.store.load(1).tags["White"] == "Anneke"
    visitor.goes()


def test_a_photograph_belongs_to_a_position(browser: Any, house: Evening, tmp_path: Path) -> None:
    visitor = comes(browser, house, PHONE, "games/1")
    page = visitor.page
    picture = tmp_path / "board.png"
    picture.write_bytes(png(2400, 1200))
    page.click("#forward")
    page.set_input_files("#photo", str(picture))
    page.wait_for_selector("#photos img")
    page.wait_for_function("() => document.querySelector('#photos img').naturalWidth === 1600")
    assert [file.suffix for file in (tmp_path / "photos").iterdir()] == [".jpg"]
    visitor.has_no_barriers()
    page.click("#back")
    assert page.locator("#photos img").count() == 0
    page.click("#forward")
    page.click("#photos button")
    page.wait_for_selector("#photos img", state="detached")
    assert list((tmp_path / "photos").iterdir()) == []
    (tmp_path / "no.png").write_text("<svg onload=alert(1)>")
    page.set_input_files("#photo", str(tmp_path / "no.png"))
    says(visitor, "geen foto")
    visitor.goes()


def test_the_score_sheet_prints_on_one_page(browser: Any, house: Evening) -> None:
    visitor = comes(browser, house, LAPTOP, "games/1")
    visitor.page.click("#sheet")
    visitor.page.wait_for_selector(".sheet")
    assert visitor.page.locator(".sheet img, .sheet script").count() == 0
    assert EVIL in visitor.page.locator(".sheet").inner_text()
    assert visitor.page.locator("tbody tr").count() == 60
    pdf = visitor.page.pdf(prefer_css_page_size=True)
    assert pdf.count(b"/Type /Page\n") + pdf.count(b"/Type /Page ") == 1
    if PICTURES:
        Path(PICTURES, "sheet.pdf").write_bytes(pdf)
    visitor.goes()


def test_a_game_is_played_back_on_the_board_and_the_own_game_goes_on(
    browser: Any, house: Evening
) -> None:
    visitor = Visitor(browser, house.server.address, LAPTOP)
    page = visitor.page
    visitor.carry(31, 26)
    visitor.sees_plies(1)
    page.click('nav a[href^="/games"]')
    page.wait_for_selector("#games li")
    page.goto(f"{house.server.address}games/1")
    page.wait_for_selector("#play-back", state="visible")
    page.click("#play-back")
    says(visitor, "Partij 1 naspelen: zet 0 van 7", "#guest-name")
    page.wait_for_selector('[data-square="31"] .piece')
    visitor.has_no_barriers()
    page.click('[data-step="1"]')
    visitor.hears("Wit speelt 32-28")
    page.wait_for_selector('[data-square="28"] .piece.white')
    page.click('[data-go="99999"]')
    says(visitor, "zet 7 van 7", "#guest-name")
    visitor.sees_plies(7)
    visitor.picture("laptop-playback")
    page.click('[data-step="-1"]')
    says(visitor, "zet 6 van 7", "#guest-name")
    page.click("#guest-leave")
    page.wait_for_selector("#guest", state="hidden")
    visitor.sees_plies(1)
    page.wait_for_selector('[data-square="26"] .piece.white')
    visitor.hears("Alles staat goed")
    visitor.carry(20, 24)
    visitor.sees_plies(2)
    assert [ply.move.short for ply in house.live.view.game.plies if ply.move] == ["31-26", "20-24"]
    visitor.goes()
