"""Every route of the site, whatever is added to it: who may not change a thing changes nothing,
what is no request is told so, and what people wrote is never markup."""

from __future__ import annotations

import json
import queue
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from starlette.routing import Route
from starlette.testclient import TestClient

from companion.archive import Archive
from companion.camera.scene import CameraScene
from companion.lessons.diary import Diary
from companion.lessons.progress import Sitting
from companion.pdn_import import import_games
from companion.photographs import LARGEST_PHOTO, Photographs
from companion.players.register import Register
from companion.room import Item
from companion.store import Store
from companion.tournament.model import System
from companion.tournament.storage import Tournaments
from companion.view import View
from companion.web.access import TRIES, Access
from companion.web.app import application
from companion.web.games_page import LARGEST_PDN
from companion.web.guard import LARGEST_BODY
from companion.web.hub import Hub
from companion.web.site import Site
from rules.game import Game
from rules.piece import Color
from tests.companion.web.test_games_attacks import EVIL, HERE, JPEG, ORIGIN, PDN, PHONE
from vision.sources import Frame
from vision.watch import Finding, Look

WITHOUT_END = ("/events",)
"""Answers that go on: they are tried at the real server (test_server.py)."""
TYPES = {"/games/import": "application/octet-stream", "/games/1/photo": "image/jpeg"}
"""What is sent there, where it is no JSON."""
STRANGE: tuple[Any, ...] = (
    {},
    [],
    None,
    7,
    "text",
    {"name": None, "names": 5, "what": [], "at": "x", "number": -1},
    {"name": "\ud800", "names": "\ud800", "who": "\ud800", "player": "\ud800", "players": "\ud800"},
    {"name": "a\0b", "one": "a\0b", "other": "\x1b[2J", "words": "\0", "text": "\0", "fen": "\0"},
    {"at": 10**30, "step": 10**30, "go_to": -(10**30), "round": 10**30, "board": 2**63},
    {"at": 1e308, "square": float("inf"), "corners": [[1e309, 0]] * 4, "marks": [1e308]},
    {"lesson": "../../x", "what": "../../etc/passwd", "child": "../..", "text": "x", "turn": []},
    {"wish": {"a": []}, "control": {}, "act": [], "pick": {}, "point": [], "level": {}, "house": 3},
)
QUERIES = (
    "",
    "?name=%ED%A0%80&words=%00&who=%FF&which=%00&one=%FF&other=%00&page=-1&number=x&at=%F0%28",
    "?page=99999999999999999999&number=99999999999999999999&at=99999999999999999999&form=pdn",
    "?name=../../etc/passwd&which=../../x&words=%22%27%29%3B--&moves=%5B%5B&since=x&variant=%2e%2e",
    f"?words={'a' * 3000}&name={'b' * 3000}&which={'c' * 3000}&lang={'d' * 100}",
)


class House:
    """A site with something of everything in it, written by somebody who means harm."""

    def __init__(self, folder: Path) -> None:
        self.inbox: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self.store = Store(folder / "games.db")
        assert [one.kept for one in import_games(PDN.encode(), self.store)] == [1]
        database = self.store.database
        Photographs(database).add(1, 1, "image/jpeg", JPEG)
        Register(database).add([EVIL, '"><img src=x>'])
        tournaments = Tournaments(database)
        tournaments.begin(EVIL, System.SWISS, "2-1-0", 0, [EVIL, '"><img src=x>', "Anna"])
        tournaments.pair(EVIL)
        Diary(database).keep(Sitting(EVIL, "board-1", datetime.now(UTC), 1, 0, True))
        scene = CameraScene()
        scene.show(Look(Frame(np.zeros((90, 160, 3), np.uint8), 0.0, 1), Finding.SEARCHING))
        hub = Hub(View(Game.new(), names={Color.WHITE: EVIL, Color.BLACK: '"><img src=x>'}))
        self.archive = Archive(self.store)
        access = Access(pin="314159", clock=lambda: 0.0)
        site = Site(hub, access, self.inbox.put, "nl", self.archive, scene=scene)
        self.app = application(site, is_open=True, clock=self._clock)
        self._now = 0.0

    def _clock(self) -> float:
        """So late that nobody has asked too much."""
        self._now += 10.0
        return self._now

    def ask(
        self,
        path: str,
        method: str = "GET",
        body: bytes | None = None,
        where: tuple[str, int] = HERE,
        **headers: str,
    ) -> Any:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if method == "POST":
            given = {"Origin": ORIGIN, "Content-Type": TYPES.get(path, "application/json"), **given}
        client = TestClient(self.app, base_url=ORIGIN, client=where)
        return client.request(method, path, content=body, headers=given)

    def contents(self) -> Mapping[str, list[Any]]:
        """All that is kept."""
        rows = self.store.database.rows
        tables = [name for (name,) in rows("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {name: rows(f"SELECT * FROM {name}") for name in tables}

    def end(self) -> None:
        self.archive.close()
        self.store.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    folder = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(folder))
        house = House(folder)
        yield house
        house.end()


def _routes() -> list[tuple[str, str]]:
    """Every path with its method, as something that is there."""
    site = Site(
        Hub(View(Game.new())), Access(), print, "nl", Archive(Store(None)), scene=CameraScene()
    )
    routes: list[Route] = application(site, is_open=True)._app.routes  # type: ignore[attr-defined]
    found = []
    for route in routes:
        path = re.sub(r"\{(game|photo):int\}", "1", route.path).replace("{name}", "page.css")
        method = "POST" if route.methods and "POST" in route.methods else "GET"
        found.append((path.replace("{version}", "0123456789ab"), method))
    assert not any("{" in path for path, _ in found)
    return found


ROUTES = _routes()
CHANGES = [path for path, method in ROUTES if method == "POST"]
SIGHTS = [path for path, method in ROUTES if method == "GET" and path not in WITHOUT_END]


def test_there_are_many_routes() -> None:
    assert len(CHANGES) > 25
    assert len(SIGHTS) > 20
    assert {"/", "/lessons", "/games", "/players", "/tournament", "/camera"} <= set(SIGHTS)


@pytest.mark.parametrize("path", CHANGES)
def test_who_may_not_change_a_thing_changes_nothing(house: House, path: str) -> None:
    before = house.contents()
    refused = {
        "from the network without the PIN": (house.ask(path, "POST", b"{}", PHONE), 403),
        "with a key that was guessed": (
            house.ask(path, "POST", b"{}", PHONE, Dambord_Key="guessed"),
            403,
        ),
        "by another page": (house.ask(path, "POST", b"{}", Origin="http://evil.example"), 403),
        "by a page without an address": (house.ask(path, "POST", b"{}", Origin="null"), 403),
        "across sites": (house.ask(path, "POST", b"{}", Sec_Fetch_Site="cross-site"), 403),
        "under a foreign name": (house.ask(path, "POST", b"{}", Host="evil.example"), 421),
        "by a form": (
            house.ask(path, "POST", b"a=b", Content_Type="application/x-www-form-urlencoded"),
            415,
        ),
        "as text": (house.ask(path, "POST", b"{}", Content_Type="text/plain"), 415),
        "by a link": (house.ask(path), (404, 405)),
    }
    for how, (answer, status) in refused.items():
        assert answer.status_code in (status if isinstance(status, tuple) else (status,)), how
    assert house.contents() == before
    assert house.inbox.empty()


@pytest.mark.parametrize("path", CHANGES)
def test_large_and_endless_bodies_are_not_read(house: House, path: str) -> None:
    largest = max(LARGEST_PDN, LARGEST_PHOTO) if path in TYPES else LARGEST_BODY
    large = house.ask(path, "POST", b"{}", Content_Length=str(largest + 1))
    assert large.status_code == 413

    negative = house.ask(path, "POST", b"{}", Content_Length="-1")
    assert negative.status_code == 413
    client = TestClient(house.app, base_url=ORIGIN, client=HERE)
    headers = {"Origin": ORIGIN, "Content-Type": TYPES.get(path, "application/json")}
    endless = client.post(path, content=iter([b"{}"]), headers=headers)  # of a length not told
    assert endless.status_code == 413


@pytest.mark.parametrize("path", CHANGES)
def test_what_is_no_request_is_told_so(house: House, path: str) -> None:
    for body in STRANGE:
        answer = house.ask(path, "POST", json.dumps(body).encode())
        assert answer.status_code < 500, body
        assert "Traceback" not in answer.text
    for raw in (b"", b"\xff\xfe", b"{", b"[" * 4000, b'{"a":' * 600, b"NaN"):
        assert house.ask(path, "POST", raw).status_code < 500, raw


@pytest.mark.parametrize("path", SIGHTS)
def test_what_is_asked_strangely_is_answered(house: House, path: str) -> None:
    for query in QUERIES:
        answer = house.ask(path + query, Accept="text/html")
        assert answer.status_code < 500, query
        assert "Traceback" not in answer.text
        assert "root:" not in answer.text
    assert house.ask(path, Host="evil.example").status_code == 421
    assert house.ask(path, "POST", b"{}").status_code in (404, 405)


@pytest.mark.parametrize("path", SIGHTS)
def test_what_people_wrote_is_never_markup_and_every_answer_is_guarded(
    house: House, path: str
) -> None:
    for query in ("", "?which=1&name=", f"?name={EVIL}&which={EVIL}&words={EVIL}&lang=en"):
        answer = house.ask(path + query, Accept="text/html")
        headers = answer.headers
        assert headers["x-content-type-options"] == "nosniff"
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert "set-cookie" not in headers
        assert "cache-control" in headers
        if "html" in headers["content-type"] or "svg" in headers["content-type"]:
            assert "<script>alert" not in answer.text
            assert "<img src=x" not in answer.text


@pytest.mark.parametrize(
    "path", ["/%2e%2e/x", "/0123456789ab/../app.py", "/games/../../x", "/games/-1", "/games/9" * 30]
)
def test_a_page_that_is_not_there_is_one_in_the_language_of_who_asks(
    house: House, path: str
) -> None:
    answer = house.ask(f"{path}?lang=en", Accept="text/html,*/*")
    assert answer.status_code == 404
    assert '<html lang="en">' in answer.text
    assert "There is no such page" in answer.text
    assert house.ask(path).status_code == 404


def test_the_pin_cannot_be_guessed_at_the_page(house: House) -> None:
    guess = {"pin": "000000"}
    where = ("192.168.1.77", 1)
    for _ in range(TRIES):
        assert house.ask("/pin", "POST", json.dumps(guess).encode(), where).status_code == 403
    right = json.dumps({"pin": "314159"}).encode()
    assert house.ask("/pin", "POST", right, where).status_code == 403
    assert house.ask("/pin", "POST", right, ("192.168.1.78", 1)).status_code == 200
