"""The players: who there are, the score between two, who begins; names for the game that is played.

GET  /players           the page; GET /players/data the same as JSON
GET  /players/score     ?one=Anna&other=Bram -> {"one", "other", "points": [3, 1], "games": 2}
GET  /players/draw      ?who=Anna,Bram or ?who=4 -> {"order": [...]}
POST /players/add       {"names": "Anna, Bram"}
POST /players/rename    {"one": "Ana", "other": "Anna"}; merge the same: two become one
POST /players/delete    {"name": "Anna"}
POST /players/play      {"white": "Anna", "black": "Bram"}: they play the game at the board
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from companion.errors import CompanionError
from companion.keyboard import NamesTyped
from companion.players.draw import drawn, participants
from companion.players.names import clean_name, names_in
from companion.players.register import Register
from companion.players.results import Result, between, longest_wins, streak_now, tally
from companion.room import Asked
from companion.web.picture import Value
from companion.web.shell import texts_of
from companion.web.site import Area, Site, body_of

_LONGEST = 3000
_FRESH = {"Cache-Control": "no-store"}

Body = dict[str, object]


def routes(site: Site) -> list[Route]:
    page = PlayersPage(site)
    acts = {
        "add": lambda register, body: register.add(names_in(text_of(body, "names"))),
        "rename": lambda register, body: register.rename(
            text_of(body, "one"), text_of(body, "other")
        ),
        "merge": lambda register, body: register.merge(
            text_of(body, "one"), text_of(body, "other")
        ),
        "delete": lambda register, body: register.delete(text_of(body, "name")),
    }
    return [
        Route("/players", page.page),
        Route("/players/data", page.data),
        Route("/players/score", page.score),
        Route("/players/draw", page.draw),
        Route("/players/play", page.play, methods=["POST"]),
        *(
            Route(f"/players/{name}", partial(page.change, act), methods=["POST"])
            for name, act in acts.items()
        ),
    ]


AREA = Area(
    "players",
    "/players",
    "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7 9a7 7 0 0 1 14 0zM16 3.5a4 4 0 0 1 0 7M18.5 20H22"
    "a6 6 0 0 0-5-6",
    routes,
)


class PlayersPage:
    """Whatever asks the database runs beside the server's loop."""

    def __init__(self, site: Site) -> None:
        self._site = site

    @property
    def _register(self) -> Register:
        return Register(self._site.archive.database)

    def page(self, request: Request) -> Response:
        return self._site.html(request, "players.html", AREA, self._facts(), ("people",))

    def data(self, request: Request) -> Response:
        return answered(self._facts)

    def score(self, request: Request) -> Response:
        def facts() -> dict[str, Value]:
            register = self._register
            one, other = (
                register.find(request.query_params.get(key, "")) for key in ("one", "other")
            )
            results = register.results()
            points: list[Value] = [
                between(results, one, other).points,
                between(results, other, one).points,
            ]
            games = between(results, one, other).games
            return {"one": one, "other": other, "points": points, "games": games}

        return answered(facts)

    def draw(self, request: Request) -> Response:
        player = texts_of(self._site.language_of(request))("players.player")
        who = request.query_params.get("who", "")[:_LONGEST]
        return answered(lambda: {"order": list(drawn(participants(who, player)))})

    async def change(self, act: Callable[[Register, Body], object], request: Request) -> Response:
        if (no := self._site.refusal(request)) is not None:
            return no
        body = await body_of(request)

        def done() -> dict[str, Value]:
            act(self._register, body)
            return self._facts()

        return await run_in_threadpool(answered, done)

    async def play(self, request: Request) -> Response:
        if (no := self._site.refusal(request)) is not None:
            return no
        body = await body_of(request)

        def named() -> dict[str, Value]:
            white, black = (clean_name(text_of(body, side)) for side in ("white", "black"))
            self._site.post(Asked(NamesTyped(white, black)))
            return {"white": white, "black": black}

        return answered(named)

    def _facts(self) -> dict[str, Value]:
        register = self._register
        results = register.results()
        names = register.names()
        lines = sorted((_line(results, name) for name in names), key=_best_first)
        return {"players": list(lines)}


def _line(results: list[Result], name: str) -> dict[str, Value]:
    one, streak = tally(results, name), streak_now(results, name)
    return {
        "name": name,
        "games": one.games,
        "won": one.won,
        "drawn": one.drawn,
        "lost": one.lost,
        "points": one.points,
        "streak": [streak.kind, streak.length] if streak else None,
        "longest": longest_wins(results, name),
    }


def _best_first(line: dict[str, Value]) -> tuple[int, str]:
    points = line["points"]
    return (-points if isinstance(points, int) else 0, str(line["name"]).casefold())


def answered(facts: Callable[[], dict[str, Value]]) -> Response:
    """The facts as JSON, or what is wrong, in one line."""
    try:
        return JSONResponse(facts(), headers=_FRESH)
    except CompanionError as error:
        return JSONResponse({"error": str(error)}, 400)


def text_of(body: Body, key: str) -> str:
    """A text of a body; what is none is empty."""
    value = body.get(key)
    return value[:_LONGEST] if isinstance(value, str) else ""
