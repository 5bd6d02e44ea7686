"""House rules: switches that families set on any variant (all off by default)."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from rules.errors import UnknownHouseRuleError
from rules.variant import Variant


class HouseRule(enum.StrEnum):
    """A house rule; the value is its name.

    HUFFING: who misses a capture may lose the piece that should have captured (blazen).
    NO_FORCED: a capture may be left; of several captures the variant's choice still holds.
    MEN_FORWARD: men do not capture backward.
    YOUNGEST_BEGINS: the youngest player moves first; the program asks who that is.
    FREE_DRAW: a draw may be agreed at any time, in a match too.
    """

    HUFFING = "huffing"
    NO_FORCED = "no_forced"
    MEN_FORWARD = "men_forward"
    YOUNGEST_BEGINS = "youngest_begins"
    FREE_DRAW = "free_draw"


_TRAITS: dict[HouseRule, dict[str, Any]] = {
    HouseRule.HUFFING: {"huffing": True},
    HouseRule.NO_FORCED: {"must_capture": False},
    HouseRule.MEN_FORWARD: {"men_capture_backward": False},
    HouseRule.YOUNGEST_BEGINS: {"youngest_begins": True},
    HouseRule.FREE_DRAW: {"free_draw": True},
}


def house_rule_named(name: str) -> HouseRule:
    """The house rule of this name. Raises UnknownHouseRuleError, which lists the names."""
    try:
        return HouseRule(name)
    except ValueError:
        known = ", ".join(HouseRule)
        raise UnknownHouseRuleError(f"no house rule is named {name[:40]!r}: use {known}") from None


def with_house_rules(variant: Variant, rules: Iterable[HouseRule]) -> Variant:
    """The variant with these rules switched on. Its name tells them: international+no_forced."""
    base, *known = variant.name.split("+")
    named = {*known, *rules}
    wanted = [rule for rule in HouseRule if rule in named]
    for rule in wanted:
        variant = replace(variant, **_TRAITS[rule])
    return replace(variant, name="+".join((base, *wanted))) if wanted else variant


def house_rules_of(variant: Variant) -> tuple[HouseRule, ...]:
    """The house rules that are switched on in a variant."""
    return tuple(HouseRule(rule) for rule in variant.name.split("+")[1:])
