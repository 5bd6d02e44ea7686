"""One kept game: read, annotated, put right, photographed, printed, played back on the board.

GET  /games/3                   the page; GET /games/3/record the same as JSON
GET  /games/3/diagram.svg?at=12 a position; GET /games/3/sheet the score sheet, to print
GET  /games/photo/7             a photograph
POST /games/3/annotate          {"at": 12, "comment": "...", "marks": [1]}
POST /games/3/correct           {"at": 12, "move": "19-23"}
POST /games/3/tags              {"White": "...", "Result": "2-0"}
POST /games/3/delete, restore   {}
POST /games/3/photo?at=12       a picture; POST /games/photo/7/remove {}
POST /games/3/playback          {}: the board is lent to it; POST /playback {"step": 1},
                                {"go_to": 12} or {"leave": true}
"""

from __future__ import annotations

from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from companion.archive import Archive
from companion.correction import CorrectionError
from companion.errors import CompanionError, InputError
from companion.mode import ForGuest, GiveBack
from companion.photographs import Photographs
from companion.playback import GoTo, Step, lend_to
from companion.saved import SavedGame
from companion.score_sheet import score_sheet
from companion.web.first_board import first_board
from companion.web.game_picture import game_picture
from companion.web.picture import Value
from companion.web.shell import filled, static_text, texts_of
from companion.web.site import Area, Site, body_of
from rules.diagram_svg import Arrow, diagram_svg

_SECTIONS = ("record", "page", "fault", "game")


class GamePage:
    """The page of one kept game, in the area of all of them. Whatever asks the database runs beside
    the server's loop."""

    def __init__(self, site: Site, area: Area) -> None:
        self._site, self._area = site, area

    @property
    def routes(self) -> list[Route]:
        game, photo, post = "/games/{game:int}", "/games/photo/{photo:int}", ["POST"]
        return [
            Route(photo, self.photo),
            Route(f"{photo}/remove", self.remove_photo, methods=post),
            Route(game, self.page),
            Route(f"{game}/record", self.data),
            Route(f"{game}/diagram.svg", self.diagram),
            Route(f"{game}/sheet", self.sheet),
            Route(f"{game}/annotate", self.annotate, methods=post),
            Route(f"{game}/correct", self.correct, methods=post),
            Route(f"{game}/tags", self.tags, methods=post),
            Route(f"{game}/delete", self.delete, methods=post),
            Route(f"{game}/restore", self.restore, methods=post),
            Route(f"{game}/photo", self.add_photo, methods=post),
            Route(f"{game}/playback", self.lend, methods=post),
            Route("/playback", self.playback, methods=post),
        ]

    @property
    def _archive(self) -> Archive:
        return self._site.archive

    @property
    def _photographs(self) -> Photographs:
        return Photographs(self._archive.database)

    # -- one game --------------------------------------------------------------------------

    def page(self, request: Request) -> Response:
        try:
            saved = self._archive.load(request.path_params["game"])
            first = self._picture_of(saved)
        except CompanionError as error:
            return self._site.missing(request, str(error))
        start = saved.game.start
        drawn = first_board(start.variant, start.pieces())
        return self._site.html(request, "game.html", self._area, {"game": first}, _SECTIONS, drawn)

    def data(self, request: Request) -> Response:
        return answered(lambda: self._picture(request.path_params["game"]))

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
        at = min(number_in(request.query_params.get("at", "0")), len(plies))
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

        return await run_in_threadpool(answered, done)

    # -- photographs -----------------------------------------------------------------------

    async def add_photo(self, request: Request) -> Response:
        if (no := self._site.refusal(request)) is not None:
            return no
        game, at = request.path_params["game"], number_in(request.query_params.get("at", "0"))
        kind = request.headers.get("content-type", "").partition(";")[0].strip()
        data = await request.body()

        def done() -> dict[str, Value]:
            if at > len(self._archive.load(game).game.plies):
                raise InputError(f"game {game} has no ply {at}")
            self._photographs.add(game, at, kind, data)
            return self._picture(game)

        return await run_in_threadpool(answered, done)

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

        return await run_in_threadpool(answered, done)

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


def answered(act: Callable[[], dict[str, Value]]) -> Response:
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


def number_in(text: str) -> int:
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
