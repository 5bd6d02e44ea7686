"""An ear: what was said is understood by its words alone, in the language that it was said in.

It knows the sentences of a language as people know their language, with holes where squares,
numbers, sides and pieces are named. What stands behind a sentence it never sees.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from announcer.catalogue import Catalogue, Sentence
from companion.lessons.texts import load_lesson_texts
from companion.texts import load_texts
from rules.piece import BLACK_KING, BLACK_MAN, WHITE_KING, WHITE_MAN, Color, Piece

PIECES: Mapping[str, Piece] = {
    "white_man": WHITE_MAN,
    "white_king": WHITE_KING,
    "black_man": BLACK_MAN,
    "black_king": BLACK_KING,
}


@dataclass(frozen=True)
class Understood:
    """Which sentence it was ("set_up.place", "coach.again") and what was named in it."""

    what: str
    color: Color | None = None
    piece: Piece | None = None
    squares: tuple[int, ...] = ()
    way: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()
    starts: tuple[int, ...] = ()
    count: int = 0


@dataclass(frozen=True)
class _Known:
    """A sentence that is known; `words` are those between its holes."""

    what: str
    template: str
    words: tuple[str, ...]

    @property
    def weight(self) -> int:
        """How much of it is always the same."""
        return sum(map(len, self.words))


class Ear:
    """Understands one language, in the manner of speaking of a catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue, language = catalogue, catalogue.language
        self._numbers = {word: n for n, word in enumerate(catalogue.vocabulary.numbers)}
        self._numbers |= {catalogue.square(n): n for n in range(1, 51)}
        self._number = _any(self._numbers)
        sentences = [*_of_games(catalogue), *_of_lessons(language), *_of_program(language)]
        known = [_Known(what, template, _words_of(template)) for what, template in sentences]
        self._known_by_weight = sorted(known, key=lambda one: -one.weight)
        self._patterns: dict[str, re.Pattern[str]] = {}

    def understand(self, sentence: str) -> Understood:
        """What was said. Raises AssertionError for a sentence of no language."""
        for known in self._known_by_weight:
            if not all(words in sentence for words in known.words):
                continue
            if found := self._pattern(known.template).fullmatch(sentence):
                return self._meaning(known.what, found.groupdict())
        raise AssertionError(f"nobody understands {sentence!r}")

    # -- what can be named ---------------------------------------------------------------------

    def _pattern(self, template: str) -> re.Pattern[str]:
        if template not in self._patterns:
            self._patterns[template] = self._compiled(template)
        return self._patterns[template]

    def _compiled(self, template: str) -> re.Pattern[str]:
        parts, seen = [], set[str]()
        for literal, name, case, _ in string.Formatter().parse(template):
            parts.append(re.escape(literal))
            if name:
                hole = ".+?" if case else self._hole(name)  # an inflected number
                parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>{hole})")
                seen.add(name)
        return re.compile("".join(parts))

    def _hole(self, name: str) -> str:
        words, number = self._catalogue.vocabulary.words, self._number
        match name:
            case "square" | "from" | "to" | "count" | "limit":
                return number
            case "squares" | "starts":
                joint = words["and" if name == "squares" else "or"]
                return rf"{number}(?:, {number})*(?: {joint} {number})?"
            case "color" | "other" | "Color" | "Other":
                return _any([words[side] for side in ("white", "black")], ignore_case=True)
            case "piece":
                return _any([words[key] for key in PIECES])
            case "way":
                long = _with(words["long_way"], number, between=self._hole("squares"))
                return f"(?:{long}|{_with(words['way'], number)})"
            case "steps":
                step = _with(words["step"], number)
                return f"{step}(?:{re.escape(words['then'])}{step})*"
        return ".+?"

    def _meaning(self, what: str, named: Mapping[str, str]) -> Understood:
        words = self._catalogue.vocabulary.words
        sides = {words[color.name.lower()]: color for color in Color}
        steps = self._all(named.get("steps", ""))
        ends = self._all(named.get("way", "")) or tuple(
            square for key in ("from", "to") for square in self._all(named.get(key, ""))
        )
        if steps and "from" in named:
            ends = (*self._all(named["from"]), *steps[1::2])
        return Understood(
            what,
            sides.get((named.get("color") or named.get("Color") or "").lower())
            or sides.get(named.get("color", "")),
            next((p for key, p in PIECES.items() if words[key] == named.get("piece")), None),
            self._all(named.get("squares") or named.get("square") or ""),
            ends,
            steps[::2],
            self._all(named.get("starts", "")),
            self._numbers.get(named.get("count", ""), 0),
        )

    def _all(self, text: str) -> tuple[int, ...]:
        return tuple(self._numbers[word] for word in re.findall(rf"\b{self._number}\b", text))


def _words_of(template: str) -> tuple[str, ...]:
    return tuple(literal for literal, _, _, _ in string.Formatter().parse(template) if literal)


def _any(words: Mapping[str, int] | list[str], *, ignore_case: bool = False) -> str:
    longest_first = sorted(words, key=len, reverse=True)
    return f"(?{'i' if ignore_case else ''}:{'|'.join(map(re.escape, longest_first))})"


def _with(template: str, number: str, between: str = "") -> str:
    parts = []
    for literal, name, _, _ in string.Formatter().parse(template):
        parts.append(re.escape(literal))
        if name:
            parts.append(between if name == "between" else number)
    return "".join(parts)


def _wordings(what: str, sentence: Sentence) -> Iterator[tuple[str, str]]:
    for template in [sentence] if isinstance(sentence, str) else sentence.values():
        yield what, template


def _of_games(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    brief = catalogue.brief if catalogue.is_brief else {}
    for (kind, form), sentence in (*catalogue.sentences.items(), *brief.items()):
        yield from _wordings(f"{kind.value}.{form.value}", sentence)


def _of_lessons(language: str) -> Iterator[tuple[str, str]]:
    texts = load_lesson_texts(language)
    for key in texts.keys - {"sheet.title"}:
        for wording in texts.wordings(key):
            yield from _wordings(key, wording)


def _of_program(language: str) -> Iterator[tuple[str, str]]:
    yield from load_texts(language).templates("ask").items()
    yield "choice.number", "{count}"
