"""The words of the page: all that it asks for is there, and nothing is there in vain."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from board_io.errors import LinkFault
from companion.choices import LANGUAGES
from companion.view import LinkState
from companion.web import app
from companion.web.shell import page_texts, static_text

WEB = Path(__file__).parents[3] / "companion" / "web"
STATIC = WEB / "static"
SHARED = ("shell.js", "ask.js", *(path.name for path in STATIC.glob("part-*.html")))


@dataclass(frozen=True)
class Words:
    """What an area asks for: the sections of its texts and the files that ask for them."""

    section: str
    files: tuple[str, ...]

    @property
    def source(self) -> str:
        return "\n".join((STATIC / name).read_text(encoding="utf-8") for name in self.files)

    @property
    def whole(self) -> set[str]:
        return set(re.findall(rf'["\[`]({self.section}\.\w+)["\]`]', self.source)) - NO_TEXTS

    @property
    def begun(self) -> set[str]:
        """Keys of which the rest is put together when it is known."""
        return set(re.findall(rf"`({self.section}\.\w+_)\$\{{", self.source))


NO_TEXTS = {"page.html"}
BY_PYTHON = {"site.camera"}
RECORD = ("games.html", "games.js", "game.html", "game.js", "game-edit.js", "game-moves.js")
LESSONS = ("lessons.html", "lessons.js", "part-lessons.html", "lesson.js", "page.html")
AREAS = (
    Words("record", RECORD),
    Words("game", ("game-choice.js", "beside.js", "page.html")),
    Words("clock", ("clock.js", "page.html")),
    Words("lesson", LESSONS),
    Words("people", ("players.html", "players.js")),
    Words("contest", ("tournament.html", "tournament.js")),
    Words("camera", ("camera.html", "camera.js")),
    Words("site", (*SHARED, "page.html", "games.html", "game.html", "missing.html")),
    Words(
        "page",
        (
            *(path.name for path in STATIC.glob("*.js")),
            *(path.name for path in STATIC.glob("*.html")),
        ),
    ),
)
HTML = sorted(path.name for path in STATIC.glob("*.html"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("area", AREAS, ids=lambda area: area.section)
def test_all_that_a_page_asks_for_is_there(area: Words, language: str) -> None:
    texts = page_texts(language, (area.section,))
    assert len(area.whole) >= 3
    assert texts.keys() >= area.whole
    for beginning in area.begun:
        assert any(key.startswith(beginning) for key in texts), beginning


@pytest.mark.parametrize("area", AREAS, ids=lambda area: area.section)
def test_nothing_is_there_in_vain(area: Words) -> None:
    by_python = BY_PYTHON | {f"site.{one.name}" for one in app.AREAS}
    for key in page_texts("nl", (area.section,)):
        assert key in area.whole | by_python or key.startswith(tuple(area.begun)), key


def test_every_state_and_fault_of_the_link_has_its_words_and_its_remedy() -> None:
    texts = page_texts("nl", ("page", "reason", "remedy"))
    assert {f"page.link_{state.name.lower()}" for state in LinkState} <= texts.keys()
    for fault in LinkFault:
        assert texts[f"reason.{fault.value}"]
        assert texts[f"remedy.{fault.value}"]


@pytest.mark.parametrize("name", HTML)
def test_no_sentence_stands_in_the_page_itself(name: str) -> None:
    html = re.sub(r"<(script|svg).*?</\1>", "", static_text(name), flags=re.S)
    text = re.sub(r"\[\[[\w.:]+\]\]", "", re.sub(r"<[^>]*>", "", html))
    assert text.strip() == ""
    assert re.findall(r'(?:title|aria-label|alt|placeholder)="([^"\[]+)"', html) == []
