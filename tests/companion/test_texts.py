"""The words of the program: every language has all of them, and the code asks for no others."""

from __future__ import annotations

import re
import string
from collections.abc import Mapping
from pathlib import Path

import pytest

from announcer.plurals import categories
from board_io.errors import LinkFault
from companion.choices import LANGUAGES
from companion.texts import Texts, language_names, load_texts

DUTCH = load_texts("nl")
PACKAGE = Path(__file__).parent.parent.parent / "companion"


def fields_of(texts: Texts, key: str) -> set[str]:
    entry = texts._entries[key]
    if isinstance(entry, list):
        return set()
    wordings = entry.values() if isinstance(entry, Mapping) else [entry]
    parsed = (part for text in wordings for part in string.Formatter().parse(text))
    return {name for _, name, _, _ in parsed if name}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_texts(language: str) -> None:
    texts = load_texts(language)
    assert texts.keys == DUTCH.keys
    for key in DUTCH.keys:
        assert fields_of(texts, key) == fields_of(DUTCH, key), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_depends_on_a_number_has_every_plural_and_names_the_number(language: str) -> None:
    entries = load_texts(language)._entries
    plural = {key: entry for key, entry in entries.items() if isinstance(entry, Mapping)}
    assert plural
    for key, wordings in plural.items():
        assert wordings.keys() == categories(language), key
        assert all("{count}" in wording for wording in wordings.values()), key


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("nl", {0: "0 zetten", 1: "1 zet", 2: "2 zetten"}),
        ("en", {0: "0 moves", 1: "1 move", 21: "21 moves"}),
        ("fr", {0: "0 coup", 1: "1 coup", 2: "2 coups"}),
        ("de", {1: "1 Zug", 2: "2 Züge"}),
        ("fy", {1: "1 set", 2: "2 setten"}),
        ("pl", {1: "1 ruch", 2: "2 ruchy", 5: "5 ruchów", 12: "12 ruchów", 22: "22 ruchy"}),
        ("ru", {1: "1 ход", 2: "2 хода", 5: "5 ходов", 11: "11 ходов", 21: "21 ход"}),
    ],
)
def test_a_number_is_told_as_the_language_counts(language: str, told: dict[int, str]) -> None:
    texts = load_texts(language)
    assert {count: texts("record.plies", count=count) for count in told} == told


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
