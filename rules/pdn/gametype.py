"""Which variant a game is of, by its GameType tag or by the look of its moves (PDN 3.0)."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from rules.pdn.raw import Entry, EntryKind
from rules.variant import Variant
from rules.variants import VARIANTS

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
_NUMBERED_8X8 = 32  # squares
_LAST_SQUARE = 50


@dataclass(frozen=True, slots=True)
class Guess:
    """`variant` is None where the game cannot be read, `problem` says why. `certain`: a tag says
    so, the moves need not confirm it."""

    variant: Variant | None
    problem: str = ""
    certain: bool = True


def variant_of(
    tag: str | None, untagged: Variant | None, fen: str, entries: Iterable[Entry]
) -> Guess:
    """The variant by the value of the GameType tag. Without a tag it is `untagged`, and if that is
    not given it is told by the squares that occur in the FEN tag and in the moves."""
    if tag is None or not tag.strip(" ?"):
        return Guess(untagged) if untagged else _by_squares(fen, entries)
    code, *form = (part.strip() for part in tag.split(","))
    if not (code.isascii() and code.isdigit()) or len(code) > 4:
        return Guess(None, f"GameType {tag[:20]!r} is not known: the variant is unknown")
    for variant in VARIANTS.values():
        if variant.game_type == int(code) and _fits(variant, form):
            return Guess(variant)
    name = NAMES.get(int(code), "of an unknown variant")
    return Guess(None, f"the game is {name} (GameType {tag[:20]}), which is not read")


def _fits(variant: Variant, form: list[str]) -> bool:
    """Whether the sizes in the long form of the tag, if it has them, are those of the variant."""
    sizes = form[1:3]
    return sizes in ([], [str(variant.width), str(variant.height)])


def _by_squares(fen: str, entries: Iterable[Entry]) -> Guess:
    highest = max((int(square) for square in _FEN_SQUARE.findall(fen)), default=0)
    for entry in entries:
        if entry.kind is EntryKind.LETTERS:
            return Guess(None, "moves in letters: a game of an unknown variant, which is not read")
        highest = max(highest, *entry.path, 0)
    if highest > _LAST_SQUARE:
        return Guess(
            None, f"square {highest} occurs: a game of an unknown variant on a larger board"
        )
    return Guess(VARIANTS["international"], certain=highest > _NUMBERED_8X8)
