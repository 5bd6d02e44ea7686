"""What people enter besides moving pieces: a result, a take-back, a new game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from companion.errors import InputError
from rules.fen import parse_fen
from rules.game import Outcome, Termination
from rules.piece import Color
from rules.position import Position
from rules.variants import variant_named


@dataclass(frozen=True, slots=True)
class EnterResult:
    """The players say how it ended."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Resign:
    """A side gives up; None: the side to move."""

    side: Color | None = None


@dataclass(frozen=True, slots=True)
class NewGame:
    """Begin again, from this position or from the usual one."""

    start: Position | None = None


@dataclass(frozen=True, slots=True)
class YoungestIs:
    """The youngest player has this side and begins, where the house plays so."""

    side: Color


@dataclass(frozen=True, slots=True)
class Demand:
    """The opponent demands the legal move: the wrong one is put back."""


@dataclass(frozen=True, slots=True)
class PlayOn:
    """The opponent lets the wrong move stand."""


@dataclass(frozen=True, slots=True)
class TakeBack:
    """So many plies are taken back; the board is to be put right."""

    plies: int = 1


Command = EnterResult | Resign | NewGame | YoungestIs | Demand | PlayOn | TakeBack

RESULTS: Mapping[str, Color | None] = {
    "2-0": Color.WHITE,
    "1-0": Color.WHITE,
    "0-2": Color.BLACK,
    "0-1": Color.BLACK,
    "1-1": None,
    "1/2-1/2": None,
    "½-½": None,
}


def command_named(name: str, value: str | None, position: Position) -> Command:
    """The command of a scenario file. Raises InputError where name or value is unknown."""
    build = _COMMANDS.get(name.strip().lower().replace("-", "_").replace(" ", "_"))
    if build is None:
        raise InputError(f"unknown command {name!r}; known are {', '.join(_COMMANDS)}")
    return build(value, position)


def draw_agreed() -> EnterResult:
    return EnterResult(Outcome(None, Termination.AGREED))


def flag_fell(side: Color) -> EnterResult:
    """The time of a side is over: the other one has won."""
    return EnterResult(Outcome(side.other, Termination.FLAG))


def command_fields(command: Command) -> tuple[str, str | int | None]:
    """The name and value by which `command_named` gives this command back."""
    match command:
        case EnterResult(Outcome(winner, Termination.FLAG)) if winner is not None:
            return "flag", winner.other.value
        case EnterResult(Outcome(None, Termination.AGREED)):
            return "draw", None
        case EnterResult(outcome):
            return "result", outcome.text
        case Resign(side):
            return "resign", side.value if side else None
        case NewGame(start):
            return "new_game", f"{start.variant.name} {start.fen}" if start else None
        case YoungestIs(side):
            return "youngest", side.value
        case Demand():
            return "demand", None
        case PlayOn():
            return "play_on", None
        case TakeBack(plies):
            return "take_back", plies


def _result(value: str | None, _: Position) -> Command:
    text = (value or "").replace(" ", "")
    if text not in RESULTS:
        raise InputError(f"unknown result {value!r}; known are {', '.join(RESULTS)}")
    return EnterResult(Outcome(RESULTS[text], Termination.ENTERED))


def _resign(value: str | None, _: Position) -> Command:
    return Resign(_side(value) if value else None)


def _flag(value: str | None, position: Position) -> Command:
    return flag_fell(_side(value) if value else position.turn)


def _new_game(value: str | None, position: Position) -> Command:
    """A position to begin from; the name of another game may stand before it, or alone."""
    if not value:
        return NewGame()
    name, _, fen = value.strip().rpartition(" ") if ":" in value else (value.strip(), "", "")
    variant = variant_named(name) if name else position.variant
    return NewGame(parse_fen(fen, variant) if fen else Position.start(variant))


def _youngest(value: str | None, position: Position) -> Command:
    return YoungestIs(_side(value) if value else position.turn)


def _take_back(value: str | None, _: Position) -> Command:
    if value is None:
        return TakeBack()
    if not (value.isascii() and value.isdigit() and 0 < int(value) < 1000):
        raise InputError(f"a number of plies is expected, not {value!r}")
    return TakeBack(int(value))


def _side(value: str) -> Color:
    try:
        return Color(value[:1].upper())
    except ValueError:
        raise InputError(f"a side is W or B, not {value!r}") from None


_COMMANDS: Mapping[str, Callable[[str | None, Position], Command]] = {
    "result": _result,
    "resign": _resign,
    "draw": lambda value, position: draw_agreed(),
    "agree_draw": lambda value, position: draw_agreed(),
    "flag": _flag,
    "new_game": _new_game,
    "set_up": _new_game,
    "youngest": _youngest,
    "demand": lambda value, position: Demand(),
    "play_on": lambda value, position: PlayOn(),
    "take_back": _take_back,
    "takeback": _take_back,
    "undo": _take_back,
}
