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
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from typing import Any

from announcer.announcement import BRIEF, FORMS, Announcement, Form, Kind, Values
from announcer.errors import CatalogueError
from announcer.plurals import categories, category
from rules.names import square_name
from rules.piece import Color, Piece
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
    words: Mapping[str, str]
    numbers: Sequence[str]
    misheard: frozenset[int]
    numerals: Mapping[str, Mapping[str, str]]
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
        style = _Spoken(self) if spoken else _Written(self)
        return template.format_map(_names(squares, values, style))

    def square(self, number: int) -> str:
        """A square as it is spoken."""
        return _Spoken(self).square(number)

    def _render(self, announcement: Announcement, *, spoken: bool) -> str:
        if announcement.is_silent:
            return ""
        template = announcement.own_words(self.language)
        if template is None:
            key = announcement.kind, announcement.form
            brief = self.brief.get(key) if spoken and self.is_brief else None
            template = brief or self.sentences[key]
        return self.filled(template, announcement.squares, announcement.values, spoken=spoken)


@dataclass(frozen=True, slots=True)
class _Numeral:
    """A number as it is told; formatted with the name of an inflection its last word is replaced.
    Figures have none."""

    text: str
    inflections: Mapping[str, Mapping[str, str]]

    def __format__(self, inflection: str) -> str:
        words = self.inflections[inflection] if inflection else {}
        return re.sub(r"[^ -]+$", lambda last: words.get(last[0], last[0]), self.text)


@dataclass(frozen=True)
class _Written:
    """How squares, numbers and ways look on the screen."""

    catalogue: Catalogue

    def square(self, number: int) -> str:
        """The square as the game names it; one of another board by its number."""
        variant = self.catalogue.variant
        return square_name(variant, number) if number <= variant.squares else str(number)

    def number(self, number: int) -> str:
        return str(number)

    def way(self, values: Values) -> str:
        sign = self.catalogue.variant.capture_sign if values.captured else "-"
        return sign.join(map(self.square, values.route))

    def listed(self, squares: Sequence[int], joint: str) -> str:
        """Squares in a row; `joint` is the word before the last one."""
        *first, last = (self.square(number) for number in squares)
        word = self.catalogue.words[joint]
        return f"{', '.join(first)} {word} {last}" if first else last

    def steps(self, values: Values) -> str:
        """A capture jump by jump, without its first square."""
        words = self.catalogue.words
        jumps = zip(values.captured, values.route[1:], strict=True)
        return words["then"].join(
            words["step"].format(over=self.square(over), to=self.square(to)) for over, to in jumps
        )


class _Spoken(_Written):
    """How they sound."""

    def square(self, number: int) -> str:
        catalogue = self.catalogue
        name = super().square(number)
        letter, number = ("", int(name)) if name.isdigit() else (f"{name[0]} ", int(name[1:]))
        if self._is_by_figures(number):
            return letter + " ".join(catalogue.numbers[int(figure)] for figure in str(number))
        return letter + self.number(number)

    def _is_by_figures(self, number: int) -> bool:
        match self.catalogue.speech:
            case SquareSpeech.EVERY_DIGIT:
                return True
            case SquareSpeech.DIGITS:
                return number in self.catalogue.misheard
        return False

    def number(self, number: int) -> str:
        numbers = self.catalogue.numbers
        return numbers[number] if 0 <= number < len(numbers) else str(number)

    def way(self, values: Values) -> str:
        start, *between, end = values.route
        words = self.catalogue.words
        if not between:
            return words["way"].format(start=self.square(start), end=self.square(end))
        return words["long_way"].format(
            start=self.square(start), between=self.listed(between, "and"), end=self.square(end)
        )


def _names(squares: Sequence[int], values: Values, style: _Written) -> dict[str, object]:
    """What a sentence about these squares and values can name."""
    words, numerals = style.catalogue.words, style.catalogue.numerals
    names: dict[str, object] = {}
    names |= _side_names(values.color, words) if values.color else {}
    if squares:
        names |= {"square": style.square(squares[0]), "squares": style.listed(squares, "and")}
    ends = values.route or squares
    if len(ends) > 1:
        names |= {"from": style.square(ends[0]), "to": style.square(ends[-1])}
    if values.route:
        names["way"] = style.way(values)
    if values.captured and len(values.captured) == len(values.route) - 1:
        names["steps"] = style.steps(values)
    if values.starts:
        names["starts"] = style.listed(values.starts, "or")
    names["with_piece"] = words[f"with_{values.role.value if values.role else 'piece'}"]
    if values.obligation:
        names["rule"] = words[f"rule_{values.obligation.name.lower()}"]
    if values.piece:
        names["piece"] = words[_piece_key(values.piece)]
    for key, number in (("count", values.count), ("limit", values.limit)):
        if number is not None:
            names[key] = _Numeral(style.number(number), numerals)
    return names


def _side_names(color: Color, words: Mapping[str, str]) -> dict[str, str]:
    own, other = words[color.name.lower()], words[color.other.name.lower()]
    return {"color": own, "Color": own.capitalize(), "other": other, "Other": other.capitalize()}


def _piece_key(piece: Piece) -> str:
    return f"{piece.color.name.lower()}_{piece.role.value}"


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
        words=words,
        numbers=tuple(data["numbers"]),
        misheard=frozenset(data["misheard"]),
        numerals=data.get("numerals", {}),
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
