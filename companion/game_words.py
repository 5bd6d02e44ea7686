"""Which game it is and by which rules, in words for a family."""

from __future__ import annotations

from companion.texts import Texts
from rules.house import house_rules_of
from rules.variant import Variant


def game_title(variant: Variant, texts: Texts) -> str:
    """The name of the game, and its house rules in short."""
    name = texts(f"game.name_{variant.name.partition('+')[0]}")
    return " · ".join((name, *(texts(f"game.short_{rule}") for rule in house_rules_of(variant))))
