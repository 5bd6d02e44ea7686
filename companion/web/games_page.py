"""The kept games: looked for, read, annotated, put right, printed, exported, imported, played back.

GET  /games                     the list; GET /games/list the same as JSON, see `_wanted`
GET  /games/3                   one game; GET /games/3/record the same as JSON
GET  /games/3/diagram.svg?at=12 a position; GET /games/3/sheet the score sheet, to print
GET  /games/export?number=3     PDN of these games (none: of all that are wanted)
GET  /games/photo/7             a photograph
POST /games/import              PDN -> {"kept": [...], "problems": [{"number", "text"}]}
POST /games/3/annotate          {"at": 12, "comment": "...", "marks": [1]}
POST /games/3/correct           {"at": 12, "move": "19-23"}
POST /games/3/tags              {"White": "...", "Result": "2-0"}
POST /games/3/delete, restore   {}
POST /games/3/photo?at=12       a picture; POST /games/photo/7/remove {}
POST /games/3/playback          {}: the board is lent to it; POST /playback {"step": 1},
                                {"go_to": 12} or {"leave": true}
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from companion.archive import Archive
from companion.choices import VARIANTS
from companion.correction import CorrectionError
from companion.errors import CompanionError, InputError
from companion.mode import ForGuest, GiveBack
from companion.pdn_export import pdn_of
from companion.pdn_import import import_games
from companion.photographs import LARGEST_PHOTO, PHOTO_TYPES, Photographs
from companion.playback import GoTo, Step, lend_to
from companion.saved import SavedGame
from companion.score_sheet import score_sheet
from companion.search import Wanted, wanted_from
from companion.web.first_board import first_board
from companion.web.game_picture import game_picture, list_picture
from companion.web.picture import Value
from companion.web.shell import filled, static_text, texts_of
from companion.web.site import Area, Site, Upload, body_of
from rules.diagram_svg import Arrow, diagram_svg
from rules.errors import RulesError

ON_A_PAGE = 50
LARGEST_PDN = 4_000_000
"""Bytes; what is larger goes in by `dambord games import`."""
MOST_PROBLEMS = 50
EXPORTS = 2
"""So many exports run at the same time."""
_LONGEST = 400
_SECTIONS = ("record", "page", "fault", "game")

_UPLOADS = (
    Upload(re.compile(r"/games/import"), ("application/octet-stream",), LARGEST_PDN),
    Upload(re.compile(r"/games/\d{1,9}/photo"), tuple(PHOTO_TYPES), LARGEST_PHOTO),
)


def routes(site: Site) -> list[Route]:
    page = GamesPage(site)
    post = ["POST"]
    return [
        Route("/games", page.list_page),
        Route("/games/list", page.list_data),
        Route("/games/export", page.export),
        Route("/games/import", page.take_in, methods=post),
        Route("/games/photo/{photo:int}", page.photo),
        Route("/games/photo/{photo:int}/remove", page.remove_photo, methods=post),
        Route("/games/{game:int}", page.game_page),
        Route("/games/{game:int}/record", page.game_data),
        Route("/games/{game:int}/diagram.svg", page.diagram),
        Route("/games/{game:int}/sheet", page.sheet),
        Route("/games/{game:int}/annotate", page.annotate, methods=post),
        Route("/games/{game:int}/correct", page.correct, methods=post),
        Route("/games/{game:int}/tags", page.tags, methods=post),
        Route("/games/{game:int}/delete", page.delete, methods=post),
        Route("/games/{game:int}/restore", page.restore, methods=post),
        Route("/games/{game:int}/photo", page.add_photo, methods=post),
        Route("/games/{game:int}/playback", page.lend, methods=post),
        Route("/playback", page.playback, methods=post),
    ]


AREA = Area(
    "games",
    "/games",
    "M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zm0 13a3 3 0 0 1 3-3h11M9 8h6",
    routes,
    _UPLOADS,
)


class GamesPage:
    """The pages of the kept games. Whatever asks the database runs beside the server's loop."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._exports = threading.Semaphore(EXPORTS)
        self._importing = threading.Lock()

    @property
    def _archive(self) -> Archive:
        return self._site.archive

    @property
    def _photographs(self) -> Photographs:
        return Photographs(self._archive.database)

    # -- the list --------------------------------------------------------------------------

    def list_page(self, request: Request) -> Response:
        try:
            first = self._found(request)
        except CompanionError:
            first = {"total": 0, "lines": [], "page": 0}
        given = {**first, "size": ON_A_PAGE, "variants": list(VARIANTS)}
        return self._site.html(request, "games.html", AREA, given, ("record", "game"))

    def list_data(self, request: Request) -> Response:
        return _answered(lambda: self._found(request))

    def _found(self, request: Request) -> dict[str, Value]:
        page = _number(request.query_params.get("page", "0"))
        found = self._archive.search(_wanted(request), ON_A_PAGE, page * ON_A_PAGE)
        return {"total": found.total, "lines": list_picture(found.lines), "page": page}

    def export(self, request: Request) -> Response:
        """One game after the other, so that many take no memory."""
        try:
            numbers = [_number(one) for one in request.query_params.getlist("number")]
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
        return await run_in_threadpool(_answered, lambda: self._taken_in(data))

    def _taken_in(self, data: bytes) -> dict[str, Value]:
        with self._importing:
            games = list(import_games(data, self._archive.store))
        problems: list[Value] = [
            {"number": one.number, "text": one.problem} for one in games if one.problem
        ]
        kept: list[Value] = [one.kept for one in games if one.kept is not None]
        return {"kept": kept, "failed": len(problems), "problems": problems[:MOST_PROBLEMS]}

    # -- one game --------------------------------------------------------------------------

    def game_page(self, request: Request) -> Response:
        try:
            saved = self._archive.load(request.path_params["game"])
            first = self._picture_of(saved)
        except CompanionError as error:
            return self._site.missing(request, str(error))
        start = saved.game.start
        drawn = first_board(start.variant, start.pieces())
        return self._site.html(request, "game.html", AREA, {"game": first}, _SECTIONS, drawn)

    def game_data(self, request: Request) -> Response:
        return _answered(lambda: self._picture(request.path_params["game"]))

    def _picture(self, game: int) -> dict[str, Value]:
        return self._picture_of(self._archive.load(game))

    def _picture_of(self, saved: SavedGame) -> dict[str, Value]:
        photos = self._photographs.of(saved.id)
        return {
            **game_picture(saved, self._archive.history(saved.id)),
            "is_deleted": self._archive.is_deleted(saved.id),
            "is_played": self._archive.is_played(saved),
            "photos": [{"id": photo.id, "at": photo.number} for photo in photos],
        }

    def diagram(self, request: Request) -> Response:
        try:
            saved = self._archive.load(request.path_params["game"])
        except CompanionError as error:
            return self._site.missing(request, str(error))
        plies = saved.game.plies
        at = min(_number(request.query_params.get("at", "0")), len(plies))
        move = plies[at - 1].move if at else None
        position = plies[at - 1].after if at else saved.game.start
        arrows = [Arrow(move.route.path)] if move else []
        name = f"dambord-{saved.id}-{at}.svg"
        return Response(
            diagram_svg(position, arrows=arrows),
            media_type="image/svg+xml",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    def sheet(self, request: Request) -> Response:
        language = self._site.language_of(request)
        try:
            saved = self._archive.load(request.path_params["game"])
        except CompanionError as error:
            return self._site.missing(request, str(error))
        texts = texts_of(language)
        head = static_text("part-sheet.html")
        above = filled(static_text("part-print.html"), texts).replace("[[number]]", str(saved.id))
        return HTMLResponse(score_sheet(saved, texts, language, head, above))

    # -- what people do with it ------------------------------------------------------------

    async def annotate(self, request: Request) -> Response:
        def act(game: int, body: dict[str, object]) -> None:
            marks = body.get("marks")
            marks = marks if isinstance(marks, list) else []
            numbers = tuple(mark for mark in marks if type(mark) is int)
            self._archive.annotate(game, _at(body), _text(body, "comment", 4000), numbers)

        return await self._change(request, act)

    async def correct(self, request: Request) -> Response:
        def act(game: int, body: dict[str, object]) -> None:
            self._archive.correct(game, _at(body), _text(body, "move", 60))

        return await self._change(request, act)

    async def tags(self, request: Request) -> Response:
        def act(game: int, body: dict[str, object]) -> None:
            names = {name: _text(body, name, 1000) for name in body}
            self._archive.set_tags(game, names)

        return await self._change(request, act)

    async def delete(self, request: Request) -> Response:
        return await self._change(request, lambda game, body: self._archive.delete(game))

    async def restore(self, request: Request) -> Response:
        return await self._change(request, lambda game, body: self._archive.restore(game))

    async def _change(
        self, request: Request, act: Callable[[int, dict[str, object]], object]
    ) -> Response:
        """Do something with a game; the answer is the game after it."""
        if (no := self._site.refusal(request)) is not None:
            return no
        game, body = request.path_params["game"], await body_of(request)

        def done() -> dict[str, Value]:
            act(game, body)
            return self._picture(game)

        return await run_in_threadpool(_answered, done)

    # -- photographs -----------------------------------------------------------------------

    async def add_photo(self, request: Request) -> Response:
        if (no := self._site.refusal(request)) is not None:
            return no
        game, at = request.path_params["game"], _number(request.query_params.get("at", "0"))
        kind = request.headers.get("content-type", "").partition(";")[0].strip()
        data = await request.body()

        def done() -> dict[str, Value]:
            if at > len(self._archive.load(game).game.plies):
                raise InputError(f"game {game} has no ply {at}")
            self._photographs.add(game, at, kind, data)
            return self._picture(game)

        return await run_in_threadpool(_answered, done)

    def photo(self, request: Request) -> Response:
        try:
            kind, data = self._photographs.data(request.path_params["photo"])
        except CompanionError as error:
            return self._site.missing(request, str(error))
        return Response(data, media_type=kind)

    async def remove_photo(self, request: Request) -> Response:
        if (no := self._site.refusal(request)) is not None:
            return no

        def done() -> dict[str, Value]:
            self._photographs.remove(request.path_params["photo"])
            return {}

        return await run_in_threadpool(_answered, done)

    # -- on the board once more ------------------------------------------------------------

    async def lend(self, request: Request) -> Response:
        texts = texts_of(self._site.speaks)

        def act(game: int, body: dict[str, object]) -> None:
            self._site.post(lend_to(self._archive.load(game), texts))

        return await self._change(request, act)

    async def playback(self, request: Request) -> Response:
        if (no := self._site.refusal(request)) is not None:
            return no
        body = await body_of(request)
        step, plies = body.get("step"), body.get("go_to")
        if body.get("leave") is True:
            self._site.post(GiveBack())
        elif type(plies) is int and abs(plies) < 100_000:
            self._site.post(ForGuest(GoTo(plies)))
        elif type(step) is int and abs(step) < 100_000:
            self._site.post(ForGuest(Step(step)))
        else:
            return PlainTextResponse('say {"step": 1}, {"go_to": 12} or {"leave": true}', 400)
        return Response(status_code=202)


def _answered(act: Callable[[], dict[str, Value]]) -> Response:
    """What comes of an act as JSON; what is wrong with it in one line, by whose fault it is."""
    try:
        return JSONResponse(act())
    except CorrectionError as error:
        about = {"obstacle": error.obstacle.value, "number": error.number, "move": error.move}
        return JSONResponse({"error": str(error), **about}, 400)
    except InputError as error:
        return JSONResponse({"error": str(error)}, 400)
    except CompanionError as error:
        return JSONResponse({"error": str(error)}, 404)


def _wanted(request: Request) -> Wanted:
    """What is looked for: words, since, until, ending, variant, moves. Raises InputError."""
    names = ("words", "since", "until", "ending", "variant", "moves")
    return wanted_from(**{name: request.query_params.get(name, "")[:_LONGEST] for name in names})


def _number(text: str) -> int:
    """A number of a query; 0 for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _at(body: dict[str, object]) -> int:
    at = body.get("at")
    if type(at) is not int:
        raise InputError("at is the number of a ply")
    return at


def _text(body: dict[str, object], name: str, longest: int) -> str:
    text = body.get(name, "")
    if not isinstance(text, str) or len(text) > longest:
        raise InputError(f"{name[:40]} is a text of at most {longest} characters")
    return text
