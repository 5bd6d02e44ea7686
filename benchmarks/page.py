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
from companion.view import LinkState, View
from companion.web.hub import Hub
from companion.web.server import PageServer
from rules.game import Game

FIRST_BOARD_MS = 300.0
EVENT_MS = 50.0
CROWD_MS = 1000.0
WEIGHT_KB = 150.0
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
        self.server = PageServer(self._hub, queue.SimpleQueue().put, language="nl", port=0)
        self.server.start()

    def play(self) -> None:
        self._game = self._game.play(self._game.position.legal_moves()[0])
        self._hub.tell(self._announcer.resumed(self._game))
        self._hub.show(replace(View(self._game), link=LinkState.LINKED))


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
            *first_board(site, wishes.visits),
            Figure("event to one viewer, median", events(site, 1), EVENT_MS, "ms"),
            Figure(f"event to all of {crowd}", events(site, crowd), CROWD_MS, "ms"),
        ]
    finally:
        site.server.stop()
    print("\n".join(map(str, figures)))
    return 0 if all(figure.value <= figure.limit for figure in figures) else 1


def first_board(site: Site, visits: int) -> Iterator[Figure]:
    """Until the board is drawn, and all that the browser asked for on the way."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        print("first board: not measured, it needs chromium and playwright")
        return
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=FLAGS)
        times = [visit(browser, site.server.address) for _ in range(visits)]
        weight = weight_of(browser, site.server.address)
        browser.close()
    yield Figure("first board, median", statistics.median(times), FIRST_BOARD_MS, "ms")
    yield Figure("page with all it needs", weight, WEIGHT_KB, "kB")


def visit(browser: Any, address: str) -> float:
    context = browser.new_context(locale="nl-NL", viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto(address)
    page.wait_for_function("() => performance.getEntriesByName('board').length")
    time_ms = page.evaluate("performance.getEntriesByName('board')[0].startTime")
    context.close()
    return float(time_ms)


def weight_of(browser: Any, address: str) -> float:
    """Kilobytes of all files of the page, uncompressed."""
    context = browser.new_context(locale="nl-NL")
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(address)
    page.wait_for_function("() => performance.getEntriesByName('board').length")
    context.close()
    files = [url for url in dict.fromkeys(asked) if "/events" not in url]
    return sum(len(urllib.request.urlopen(url).read()) for url in files) / 1000


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
