"""The tags of a game that is written: which, in which order, with which values (PDN 3.0)."""

from __future__ import annotations

import re

from rules.fen import format_fen
from rules.game import Game
from rules.pdn import results
from rules.pdn.gametype import known_variant
from rules.pdn.model import Tags
from rules.position import Position

_ROSTER = ("Event", "Site", "Date", "Round", "White", "Black", "Result")
_FROM_GAME = ("Result", "GameType", "Variant", "FEN", "Termination")
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_]")


def tag_lines(tags: Tags, game: Game) -> list[str]:
    """The tags as lines: the usual seven first, then the others as they come. Result, GameType,
    Variant,
    FEN and Termination are those of the game; tags without a value are left out."""
    values = {_name(name): " ".join(value.split()) for name, value in tags.items()}
    given = {name: _pop(values, name) for name in _FROM_GAME}
    values["Result"] = _result(game, given["Result"], "ResultFormat" in values)
    if game.variant.game_type is not None:
        values["GameType"] = str(game.variant.game_type)
    values["Variant"] = _variant(game, given["Variant"])
    if game.start != Position.start(game.variant):
        values["FEN"] = format_fen(game.start, national=True)
    values["Termination"] = _termination(game, values["Result"], given["Termination"])
    ordered = [*(name for name in _ROSTER if name in values), *values]
    return [
        f'[{name} "{_escaped(values[name])}"]' for name in dict.fromkeys(ordered) if values[name]
    ]


def _name(name: str) -> str:
    """A name in the strict form: a capital, then letters, digits and underscores."""
    cleaned = _NOT_IN_NAMES.sub("_", name)
    if not cleaned[:1].isalpha():
        cleaned = f"Tag{cleaned}"
    return cleaned[0].upper() + cleaned[1:]


def _pop(values: dict[str, str], name: str) -> str:
    """Take the tags of this name out, in capitals or not; the value of the first."""
    found = [key for key in values if key.lower() == name.lower()]
    return [*(values.pop(key) for key in found), ""][0]


def _result(game: Game, given: str, own_format: bool) -> str:
    text = results.result_text(game.variant, game.outcome)
    if game.outcome is None:
        return given if given and not results.is_known(given) else text
    return given if own_format and results.same_result(given, text) else text


def _variant(game: Game, given: str) -> str:
    """The name of a variant that no number tells: without one, or played with house rules."""
    name = game.variant.name
    if game.variant.game_type is None or "+" in name:
        return name
    return "" if known_variant(given) else given


def _termination(game: Game, result: str, given: str) -> str:
    """The reason that people entered, where a reader would not come to it by itself."""
    if game.verdict is None:
        return "" if results.is_termination(given) else given
    if results.verdict(game.finish(None), result, given or None) == game.verdict:
        return given
    return game.verdict.termination


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
