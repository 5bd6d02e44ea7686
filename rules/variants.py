"""The variants by name. Each is told by what differs from international draughts."""

from __future__ import annotations

from dataclasses import replace

from rules.errors import UnknownVariantError
from rules.piece import Color
from rules.traits import FarRow, Obligation, ScoreStyle
from rules.variant import Variant

INTERNATIONAL = Variant("international")

_SMALL = replace(
    INTERNATIONAL,
    width=8,
    height=8,
    men_rows=3,
    kings_only_plies=None,
    endgame_counts=False,
    score_style=ScoreStyle.ONE_POINT,
)

FAMILY8 = replace(
    _SMALL,
    name="family8",
    flying_kings=False,
    obligation=Obligation.ANY,
    far_row=FarRow.TURN_ENDS,
    game_type=None,
)
FAMILY8_FLYING = replace(FAMILY8, name="family8_flying", flying_kings=True)
AMERICAN = replace(
    FAMILY8, name="american", first=Color.BLACK, men_capture_backward=False, game_type=21
)
RUSSIAN = replace(
    _SMALL,
    name="russian",
    obligation=Obligation.ANY,
    far_row=FarRow.BECOMES_KING,
    game_type=25,
)
BRAZILIAN = replace(_SMALL, name="brazilian", game_type=26)
POOL = replace(_SMALL, name="pool", first=Color.BLACK, obligation=Obligation.ANY, game_type=23)
SPANISH = replace(
    _SMALL,
    name="spanish",
    dark_corner_left=False,
    men_capture_backward=False,
    obligation=Obligation.MOST_THEN_KINGS,
    game_type=24,
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
    game_type=22,
)
CZECH = replace(
    _SMALL,
    name="czech",
    men_capture_backward=False,
    obligation=Obligation.KING_FIRST,
    game_type=29,
)
CANADIAN = replace(
    INTERNATIONAL,
    name="canadian",
    width=12,
    height=12,
    men_rows=5,
    game_type=27,
)
KILLER = replace(INTERNATIONAL, name="killer", killer_kings=True, game_type=None)
ANTIDRAUGHTS = replace(INTERNATIONAL, name="antidraughts", no_moves_wins=True, game_type=None)

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
        CANADIAN,
        KILLER,
        ANTIDRAUGHTS,
    )
}
_OTHER_NAMES = {"seed003": "family8", "seed003_flying": "family8_flying", "english": "american"}


def variant_named(name: str) -> Variant:
    """The variant of this name. Raises UnknownVariantError, which lists the names."""
    try:
        return VARIANTS[_OTHER_NAMES.get(name, name)]
    except KeyError:
        known = ", ".join(VARIANTS)
        raise UnknownVariantError(f"no variant is named {name!r}: use {known}") from None
