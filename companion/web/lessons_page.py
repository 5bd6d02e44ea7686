"""The lessons: the ladder with what a child solved, the class at a glance, exercises of one's own.
An exercise is done at the board and on the page of the board.

GET  /lessons            the page
GET  /lessons/child      ?name=Anna -> {"solved": ["capture-1", ...], "alone": [...], "stuck": null}
GET  /lessons/class      {"children": [...], "themes": [...]}, see `lesson_facts`
GET  /lessons/sheet      ?which=coup_turc: exercises to print
POST /lessons/start      {"what": "coup_turc-2", "child": "Anna"}; both may be empty
POST /lessons/own        {"lesson": "mine", "text": "...", "turn": "W", "fen": ""}: an exercise from
                         a FEN, or where there is none from the board as it stands
POST /lesson             {"wish": "hint"}, {"point": 23}, {"pick": "yes"}: see `lessons.wishes`
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from companion.errors import CompanionError, InputError
from companion.lessons.bookcase import (
    every_lesson,
    exercises_named,
    find_exercise,
    find_lesson,
    own_folder,
)
from companion.lessons.diary import Diary
from companion.lessons.lending import Lender
from companion.lessons.own import add_exercise, made_from
from companion.lessons.progress import class_overview, report
from companion.lessons.sheet import answer_text, exercise_sheet
from companion.lessons.texts import load_lesson_texts
from companion.lessons.view import title_of
from companion.lessons.wishes import wish_sent
from companion.mode import ForGuest
from companion.players.register import Register
from companion.room import Shown
from companion.view import View, pieces_shown
from companion.web.lesson_facts import child_facts, class_facts, ladder_facts
from companion.web.picture import Value
from companion.web.players_page import answered, text_of
from companion.web.shell import filled, static_text, texts_of
from companion.web.site import Area, Site, body_of
from rules.errors import RulesError
from rules.fen import parse_fen
from rules.piece import Color
from rules.position import Position
from rules.variants import INTERNATIONAL

Facts = dict[str, Value]


def routes(site: Site) -> list[Route]:
    page = LessonsPage(site)
    post = ["POST"]
    return [
        Route("/lessons", page.page),
        Route("/lessons/child", page.child),
        Route("/lessons/class", page.overview),
        Route("/lessons/sheet", page.sheet),
        Route("/lessons/start", page.start, methods=post),
        Route("/lessons/own", page.own, methods=post),
        Route("/lesson", page.wish, methods=post),
    ]


AREA = Area("lessons", "/lessons", "M3 8l9-4 9 4-9 4zm4 2v6c3 2.5 7 2.5 10 0v-6M21 8v7", routes)


class LessonsPage:
    """Whatever asks the database, or looks for a solution, runs beside the server's loop."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._making = threading.Lock()

    @property
    def _diary(self) -> Diary:
        return Diary(self._site.archive.database)

    # -- what there is ---------------------------------------------------------------------

    def page(self, request: Request) -> Response:
        texts = load_lesson_texts(self._site.language_of(request))
        first: dict[str, object] = {"lessons": ladder_facts(every_lesson()[0], texts), "names": []}
        with contextlib.suppress(CompanionError):  # lessons are there without the database too
            first["names"] = self._names()
        return self._site.html(request, "lessons.html", AREA, first, ("lesson",))

    def _names(self) -> list[str]:
        """Those who had a lesson, then the other players."""
        taught = sorted({one.child for one in self._diary.sittings()}, key=str.casefold)
        return [
            *taught,
            *(n for n in Register(self._site.archive.database).names() if n not in taught),
        ]

    def child(self, request: Request) -> Response:
        def facts() -> Facts:
            sittings = self._diary.sittings(request.query_params.get("name", "")[:100])
            return child_facts(report(sittings) if sittings else None)

        return answered(facts)

    def overview(self, request: Request) -> Response:
        texts = load_lesson_texts(self._site.language_of(request))
        return answered(
            lambda: class_facts(class_overview(self._diary.sittings()), every_lesson()[0], texts)
        )

    def sheet(self, request: Request) -> Response:
        language = self._site.language_of(request)
        texts = load_lesson_texts(language)
        which = request.query_params.get("which", "")[:60]
        try:
            exercises = exercises_named([which])
            title = "" if which.isdigit() else title_of(find_lesson(which), texts)
        except CompanionError as error:
            return self._site.missing(request, str(error))
        head = static_text("part-exercises.html")
        above = filled(static_text("part-lessons.html"), texts_of(language))
        return HTMLResponse(exercise_sheet(title, exercises, texts, head, above))

    # -- what is done ----------------------------------------------------------------------

    async def start(self, request: Request) -> Response:
        return await self._done(request, self._start)

    def _start(self, body: dict[str, object]) -> Facts:
        post = self._site.post
        lender = Lender(
            self._site.archive.database, self._site.speaks, lambda reason: post(Shown(reason))
        )
        post(lender(text_of(body, "what"), text_of(body, "child")))
        return {}

    async def wish(self, request: Request) -> Response:
        return await self._done(request, self._wish)

    def _wish(self, body: dict[str, object]) -> Facts:
        self._site.post(ForGuest(wish_sent(body)))
        return {}

    async def own(self, request: Request) -> Response:
        language = self._site.language_of(request)
        return await self._done(request, lambda body: self._own(body, language))

    def _own(self, body: dict[str, object], language: str) -> Facts:
        """One after the other: a solution may take a while to be found."""
        name, text = text_of(body, "lesson").strip(), " ".join(text_of(body, "text").split())
        if not text:
            raise InputError("an exercise needs a question")
        with self._making:
            position = position_meant(body, self._site.hub.since(0).view)
            add_exercise(own_folder(), name, made_from(position, text))
            exercise = find_lesson(name).exercises[-1]
        texts = load_lesson_texts(language)
        solution = answer_text(find_exercise(exercise.id), texts)
        return {
            "id": exercise.id,
            "solution": solution,
            "lessons": ladder_facts(every_lesson()[0], texts),
        }

    async def _done(self, request: Request, act: Callable[[dict[str, object]], Facts]) -> Response:
        if (no := self._site.refusal(request)) is not None:
            return no
        body = await body_of(request)
        return await run_in_threadpool(answered, lambda: act(body))


def position_meant(body: dict[str, object], view: View) -> Position:
    """The position of a FEN, or the one on the board with the side that is said to move. Raises
    InputError."""
    fen = text_of(body, "fen").strip()
    try:
        if fen:
            return parse_fen(fen)
        if view.game.variant.name != INTERNATIONAL.name:
            raise InputError("exercises are made of a board with a hundred squares")
        turn = Color.BLACK if body.get("turn") == Color.BLACK.value else Color.WHITE
        pieces = pieces_shown(view.game.position, view.snapshot)
        return Position.of(INTERNATIONAL, turn, pieces)
    except RulesError as error:
        raise InputError(str(error)) from error
