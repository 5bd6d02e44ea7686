"""Which game is played, by which rules and with how much help, as plain data for the page."""

from __future__ import annotations

from companion.view import View
from companion.web.picture import Value
from rules.geometry import Grid
from rules.house import house_rules_of
from rules.names import square_name
from rules.piece import Color
from rules.traits import SquareNames
from rules.variant import Variant


def game_facts(view: View) -> dict[str, Value]:
    """`labels`: how squares are called, None where that is by their numbers; `fitting`: the games
    that can be chosen; `chooser`: who may choose what becomes of a wrong move."""
    variant = view.game.variant
    return {
        "name": variant.name.partition("+")[0],
        "house": [rule.value for rule in house_rules_of(variant)],
        "labels": labels(variant),
        "is_plain": variant.grid is Grid.CROSS,
        "fitting": list(view.fitting),
        "coach": {color.value: view.coaches.of(color).name.lower() for color in Color},
        "asks_youngest": view.asks_youngest,
        "chooser": view.chooser.value if view.chooser else None,
        "is_disputed": view.is_disputed,
    }


def labels(variant: Variant) -> Value:
    """The names of squares 1, 2, ..."""
    if variant.square_names is SquareNames.NUMBERS:
        return None
    return [square_name(variant, square) for square in range(1, variant.squares + 1)]
