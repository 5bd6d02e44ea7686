"""The real server on a free port: events as they happen, many viewers, and those who mean harm."""

from __future__ import annotations

import asyncio
import contextlib
import json
import queue
import resource
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from announcer.announcer import Announcer
from companion.errors import InputError
from companion.room import Item, Touched
from companion.texts import load_texts
from companion.view import LinkState, View
from companion.web import connection
from companion.web.card import page_card, qr_code
from companion.web.hub import Hub
from companion.web.server import PORT, PageServer
from rules.game import Game
from rules.notation import parse_move

VIEWERS = 300


class Site:
    """A server that runs, and a game that somebody plays."""

    def __init__(self) -> None:
        self.game = Game.new()
        self.hub = Hub(View(self.game))
        self.inbox: queue.SimpleQueue[Item] = queue.SimpleQueue()
        self.server = PageServer(self.hub, self.inbox.put, language="nl", port=0)
        self.server.start()
        self.announcer = Announcer()

    def play(self, move: str) -> None:
        self.game = self.game.play(parse_move(self.game.position, move))
        self.hub.tell(self.announcer.resumed(self.game))
        self.hub.show(replace(View(self.game), link=LinkState.LINKED))

    def ask(self, request: str, body: bytes = b"") -> bytes:
        """One request as bytes, answered; what came where the line was cut."""
        answer = b""
        with (
            socket.create_connection(("127.0.0.1", self.server.port), timeout=10) as line,
            contextlib.suppress(ConnectionError),
        ):
            line.sendall(request.replace("\n", "\r\n").encode() + b"\r\n\r\n" + body)
            while chunk := line.recv(65536):
                answer += chunk
        return answer


@pytest.fixture
def site() -> Iterator[Site]:
    site = Site()
    yield site
    site.server.stop()


@pytest.fixture
def many_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4096
    if hard not in (-1, resource.RLIM_INFINITY) and hard < wanted:
        pytest.skip(f"this system lets a program open {hard} files only")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class Viewer:
    """Somebody who watches."""

    def __init__(self, port: int) -> None:
        self._port = port

    async def come(self, last: str = "") -> dict[str, Any]:
        self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self._port)
        head = f"GET /events?lang=nl HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: {last}\r\n\r\n"
        self._writer.write(head.encode())
        return await self.sees()

    async def sees(self) -> dict[str, Any]:
        while True:
            line = await asyncio.wait_for(self._reader.readline(), 20)
            assert line, "the line was cut"
            if line.startswith(b"data: {"):
                seen = json.loads(line[6:])
                assert isinstance(seen, dict)
                return seen

    async def go(self) -> None:
        self._writer.close()
        await self._writer.wait_closed()


def test_a_viewer_that_was_away_catches_up(site: Site) -> None:
    async def watch() -> None:
        viewer = Viewer(site.server.port)
        first = await viewer.come()
        assert first["moves"] == []
        site.play("32-28")
        second = await viewer.sees()
        assert [move["text"] for move in second["moves"]] == ["32-28"]
        await viewer.go()
        for move in ("19-23", "28x19", "14x23"):
            site.play(move)
        again = await viewer.come(second["id"])
        assert len(again["moves"]) == 4
        assert sum("28x19" in one["text"] for one in again["told"]) == 1
        assert {one["number"] for one in again["told"]} == {2, 3, 4}
        await viewer.go()
        assert (await viewer.come(again["id"]))["told"] == []
        await viewer.go()

    asyncio.run(watch())


def test_300_viewers_each_get_every_event(site: Site, many_files: None) -> None:
    async def watch() -> None:
        viewers = [Viewer(site.server.port) for _ in range(VIEWERS)]
        for start in range(0, VIEWERS, 50):
            await asyncio.gather(*(viewer.come() for viewer in viewers[start : start + 50]))
        for number, move in enumerate(("32-28", "19-23", "28x19", "14x23"), start=1):
            site.play(move)
            seen = await asyncio.gather(*(viewer.sees() for viewer in viewers))
            assert all(len(one["moves"]) == number for one in seen)
        await asyncio.gather(*(viewer.go() for viewer in viewers))

    asyncio.run(watch())


def test_a_thousand_silent_connections_do_not_stop_the_game(
    site: Site, many_files: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "PATIENCE_S", 1.0)
    watching = socket.create_connection(("127.0.0.1", site.server.port))
    watching.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert b"200 OK" in watching.recv(4096)
    silent = [socket.create_connection(("127.0.0.1", site.server.port)) for _ in range(1000)]
    for number, one in enumerate(silent):
        if number % 2:
            one.setblocking(False)
            with contextlib.suppress(OSError):  # closed already: there are too many
                one.send(b"POST /hand HTTP/1.1\r\nHost: localhost\r\nContent-Le")
    site.play("32-28")
    watching.settimeout(5)
    data = b""
    while b"32-28" not in data:
        chunk = watching.recv(65536)
        assert chunk, "the one who watched was sent away"
        data += chunk
    deadline = time.monotonic() + 60
    while True:
        try:
            answer = site.ask("GET /me HTTP/1.0\nHost: localhost")
        except OSError:
            answer = b""
        if b"may_touch" in answer:
            break
        assert time.monotonic() < deadline, "the silent ones were never sent away"
        time.sleep(0.1)
    for one in (watching, *silent):
        one.close()


def test_who_hoards_streams_gets_no_more_than_his_share(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "is_here", lambda address: False)
    monkeypatch.setattr(connection, "MOST_OF_ONE", 5)

    def stream() -> socket.socket:
        line = socket.create_connection(("127.0.0.1", site.server.port), timeout=10)
        with contextlib.suppress(ConnectionError):
            line.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        return line

    def begins(line: socket.socket) -> bool:
        with contextlib.suppress(ConnectionError):
            return b"200 OK" in line.recv(4096)
        return False

    streams = [stream() for _ in range(5)]
    assert all(begins(line) for line in streams)
    one_more = stream()
    assert not begins(one_more)
    one_more.close()
    site.play("32-28")
    data = b""
    while b"32-28" not in data:
        data += streams[0].recv(65536)
    streams.pop().close()
    deadline = time.monotonic() + 30
    while not begins(late := stream()):
        late.close()
        assert time.monotonic() < deadline, "nobody is let in after one has gone"
    for line in (late, *streams):
        line.close()


def test_a_body_that_comes_drop_by_drop_is_not_waited_for(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "PATIENCE_S", 0.3)
    host = f"localhost:{site.server.port}"
    head = f"POST /wish HTTP/1.1\nHost: {host}\nOrigin: http://{host}\nContent-Length: 4000"
    line = socket.create_connection(("127.0.0.1", site.server.port), timeout=10)
    line.sendall(f"{head}\nContent-Type: application/json\n\n".replace("\n", "\r\n").encode())
    line.settimeout(0.05)
    drops = 0
    with contextlib.suppress(ConnectionError):
        while drops < 3000:
            line.sendall(b" ")
            drops += 1
            with contextlib.suppress(TimeoutError):
                if not line.recv(1):
                    break
    assert drops < 3000
    assert site.inbox.empty()
    line.close()


@pytest.mark.parametrize(
    "request_",
    [
        "GET /../../etc/passwd HTTP/1.0\nHost: localhost",
        "GET /..%2f..%2fapp.py HTTP/1.0\nHost: localhost",
        "GET /%2e%2e/server.py HTTP/1.0\nHost: localhost",
        "GET http://evil.example/ HTTP/1.0\nHost: evil.example",
        "GET / HTTP/1.0",
        "GET / HTTP/1.0\nHost: localhost\nHost: evil.example",
        "\x00\x01\x02",
        "GET / HTTP/1.0\nHost: localhost\nX: " + "a" * 1_000_000,
        "POST /hand HTTP/1.0\nHost: localhost\nContent-Length: 99999999",
        "POST /hand HTTP/1.0\nHost: localhost\nContent-Length: -1",
        "TRACE / HTTP/1.0\nHost: localhost",
    ],
)
def test_raw_attacks_get_a_refusal(site: Site, request_: str) -> None:
    answer = site.ask(request_)
    assert not answer or answer.split()[1] in (b"400", b"403", b"404", b"405", b"413", b"421")
    assert b"root:" not in answer
    assert b"import" not in answer
    assert site.inbox.empty()
    assert b"may_touch" in site.ask("GET /me HTTP/1.0\nHost: localhost")


def test_a_hand_on_the_page_reaches_the_live_loop(site: Site) -> None:
    body = b'{"square": 32, "piece": null}'
    host = f"localhost:{site.server.port}"
    head = (
        f"POST /hand HTTP/1.0\nHost: {host}\nOrigin: http://{host}\nContent-Type: application/json"
    )
    assert b" 202 " in site.ask(f"{head}\nContent-Length: {len(body)}", body)
    assert site.inbox.get(timeout=30) == Touched(32, None)


def test_the_server_ends_at_once_although_somebody_watches(site: Site) -> None:
    watching = socket.create_connection(("127.0.0.1", site.server.port))
    watching.sendall(b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert b"200 OK" in watching.recv(4096)
    began = time.monotonic()
    site.server.stop()
    assert time.monotonic() - began < 15.0
    watching.close()
    site.server.stop()


def hub() -> Hub:
    return Hub(View(Game.new()))


def test_it_listens_to_this_computer_alone_unless_it_is_asked() -> None:
    server = PageServer(hub(), print, language="nl", port=0)
    assert server._socket.getsockname()[0] == "127.0.0.1"
    assert not server.is_open
    assert server.network_address is None
    server.stop()


def test_a_port_that_is_taken_is_told_or_gone_round() -> None:
    first = PageServer(hub(), print, language="nl", port=0)
    with pytest.raises(InputError, match="--port"):
        PageServer(hub(), print, language="nl", port=first.port)
    usual = PageServer(hub(), print, language="nl")
    other = PageServer(hub(), print, language="nl")
    assert usual.port != other.port
    assert other.port != PORT
    for server in (first, usual, other):
        server.stop()


@pytest.mark.parametrize("listen", ["board.local", "", "1.2.3", "198.51.100.7"])
def test_an_address_that_is_not_ours_is_told_in_a_line(listen: str) -> None:
    with pytest.raises(InputError):
        PageServer(hub(), print, language="nl", listen=listen, port=0)


def test_the_card_shows_the_pin_only_where_phones_can_come() -> None:
    texts = load_texts("nl")
    near = PageServer(hub(), print, language="nl", port=0)
    far = PageServer(hub(), print, language="nl", listen="0.0.0.0", port=0)
    assert near.access.pin not in page_card(near, texts)
    if far.network_address is not None:
        assert far.access.pin in page_card(far, texts)
        assert "█" in page_card(far, texts)
    near.stop()
    far.stop()


def test_the_code_is_the_address() -> None:
    """The blocks are the modules of the code that the library makes."""
    import segno

    text = "http://192.168.1.5:10100/"
    made = [list(row) for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows: list[list[int]] = []
    for line in qr_code(text).split("\n"):
        rows += [[halves[block][half] for block in line] for half in (0, 1)]
    assert [[bool(x) for x in row] for row in rows[: len(made)]] == [
        [bool(x) for x in row] for row in made
    ]
