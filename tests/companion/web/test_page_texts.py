"""The words of the page: all that it asks for is there, and nothing is there in vain."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from board_io.errors import LinkFault
from companion.choices import LANGUAGES
from companion.texts import load_texts
from companion.view import LinkState
from companion.web.app import page_texts, static_text

STATIC = Path(__file__).parents[3] / "companion" / "web" / "static"
SOURCES = [*STATIC.glob("*.js"), STATIC / "page.html", STATIC.parent / "app.py"]
SOURCE = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES)
NO_TEXTS = {"page.html", "page.key"}
WHOLE = set(re.findall(r'["\[`](page\.\w+)["\]`]', SOURCE)) - NO_TEXTS
BEGUN = set(re.findall(r"`(page\.\w+_)\$\{", SOURCE))
"""Keys of which the rest is put together when it is known."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_the_page_asks_for_is_there(language: str) -> None:
    texts = page_texts(language)
    assert len(WHOLE) > 30
    assert texts.keys() >= WHOLE
    for beginning in BEGUN:
        assert any(key.startswith(beginning) for key in texts), beginning


def test_nothing_is_there_in_vain() -> None:
    for key in page_texts("nl"):
        if key.startswith("page."):
            assert key in WHOLE or key.startswith(tuple(BEGUN)), key


def test_every_state_and_fault_of_the_link_has_its_words_and_its_remedy() -> None:
    texts = page_texts("nl")
    assert {f"page.link_{state.name.lower()}" for state in LinkState} <= texts.keys()
    for fault in LinkFault:
        assert texts[f"reason.{fault.value}"]
        assert texts[f"remedy.{fault.value}"]


def test_no_sentence_stands_in_the_page_itself() -> None:
    html = re.sub(r"<(script|svg).*?</\1>", "", static_text("page.html"), flags=re.S)
    text = re.sub(r"\[\[[\w.]+\]\]", "", re.sub(r"<[^>]*>", "", html))
    assert text.strip() == ""
    assert re.findall(r'(?:title|aria-label|alt|placeholder)="([^"\[]+)"', html) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_other_language_is_one_that_there_is(language: str) -> None:
    assert load_texts(language)("page.other_language") in set(LANGUAGES) - {language}
