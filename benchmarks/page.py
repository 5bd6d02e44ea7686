"""How soon people see things on the page, and how much it weighs, against the limits.

python benchmarks/page.py [--visits N] [--viewers N]

Needs chromium and playwright for the first board; the other figures are taken without.
"""

from __future__ import annotations

import argparse
import asyncio
import queue
import resource
import shutil
import statistics
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
# A neighbour of this file has the name of a package: the packages must be found first.
sys.path[:] = [str(HERE.parent), *(p for p in sys.path if Path(p or ".").resolve() != HERE)]

# ruff: noqa: E402
from announcer.announcer import Announcer
from companion.archive import Archive
from companion.store import Store
from companion.tournament.model import System
from companion.tournament.storage import Tournaments
from companion.view import LinkState, View
from companion.web.hub import Hub
from companion.web.server import PageServer
from rules.game import Game

FIRST_BOARD_MS = 300.0
FIRST_SEEN_MS = 500.0
"""Of the other pages: nobody plays there."""
EVENT_MS = 50.0
CROWD_MS = 1000.0
WEIGHT_KB = 150.0
PAGES = {
    "board": ("", "#board .piece"),
    "lessons": ("lessons", "#ladder summary"),
    "games": ("games", "#games li"),
    "a game": ("games/1", "#moves button"),
    "score sheet": ("games/1/sheet", ".sheet"),
    "players": ("players", "#players tr"),
    "tournament": ("tournament", "#pairings li"),
}
"""Where a page is, and what people come to see there."""
WATCH = """
const look = () => {
  const one = document.querySelector("SELECTOR");
  if (one && one.getClientRects().length) performance.mark("seen");
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Frames are drawn when all styles are there: what is in one is seen."""
WATCH_MOVES = """() => {
  window.shown = 0;
  const count = () => document.querySelectorAll("#moves .ply").length;
  const before = count();
  const look = () => {
    if (count() > before) window.shown = performance.timeOrigin + performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync")


@dataclass(frozen=True, slots=True)
class Figure:
    what: str
    value: float
    limit: float
    unit: str

    def __str__(self) -> str:
        verdict = "ok" if self.value <= self.limit else "TOO MUCH"
        ratio = self.value / self.limit
        return (
            f"{self.what:<36} {self.value:8.1f} {self.unit:<2}  limit {self.limit:6.0f} "
            f"{self.unit:<2}  ratio {ratio:5.2f}  {verdict}"
        )


class Site:
    """A page that is served, and a game whose moves it shows."""

    def __init__(self) -> None:
        self._game = Game.new()
        self._hub = Hub(View(self._game))
        self._announcer = Announcer()
        self._folder = tempfile.TemporaryDirectory()
        self._store = _filled(Path(self._folder.name))
        self.server = PageServer(
            self._hub,
            queue.SimpleQueue().put,
            language="nl",
            archive=Archive(self._store),
            port=0,
        )
        self.server.start()

    def end(self) -> None:
        self.server.stop()
        self._store.close()
        self._folder.cleanup()

    def play(self) -> None:
        self._game = self._game.play(self._game.position.legal_moves()[0])
        self._hub.tell(self._announcer.resumed(self._game))
        self._hub.show(replace(View(self._game), link=LinkState.LINKED))


def _filled(folder: Path) -> Store:
    """A season of a club: games, players, a tournament."""
    store = Store(folder / "games.db")
    game = Game.new()
    for _ in range(60):
        if moves := game.position.legal_moves():
            game = game.play(moves[0])
    for _ in range(60):
        store.keep(game, {"White": "Anna", "Black": "Bartholomeus", "Event": "Club"})
    tournaments = Tournaments(store.database)
    tournaments.begin("Club", System.SWISS, "2-1-0", 0, [f"Player {n}" for n in range(1, 25)])
    tournaments.pair("Club")
    return store


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=9)
    parser.add_argument("--viewers", type=int, default=300)
    wishes = parser.parse_args()
    crowd = wishes.viewers
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard >= 4096:
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 4096), hard))
    site = Site()
    try:
        figures = [
            *pages(site, wishes.visits),
            Figure("event to one viewer, median", events(site, 1), EVENT_MS, "ms"),
            Figure(f"event to all of {crowd}", events(site, crowd), CROWD_MS, "ms"),
        ]
    finally:
        site.end()
    print("\n".join(map(str, figures)))
    return 0 if all(figure.value <= figure.limit for figure in figures) else 1


def pages(site: Site, visits: int) -> Iterator[Figure]:
    """Until people see what each page is for, and all that the browser asked for on the way."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        print("the pages: not measured, they need chromium and playwright")
        return
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        for name, (path, seen) in PAGES.items():
            address = f"{site.server.address}{path}"
            limit = FIRST_SEEN_MS if path else FIRST_BOARD_MS
            visit(browser, address, seen)  # what is slow once only is the server's first answer
            times, weights = zip(
                *(visit(browser, address, seen) for _ in range(visits)), strict=True
            )
            again = statistics.median(come_back(browser, address, seen) for _ in range(visits))
            yield Figure(f"{name}: first seen, median", statistics.median(times), limit, "ms")
            yield Figure(f"{name}: seen by who was here before", again, limit, "ms")
            yield Figure(f"{name}: with all it needs", max(weights), WEIGHT_KB, "kB")
        yield Figure("event seen on the page, median", seen_events(browser, site), EVENT_MS, "ms")
        browser.close()


def seen_events(browser: Any, site: Site) -> float:
    """Milliseconds from an announcement until the frame that shows its move; median of ten."""
    page = browser.new_page()
    page.goto(site.server.address)
    page.wait_for_selector("#link.searching, #link.linked")
    times = []
    for _ in range(10):
        page.evaluate(WATCH_MOVES)
        began = time.time()
        site.play()
        page.wait_for_function("() => window.shown")
        times.append(page.evaluate("window.shown") - 1000 * began)
    page.close()
    return statistics.median(times)


def visit(browser: Any, address: str, seen: str) -> tuple[float, float]:
    """Milliseconds until it is seen by somebody who was never here, and kilobytes of all files."""
    context = browser.new_context(locale="nl-NL", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    time_ms = _seen(page, address, seen)
    context.close()
    files = [url for url in dict.fromkeys(asked) if "/events" not in url]
    return time_ms, sum(len(urllib.request.urlopen(url).read()) for url in files) / 1000


def come_back(browser: Any, address: str, seen: str) -> float:
    """Milliseconds until it is seen by somebody whose browser kept the files."""
    context = browser.new_context(locale="nl-NL", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    _seen(page, address, seen)
    time_ms = _seen(page, address, seen)
    context.close()
    return time_ms


def _seen(page: Any, address: str, seen: str) -> float:
    """Milliseconds from the start of the navigation to the frame that shows what is looked for."""
    page.add_init_script(WATCH.replace("SELECTOR", seen))
    page.goto(address)
    page.wait_for_function("() => performance.getEntriesByName('seen').length")
    return float(page.evaluate("performance.getEntriesByName('seen')[0].startTime"))


def events(site: Site, viewers: int) -> float:
    """Milliseconds from an announcement until the last viewer has it; median of ten moves."""

    async def watch() -> float:
        lines = []
        for start in range(0, viewers, 50):
            count = min(50, viewers - start)
            lines += await asyncio.gather(*(viewer(site.server.port) for _ in range(count)))
        times = []
        for _ in range(10):
            began = time.perf_counter()
            site.play()
            await asyncio.gather(*(next_event(reader) for reader, _ in lines))
            times.append(1000 * (time.perf_counter() - began))
        for _, writer in lines:
            writer.close()
        return statistics.median(times)

    return asyncio.run(watch())


async def viewer(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Somebody who has seen the newest state."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"GET /events?lang=nl HTTP/1.1\r\nHost: localhost\r\n\r\n")
    await next_event(reader)
    return reader, writer


async def next_event(reader: asyncio.StreamReader) -> None:
    while line := await reader.readline():
        if line.startswith(b"data: {"):
            return
    raise SystemExit("a viewer was cut off")


if __name__ == "__main__":
    sys.exit(main())
