"""Lessons over HTTP: who may only look starts nothing, what is sent is checked, names are text."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from companion.archive import Archive
from companion.lessons.wishes import Wish
from companion.mode import ForGuest, Lend
from companion.room import Item
from companion.store import Store
from companion.view import View
from companion.web.access import Access
from companion.web.app import application
from companion.web.hub import Hub
from companion.web.site import Site
from rules.fen import parse_fen
from rules.game import Game

ORIGIN = "http://localhost:10100"
EVIL = "</script><script>alert(1)</script>"


class School:
    """A site with lessons. On the board stands a position with a capture."""

    def __init__(self, folder: Path) -> None:
        self.inbox: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self.store = Store(folder / "games.db")
        hub = Hub(View(Game(parse_fen("W:W28:B23,14"))))
        site = Site(hub, Access(pin="314159"), self.inbox.put, "nl", Archive(self.store))
        self.app = application(site, is_open=True, clock=lambda: 0.0)

    def client(self, address: str = "127.0.0.1") -> TestClient:
        return TestClient(self.app, base_url=ORIGIN, client=(address, 50000))

    def post(self, path: str, body: object, address: str = "127.0.0.1") -> tuple[int, object]:
        answer = self.client(address).post(path, json=body, headers={"Origin": ORIGIN})
        return answer.status_code, answer.text if answer.status_code == 403 else answer.json()


@pytest.fixture
def school(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[School]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    school = School(tmp_path)
    yield school
    school.store.close()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/lessons/start", {"what": "capture"}),
        ("/lessons/own", {"lesson": "mine", "text": "?"}),
        ("/lesson", {"wish": "hint"}),
    ],
)
def test_who_may_only_look_starts_nothing(school: School, path: str, body: object) -> None:
    assert school.post(path, body, "192.168.1.23")[0] == 403
    assert school.inbox.empty()


def test_a_lesson_is_begun_and_asked_for_help(school: School) -> None:
    assert school.post("/lessons/start", {"what": "capture-2", "child": "Anna"}) == (200, {})
    assert isinstance(school.inbox.get_nowait(), Lend)
    assert school.post("/lesson", {"wish": "hint"}) == (200, {})
    assert school.inbox.get_nowait() == ForGuest(Wish.HINT)


@pytest.mark.parametrize(
    ("path", "body", "reason"),
    [
        ("/lessons/start", {"what": "../../etc/passwd"}, "there is no lesson"),
        ("/lessons/start", {"what": "capture-99"}, "there is no exercise"),
        ("/lessons/start", {"child": "x" * 100}, "too long"),
        ("/lesson", {"wish": "fly"}, "a lesson takes"),
        ("/lesson", [1], "a lesson takes"),
        ("/lessons/own", {"lesson": "../x", "text": "?"}, "is no name for a lesson"),
        ("/lessons/own", {"lesson": "capture", "text": "?"}, "the program has a lesson"),
        ("/lessons/own", {"lesson": "mine"}, "needs a question"),
        ("/lessons/own", {"lesson": "mine", "text": "?", "fen": "W:W1:B1"}, ""),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    school: School, path: str, body: object, reason: str
) -> None:
    status, answer = school.post(path, body)
    assert status == 400
    assert isinstance(answer, dict)
    assert reason in answer["error"]
    assert "\n" not in answer["error"]
    assert school.inbox.empty()


def test_the_board_as_it_stands_becomes_an_exercise(school: School) -> None:
    status, made = school.post("/lessons/own", {"lesson": "mine", "text": EVIL, "turn": "W"})
    assert (status, isinstance(made, dict) and made["solution"]) == (200, "28x10")
    page = school.client().get("/lessons").text
    assert "mine-1" in page
    sheet = school.client().get("/lessons/sheet?which=mine").text
    assert EVIL not in sheet
    assert "alert(1)" in sheet
    assert school.client().get("/lessons/sheet?which=nothing").status_code == 404
