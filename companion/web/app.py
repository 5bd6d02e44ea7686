"""The application: the page, its files, what is seen as it happens, and what people do on it.

GET  /                      the page, in the language of ?lang= or of the browser
GET  /NAME                  its style, modules and pictures
GET  /manifest.webmanifest  what an installed page is called
GET  /events                what is seen and told from now on (server-sent events)
GET  /me                    {"may_touch": true or false}
POST /pin                   {"pin": "123456"} -> {"key": "..."}, for the header Dambord-Key
POST /hand                  {"square": 32, "piece": null} lifts, "piece": "w", "W", "b" or "B"
                            puts down; on a board of magnets that a program can move
POST /wish                  {"wish": "take_back"}, new_game, draw, turn; resign with "side"
"""

from __future__ import annotations

import hashlib
import json
import re
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib import resources

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from announcer.catalogue import Catalogue
from companion.choices import LANGUAGES
from companion.room import Item
from companion.texts import Texts, load_texts
from companion.web.access import Access
from companion.web.gestures import BadWishError, hand_item, wish_item
from companion.web.guard import Guard
from companion.web.hub import Hub, Seen
from companion.web.picture import Value, picture, told

BEAT_S = 10.0
"""A viewer hears something at least so often, or it knows that the line is dead."""
TOLD_AT_FIRST = 6
"""So much of what was told before is shown to somebody who comes in."""
RENDERINGS_KEPT = 16
KEY_HEADER = "Dambord-Key"
_BLANK = re.compile(r"\[\[(page\.\w+)\]\]")
_TYPES = {
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "png": "image/png",
}


@dataclass(frozen=True, slots=True)
class File:
    body: bytes
    type: str
    tag: str


class Page:
    """Everything that answers a request. `post` takes what people do to the live loop;
    `language` is what the program speaks, for browsers that speak neither."""

    def __init__(
        self, hub: Hub, access: Access, post: Callable[[Item], None], language: str
    ) -> None:
        self._hub, self._access, self._post, self._language = hub, access, post, language
        self._rendered: dict[tuple[int, int, str], bytes] = {}

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/", self.page),
            Route("/events", self.events),
            Route("/me", self.me),
            Route("/manifest.webmanifest", self.manifest),
            Route("/pin", self.pin, methods=["POST"]),
            Route("/hand", self.hand, methods=["POST"]),
            Route("/wish", self.wish, methods=["POST"]),
            Route("/{name}", self.file),
        ]

    # -- looking ---------------------------------------------------------------------------

    async def page(self, request: Request) -> Response:
        language = self._language_of(request)
        html = filled(static_text("page.html"), texts_of(language))
        first = {
            "seen": self._picture(self._hub.since(0), language, TOLD_AT_FIRST),
            "texts": page_texts(language),
            "may_touch": self._may_touch(request),
        }
        html = html.replace("[[language]]", language).replace("[[first]]", json_in_html(first))
        return Response(html, media_type="text/html")

    async def file(self, request: Request) -> Response:
        file = files().get(request.path_params["name"])
        if file is None:
            return PlainTextResponse("there is no such page", 404)
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers={"ETag": file.tag})
        return Response(file.body, media_type=file.type, headers={"ETag": file.tag})

    async def manifest(self, request: Request) -> Response:
        texts = texts_of(self._language_of(request))
        icons: list[Value] = [
            {"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "/icon-512.png", "sizes": "512x512", "type": "image/png"},
        ]
        about: dict[str, Value] = {
            "name": texts("page.name"),
            "short_name": texts("page.title"),
            "description": texts("page.about"),
            "lang": self._language_of(request),
            "start_url": f"/?lang={self._language_of(request)}",
            "display": "standalone",
            "background_color": "#f5efe4",
            "theme_color": "#5b3a21",
            "icons": icons,
        }
        return JSONResponse(about, media_type="application/manifest+json")

    async def events(self, request: Request) -> Response:
        seen = request.headers.get("last-event-id") or request.query_params.get("after", "")
        after = moment_of(seen, self._hub.boot)
        stream = self._stream(after, self._language_of(request))
        headers = {"X-Accel-Buffering": "no"}
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    async def _stream(self, after: int | None, language: str) -> AsyncIterator[bytes]:
        """The newest state at once, then all that changes; a beat where nothing does."""
        hub = self._hub
        first = hub.since(after or 0)
        yield b"retry: 1000\n\n" + self._event(first, after, language)
        moment = first.moment
        while not hub.is_closed:
            seen = await hub.next(moment, BEAT_S)
            if seen is None:
                yield b"event: beat\ndata: 0\n\n"
                continue
            yield self._event(seen, moment, language)
            moment = seen.moment

    def _event(self, seen: Seen, after: int | None, language: str) -> bytes:
        """Rendered once for all viewers that saw the same moment last."""
        key = (seen.moment, -1 if after is None else after, language)
        if key not in self._rendered:
            if len(self._rendered) >= RENDERINGS_KEPT:
                del self._rendered[next(iter(self._rendered))]
            data = self._picture(seen, language, TOLD_AT_FIRST if after is None else None)
            text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
            self._rendered[key] = f"id: {data['id']}\ndata: {text}\n\n".encode()
        return self._rendered[key]

    def _picture(self, seen: Seen, language: str, most: int | None) -> dict[str, Value]:
        tellings = told(seen.tellings, Catalogue.load(language))
        return {
            "id": f"{self._hub.boot}-{seen.moment}",
            "told": tellings if most is None else tellings[-most:],
            **picture(seen.view),
        }

    def _language_of(self, request: Request) -> str:
        wanted = [request.query_params.get("lang", "")]
        wanted += request.headers.get("accept-language", "")[:200].split(",")
        known = (one.strip()[:2].lower() for one in wanted)
        return next((one for one in known if one in LANGUAGES), self._language)

    # -- doing -----------------------------------------------------------------------------

    async def me(self, request: Request) -> Response:
        return JSONResponse({"may_touch": self._may_touch(request)})

    async def pin(self, request: Request) -> Response:
        body = await _body(request)
        pin = body.get("pin")
        key = self._access.key_for(pin, _address(request)) if isinstance(pin, str) else None
        return JSONResponse({"key": key}) if key else PlainTextResponse("wrong PIN", 403)

    async def hand(self, request: Request) -> Response:
        return await self._do(request, hand_item)

    async def wish(self, request: Request) -> Response:
        return await self._do(request, wish_item)

    async def _do(self, request: Request, item: Callable[[dict[str, object]], Item]) -> Response:
        if not self._may_touch(request):
            return PlainTextResponse("only those with the PIN may do this", 403)
        try:
            self._post(item(await _body(request)))
        except BadWishError as error:
            return PlainTextResponse(str(error), 400)
        return Response(status_code=202)

    def _may_touch(self, request: Request) -> bool:
        return self._access.may_touch(_address(request), request.headers.get(KEY_HEADER, ""))


def application(page: Page, *, is_open: bool, clock: Callable[[], float] = time.monotonic) -> Guard:
    """The page behind its guard."""
    return Guard(Starlette(routes=page.routes), is_open=is_open, clock=clock)


def moment_of(last_event_id: str, boot: str) -> int | None:
    """The moment that a viewer saw last; None where it saw none of this run."""
    run, _, moment = last_event_id.partition("-")
    is_ours = run == boot and moment.isascii() and moment.isdigit() and len(moment) < 12
    return int(moment) if is_ours else None


def filled(html: str, texts: Texts) -> str:
    """HTML with the texts of a language in the place of [[page.key]]."""
    return _BLANK.sub(lambda blank: escape(texts(blank[1])), html)


def json_in_html(value: object) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


@cache
def texts_of(language: str) -> Texts:
    return load_texts(language)


@cache
def page_texts(language: str) -> dict[str, str]:
    """What the modules of the page need, unfilled."""
    return texts_of(language).templates("page", "reason", "remedy")


@cache
def static_text(name: str) -> str:
    return (resources.files("companion.web") / "static" / name).read_text(encoding="utf-8")


@cache
def files() -> dict[str, File]:
    """All that can be asked for by name; nothing else can be."""
    found = {}
    for entry in (resources.files("companion.web") / "static").iterdir():
        if kind := _TYPES.get(entry.name.rpartition(".")[2]):
            body = entry.read_bytes()
            tag = f'"{hashlib.sha256(body).hexdigest()[:16]}"'
            found[entry.name] = File(body, kind, tag)
    return found


def _address(request: Request) -> str:
    return request.client.host if request.client else ""


async def _body(request: Request) -> dict[str, object]:
    """The object in the body; an empty one for anything else."""
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}
