"""Every page in every state that people meet, looked at as an inspector does: what a checker of
accessibility finds, what is cut off or too small to press, what the keyboard cannot reach.

The test looks at each sight once, with its sizes and languages in turn. For the whole matrix, with
pictures to look at:

    python -m tests.companion.web.sweep [--pictures FOLDER] [--only WORD] [--languages nl,en]
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np

from companion.camera.scene import CameraScene
from companion.choices import LANGUAGES
from companion.lessons.diary import Diary
from companion.lessons.progress import Sitting
from companion.pdn_import import import_games
from companion.players.register import Register
from companion.store import Store
from companion.tournament.model import Score, System
from companion.tournament.storage import Tournaments
from tests.companion.web.browsing import CHROMIUM, FLAGS, LAPTOP, Evening, Visitor
from vision.sources import Frame
from vision.watch import Finding, Look

HERE = Path(__file__).parent
EXAMINE, FOCUSED, UNREACHED = (
    (HERE / f"{name}.js").read_text(encoding="utf-8")
    for name in ("examine", "focused", "unreached")
)
PDN = """
[Event "Clubkampioenschap van Voorne-Putten en Rozenburg"]
[Date "2003.05.23"]
[White "Elisabeth-Wilhelmina van Steenbergen"]
[Black "Bartholomeus Hendrikszoon"]
[Result "2-0"]
[GameType "20"]

{a calm beginning} 1. 32-28! {solid} 19-23 $2 (19-24 $6 {playable} 2. 28-22 17x28)
2. 28x19 {[%clk 1:02:03]} 14x23 3. 33-28 23x32 4. 37x28 2-0

[White "Wim"]
[Black "Zus"]
[GameType "20"]

1. 32-28 19-23 2. 33-29 $2 {irregular: must_capture} 23x32 *
"""
NAMES = ("Anna", "Bartholomeus", "Cas", "Elisabeth-Wilhelmina", "Dina")
LONGEST_WALK = 260
"""So many times Tab is pressed at most to get around a page."""


@dataclass(frozen=True)
class Size:
    """A screen in CSS pixels; `touch`: fingers use it."""

    name: str
    width: int
    height: int
    touch: bool = False


PHONE = Size("phone", 390, 844, touch=True)
TABLET = Size("tablet", 820, 1180, touch=True)
LAPTOP_SIZE = Size("laptop", 1366, 768)
LANDSCAPE = Size("landscape", 1024, 768, touch=True)
WALL = Size("wall", 2560, 1440)
ZOOMED = Size("zoomed", 683, 384)  # a laptop at 200 %
NARROW = Size("narrow", 320, 568, touch=True)  # a laptop at 400 %, or the smallest phone
SIZES = (PHONE, TABLET, LANDSCAPE, LAPTOP_SIZE, WALL, ZOOMED, NARROW)
CHECKED = (PHONE, LAPTOP_SIZE, WALL)


@contextmanager
def school(folder: Path) -> Iterator[Evening]:
    """The program with something on every page: games, players, a tournament, a class, a camera."""
    store = Store(folder / "games.db")
    list(import_games(PDN.encode(), store))
    Register(store.database).add(list(NAMES))
    tournaments = Tournaments(store.database)
    tournaments.begin("Klas 5", System.SWISS, "2-1-0", 0, list(NAMES))
    tournaments.pair("Klas 5")
    tournaments.enter(1, 1, Score.WHITE, "Klas 5")
    diary = Diary(store.database)
    for name, exercise, tries, solved in (
        ("Anna", "capture-1", 1, True),
        ("Anna", "capture-2", 5, False),
        ("Cas", "board-1", 1, True),
    ):
        diary.keep(Sitting(name, exercise, datetime.now(UTC), tries, 0, solved))
    scene = CameraScene()
    picture = np.full((540, 960, 3), 120, np.uint8)
    scene.show(Look(Frame(picture, 0.0, 1), Finding.SEARCHING))
    evening = Evening(store=store, scene=scene)
    try:
        yield evening
    finally:
        evening.end()


# -- what there is to see --------------------------------------------------------------------


@dataclass(frozen=True)
class Sight:
    """A page in a state: `path` is where it is, `reach` brings the program to the state (once),
    `unfold` the page (each time that it is loaded); what is seen then is `awaited`."""

    name: str
    path: str
    awaited: str
    reach: Callable[[Visitor, Evening], None] = lambda visitor, evening: None
    unfold: Callable[[Any], None] = lambda page: None


def _plays_wrong(visitor: Visitor, evening: Evening) -> None:
    for number, (start, end) in enumerate(((32, 28), (19, 23)), start=1):
        visitor.carry(start, end)
        visitor.sees_plies(number)
    visitor.carry(33, 29)
    visitor.page.wait_for_selector("#wrong-move:not([hidden])")


def _starts_a_clock(visitor: Visitor, evening: Evening) -> None:
    visitor.carry(29, 33)
    visitor.wishes("/clock", {"control": "50+5"})
    visitor.page.wait_for_selector("#clock:not([hidden])")
    visitor.wishes("/clock", {"act": "toggle"})
    visitor.page.wait_for_selector(".face.runs")


def _asks_the_youngest(visitor: Visitor, evening: Evening) -> None:
    visitor.wishes("/clock", {"control": "none"})
    house = ["youngest_begins", "huffing"]
    visitor.wishes("/wish", {"wish": "new_game", "variant": "international", "house": house})
    visitor.page.wait_for_selector("#youngest:not([hidden])")


def _ends_the_game(visitor: Visitor, evening: Evening) -> None:
    visitor.wishes("/wish", {"wish": "new_game", "variant": "international", "house": []})
    visitor.page.wait_for_selector("#youngest[hidden]", state="attached")
    visitor.page.wait_for_selector("#take-back:enabled")
    visitor.wishes("/wish", {"wish": "resign", "side": "W"})
    visitor.page.wait_for_selector("#resign:disabled")


def _plays_back(visitor: Visitor, evening: Evening) -> None:
    visitor.wishes("/games/1/playback", {})
    visitor.page.wait_for_selector("#guest:not([hidden])")


def _begins_a_lesson(visitor: Visitor, evening: Evening) -> None:
    visitor.wishes("/playback", {"leave": True})
    visitor.page.wait_for_selector("#guest[hidden]", state="attached")
    visitor.wishes("/lessons/start", {"what": "must_capture-1", "child": "Anna"})
    visitor.page.wait_for_selector("#lesson:not([hidden])")


def _answers_a_question(visitor: Visitor, evening: Evening) -> None:
    visitor.wishes("/lessons/start", {"what": "board-1", "child": "Anna"})
    visitor.page.wait_for_selector("#lesson:not([hidden])")


def _loses_the_board(visitor: Visitor, evening: Evening) -> None:
    visitor.wishes("/lesson", {"wish": "leave"})
    visitor.page.wait_for_selector("#lesson[hidden]", state="attached")
    magnets = evening.room.board.magnets
    assert magnets is not None
    magnets._board.unplug()
    visitor.page.wait_for_selector("#link.lost")


def unfold_all(page: Any) -> None:
    page.evaluate(
        "for (const one of document.querySelectorAll('main > details, .beside > details, "
        ".beside details, #lesson-board')) one.open = true"
    )


def _asks_who_resigns(page: Any) -> None:
    page.click("#resign")


def _asks_to_delete(page: Any) -> None:
    page.evaluate("document.querySelector('#change').open = true")
    page.click("#delete button")


def _steps_to_the_end(page: Any) -> None:
    page.keyboard.press("End")
    unfold_all(page)


SIGHTS = (
    Sight("board", "", "#link.linked"),
    Sight("board-unfolded", "", "#link.linked", unfold=unfold_all),
    Sight("board-wrong", "", "#wrong-move:not([hidden])", _plays_wrong),
    Sight("board-resign", "", "#link.linked", unfold=_asks_who_resigns),
    Sight("board-clock", "", ".face.runs", _starts_a_clock),
    Sight("board-youngest", "", "#youngest:not([hidden])", _asks_the_youngest),
    Sight("board-over", "", "#resign:disabled", _ends_the_game),
    Sight("board-playback", "", "#guest:not([hidden])", _plays_back),
    Sight("board-lesson", "", "#lesson:not([hidden])", _begins_a_lesson),
    Sight("board-question", "", "#lesson-answers, #lesson:not([hidden])", _answers_a_question),
    Sight("board-lost", "", "#link.lost", _loses_the_board),
    Sight("lessons", "lessons", "#ladder summary"),
    Sight("lessons-unfolded", "lessons", "#ladder summary", unfold=unfold_all),
    Sight("lessons-sheet", "lessons/sheet?which=haarlem", "figure svg"),
    Sight("games", "games", "#games li"),
    Sight("games-none", "games?words=nobody", "#none:not([hidden])"),
    Sight("game", "games/1", ".piece", unfold=_steps_to_the_end),
    Sight("game-irregular", "games/2", ".ply.irregular"),
    Sight("game-sheet", "games/1/sheet", ".sheet"),
    Sight("players", "players", "#players tr", unfold=unfold_all),
    Sight("tournament", "tournament", "#pairings li", unfold=unfold_all),
    Sight("tournament-delete", "tournament", "#pairings li", unfold=_asks_to_delete),
    Sight("camera", "camera", "#finding:not(:empty)"),
    Sight("missing", "nowhere", "main h1"),
)


# -- how it is looked at ---------------------------------------------------------------------


class Inspector:
    """Somebody who walks past all sights in their order with one browser window."""

    def __init__(self, visitor: Visitor, evening: Evening) -> None:
        self.visitor, self.page, self._evening = visitor, visitor.page, evening
        self._at: Sight | None = None

    def comes_to(self, sight: Sight, language: str) -> None:
        page, address = self.page, self._evening.server.address
        if self._at is not sight:
            page.set_viewport_size({"width": 1366, "height": 768})
            if sight.path == "":
                page.goto(address)
                page.wait_for_selector(".piece")
                page.wait_for_selector("#link.linked")
            sight.reach(self.visitor, self._evening)
            self._at = sight
        query = "&" if "?" in sight.path else "?"
        page.goto(f"{address}{sight.path}{query}lang={language}")
        page.wait_for_selector(sight.awaited, state="attached")
        sight.unfold(page)
        assert page.evaluate("document.documentElement.lang") == language

    def takes(self, size: Size) -> None:
        self.page.set_viewport_size({"width": size.width, "height": size.height})

    def measures(self, size: Size) -> list[str]:
        """What is cut off, sticks out or is too small at this size."""
        self.takes(size)
        found: list[str] = self.page.evaluate(EXAMINE, {"touch": size.touch})
        return found

    def checks(self, scheme: str) -> list[str]:
        """What a checker of accessibility finds, colours at rest."""
        from axe_playwright_python.sync_playwright import Axe

        self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found = Axe().run(self.page)
        return [
            f"{scheme}: {one['id']}: {node['html'][:120]}"
            for one in found.response["violations"]
            for node in one["nodes"]
        ]

    def walks(self) -> list[str]:
        """What is wrong on the way of the Tab key around the page."""
        found: list[str] = []
        begun = self.page.evaluate(FOCUSED)  # a dialog gives the focus to its first button
        seen, before = int(begun is not None), begun and begun["name"]
        for _ in range(LONGEST_WALK):
            self.page.keyboard.press("Tab")
            focused = self.page.evaluate(FOCUSED)
            if focused is None:
                if seen:
                    break
                continue
            if focused["isAgain"]:
                if focused["name"] == before:  # a date has several fields in it
                    continue
                break
            seen, before = seen + 1, focused["name"]
            if not focused["isMarked"]:
                found.append(f"keys: {focused['name']} does not show that it has the focus")
            if focused["isCovered"]:
                found.append(f"keys: {focused['name']} has the focus under something else")
        return found + [f"keys: {one} cannot be reached" for one in self.page.evaluate(UNREACHED)]


def _picture(page: Any, folder: Path, name: str) -> None:
    page.screenshot(path=folder / f"{name}.png")


def inspect_all(
    inspector: Inspector,
    only: str = "",
    languages: Sequence[str] = LANGUAGES,
    pictures: Path | None = None,
) -> Iterator[str]:
    """The whole matrix, a line for everything that is wrong."""
    page = inspector.page
    for sight in SIGHTS:
        if only not in sight.name:
            continue
        for language in languages:
            inspector.comes_to(sight, language)
            where = f"{sight.name} [{language}]"
            for scheme in ("light", "dark"):
                for size in SIZES:
                    found = inspector.measures(size)
                    found += inspector.checks(scheme) if size in CHECKED else []
                    yield from (f"{where} {size.name}: {one}" for one in found)
                    if pictures:
                        _picture(page, pictures, f"{sight.name}-{language}-{scheme}-{size.name}")
            page.emulate_media(color_scheme="light", forced_colors="active")
            for size in (LAPTOP_SIZE, PHONE):
                found = [*inspector.measures(size), *inspector.walks()]
                yield from (f"{where} {size.name} forced: {one}" for one in found)
                inspector.comes_to(sight, language)
                if pictures:
                    _picture(page, pictures, f"{sight.name}-{language}-forced-{size.name}")
            page.emulate_media(forced_colors="none", reduced_motion="no-preference")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path, help="a folder for a picture of every sight")
    parser.add_argument("--only", default="", help="sights with this word in their name")
    parser.add_argument("--languages", default=",".join(LANGUAGES))
    wishes = parser.parse_args()
    from playwright.sync_api import sync_playwright

    if wishes.pictures:
        wishes.pictures.mkdir(parents=True, exist_ok=True)
    count = 0
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        with school(Path(folder)) as evening:
            visitor = Visitor(browser, evening.server.address, LAPTOP)
            inspector = Inspector(visitor, evening)
            languages = wishes.languages.split(",")
            for line in inspect_all(inspector, wishes.only, languages, wishes.pictures):
                count += 1
                print(line, flush=True)
        browser.close()
    print(f"{count} findings")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
