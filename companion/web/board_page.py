"""The board as it is now: what is seen and told as it happens, and what people do on it.

GET  /            the page, in the language of ?lang= or of the browser
GET  /events      what is seen and told from now on (server-sent events)
POST /hand        {"square": 32, "piece": null} lifts, "piece": "w", "W", "b" or "B" puts down;
                  on a board of magnets that a program can move
POST /wish        {"wish": "take_back"}, new_game, draw, turn, demand, play_on; resign or youngest
                  with "side"; coach with "side" and "level"; language with what is to be spoken
                  beside the board, "language": "en"; new_game perhaps with "variant" and
                  a list "house"; a question of announcer.answers, some with "square"; by_ear with
                  "on"
POST /clock       {"act": "press"}, toggle, tell; or {"control": "15+5"}, "none" for no clock
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from announcer.catalogue import Catalogue
from companion.room import Item
from companion.view import pieces_shown
from companion.web.clock_facts import clock_facts, clock_item, now_ms, presets
from companion.web.first_board import first_board
from companion.web.game_facts import game_facts
from companion.web.gestures import BadWishError, hand_item, wish_item
from companion.web.hub import Seen
from companion.web.lesson_facts import lesson_facts
from companion.web.picture import Value, picture, told
from companion.web.site import Area, Site, body_of

BEAT_S = 10.0
"""A viewer hears something at least so often, or it knows that the line is dead."""
TOLD_AT_FIRST = 6
"""So much of what was told before is shown to somebody who comes in."""
RENDERINGS_KEPT = 16
_SECTIONS = ("page", "game", "clock", "lesson", "reason", "remedy")


def routes(site: Site) -> list[Route]:
    page = BoardPage(site)
    return [
        Route("/", page.page),
        Route("/events", page.events),
        Route("/hand", page.hand, methods=["POST"]),
        Route("/wish", page.wish, methods=["POST"]),
        Route("/clock", page.clock, methods=["POST"]),
    ]


AREA = Area("board", "/", "M4 4h16v16H4zm8 0v16M4 12h16", routes)


class BoardPage:
    """The page of the board that is played on."""

    def __init__(self, site: Site) -> None:
        self._site, self._hub = site, site.hub
        self._rendered: dict[tuple[int, int, str], bytes] = {}

    async def page(self, request: Request) -> Response:
        language = self._site.language_of(request)
        seen = self._hub.since(0)
        first = {
            "seen": self._picture(seen, language, TOLD_AT_FIRST),
            "now": now_ms(),
            "clocks": presets(),
        }
        game = seen.view.game
        drawn = first_board(game.variant, pieces_shown(game.position, seen.view.snapshot))
        return self._site.html(request, "page.html", AREA, first, _SECTIONS, drawn)

    async def events(self, request: Request) -> Response:
        seen = request.headers.get("last-event-id") or request.query_params.get("after", "")
        after = moment_of(seen, self._hub.boot)
        stream = self._stream(after, self._site.language_of(request))
        headers = {"X-Accel-Buffering": "no"}
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    async def _stream(self, after: int | None, language: str) -> AsyncIterator[bytes]:
        """The newest state at once, then all that changes; a beat where nothing does."""
        hub = self._hub
        first = hub.since(after or 0)
        yield b"retry: 1000\n\n" + self._event(first, after, language)
        yield _beat()
        moment = first.moment
        while not hub.is_closed:
            seen = await hub.next(moment, BEAT_S)
            if seen is None:
                yield _beat()
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
        catalogue = self._site.manner.of(Catalogue.load(language)).playing(seen.view.game.variant)
        tellings = told(seen.tellings, catalogue)
        return {
            "id": f"{self._hub.boot}-{seen.moment}",
            "told": tellings if most is None else tellings[-most:],
            **picture(seen.view),
            "game": game_facts(seen.view),
            "clock": clock_facts(seen.view.clock),
            "lesson": lesson_facts(seen.view.guest, language),
        }

    async def hand(self, request: Request) -> Response:
        return await self._do(request, hand_item)

    async def wish(self, request: Request) -> Response:
        return await self._do(request, wish_item)

    async def clock(self, request: Request) -> Response:
        return await self._do(request, clock_item)

    async def _do(self, request: Request, item: Callable[[dict[str, object]], Item]) -> Response:
        if (no := self._site.refusal(request)) is not None:
            return no
        try:
            self._site.post(item(await body_of(request)))
        except BadWishError as error:
            return PlainTextResponse(str(error), 400)
        return Response(status_code=202)


def _beat() -> bytes:
    """The line lives; how late it is on the clock of the program."""
    return f"event: beat\ndata: {now_ms()}\n\n".encode()


def moment_of(last_event_id: str, boot: str) -> int | None:
    """The moment that a viewer saw last; None where it saw none of this run."""
    run, _, moment = last_event_id.partition("-")
    is_ours = run == boot and moment.isascii() and moment.isdigit() and len(moment) < 12
    return int(moment) if is_ours else None
