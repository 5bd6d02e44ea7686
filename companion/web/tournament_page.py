"""The tournament: players, rounds, results, the table; for the teacher at the board of the class.

GET  /tournament            the page; GET /tournament/data?name=... the same as JSON
GET  /tournament/export     ?form=csv, pairings or pdn: a file
POST /tournament/new        {"name", "system", "scoring", "players": "Anna, Bram", "draw": true}
POST /tournament/add        {"name", "players"}; withdraw {"name", "player"}
POST /tournament/pair       {"name"}: the next round; unpair takes it back
POST /tournament/result     {"name", "round": 1, "board": 2, "score": "2-0"}, "" takes it away
POST /tournament/play       {"name", "round": 1, "board": 2}: they play it at this board; "leave":
                            true leaves the game that is played there. The result comes back
POST /tournament/delete     {"name"}
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from companion.errors import CompanionError, InputError
from companion.keyboard import PairingTyped
from companion.players.draw import drawn
from companion.players.names import names_in
from companion.room import Asked
from companion.tournament.export import pairings_csv, table_csv, tournament_pdn
from companion.tournament.facts import facts
from companion.tournament.model import SCORINGS, Score, System
from companion.tournament.storage import Tournaments
from companion.web.picture import Value
from companion.web.players_page import Body, answered, text_of
from companion.web.shell import texts_of
from companion.web.site import Area, Site, body_of

_TYPES = {"csv": "text/csv", "pairings": "text/csv", "pdn": "application/x-pdn"}


def routes(site: Site) -> list[Route]:
    page = TournamentPage(site)
    acts: dict[str, Callable[[Tournaments, Body], object]] = {
        "new": _begin,
        "add": lambda all_, body: all_.add(names_in(text_of(body, "players")), _name(body)),
        "withdraw": lambda all_, body: all_.withdraw(text_of(body, "player"), _name(body)),
        "pair": lambda all_, body: all_.pair(_name(body)),
        "unpair": lambda all_, body: all_.unpair(_name(body)),
        "result": _enter,
        "delete": lambda all_, body: all_.delete(_name(body) or "?"),
    }
    return [
        Route("/tournament", page.page),
        Route("/tournament/data", page.data),
        Route("/tournament/export", page.export),
        Route("/tournament/play", page.play, methods=["POST"]),
        *(
            Route(f"/tournament/{name}", partial(page.change, act), methods=["POST"])
            for name, act in acts.items()
        ),
    ]


AREA = Area(
    "tournament",
    "/tournament",
    "M7 4h10v5a5 5 0 0 1-10 0zM7 5H3v2a4 4 0 0 0 4 4M17 5h4v2a4 4 0 0 1-4 4M12 14v4M8 21h8",
    routes,
)


class TournamentPage:
    """Whatever asks the database runs beside the server's loop."""

    def __init__(self, site: Site) -> None:
        self._site = site

    @property
    def _tournaments(self) -> Tournaments:
        return Tournaments(self._site.archive.database)

    def page(self, request: Request) -> Response:
        try:
            first = self._facts(request.query_params.get("name", ""))
        except CompanionError:
            first = self._facts("")
        known = {
            "systems": list(System),
            "scorings": list(SCORINGS),
            "scores": list(Score),
            **first,
        }
        return self._site.html(request, "tournament.html", AREA, known, ("contest",))

    def data(self, request: Request) -> Response:
        return answered(lambda: self._facts(request.query_params.get("name", "")))

    def export(self, request: Request) -> Response:
        form = request.query_params.get("form", "csv")
        if form not in _TYPES:
            return PlainTextResponse("a file is csv, pairings or pdn", 400)
        texts = texts_of(self._site.language_of(request))
        try:
            tournament = self._tournaments.load(request.query_params.get("name", ""))
            if form == "pdn":
                text = tournament_pdn(tournament, self._site.archive.load)
            else:
                text = (table_csv if form == "csv" else pairings_csv)(tournament, texts)
        except CompanionError as error:
            return self._site.missing(request, str(error))
        end = "pdn" if form == "pdn" else "csv"
        return Response(
            # A spreadsheet knows by the mark that it is UTF-8.
            ("" if form == "pdn" else "\ufeff") + text,
            media_type=f"{_TYPES[form]}; charset=utf-8",
            headers={"Content-Disposition": f'attachment; filename="tournament.{end}"'},
        )

    async def change(
        self, act: Callable[[Tournaments, Body], object], request: Request
    ) -> Response:
        if (no := self._site.refusal(request)) is not None:
            return no
        body = await body_of(request)

        def done() -> dict[str, Value]:
            tournaments = self._tournaments
            act(tournaments, body)
            name = _name(body)
            return self._facts(name if name in tournaments.names() else "")

        return await run_in_threadpool(answered, done)

    async def play(self, request: Request) -> Response:
        if (no := self._site.refusal(request)) is not None:
            return no
        body = await body_of(request)
        return await run_in_threadpool(answered, lambda: self._begin_game(body))

    def _begin_game(self, body: Body) -> dict[str, Value]:
        """A new game at the board, with the names of a pairing that has no result yet."""
        tournament = self._tournaments.load(_name(body))
        where = body.get("round"), body.get("board")
        found = [one for one in tournament.open if (one.round, one.board) == where]
        if not found or found[0].black is None:
            raise InputError("there is no such pairing to play")
        view = self._site.hub.since(0).view
        if view.guest is not None:
            return {"obstacle": "lent"}
        if view.game.plies and view.game.outcome is None and body.get("leave") is not True:
            return {"obstacle": "going_on"}
        white, black = (tournament.entry(n).name for n in (found[0].white, found[0].black))
        self._site.post(Asked(PairingTyped(white, black)))
        return {"white": white, "black": black}

    def _facts(self, name: str) -> dict[str, Value]:
        """All tournaments, and the one that is meant; results of games that were played count."""
        tournaments = self._tournaments
        names = tournaments.names()
        shown = facts(tournaments.enter_games(name)) if names else None
        return {"names": list(names), "tournament": shown}


def _begin(tournaments: Tournaments, body: Body) -> None:
    written = text_of(body, "players")
    players = names_in(written) if written.strip() else []
    if body.get("draw") is True:
        players = drawn(players)
    system = text_of(body, "system")
    if system not in list(System):
        raise InputError(f"a system is one of {', '.join(System)}")
    tournaments.begin(_name(body), System(system), text_of(body, "scoring"), 0, players)


def _enter(tournaments: Tournaments, body: Body) -> None:
    stage, board, score = body.get("round"), body.get("board"), text_of(body, "score")
    if type(stage) is not int or type(board) is not int:
        raise InputError("round and board are numbers")
    if score not in ("", *Score):
        raise InputError(f"a result is one of {', '.join(Score)}")
    tournaments.enter(stage, board, Score(score) if score else None, _name(body))


def _name(body: Body) -> str:
    return text_of(body, "name")
