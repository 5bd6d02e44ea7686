"""Which variant a game is of, by its GameType tag or by the look of its moves (PDN 3.0)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rules.errors import RulesError
from rules.pdn.raw import Entry, EntryKind
from rules.variant import Variant
from rules.variants import (
    AMERICAN,
    BRAZILIAN,
    CANADIAN,
    CZECH,
    FRISIAN,
    INTERNATIONAL,
    ITALIAN,
    POOL,
    RUSSIAN,
    SPANISH,
    TURKISH,
    VARIANTS,
    variant_named,
)

NAMES = {
    20: "international",
    21: "English",
    22: "Italian",
    23: "American pool",
    24: "Spanish",
    25: "Russian",
    26: "Brazilian",
    27: "Canadian",
    28: "Portuguese",
    29: "Czech",
    30: "Turkish",
    31: "Thai",
    40: "Frisian",
    41: "Spantsiretti",
}
_FEN_SQUARE = re.compile(r"(?<=[WBKwk,:\s-])[0-9]{1,2}(?![0-9])")
_FEN_LETTERS = re.compile(r":[WBwb][Kk]?[A-Ha-h][1-8](?![0-9])")
_LARGEST_8X8, _LARGEST_10X10, _LARGEST_12X12 = 32, 50, 72  # squares

# What a game without a GameType tag may be, the likeliest first.
_LETTERED = (RUSSIAN, BRAZILIAN, CZECH, TURKISH)
_SMALL = (INTERNATIONAL, AMERICAN, POOL, ITALIAN, SPANISH, RUSSIAN, BRAZILIAN, FRISIAN)
_MEDIUM = (INTERNATIONAL, FRISIAN)
_LARGE = (CANADIAN,)


@dataclass(frozen=True, slots=True)
class Guess:
    """`variants` are what the game may be, the likeliest first; none where it cannot be read,
    `problem` says why. `certain`: a tag or the squares say so, the moves need not confirm the
    first of them."""

    variants: tuple[Variant, ...]
    problem: str = ""
    certain: bool = True


def variant_of(
    tag: str | None, named: str | None, untagged: Variant | None, fen: str, entries: Iterable[Entry]
) -> Guess:
    """The variant by the values of the GameType tag and of the Variant tag, in which we name
    house rules and games without a number. Without a tag it is `untagged`, and if that is not
    given it is told by the squares that occur in the FEN tag and in the moves."""
    by_name = known_variant(named)
    if tag is None or not tag.strip(" ?"):
        told = by_name or untagged
        return Guess((told,)) if told else _by_squares(fen, entries)
    code, *form = (part.strip() for part in tag.split(","))
    if not (code.isascii() and code.isdigit()) or len(code) > 4:
        return Guess((), f"GameType {tag[:20]!r} is not known: the variant is unknown")
    if by_name and by_name.game_type == int(code):
        return Guess((by_name,))
    for variant in VARIANTS.values():
        if variant.game_type == int(code) and _fits(variant, form):
            return Guess((variant,))
    name = NAMES.get(int(code), "of an unknown variant")
    return Guess((), f"the game is {name} (GameType {tag[:20]}), which is not read")


def known_variant(name: str | None) -> Variant | None:
    """The variant that the value of a Variant tag names, if it does."""
    try:
        return variant_named(name.strip().lower()) if name else None
    except RulesError:
        return None


def _fits(variant: Variant, form: list[str]) -> bool:
    """Whether the sizes in the long form of the tag, if it has them, are those of the variant."""
    sizes = form[1:3]
    return sizes in ([], [str(variant.width), str(variant.height)])


def _by_squares(fen: str, entries: Iterable[Entry]) -> Guess:
    if _FEN_LETTERS.search(fen):
        return Guess(_LETTERED, certain=False)
    highest = max((int(square) for square in _FEN_SQUARE.findall(fen)), default=0)
    for entry in entries:
        if entry.kind is EntryKind.LETTERS:
            return Guess(_LETTERED, certain=False)
        highest = max(highest, *entry.path, 0)
    if highest > _LARGEST_12X12:
        return Guess((), f"square {highest} occurs: a game of an unknown variant on a larger board")
    if highest > _LARGEST_10X10:
        return Guess(_LARGE, certain=False)
    return Guess(_MEDIUM) if highest > _LARGEST_8X8 else Guess(_SMALL, certain=False)
