"""How what a sentence names is told: squares, numbers and ways, on the screen and aloud."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from announcer.announcement import Values
from rules.names import square_name
from rules.piece import Color, Piece
from rules.variant import Variant


@dataclass(frozen=True)
class Vocabulary:
    """The words of one language: those of `words` by their names, the numbers from nought on, how
    the last word of a number is inflected, and how the letter of a square (c3) is said before its
    number where a voice does not read it as that letter."""

    words: Mapping[str, str]
    numbers: Sequence[str]
    inflections: Mapping[str, Mapping[str, str]]
    letters: Mapping[str, str]


@dataclass(frozen=True)
class Written:
    """How it looks on the screen, with the squares of this game."""

    vocabulary: Vocabulary
    variant: Variant

    def names(self, squares: Sequence[int], values: Values) -> dict[str, object]:
        """What a sentence about these squares and values can name."""
        words = self.vocabulary.words
        names = self._sides(values.color) | self._ways(squares, values)
        names["with_piece"] = words[f"with_{values.role.value if values.role else 'piece'}"]
        if squares:
            names |= {"square": self.square(squares[0]), "squares": self.listed(squares, "and")}
        if values.starts:
            names["starts"] = self.listed(values.starts, "or")
        if values.obligation:
            names["rule"] = words[f"rule_{values.obligation.name.lower()}"]
        if values.piece:
            names["piece"] = words[_piece_key(values.piece)]
        for key, number in (("count", values.count), ("limit", values.limit)):
            if number is not None:
                names[key] = _Numeral(self.number(number), self.vocabulary.inflections)
        return names

    def _sides(self, color: Color | None) -> dict[str, object]:
        if color is None:
            return {}
        own, other = (self.vocabulary.words[c.name.lower()] for c in (color, color.other))
        capitals = {"Color": own.capitalize(), "Other": other.capitalize()}
        return {"color": own, "other": other, **capitals}

    def _ways(self, squares: Sequence[int], values: Values) -> dict[str, object]:
        ways: dict[str, object] = {}
        ends = values.route or squares
        if len(ends) > 1:
            ways |= {"from": self.square(ends[0]), "to": self.square(ends[-1])}
        if values.route:
            ways["way"] = self.way(values)
        if values.captured and len(values.captured) == len(values.route) - 1:
            ways["steps"] = self.steps(values)
        return ways

    def square(self, number: int) -> str:
        """The square as the game names it; one of another board by its number."""
        is_on_board = number <= self.variant.squares
        return square_name(self.variant, number) if is_on_board else str(number)

    def number(self, number: int) -> str:
        return str(number)

    def way(self, values: Values) -> str:
        """A move in notation."""
        sign = self.variant.capture_sign if values.captured else "-"
        return sign.join(map(self.square, values.route))

    def listed(self, squares: Sequence[int], joint: str) -> str:
        """Squares in a row; `joint` is the word before the last one."""
        *first, last = (self.square(number) for number in squares)
        word = self.vocabulary.words[joint]
        return f"{', '.join(first)} {word} {last}" if first else last

    def steps(self, values: Values) -> str:
        """A capture jump by jump, without its first square."""
        words = self.vocabulary.words
        jumps = zip(values.captured, values.route[1:], strict=True)
        return words["then"].join(
            words["step"].format(over=self.square(over), to=self.square(to)) for over, to in jumps
        )


@dataclass(frozen=True)
class Spoken(Written):
    """How it sounds. `by_figures`: the squares that are told figure by figure."""

    by_figures: Container[int] = frozenset()

    def square(self, number: int) -> str:
        name = super().square(number)
        letter, number = ("", int(name)) if name.isdigit() else (name[0], int(name[1:]))
        letter = letter and self.vocabulary.letters.get(letter, f"{letter} ")
        if number in self.by_figures:
            return letter + " ".join(self.number(int(figure)) for figure in str(number))
        return letter + self.number(number)

    def number(self, number: int) -> str:
        numbers = self.vocabulary.numbers
        return numbers[number] if 0 <= number < len(numbers) else str(number)

    def way(self, values: Values) -> str:
        """A move, its squares kept apart by words."""
        start, *between, end = values.route
        words = self.vocabulary.words
        if not between:
            return words["way"].format(start=self.square(start), end=self.square(end))
        return words["long_way"].format(
            start=self.square(start), between=self.listed(between, "and"), end=self.square(end)
        )


@dataclass(frozen=True, slots=True)
class _Numeral:
    """A number as it is told; formatted with the name of an inflection its last word is replaced.
    Figures have none."""

    text: str
    inflections: Mapping[str, Mapping[str, str]]

    def __format__(self, inflection: str) -> str:
        words = self.inflections[inflection] if inflection else {}
        return re.sub(r"[^ -]+$", lambda last: words.get(last[0], last[0]), self.text)


def _piece_key(piece: Piece) -> str:
    return f"{piece.color.name.lower()}_{piece.role.value}"
