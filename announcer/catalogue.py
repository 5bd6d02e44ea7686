"""Sentences in a language, from the catalogue files in `announcer/catalogue/`.

A catalogue has one sentence for every form of every kind, no more and no less; where the wording
depends on a number it is a table of the plural categories of the language (`plurals`). Those that
are heard most (`announcement.BRIEF`) have a short one besides, in the section `brief`. What a
sentence may name:

    {color} {Color} {other} {Other}   the side it is about, its opponent; capital at the start
    {square} {squares}                the first square, all squares
    {way} {from} {to} {steps}         a move: all of it, its ends, jump by jump
    {starts}                          the pieces that there is a choice of
    {with_piece} {rule}               "with the man": what moves; which capture goes first
    {piece} {count} {limit}           a piece with its article, numbers

Where a language inflects its numbers, {count:feminine} is the number with its last word replaced as
the section [numerals.feminine] says.

On the screen squares are figures and moves are notation (28x19). Spoken, all numbers are words and
the two squares of a move are kept apart by a word. A game that names its squares otherwise (c3) has
them named so: see `Catalogue.playing`.
"""

from __future__ import annotations

import enum
import tomllib
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any

from announcer.announcement import BRIEF, FORMS, Announcement, Form, Kind, Values
from announcer.errors import CatalogueError
from announcer.plurals import categories, category
from announcer.styles import Spoken, Vocabulary, Written
from rules.variant import Variant
from rules.variants import INTERNATIONAL

Sentence = str | Mapping[str, str]

_FOLDER = resources.files("announcer") / "catalogue"
_LANGUAGES = ("de", "en", "fr", "fy", "nl", "pl", "ru")
"""A file of another language is work in progress until its name stands here."""


class SquareSpeech(enum.Enum):
    """How squares are spoken. WORDS: as numbers. DIGITS: those that are easily misheard (thirteen
    and thirty) as two figures, the others as numbers. EVERY_DIGIT: all of them by their figures
    (three two)."""

    WORDS = "numbers"
    DIGITS = "misheard"
    EVERY_DIGIT = "digits"


@dataclass(frozen=True)
class Catalogue:
    """The sentences of one language, with the squares of one game. `speech` and `is_brief` (short
    sentences are said, where there are any) may be changed with `dataclasses.replace`."""

    language: str
    name: str
    sentences: Mapping[tuple[Kind, Form], Sentence]
    brief: Mapping[tuple[Kind, Form], Sentence]
    vocabulary: Vocabulary
    misheard: frozenset[int]
    speech: SquareSpeech = SquareSpeech.WORDS
    is_brief: bool = False
    variant: Variant = INTERNATIONAL

    @classmethod
    def load(cls, language: str, speech: SquareSpeech = SquareSpeech.WORDS) -> Catalogue:
        """The catalogue of a language ("nl", "en"). Raises CatalogueError where there is none or
        where it is not complete."""
        return _loaded(language, speech)

    @staticmethod
    def languages() -> tuple[str, ...]:
        """The languages that there are complete catalogues of."""
        return _LANGUAGES

    def playing(self, variant: Variant) -> Catalogue:
        """The same sentences for a game that may name its squares otherwise."""
        return self if variant == self.variant else replace(self, variant=variant)

    def sentence(self, announcement: Announcement) -> str:
        """The sentence to show; empty for a withdrawal."""
        return self._render(announcement, spoken=False)

    def spoken(self, announcement: Announcement) -> str:
        """The sentence to say; empty for a withdrawal."""
        return self._render(announcement, spoken=True)

    def filled(
        self, template: Sentence, squares: Sequence[int], values: Values, *, spoken: bool
    ) -> str:
        """A sentence from elsewhere that names what those of a catalogue may name. Raises KeyError
        where it names something that is not given."""
        if not isinstance(template, str):
            number = values.limit if values.count is None else values.count
            template = template[category(self.language, number)]
        style = self._spoken if spoken else Written(self.vocabulary, self.variant)
        return template.format_map(style.names(squares, values))

    def square(self, number: int) -> str:
        """A square as it is spoken."""
        return self._spoken.square(number)

    @property
    def _spoken(self) -> Spoken:
        by_figures: Container[int] = frozenset()
        match self.speech:
            case SquareSpeech.DIGITS:
                by_figures = self.misheard
            case SquareSpeech.EVERY_DIGIT:
                by_figures = range(len(self.vocabulary.numbers))
        return Spoken(self.vocabulary, self.variant, by_figures)

    def _render(self, announcement: Announcement, *, spoken: bool) -> str:
        if announcement.is_silent:
            return ""
        template = announcement.own_words(self.language)
        if template is None:
            key = announcement.kind, announcement.form
            brief = self.brief.get(key) if spoken and self.is_brief else None
            template = brief or self.sentences[key]
        return self.filled(template, announcement.squares, announcement.values, spoken=spoken)


_WORDS = frozenset(
    (
        *("white", "black", "white_man", "white_king", "black_man", "black_king"),
        *("with_man", "with_king", "with_piece", "rule_most_then_kings", "rule_italian"),
        *("rule_king_first", "rule_value"),
        *("and", "or", "then", "step", "way", "long_way"),
    )
)


@lru_cache
def _loaded(language: str, speech: SquareSpeech) -> Catalogue:
    if language not in Catalogue.languages():
        known = ", ".join(Catalogue.languages())
        raise CatalogueError(f"no catalogue for language {language!r}: use {known}")
    text = (_FOLDER / f"{language}.toml").read_text(encoding="utf-8")
    return parse_catalogue(language, text, speech)


def parse_catalogue(
    language: str, text: str, speech: SquareSpeech = SquareSpeech.WORDS
) -> Catalogue:
    """A catalogue from the text of its file. Raises CatalogueError where a key is missing, is not
    known, or is not a sentence."""
    data = tomllib.loads(text)
    words = data.get("words", {})
    _same_keys(f"{language}: words", _WORDS, words)
    return Catalogue(
        language=language,
        name=str(data["name"]),
        sentences=_sentences(f"{language}: sentences", data.get("sentences", {}), FORMS),
        brief=_sentences(f"{language}: brief", data.get("brief", {}), BRIEF),
        vocabulary=Vocabulary(
            words, tuple(data["numbers"]), data.get("numerals", {}), data.get("letters", {})
        ),
        misheard=frozenset(data["misheard"]),
        speech=speech,
    )


def _sentences(
    place: str, data: Mapping[str, Any], wanted: Mapping[Kind, tuple[Form, ...]]
) -> dict[tuple[Kind, Form], Sentence]:
    _same_keys(place, frozenset(wanted), data)
    language = place.partition(":")[0]
    sentences: dict[tuple[Kind, Form], Sentence] = {}
    for kind, forms in wanted.items():
        where = f"{place}.{kind}"
        entry = {Form.PLAIN: data[kind]} if forms == (Form.PLAIN,) else data[kind]
        _same_keys(where, frozenset(forms), entry)
        sentences |= {(kind, form): _sentence(where, entry[form], language) for form in forms}
    return sentences


def _sentence(where: str, entry: Any, language: str) -> Sentence:
    if isinstance(entry, str) and entry:
        return entry
    wanted = categories(language)
    if isinstance(entry, dict) and entry.keys() == wanted and all(entry.values()):
        return {key: str(text) for key, text in entry.items()}
    raise CatalogueError(f"{where}: not a sentence, nor a table of {', '.join(sorted(wanted))}")


def _same_keys(where: str, wanted: frozenset[str], found: Mapping[str, Any]) -> None:
    if missing := sorted(wanted - found.keys()):
        raise CatalogueError(f"{where}: missing {', '.join(missing)}")
    if unknown := sorted(found.keys() - wanted):
        raise CatalogueError(f"{where}: not used: {', '.join(unknown)}")
