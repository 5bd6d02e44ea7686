"""The application: all areas of the site behind one guard, and what belongs to none of them.

GET  /NAME                  a style, module or picture that a page names;
GET  /VERSION/NAME          the same, to be kept for good
GET  /manifest.webmanifest  what an installed page is called
GET  /me                    {"may_touch": true or false}
POST /pin                   {"pin": "123456"} -> {"key": "..."}, for the header Dambord-Key
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from companion.web import board_page, games_page, lessons_page, players_page, tournament_page
from companion.web.guard import Guard
from companion.web.picture import Value
from companion.web.shell import files, texts_of, version
from companion.web.site import Area, Site, address_of, body_of

AREAS: tuple[Area, ...] = (
    board_page.AREA,
    lessons_page.AREA,
    games_page.AREA,
    players_page.AREA,
    tournament_page.AREA,
)
"""Every part of the site, in the order of the bar; that of a camera comes after, where one is."""


_FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}


def application(site: Site, *, is_open: bool, clock: Callable[[], float] = time.monotonic) -> Guard:
    """The site with all its areas behind its guard."""
    areas = AREAS if site.scene is None else (*AREAS, _camera_area())
    site = replace(site, areas=areas)
    entrance = Entrance(site)
    routes = [route for area in areas for route in area.routes(site)]
    uploads = tuple(upload for area in areas for upload in area.uploads)
    app = Starlette(routes=[*routes, *entrance.routes], exception_handlers={404: entrance.missing})
    return Guard(app, is_open=is_open, uploads=uploads, clock=clock)


def _camera_area() -> Area:
    from companion.web import camera_page  # loads OpenCV: only where there is a camera

    return camera_page.AREA


class Entrance:
    """What belongs to the whole site: files, the manifest, and who may touch."""

    def __init__(self, site: Site) -> None:
        self._site = site

    @property
    def routes(self) -> list[Route]:
        return [
            Route("/me", self.me),
            Route("/manifest.webmanifest", self.manifest),
            Route("/pin", self.pin, methods=["POST"]),
            Route("/{name}", self.file),
            Route("/{version}/{name}", self.file),
        ]

    async def missing(self, request: Request, error: Exception) -> Response:
        return self._site.missing(request)

    async def file(self, request: Request) -> Response:
        file = files().get(request.path_params["name"])
        wanted = request.path_params.get("version")
        if file is None or wanted not in (None, version()):
            return self._site.missing(request)
        headers = {"ETag": file.tag} | (_FOR_GOOD if wanted else {})
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        return Response(file.body, media_type=file.type, headers=headers)

    async def manifest(self, request: Request) -> Response:
        language = self._site.language_of(request)
        texts = texts_of(language)
        icons: list[Value] = [
            {"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml"},
            {"src": "/icon-512.png", "sizes": "512x512", "type": "image/png"},
        ]
        about: dict[str, Value] = {
            "name": texts("site.name"),
            "short_name": texts("site.title"),
            "description": texts("site.about"),
            "lang": language,
            "start_url": f"/?lang={language}",
            "display": "standalone",
            "background_color": "#f5efe4",
            "theme_color": "#5b3a21",
            "icons": icons,
        }
        return JSONResponse(about, media_type="application/manifest+json")

    async def me(self, request: Request) -> Response:
        return JSONResponse({"may_touch": self._site.may_touch(request)})

    async def pin(self, request: Request) -> Response:
        pin = (await body_of(request)).get("pin")
        key = self._site.access.key_for(pin, address_of(request)) if isinstance(pin, str) else None
        return JSONResponse({"key": key}) if key else PlainTextResponse("wrong PIN", 403)
