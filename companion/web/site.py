"""What all areas of the site share: who asks, in which language, and whether he may do more than
look. README.md beside this file tells how an area is added."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from html import escape
from types import MappingProxyType
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from companion.archive import Archive
from companion.choices import LANGUAGES
from companion.manner import PLAIN, Manner
from companion.room import Item
from companion.texts import language_names
from companion.web.access import Access
from companion.web.hub import Hub
from companion.web.shell import (
    filled,
    json_in_html,
    page_texts,
    static_text,
    texts_of,
    with_values,
)

if TYPE_CHECKING:
    from companion.camera.scene import CameraScene

KEY_HEADER = "Dambord-Key"
_NOTHING: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Upload:
    """A body other than small JSON that a path takes: of these types and at most so many bytes.
    None of the types may be one that a form of another page can send."""

    path: re.Pattern[str]
    types: tuple[str, ...]
    largest: int


@dataclass(frozen=True, slots=True)
class Area:
    """A part of the site. `name`: its text is site.NAME; `icon`: the path of a drawing of 24 by
    24, stroked; `routes`: what answers there."""

    name: str
    path: str
    icon: str
    routes: Callable[[Site], list[Route]]
    uploads: tuple[Upload, ...] = ()


@dataclass(frozen=True, slots=True)
class Site:
    """What the areas are given. `post` takes what people do to the live loop; `language` is what
    the program speaks, for browsers that speak nothing that it does; `archive` the kept games;
    `scene` what a camera sees, where one looks at the board; `spoken` tells what is spoken now,
    where that can change; `manner` how."""

    hub: Hub
    access: Access
    post: Callable[[Item], None]
    language: str
    archive: Archive
    areas: tuple[Area, ...] = ()
    scene: CameraScene | None = None
    manner: Manner = PLAIN
    spoken: Callable[[], str] | None = None

    @property
    def speaks(self) -> str:
        """The language that is spoken beside the board now."""
        return self.spoken() if self.spoken else self.language

    def html(
        self,
        request: Request,
        page: str,
        area: Area | None,
        first: Mapping[str, object],
        sections: tuple[str, ...],
        parts: Mapping[str, str] = _NOTHING,
        status: int = 200,
    ) -> Response:
        """A page of an area. Its modules get `first`, whether they may touch, and the texts of
        these sections and of `site`; `parts` is HTML for the places with these names."""
        language = self.language_of(request)
        known = {
            "may_touch": self.may_touch(request),
            "texts": page_texts(language, ("site", *sections)),
            **first,
        }
        values = {
            "language": language,
            "languages": _languages(language),
            "nav": self._nav(request, area),
            "first": json_in_html(known),
            **parts,
        }
        html = with_values(filled(static_text(page), texts_of(language)), values)
        return Response(html, status, media_type="text/html")

    def missing(self, request: Request, reason: str = "there is no such page") -> Response:
        """What to answer where nothing is: a page to people, the reason to programs."""
        if "text/html" not in request.headers.get("accept", ""):
            return PlainTextResponse(reason, 404)
        return self.html(request, "missing.html", None, {}, (), status=404)

    def _nav(self, request: Request, here: Area | None) -> str:
        """The links to all areas; they keep a language that was asked for."""
        texts = texts_of(self.language_of(request))
        asked = request.query_params.get("lang", "")
        query = f"?{urlencode({'lang': asked})}" if asked in LANGUAGES else ""
        return "\n".join(
            f'<a href="{area.path}{query}"{_CURRENT if area is here else ""}>'
            f'<svg viewBox="0 0 24 24" aria-hidden="true"><path d="{area.icon}"/></svg>'
            f"<span>{escape(texts(f'site.{area.name}'))}</span></a>"
            for area in self.areas
        )

    def language_of(self, request: Request) -> str:
        wanted = [request.query_params.get("lang", "")]
        wanted += request.headers.get("accept-language", "")[:200].split(",")
        known = (one.strip()[:2].lower() for one in wanted)
        return next((one for one in known if one in LANGUAGES), self.speaks)

    def may_touch(self, request: Request) -> bool:
        """Whether whoever asks is at this computer or has given the PIN."""
        key = request.headers.get(KEY_HEADER, "")
        return self.access.may_touch(address_of(request), key)

    def refusal(self, request: Request) -> Response | None:
        """What to answer to somebody who may only look; None where he may do more."""
        if self.may_touch(request):
            return None
        return PlainTextResponse("only those with the PIN may do this", 403)


_CURRENT = ' aria-current="page"'


def address_of(request: Request) -> str:
    return request.client.host if request.client else ""


async def body_of(request: Request) -> dict[str, object]:
    """The object in the body; an empty one for anything else."""
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError):
        return {}
    return body if isinstance(body, dict) else {}


def _languages(chosen: str) -> str:
    return "".join(
        f'<option value="{language}" lang="{language}"'
        f"{' selected' if language == chosen else ''}>"
        f"{escape(name)}</option>"
        for language, name in language_names().items()
    )
