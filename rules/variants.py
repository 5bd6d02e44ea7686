"""The variants by name. Each is told by what differs from international draughts."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from rules.endgames import FRISIAN_ENDGAMES, RUSSIAN_ENDGAMES
from rules.errors import UnknownVariantError
from rules.geometry import Grid
from rules.house import HouseRule, house_rule_named, with_house_rules
from rules.piece import Color
from rules.rulebook import (
    BREAKING,
    CZECH_RULES,
    FAMILY,
    FFD,
    FID,
    FMJD64,
    KILLER_RULES,
    LOSING,
    POOL_RULES,
    SPANISH_RULES,
    THAI_RULES,
    TURKISH_RULES,
    TWELVE,
    WCDF,
)
from rules.traits import FarRow, Landing, Obligation, Removal, ScoreStyle, SquareNames
from rules.variant import Variant

INTERNATIONAL = Variant("international")

_SMALL = replace(
    INTERNATIONAL,
    width=8,
    height=8,
    men_rows=3,
    kings_only_plies=None,
    endgames=(),
    score_style=ScoreStyle.ONE_POINT,
)

FAMILY8 = replace(
    _SMALL,
    name="family8",
    flying_kings=False,
    obligation=Obligation.ANY,
    far_row=FarRow.TURN_ENDS,
    game_type=None,
    rulebook=FAMILY,
)
FAMILY8_FLYING = replace(FAMILY8, name="family8_flying", flying_kings=True)
AMERICAN = replace(
    FAMILY8,
    name="american",
    first=Color.BLACK,
    men_capture_backward=False,
    kings_only_plies=80,
    game_type=21,
    rulebook=WCDF,
)
RUSSIAN = replace(
    _SMALL,
    name="russian",
    obligation=Obligation.ANY,
    far_row=FarRow.BECOMES_KING,
    kings_only_plies=30,
    endgames=RUSSIAN_ENDGAMES,
    game_type=25,
    square_names=SquareNames.LETTERS,
    capture_sign=":",
    rulebook=FMJD64,
)
BRAZILIAN = replace(
    _SMALL,
    name="brazilian",
    kings_only_plies=30,
    endgames=RUSSIAN_ENDGAMES,
    game_type=26,
    square_names=SquareNames.LETTERS,
    rulebook=FMJD64,
)
POOL = replace(
    _SMALL,
    name="pool",
    first=Color.BLACK,
    obligation=Obligation.ANY,
    kings_only_plies=30,
    game_type=23,
    rulebook=POOL_RULES,
)
SPANISH = replace(
    _SMALL,
    name="spanish",
    dark_corner_left=False,
    men_capture_backward=False,
    obligation=Obligation.MOST_THEN_KINGS,
    game_type=24,
    square_names=SquareNames.NUMBERS_FROM_BELOW,
    rulebook=SPANISH_RULES,
)
ITALIAN = replace(
    _SMALL,
    name="italian",
    dark_corner_left=False,
    men_capture_backward=False,
    men_capture_kings=False,
    flying_kings=False,
    obligation=Obligation.ITALIAN,
    far_row=FarRow.TURN_ENDS,
    repetitions=4,
    kings_only_plies=80,
    game_type=22,
    rulebook=FID,
)
CZECH = replace(
    _SMALL,
    name="czech",
    men_capture_backward=False,
    obligation=Obligation.KING_FIRST,
    kings_only_plies=30,
    game_type=29,
    square_names=SquareNames.LETTERS,
    rulebook=CZECH_RULES,
)
TURKISH = replace(
    _SMALL,
    name="turkish",
    grid=Grid.CROSS,
    men_rows=2,
    empty_rows=1,
    men_capture_backward=False,
    removal=Removal.AT_ONCE_NO_TURNING_BACK,
    game_type=30,
    square_names=SquareNames.LETTERS,
    rulebook=TURKISH_RULES,
)
THAI = replace(
    _SMALL,
    name="thai",
    men_rows=2,
    first=Color.BLACK,
    men_capture_backward=False,
    landing=Landing.BEHIND,
    obligation=Obligation.ANY,
    removal=Removal.AT_ONCE,
    game_type=31,
    square_names=SquareNames.NUMBERS_FROM_BELOW,
    capture_sign="-",
    rulebook=THAI_RULES,
)
CANADIAN = replace(
    INTERNATIONAL,
    name="canadian",
    width=12,
    height=12,
    men_rows=5,
    game_type=27,
    rulebook=TWELVE,
)
FRISIAN = replace(
    INTERNATIONAL,
    name="frisian",
    grid=Grid.STAR,
    obligation=Obligation.VALUE,
    king_run=3,
    kings_only_plies=None,
    endgames=FRISIAN_ENDGAMES,
    game_type=40,
    score_style=ScoreStyle.ONE_POINT,
    rulebook=FFD,
)
FRYSK = replace(FRISIAN, name="frysk", men_rows=1, game_type=97)
KILLER = replace(
    INTERNATIONAL,
    name="killer",
    landing=Landing.BEHIND_LAST_KING,
    game_type=None,
    rulebook=KILLER_RULES,
)
BREAKTHROUGH = replace(
    INTERNATIONAL,
    name="breakthrough",
    first_king_wins=True,
    game_type=96,
    rulebook=BREAKING,
)
ANTIDRAUGHTS = replace(
    INTERNATIONAL,
    name="antidraughts",
    no_moves_wins=True,
    game_type=98,
    rulebook=LOSING,
)

VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        INTERNATIONAL,
        FAMILY8,
        FAMILY8_FLYING,
        AMERICAN,
        RUSSIAN,
        BRAZILIAN,
        POOL,
        SPANISH,
        ITALIAN,
        CZECH,
        TURKISH,
        THAI,
        CANADIAN,
        FRISIAN,
        FRYSK,
        KILLER,
        BREAKTHROUGH,
        ANTIDRAUGHTS,
    )
}
_OTHER_NAMES = {
    "seed003": "family8",
    "seed003_flying": "family8_flying",
    "english": "american",
    "frysk!": "frysk",
    "house_no_forced": "international+no_forced",
    "house_men_forward": "international+men_forward",
}


def variant_named(name: str) -> Variant:
    """The variant of this name; house rules follow it, as in "russian+no_forced+huffing". Raises
    UnknownVariantError or UnknownHouseRuleError, which list the names."""
    first, *more = name.split("+")
    base, *rules = (*_OTHER_NAMES.get(first, first).split("+"), *more)
    variant = VARIANTS.get(base)
    if variant is None:
        known = ", ".join(VARIANTS)
        raise UnknownVariantError(f"no variant is named {base[:40]!r}: use {known}")
    return house_variant(variant, map(house_rule_named, rules))


def house_variant(variant: Variant, rules: Iterable[HouseRule]) -> Variant:
    """The variant with these house rules; the same record each time, so that its tables are
    built once."""
    named = set(rules)
    return _house_variant(variant, tuple(rule for rule in HouseRule if rule in named))


@lru_cache(maxsize=32)  # names may come from files: they must not fill the memory
def _house_variant(variant: Variant, rules: tuple[HouseRule, ...]) -> Variant:
    return with_house_rules(variant, rules)
