"""People with browsers at the program: Chromium, and the whole program behind the page. Hands on
the page move the magnets of the simulated board, its firmware reports them."""

from __future__ import annotations

import os
import queue
import shutil
import threading
from typing import Any

from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from companion.archive import Archive
from companion.boards import open_board
from companion.camera.scene import CameraScene
from companion.clock.keeper import USUAL_HABITS, ClockHabits
from companion.live import Live
from companion.room import Inbox, Room, Stop
from companion.session import Session
from companion.store import Store
from companion.terminal import Screen
from companion.texts import load_texts
from companion.view import View
from companion.web.hub import Hub
from companion.web.server import PageServer
from rules.fen import parse_fen
from rules.game import Game
from rules.piece import Color

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
NAMES = {Color.WHITE: "Wout <img src=x onerror=alert(1)>", Color.BLACK: "<b>Zwaantje</b>"}
PICTURES = os.environ.get("DAMBORD_PICTURES")
"""A folder for pictures of what was seen, for people to look at."""

PATIENCE_MS = 30_000

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
TABLET: dict[str, Any] = {
    "viewport": {"width": 820, "height": 1180},
    "has_touch": True,
    "color_scheme": "dark",
}
LAPTOP: dict[str, Any] = {"viewport": {"width": 1366, "height": 768}}
WALL: dict[str, Any] = {"viewport": {"width": 2560, "height": 1440}}


class Evening:
    """The program, with its page and a virtual board."""

    def __init__(
        self,
        fen: str | None = None,
        listen: str = "127.0.0.1",
        store: Store | None = None,
        habits: ClockHabits = USUAL_HABITS,
        scene: CameraScene | None = None,
    ) -> None:
        game = Game(parse_fen(fen)) if fen else Game.new()
        self.inbox: Inbox = queue.SimpleQueue()
        self.store = store or Store(None)
        self.hub = Hub(View(game, names=NAMES))
        self.server = PageServer(
            self.hub,
            self.inbox.put,
            language="nl",
            archive=Archive(self.store),
            listen=listen,
            port=0,
            scene=scene,
        )
        texts = load_texts("nl")
        room = Room(
            board=open_board("sim", game.position, self.inbox.put),
            screen=Screen(texts, open(os.devnull, "w"), live=False),  # noqa: SIM115
            texts=texts,
            catalogue=Catalogue.load("nl"),
            names=NAMES,
            onlookers=self.hub,
        )
        store = self.store
        self.live = Live(
            room,
            self.inbox,
            game,
            lambda sensor: Session(game, sensor, store, Announcer(), habits=habits),
        )
        self.room = room
        self.server.start()
        self._thread = threading.Thread(target=self.live.run, daemon=True)
        self._thread.start()

    def end(self) -> None:
        self.inbox.put(Stop())
        self._thread.join(timeout=10)
        self.server.stop()
        self.room.screen._out.close()
        assert not self._thread.is_alive()
        self.store.close()


class Visitor:
    """Somebody with a screen, a finger, a mouse and a keyboard. The page is there when everything
    is seen that he `awaits`."""

    def __init__(
        self,
        browser: Any,
        address: str,
        screen: dict[str, Any],
        query: str = "",
        awaits: tuple[str, ...] = (".piece", "#link.linked"),
    ) -> None:
        self.context = browser.new_context(locale="nl-NL", **screen)
        self.has_touch = screen.get("has_touch", False)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.requests: list[str] = []
        self.errors: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._console)
        self.page.add_init_script(
            "window.spoken = [];"
            "if (window.speechSynthesis) speechSynthesis.speak = (u) => spoken.push(u.text);"
        )
        self.page.goto(f"{address}{query}")
        for selector in awaits:
            self.page.wait_for_selector(selector)

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(message.text)

    def center(self, square: int) -> tuple[float, float]:
        box = self.page.locator(f'[data-square="{square}"] .dark').bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def tap(self, square: int) -> None:
        press = self.page.touchscreen.tap if self.has_touch else self.page.mouse.click
        press(*self.center(square))

    def drag(self, start: int, to: tuple[float, float]) -> None:
        self.page.mouse.move(*self.center(start))
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=4)
        self.page.mouse.up()

    def carry(self, start: int, end: int) -> None:
        if self.has_touch:
            self.tap(start)
            self.tap(end)
        else:
            self.drag(start, self.center(end))

    def take_off(self, square: int) -> None:
        """A captured piece goes to the edge of a player, or off the board."""
        if self.has_touch:
            self.tap(square)
            self.page.locator("#near .tray").tap()
        else:
            x, y = self.center(46)
            self.drag(square, (max(1.0, x - 80), y))

    def wishes(self, path: str, body: dict[str, Any]) -> None:
        """What a button would send."""
        status = self.page.evaluate(
            "([path, body]) => import('/ask.js').then((ask) => ask.send(path, body))"
            ".then((answer) => answer.status)",
            [path, body],
        )
        assert status < 300, (path, body, status)

    def sees_plies(self, count: int) -> None:
        self.page.wait_for_function(
            "n => document.querySelectorAll('#moves .ply').length === n", arg=count
        )

    def hears(self, words: str) -> None:
        self.page.wait_for_function(
            "words => document.getElementById('told').innerText.includes(words)", arg=words
        )

    def picture(self, name: str) -> None:
        if PICTURES:
            self.page.screenshot(path=f"{PICTURES}/{name}.png")

    def sees_all_of_its_width(self) -> None:
        """Nothing is cut off or has to be moved sideways."""
        beyond = self.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert beyond <= 0, beyond

    def has_no_barriers(self) -> None:
        """What a checker of accessibility finds: nothing. Colours are judged at rest."""
        from axe_playwright_python.sync_playwright import Axe

        self.page.emulate_media(reduced_motion="reduce")
        found = Axe().run(self.page)
        self.page.emulate_media(reduced_motion="no-preference")
        assert found.violations_count == 0, found.generate_report()

    def goes(self) -> None:
        assert not self.errors
        self.context.close()
