"""The words of the program: every language has all of them, and the code asks for no others."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from board_io.errors import LinkFault
from companion.choices import LANGUAGES
from companion.texts import Texts, language_names, load_texts

DUTCH = load_texts("nl")
PACKAGE = Path(__file__).parent.parent.parent / "companion"


def fields_of(texts: Texts, key: str) -> set[str]:
    entry = texts._entries[key]
    if isinstance(entry, list):
        return set()
    return {name for _, name, _, _ in string.Formatter().parse(entry) if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts(language: str) -> None:
    texts = load_texts(language)
    assert texts.keys == DUTCH.keys
    for key in DUTCH.keys:
        assert fields_of(texts, key) == fields_of(DUTCH, key), key


def test_every_language_has_a_name_of_its_own() -> None:
    assert tuple(language_names()) == LANGUAGES
    assert len(set(language_names().values())) == len(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_that_can_be_typed_means_two_things(language: str) -> None:
    texts = load_texts(language)
    words = [w for key in texts.keys if key.startswith("words.") for w in texts.words(key)]
    assert len(words) == len(set(words))
    assert all(word == word.lower().strip() for word in words)


def test_the_code_asks_for_texts_that_exist() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    asked = set(re.findall(r'[tT]exts\(\s*"([a-z_.]+)"', source))
    assert asked
    assert asked <= DUTCH.keys


def test_every_fault_of_a_link_has_its_words() -> None:
    assert {f"reason.{fault.value}" for fault in LinkFault} <= DUTCH.keys
