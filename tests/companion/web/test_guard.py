"""Attacks on the page, in this process: nothing gets in, nothing is moved."""

from __future__ import annotations

import json
import queue
import re
from collections.abc import Iterator
from html import unescape

import pytest
from starlette.testclient import TestClient

from companion.archive import Archive
from companion.commands import NewGame, Resign
from companion.keyboard import CommandTyped, TakeBackTyped, TurnTyped
from companion.room import Asked, Item, Touched
from companion.store import Store
from companion.view import View
from companion.web.access import FORGIVEN_AFTER_S, TRIES, Access
from companion.web.app import AREAS, application
from companion.web.board_page import moment_of
from companion.web.guard import BURST, LARGEST_BODY, Allowance, host_name
from companion.web.hub import Hub
from companion.web.shell import files, version
from companion.web.site import Area, Site
from rules.game import Game
from rules.piece import BLACK_KING, WHITE_MAN, Color

EVIL = "</script><script>alert(1)</script>"
HERE = ("127.0.0.1", 50000)
PHONE = ("192.168.1.23", 50000)
JSON = {"Content-Type": "application/json"}


class House:
    """A page and those who ask for it from somewhere."""

    def __init__(self, *, is_open: bool) -> None:
        self.inbox: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self.hub = Hub(View(Game.new(), names={Color.WHITE: EVIL, Color.BLACK: '"><img src=x>'}))
        self.access = Access(pin="314159")
        site = Site(self.hub, self.access, self.inbox.put, "nl", Archive(Store(None)))
        self.now = 0.0
        self.app = application(site, is_open=is_open, clock=lambda: self.now)

    def client(self, where: tuple[str, int] = HERE, host: str = "localhost:10100") -> TestClient:
        return TestClient(self.app, base_url=f"http://{host}", client=where)

    def post(self, path: str, body: object, where: tuple[str, int] = HERE, **headers: str) -> int:
        given = {"Origin": "http://localhost:10100", **JSON}
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.client(where).post(path, content=content, headers=given).status_code

    @property
    def items(self) -> list[Item]:
        found = []
        while not self.inbox.empty():
            found.append(self.inbox.get())
        return found


@pytest.fixture
def house() -> House:
    return House(is_open=False)


@pytest.fixture
def open_house() -> House:
    return House(is_open=True)


# -- what is meant to work -------------------------------------------------------------------


def test_the_page_comes_with_everything_that_it_names(house: House) -> None:
    client = house.client()
    html = client.get("/").text
    names = set(re.findall(r'(?:href|src)="(/[\w./-]+)', html)) - {"/"}
    assert len(names) > 8
    for name in names:
        assert client.get(name).status_code == 200, name
    assert not re.search(r"https?://(?!localhost)", html)
    assert not re.search(r"\[\[[a-z]", html)


def test_nothing_is_asked_of_anybody_else() -> None:
    for name, file in files().items():
        text = file.body.decode("utf-8", errors="ignore")
        assert set(re.findall(r"https?://[\w./]+", text)) <= {"http://www.w3.org/2000/svg"}, name


@pytest.mark.parametrize("area", AREAS, ids=lambda area: area.name)
def test_every_page_is_small_with_all_that_it_loads(house: House, area: Area) -> None:
    html = house.client().get(area.path).text
    assert f'href="{area.path}" aria-current="page"' in html
    loaded: set[str] = set()
    found = {name for name in files() if f'"/{version()}/{name}"' in html}
    while found - loaded:
        name = (found - loaded).pop()
        loaded.add(name)
        if name.endswith(".js"):
            found |= set(re.findall(r'from "\./(.*?)"', files()[name].body.decode()))
    sizes = {name: len(files()[name].body) for name in loaded if not name.endswith(".png")}
    assert len(html.encode()) + sum(sizes.values()) < 150_000, sizes


def test_the_language_is_that_of_the_link_or_of_the_browser(house: House) -> None:
    client = house.client()
    assert '<html lang="en">' in client.get("/?lang=en").text
    asked = client.get("/", headers={"Accept-Language": "es;q=1, en-GB;q=0.8"})
    assert '<html lang="en">' in asked.text
    assert '<html lang="nl">' in client.get("/?lang=../../x").text


def test_a_file_that_is_there_already_is_not_sent_again(house: House) -> None:
    client = house.client()
    tag = client.get("/page.css").headers["etag"]
    assert client.get("/page.css", headers={"If-None-Match": tag}).status_code == 304
    assert client.get("/page.css").headers["cache-control"] == "no-cache"
    kept = client.get(f"/{version()}/page.css")
    assert "immutable" in kept.headers["cache-control"]
    assert client.get("/0123456789ab/page.css").status_code == 404


def test_the_manifest_names_the_page(house: House) -> None:
    manifest = house.client().get("/manifest.webmanifest?lang=nl").json()
    assert manifest["display"] == "standalone"
    assert "[[" not in json.dumps(manifest)
    for icon in manifest["icons"]:
        assert house.client().get(icon["src"]).headers["content-type"] == icon["type"]


def test_what_hands_do_reaches_the_live_loop(house: House) -> None:
    assert house.post("/hand", {"square": 32, "piece": None}) == 202
    assert house.post("/hand", {"square": 28, "piece": "w"}) == 202
    assert house.post("/hand", {"square": 1, "piece": "B"}) == 202
    assert house.items == [Touched(32, None), Touched(28, WHITE_MAN), Touched(1, BLACK_KING)]


def test_what_people_ask_reaches_the_live_loop(house: House) -> None:
    wishes = ({"wish": "take_back"}, {"wish": "turn"}, {"wish": "new_game"})
    for wish in (*wishes, {"wish": "resign", "side": "B"}):
        assert house.post("/wish", wish) == 202
    resigned = Asked(CommandTyped(Resign(Color.BLACK)))
    new_game = Asked(CommandTyped(NewGame()))
    assert house.items == [Asked(TakeBackTyped()), Asked(TurnTyped()), new_game, resigned]


# -- what is not -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        {"square": 0, "piece": None},
        {"square": 101, "piece": None},
        {"square": True, "piece": None},
        {"square": "32", "piece": None},
        {"square": 3.5, "piece": None},
        {"square": 32, "piece": "q"},
        {"square": 32, "piece": ["w"]},
        {"piece": "w"},
        {},
        [],
        None,
        "32",
        b"\xff\xfe",
        b"{",
        b"[" * 4000,
    ],
)
def test_what_no_hand_can_do_is_refused(house: House, body: object) -> None:
    assert house.post("/hand", body) == 400
    assert house.items == []


@pytest.mark.parametrize("wish", [None, "", "shutdown", "resign ", ["turn"], {"a": 1}, 7])
def test_unknown_wishes_are_refused(house: House, wish: object) -> None:
    assert house.post("/wish", {"wish": wish}) == 400
    assert house.post("/wish", {"wish": "resign", "side": wish or "X"}) == 400
    assert house.items == []


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "", "https://localhost:10100", "http://localhost:1"]
)
def test_another_page_in_the_same_browser_moves_nothing(house: House, origin: str) -> None:
    assert house.post("/hand", {"square": 32, "piece": None}, Origin=origin) == 403
    assert house.post("/wish", {"wish": "new_game"}, Sec_Fetch_Site="cross-site") == 403
    assert house.items == []


def test_a_form_of_another_page_moves_nothing(house: House) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        assert house.post("/wish", {"wish": "new_game"}, Content_Type=kind) == 415
    assert house.client().get("/wish").status_code == 404
    assert house.items == []


@pytest.mark.parametrize(
    "host", ["evil.example", "localhost.evil.example", "192.168.1.5:10100", "", "127.0.0.1.x", "@"]
)
def test_a_foreign_name_for_our_address_sees_nothing(house: House, host: str) -> None:
    answer = house.client().get("/", headers={"Host": host})
    assert answer.status_code == 421
    assert "dambord" not in answer.text


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1:8", "[::1]:10100", "LOCALHOST:10100"])
def test_our_own_names_are_known(house: House, host: str) -> None:
    assert house.client().get("/me", headers={"Host": host}).status_code == 200


def test_in_an_open_house_addresses_are_known_and_foreign_names_are_not(open_house: House) -> None:
    client = open_house.client(PHONE)
    assert client.get("/me", headers={"Host": "192.168.1.5:10100"}).status_code == 200
    assert client.get("/me", headers={"Host": "evil.example"}).status_code == 421


def test_large_bodies_are_not_read(house: House) -> None:
    assert house.post("/hand", b" " * (LARGEST_BODY + 1)) == 413

    def endless() -> Iterator[bytes]:
        yield b"{}"

    headers = {"Origin": "http://localhost:10100", **JSON}
    assert house.client().post("/hand", content=endless(), headers=headers).status_code == 413
    assert house.items == []


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/%2e%2e/app.py",
        "/..%2fapp.py",
        "/static/page.css",
        "/page.html",
        "//etc/passwd",
        "/%00",
    ],
)
def test_there_are_no_other_files(house: House, path: str) -> None:
    assert house.client().get(path).status_code == 404


def test_names_are_never_markup(house: House) -> None:
    html = house.client().get("/").text
    assert EVIL not in html
    assert "<img src=x>" not in html
    match = re.search(r'<script type="application/json" id="first">(.*?)</script>', html, re.S)
    assert match is not None
    assert json.loads(unescape(match[1]))["seen"]["names"]["W"] == EVIL


def test_every_answer_says_what_a_browser_may_do(house: House) -> None:
    for path in ("/", "/page.js", "/nothing", "/me"):
        headers = house.client().get(path).headers
        policy = headers["content-security-policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "set-cookie" not in headers


def test_whoever_asks_too_much_has_to_wait(open_house: House) -> None:
    client = open_house.client(PHONE)
    answers = [client.get("/me").status_code for _ in range(int(BURST) + 5)]
    assert answers == [200] * int(BURST) + [429] * 5
    assert open_house.client(("192.168.1.99", 1)).get("/me").status_code == 200
    open_house.now = 1.0
    assert client.get("/me").status_code == 200


def test_an_allowance_fills_up_again_and_forgets_old_addresses() -> None:
    now = 0.0
    allowance = Allowance(2.0, 3.0, lambda: now)
    assert [allowance.takes("a") for _ in range(4)] == [True, True, True, False]
    now = 0.5
    assert [allowance.takes("a") for _ in range(2)] == [True, False]
    for number in range(5000):
        allowance.takes(str(number))
    assert len(allowance._left) <= 4096


# -- the PIN ---------------------------------------------------------------------------------


def test_in_the_network_people_look_and_only_those_with_the_pin_touch(open_house: House) -> None:
    lift = {"square": 32, "piece": None}
    assert open_house.client(PHONE).get("/").status_code == 200
    assert open_house.post("/hand", lift, PHONE) == 403
    assert open_house.post("/wish", {"wish": "new_game"}, PHONE) == 403
    assert open_house.post("/pin", {"pin": "000000"}, PHONE) == 403
    assert open_house.items == []
    headers = {"Origin": "http://localhost:10100", **JSON}
    answer = open_house.client(PHONE).post("/pin", json={"pin": "314159"}, headers=headers)
    key = answer.json()["key"]
    assert open_house.post("/hand", lift, PHONE, Dambord_Key=key) == 202
    assert open_house.post("/hand", lift, PHONE, Dambord_Key=key[:-1]) == 403
    assert open_house.items == [Touched(32, None)]
    me = open_house.client(PHONE).get("/me", headers={"Dambord-Key": key})
    assert me.json() == {"may_touch": True}


def test_the_pin_cannot_be_guessed() -> None:
    now = 0.0
    access = Access(pin="314159", clock=lambda: now)
    for number in range(TRIES):
        assert access.key_for(f"{number:06}", "192.168.1.23") is None
    assert access.key_for("314159", "192.168.1.23") is None
    assert access.key_for("314159", "192.168.1.24") is not None
    for number in range(40):
        access.key_for("000000", f"192.168.2.{number}")
    assert access.key_for("314159", "192.168.1.25") is None
    now = FORGIVEN_AFTER_S + 1
    assert access.key_for("314159", "192.168.1.23") is not None


@pytest.mark.parametrize("pin", ["é14159", "", "3141590", "31415\u0669"])
def test_strange_pins_are_wrong_and_no_more(open_house: House, pin: str) -> None:
    assert open_house.post("/pin", {"pin": pin}, PHONE) == 403
    assert open_house.post("/pin", {"pin": 314159}, PHONE) == 403


def test_a_pin_is_new_in_every_run() -> None:
    pins = {Access().pin for _ in range(50)}
    assert len(pins) > 45
    assert all(len(pin) == 6 and pin.isdigit() for pin in pins)


@pytest.mark.parametrize(
    ("sent", "moment"),
    [("ab-12", 12), ("cd-12", None), ("ab-x", None), ("", None), ("ab-" + "9" * 40, None)],
)
def test_only_moments_of_this_run_count(sent: str, moment: int | None) -> None:
    assert moment_of(sent, "ab") == moment


@pytest.mark.parametrize(
    ("host", "name"),
    [("a.b:80", "a.b"), ("[::1]:80", "::1"), ("A.", "a"), ("", ""), ("[", ""), (":", "")],
)
def test_names_in_host_headers(host: str, name: str) -> None:
    assert host_name(host) == name
