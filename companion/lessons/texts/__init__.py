"""The sentences of the lessons: one TOML file per language beside this one.

    [lesson.<id>]   title, intro (told when the lesson begins), rule (told again when it was missed)
    [ask]           what to do
    [note]          what there was to see, told when an exercise is solved
    [hint]          steps of a hint
    [coach]         what the coach answers
    [praise]        words: short, told in turn
    [choice]        the answers of a `Choose`
    [sheet]         the printed sheet

A sentence may name what those of the announcer may name (`announcer.catalogue`); where the wording
depends on a number it is a table of the plural categories of the language. A list holds several
wordings of one thing, told in turn so that nobody hears the same sentence twice in a minute.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib import resources
from typing import Any

from announcer.announcement import Announcement, Values
from announcer.catalogue import Catalogue, Sentence
from announcer.plurals import categories
from companion.choices import LANGUAGES
from companion.errors import InputError

_FOLDER = resources.files("companion.lessons.texts")


@dataclass(frozen=True, slots=True)
class Saying:
    """A sentence of a lesson before any language: its key in the texts and what it names.
    `wording` is the number of the wording where there are several; `text` is a sentence of the
    teacher's own in place of the key."""

    key: str
    squares: tuple[int, ...] = ()
    values: Values = field(default_factory=Values)
    wording: int = 0
    text: str = ""


Told = Saying | Announcement
"""What a coach tells: a sentence of the lessons, or one that is told in games too."""


class LessonTexts:
    """The sentences of one language."""

    def __init__(self, catalogue: Catalogue, sentences: Mapping[str, tuple[Sentence, ...]]) -> None:
        self.catalogue = catalogue
        self._sentences = sentences

    @property
    def keys(self) -> frozenset[str]:
        return frozenset(self._sentences)

    def wordings(self, key: str) -> tuple[Sentence, ...]:
        """Every wording of a key. Raises KeyError."""
        return self._sentences[key]

    def written(self, told: Told) -> str:
        """The sentence to show."""
        return self._rendered(told, spoken=False)

    def spoken(self, told: Told) -> str:
        """The sentence to say: no figures, no signs."""
        return self._rendered(told, spoken=True)

    def plain(self, key: str) -> str:
        """A sentence that names nothing, such as the title of a lesson."""
        return self.written(Saying(key))

    def choice(self, option: str, *, spoken: bool = False) -> str:
        """An answer that can be picked; numbers speak for themselves."""
        if option.isascii() and option.isdigit():
            return self.catalogue.square(int(option)) if spoken else option
        return self.plain(f"choice.{option}")

    def _rendered(self, told: Told, *, spoken: bool) -> str:
        if isinstance(told, Announcement):
            return self.catalogue.spoken(told) if spoken else self.catalogue.sentence(told)
        if told.text:
            return told.text
        wordings = self._sentences[told.key]
        template = wordings[told.wording % len(wordings)]
        return self.catalogue.filled(template, told.squares, told.values, spoken=spoken)


def languages() -> tuple[str, ...]:
    """The languages that there are lessons in: those of the program."""
    return LANGUAGES


@lru_cache
def load_lesson_texts(language: str) -> LessonTexts:
    """The sentences of a language ("nl", "en"). Raises InputError where there are none."""
    if language not in languages():
        known = ", ".join(languages())
        raise InputError(f"no lessons in language {language!r}: use {known}")
    text = (_FOLDER / f"{language}.toml").read_text(encoding="utf-8")
    return LessonTexts(
        Catalogue.load(language), dict(_flat("", tomllib.loads(text), categories(language)))
    )


def _flat(
    prefix: str, table: Mapping[str, Any], plurals: frozenset[str]
) -> list[tuple[str, tuple[Sentence, ...]]]:
    """Sections within sections as keys with dots between."""
    found: list[tuple[str, tuple[Sentence, ...]]] = []
    for name, entry in table.items():
        key = f"{prefix}{name}"
        if isinstance(entry, dict) and entry.keys() != plurals:
            found += _flat(f"{key}.", entry, plurals)
        else:
            found.append((key, tuple(entry) if isinstance(entry, list) else (entry,)))
    return found
