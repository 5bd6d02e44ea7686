"""The kept games: looked for, exported, imported; one of them is in `game_page.py`.

GET  /games                     the list; GET /games/list the same as JSON, see `_wanted`
GET  /games/export?number=3     PDN of these games (none: of all that are wanted)
POST /games/import              PDN -> {"kept": [...], "problems": [{"number", "text"}]}
"""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from companion.archive import Archive
from companion.choices import VARIANTS
from companion.errors import CompanionError
from companion.pdn_export import pdn_of
from companion.pdn_import import import_games
from companion.photographs import LARGEST_PHOTO, PHOTO_TYPES
from companion.search import Wanted, wanted_from
from companion.web.game_page import GamePage, answered, number_in
from companion.web.game_picture import list_picture
from companion.web.picture import Value
from companion.web.site import Area, Site, Upload
from rules.errors import RulesError

ON_A_PAGE = 50
LARGEST_PDN = 4_000_000
"""Bytes; what is larger goes in by `dambord games import`."""
MOST_PROBLEMS = 50
EXPORTS = 2
"""So many exports run at the same time."""
_LONGEST = 400

_UPLOADS = (
    Upload(re.compile(r"/games/import"), ("application/octet-stream",), LARGEST_PDN),
    Upload(re.compile(r"/games/\d{1,9}/photo"), tuple(PHOTO_TYPES), LARGEST_PHOTO),
)


def routes(site: Site) -> list[Route]:
    page = GamesPage(site)
    return [
        Route("/games", page.list_page),
        Route("/games/list", page.list_data),
        Route("/games/export", page.export),
        Route("/games/import", page.take_in, methods=["POST"]),
        *GamePage(site, AREA).routes,
    ]


AREA = Area(
    "games",
    "/games",
    "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zm0 13a3 3 0 0 1 3-3h11M9 8h6",
    routes,
    _UPLOADS,
)


class GamesPage:
    """The list of the kept games. Whatever asks the database runs beside the server's loop."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._exports = threading.Semaphore(EXPORTS)
        self._importing = threading.Lock()

    @property
    def _archive(self) -> Archive:
        return self._site.archive

    # -- the list --------------------------------------------------------------------------

    def list_page(self, request: Request) -> Response:
        try:
            first = self._found(request)
        except CompanionError:
            first = {"total": 0, "lines": [], "page": 0}
        given = {**first, "size": ON_A_PAGE, "variants": list(VARIANTS)}
        return self._site.html(request, "games.html", AREA, given, ("record", "game"))

    def list_data(self, request: Request) -> Response:
        return answered(lambda: self._found(request))

    def _found(self, request: Request) -> dict[str, Value]:
        page = number_in(request.query_params.get("page", "0"))
        found = self._archive.search(_wanted(request), ON_A_PAGE, page * ON_A_PAGE)
        return {"total": found.total, "lines": list_picture(found.lines), "page": page}

    def export(self, request: Request) -> Response:
        """One game after the other, so that many take no memory."""
        try:
            numbers = [number_in(one) for one in request.query_params.getlist("number")]
            numbers = numbers or self._archive.numbers(_wanted(request))
        except CompanionError as error:
            return PlainTextResponse(str(error), 400)
        if not self._exports.acquire(blocking=False):
            return PlainTextResponse("others are exporting now", 503, {"Retry-After": "5"})
        name = f"dambord-{numbers[0]}.pdn" if len(numbers) == 1 else "dambord.pdn"
        headers = {"Content-Disposition": f'attachment; filename="{name}"'}
        return StreamingResponse(
            self._exported(numbers), media_type="application/octet-stream", headers=headers
        )

    def _exported(self, numbers: list[int]) -> Iterator[str]:
        try:
            for place, number in enumerate(numbers):
                try:
                    text = pdn_of([self._archive.load(number)])
                except (CompanionError, RulesError) as error:
                    text = f"% {' '.join(str(error).split())}\n"
                yield f"\n{text}" if place else text
        finally:
            self._exports.release()

    async def take_in(self, request: Request) -> Response:
        if (no := self._site.refusal(request)) is not None:
            return no
        data = await request.body()
        return await run_in_threadpool(answered, lambda: self._taken_in(data))

    def _taken_in(self, data: bytes) -> dict[str, Value]:
        with self._importing:
            games = list(import_games(data, self._archive.store))
        problems: list[Value] = [
            {"number": one.number, "text": one.problem} for one in games if one.problem
        ]
        kept: list[Value] = [one.kept for one in games if one.kept is not None]
        return {"kept": kept, "failed": len(problems), "problems": problems[:MOST_PROBLEMS]}


def _wanted(request: Request) -> Wanted:
    """What is looked for: words, since, until, ending, variant, moves. Raises InputError."""
    names = ("words", "since", "until", "ending", "variant", "moves")
    return wanted_from(**{name: request.query_params.get(name, "")[:_LONGEST] for name in names})
