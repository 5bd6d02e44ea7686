"""The words of the program itself (screen, keyboard): one TOML file per language beside this one.

What is said of a game is not here but in the announcer's catalogues. Where the wording depends on
the number `count` it is a table of the plural categories of the language (`announcer.plurals`).
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping
from functools import cache
from importlib import resources
from types import MappingProxyType

from announcer.plurals import category

Plurals = Mapping[str, str]
"""The wordings of one text, by plural category."""


class Texts:
    """The texts of one language. A key is "section.name"; a missing one is a KeyError."""

    def __init__(
        self, sections: Mapping[str, Mapping[str, str | list[str] | Plurals]], language: str = ""
    ) -> None:
        self.language = language
        self._entries = {
            f"{section}.{name}": value
            for section, entries in sections.items()
            for name, value in entries.items()
        }

    def speak(self, language: str) -> None:
        """Be the texts of another language, for all who have them."""
        other = load_texts(language)
        self.language, self._entries = language, other._entries

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(self._entries)

    def __call__(self, key: str, **values: object) -> str:
        """The text with its values filled in; `count` is the number that its wording goes by."""
        text = self._entries[key]
        if isinstance(text, Mapping):
            count = values["count"]
            text = text[category(self.language, count if isinstance(count, int) else None)]
        assert isinstance(text, str), key
        return text.format(**values)

    def templates(self, *sections: str) -> dict[str, str | Plurals]:
        """The texts of some sections as they are, values not filled in."""
        return {
            key: text
            for key, text in self._entries.items()
            if key.partition(".")[0] in sections and not isinstance(text, list)
        }

    def lines(self, key: str) -> list[str]:
        """A text of several lines."""
        lines = self._entries[key]
        assert isinstance(lines, list), key
        return lines

    def words(self, key: str) -> list[str]:
        """The words that people may type for one thing: as they are written, and without accents,
        which not every keyboard has."""
        words = self.lines(key)
        return list(dict.fromkeys([*words, *map(plain_letters, words)]))


def plain_letters(word: str) -> str:
    """A word without its accents: "wskazówka" is "wskazowka", "weiß" is "weiss"."""
    decomposed = unicodedata.normalize("NFKD", word.casefold().replace("ł", "l"))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


@cache
def language_names() -> Mapping[str, str]:
    """How each language calls itself. A file of its own: a list of them needs no texts."""
    source = resources.files("companion.texts").joinpath("languages.toml")
    return MappingProxyType(tomllib.loads(source.read_text(encoding="utf-8")))


def load_texts(language: str) -> Texts:
    """The texts of a language. Raises FileNotFoundError if there is no such file."""
    source = resources.files("companion.texts").joinpath(f"{language}.toml")
    return Texts(tomllib.loads(source.read_text(encoding="utf-8")), language)
