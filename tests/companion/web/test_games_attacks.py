"""Attacks on the kept games: who may only look changes nothing, what is sent is small and of a
known kind, and what people wrote is never markup."""

from __future__ import annotations

import json
import queue
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from companion.archive import Archive
from companion.mode import ForGuest, GiveBack, Lend
from companion.pdn_import import import_games
from companion.photographs import LARGEST_PHOTO
from companion.playback import GoTo, Step
from companion.room import Item
from companion.store import Store
from companion.view import View
from companion.web.access import Access
from companion.web.app import application
from companion.web.games_page import LARGEST_PDN
from companion.web.guard import LARGEST_BODY
from companion.web.hub import Hub
from companion.web.site import Site
from rules.game import Game

EVIL = "</script><script>alert(1)</script>"
HERE = ("127.0.0.1", 50000)
PHONE = ("192.168.1.23", 50000)
ORIGIN = "http://localhost:10100"
JPEG = b"\xff\xd8\xff\xe0 a picture"
PDN = f"""
[White "{EVIL}"]
[Black "\\"><img src=x onerror=alert(2)>"]
[Event "{EVIL}"]
[Site "{EVIL}"]
[Date "{EVIL}"]
[GameType "20"]

{{{EVIL}}} 1. 32-28 {{{EVIL}}} 19-23 ({{{EVIL}}} 1... 18-23) *
"""
CHANGES: tuple[tuple[str, dict[str, object]], ...] = (
    ("/games/1/annotate", {"at": 1, "comment": "x", "marks": [1]}),
    ("/games/1/correct", {"at": 2, "move": "18-23"}),
    ("/games/1/tags", {"White": "x"}),
    ("/games/1/delete", {}),
    ("/games/1/restore", {}),
    ("/games/1/playback", {}),
    ("/games/photo/1/remove", {}),
    ("/playback", {"step": 1}),
)


class House:
    """A site with kept games, and those who ask for them from somewhere."""

    def __init__(self, folder: Path) -> None:
        self.inbox: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self.store = Store(folder / "games.db")
        self.archive = Archive(self.store)
        assert [one.kept for one in import_games(PDN.encode(), self.store)] == [1]
        self.before = self.store.load(1)
        hub, access = Hub(View(Game.new())), Access(pin="314159")
        site = Site(hub, access, self.inbox.put, "nl", self.archive)
        self.app = application(site, is_open=True, clock=lambda: 0.0)

    def client(self, where: tuple[str, int] = HERE) -> TestClient:
        return TestClient(self.app, base_url=ORIGIN, client=where)

    def post(
        self,
        path: str,
        body: object,
        where: tuple[str, int] = HERE,
        kind: str = "application/json",
        **headers: str,
    ) -> Any:
        given = {"Origin": ORIGIN, "Content-Type": kind}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client(where).post(path, content=content, headers=given)

    def end(self) -> None:
        self.archive.close()
        self.store.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.end()


@pytest.mark.parametrize(("path", "body"), CHANGES)
def test_who_may_only_look_changes_nothing(
    house: House, path: str, body: dict[str, object]
) -> None:
    assert house.client(PHONE).get("/games/1").status_code == 200
    assert house.post(path, body, PHONE).status_code == 403
    assert house.post(path, body, PHONE, Dambord_Key="guessed").status_code == 403
    assert house.post(path, body, Origin="http://evil.example").status_code == 403
    assert house.post(path, body, Sec_Fetch_Site="cross-site").status_code == 403
    assert house.post(path, body, Host="evil.example").status_code == 421
    assert house.post(path, body, kind="text/plain").status_code == 415
    assert house.client().get(path).status_code in (404, 405)
    assert house.post(path, b" " * (LARGEST_BODY + 1)).status_code == 413
    assert house.store.load(1) == house.before
    assert house.inbox.empty()


def test_who_may_only_look_sends_no_files(house: House, tmp_path: Path) -> None:
    for where, headers in ((PHONE, {}), (HERE, {"Origin": "http://evil.example"})):
        sent = house.post(
            "/games/import", PDN.encode(), where, "application/octet-stream", **headers
        )
        assert sent.status_code == 403
        assert (
            house.post("/games/1/photo?at=1", JPEG, where, "image/jpeg", **headers).status_code
            == 403
        )
    assert len(house.store.games()) == 1
    assert not (tmp_path / "photos").exists()


def test_files_are_of_a_known_kind_and_not_too_large(house: House, tmp_path: Path) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        assert house.post("/games/import", PDN.encode(), kind=kind).status_code == 415
        assert house.post("/games/1/photo?at=1", JPEG, kind=kind).status_code == 415
    large = house.post("/games/import", b" " * (LARGEST_PDN + 1), kind="application/octet-stream")
    assert large.status_code == 413
    assert (
        house.post("/games/1/photo", b" " * (LARGEST_PHOTO + 1), kind="image/png").status_code
        == 413
    )
    for body, kind in (
        (b"<svg onload=alert(1)>", "image/png"),
        (JPEG, "image/webp"),
        (b"", "image/jpeg"),
    ):
        answer = house.post("/games/1/photo?at=1", body, kind=kind)
        assert answer.status_code == 400
        assert "\n" not in answer.json()["error"]
    assert house.post("/games/1/photo?at=77", JPEG, kind="image/jpeg").status_code == 400
    assert house.post("/games/9/photo?at=0", JPEG, kind="image/jpeg").status_code == 404
    assert house.post("/games/1/annotate", JPEG, kind="image/jpeg").status_code == 415
    assert list(tmp_path.rglob("*.jpg")) == []


def test_a_photograph_is_only_ever_a_picture(house: House) -> None:
    (photo,) = house.post("/games/1/photo?at=1", JPEG, kind="image/jpeg").json()["photos"]
    answer = house.client(PHONE).get(f"/games/photo/{photo['id']}")
    assert answer.content == JPEG
    assert answer.headers["content-type"] == "image/jpeg"
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_what_people_wrote_is_never_markup(house: House) -> None:
    client = house.client()
    for path in ("/games", "/games/1", "/games/1/sheet"):
        html = client.get(path).text
        assert EVIL not in html
        assert "<img" not in html
        assert not re.search(r"\[\[[a-z]", html)
    found = re.search(r'id="first">(.*?)</script>', client.get("/games/1").text, re.S)
    assert found is not None
    game = json.loads(unescape(found[1]))["game"]
    assert game["tags"]["White"] == EVIL
    assert game["comments"] == [EVIL]
    assert game["plies"][1]["lines"][0]["comments"] == [EVIL]
    sheet = client.get("/games/1/sheet").text
    assert "&lt;/script&gt;" in sheet
    diagram = client.get("/games/1/diagram.svg?at=1")
    assert diagram.headers["content-type"] == "image/svg+xml"
    assert "script" not in diagram.text


@pytest.mark.parametrize(
    "path",
    [
        "/games/../app.py",
        "/games/%2e%2e/%2e%2e/etc/passwd",
        "/games/..%2f..%2fetc%2fpasswd",
        "/games/photo/../../games.db",
        "/games/photo/%2e%2e%2fgames.db",
        "/games/photo/1.jpg",
        "/games/photo/99",
        "/games/0x1",
        "/games/-1",
        "/games/99",
        "/games/99/record",
        "/games/99/sheet",
        "/games/99/diagram.svg",
        "/games/1/../../etc/passwd",
        "/game.html",
        "/part-head.html",
        "/games/" + "9" * 30,
        "/games/photo/" + "9" * 30,
    ],
)
def test_there_are_no_other_files_and_games(house: House, path: str) -> None:
    answer = house.client().get(path)
    assert answer.status_code == 404
    assert "root:" not in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    "query",
    [
        "words=" + "x" * 5000,
        "words='%20OR%201=1--",
        "words=%00",
        "moves=" + "1-2%20" * 500,
        "moves=W:W" + "1," * 3000 + ":B",
        "since=%3Cscript%3E",
        "ending=1;DROP TABLE games",
        "variant=%27",
        "page=-1",
        "page=99999999999999999999",
        "number=abc&number=-3",
    ],
)
def test_strange_searches_are_answered_in_one_line(house: House, query: str) -> None:
    answer = house.client().get(f"/games/list?{query}")
    assert answer.status_code in (200, 400)
    assert house.client().get(f"/games?{query}").status_code == 200
    assert house.client().get(f"/games/export?{query}").status_code in (200, 400)
    if answer.status_code == 400:
        assert "\n" not in answer.json()["error"]
        assert len(answer.json()["error"]) < 300
    assert len(house.store.games()) == 1


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("annotate", {}),
        ("annotate", {"at": "1", "comment": "x"}),
        ("annotate", {"at": True, "comment": "x"}),
        ("annotate", {"at": 10**40, "comment": "x"}),
        ("annotate", {"at": 1, "comment": 7}),
        ("annotate", {"at": 1, "comment": "x" * 3000}),
        ("annotate", {"at": 1, "comment": "x", "marks": [10**9]}),
        ("correct", {"at": 1, "move": ["32-28"]}),
        ("correct", {"at": 1, "move": "32-28" * 20}),
        ("correct", {"at": 1, "move": "1-" + "\u0661" * 5}),
        ("correct", {"at": 10**40, "move": "32-28"}),
        ("tags", {"White": 7}),
        ("tags", {"../White": "x"}),
        ("tags", {"White": "x" * 900}),
        ("tags", {"Result": EVIL}),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(
    house: House, path: str, body: dict[str, object]
) -> None:
    answer = house.post(f"/games/1/{path}", body)
    assert answer.status_code == 400
    assert "\n" not in answer.json()["error"]
    assert house.store.load(1) == house.before


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00" * 5000,
        b"\xff\xfe" * 3000,
        b"(" * 100_000,
        b"{" * 100_000,
        b'[White "' + b"x" * 200_000,
        b"1. " * 50_000,
        b"32-28 " * 20_000,
    ],
)
def test_a_file_that_is_no_games_is_told_about(house: House, data: bytes) -> None:
    answer = house.post("/games/import", data, kind="application/octet-stream")
    assert answer.status_code == 200
    assert set(answer.json()) == {"kept", "failed", "problems"}
    assert house.store.load(1) == house.before


def test_the_guest_is_asked_what_can_be_asked(house: House) -> None:
    asked: tuple[tuple[object, object], ...] = (
        ({"step": -1}, ForGuest(Step(-1))),
        ({"go_to": 12}, ForGuest(GoTo(12))),
        ({"leave": True}, GiveBack()),
    )
    for body, item in asked:
        assert house.post("/playback", body).status_code == 202
        assert house.inbox.get() == item
    for wrong in ({}, {"step": "1"}, {"step": True}, {"go_to": 10**30}, {"leave": 1}, []):
        assert house.post("/playback", wrong).status_code == 400
    assert house.post("/games/1/playback", {}).status_code == 200
    assert isinstance(house.inbox.get(), Lend)
    assert house.post("/games/9/playback", {}).status_code == 404
    assert house.inbox.empty()


def test_those_with_the_pin_do_it_all(house: House) -> None:
    key = house.post("/pin", {"pin": "314159"}, PHONE).json()["key"]
    for path, body in CHANGES[:5]:
        assert house.post(path, body, PHONE, Dambord_Key=key).status_code == 200, path
    assert house.post("/games/1/photo?at=2", JPEG, PHONE, "image/jpeg", Dambord_Key=key).is_success
    sent = house.post(
        "/games/import", PDN.encode(), PHONE, "application/octet-stream", Dambord_Key=key
    )
    assert sent.json() == {"kept": [2], "failed": 0, "problems": []}
    assert house.client(PHONE).get("/games/list").json()["total"] == 2
