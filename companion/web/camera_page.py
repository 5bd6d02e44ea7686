"""The camera over the board, for people who set it up: what it sees, how sure, what to change.

GET  /camera           the page
GET  /camera/data      {"finding", "size", "corners", "rows", "sure", "advice", "held"}
GET  /camera/picture   the newest frame with what is seen drawn over it, JPEG
POST /camera/corners   {"corners": [[x, y], ...]}: the board is there, in pixels of the frame
POST /camera/exposure  {"held": true}: hold exposure and white balance, where the camera can

A picture of a room is only for those who may touch.
"""

from __future__ import annotations

import math

import numpy as np
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from companion.camera.scene import CameraScene
from companion.web.site import Area, Site, body_of

_FRESH = {"Cache-Control": "no-store"}
_FARTHEST = 20_000.0


def routes(site: Site) -> list[Route]:
    assert site.scene is not None
    page = CameraPage(site, site.scene)
    return [
        Route("/camera", page.page),
        Route("/camera/data", page.data),
        Route("/camera/picture", page.picture),
        Route("/camera/corners", page.corners, methods=["POST"]),
        Route("/camera/exposure", page.exposure, methods=["POST"]),
    ]


AREA = Area(
    "camera",
    "/camera",
    "M3 7h4l2-3h6l2 3h4v13H3zM12 17a4 4 0 1 0 0-8 4 4 0 0 0 0 8z",
    routes,
)


class CameraPage:
    """Pictures are drawn beside the server's loop."""

    def __init__(self, site: Site, scene: CameraScene) -> None:
        self._site = site
        self._scene = scene

    def page(self, request: Request) -> Response:
        return self._site.html(request, "camera.html", AREA, {}, ("camera",))

    def data(self, request: Request) -> Response:
        if no := self._site.refusal(request):
            return no
        return JSONResponse(self._scene.facts(), headers=_FRESH)

    def picture(self, request: Request) -> Response:
        if no := self._site.refusal(request):
            return no
        jpeg = self._scene.jpeg()
        if jpeg is None:
            return PlainTextResponse("no picture yet; is the camera plugged in?", 404)
        return Response(jpeg, media_type="image/jpeg", headers=_FRESH)

    async def corners(self, request: Request) -> Response:
        if no := self._site.refusal(request):
            return no
        corners = corners_of((await body_of(request)).get("corners"))
        if corners is None:
            return PlainTextResponse("give four corners in order: [[x, y], ...]", 400)
        self._scene.drag(corners)
        return Response(status_code=204)

    async def exposure(self, request: Request) -> Response:
        if no := self._site.refusal(request):
            return no
        held = (await body_of(request)).get("held")
        if not isinstance(held, bool):
            return PlainTextResponse('give {"held": true} or {"held": false}', 400)
        self._scene.hold(held)
        return Response(status_code=204)


def corners_of(value: object) -> np.ndarray | None:
    """(4, 2) of what somebody sent; None where it is no board: four points in order, none of the
    corners bent inwards."""
    if not isinstance(value, list) or len(value) != 4:
        return None
    points = []
    for point in value:
        if not isinstance(point, list) or len(point) != 2:
            return None
        if not all(isinstance(v, int | float) and math.isfinite(v) for v in point):
            return None
        points.append([float(v) for v in point])
    corners = np.array(points)
    sides = np.roll(corners, -1, axis=0) - corners
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if np.abs(corners).max() > _FARTHEST or (turns < 100).any():
        return None
    return corners
