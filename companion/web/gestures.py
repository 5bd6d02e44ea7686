"""What people do on the page: from untrusted JSON to what the live loop takes."""

from __future__ import annotations

from collections.abc import Mapping

from announcer.answers import Question
from announcer.coach import Coach
from companion.choices import COACH_LEVELS, HOUSE_RULES, LANGUAGES, VARIANTS
from companion.commands import Demand, NewGame, PlayOn, Resign, YoungestIs, draw_agreed
from companion.keyboard import (
    ByEarTyped,
    CoachTyped,
    CommandTyped,
    LanguageTyped,
    QuestionTyped,
    TakeBackTyped,
    TurnTyped,
)
from companion.room import Asked, Touched, Wanted
from rules.piece import BLACK_KING, BLACK_MAN, WHITE_KING, WHITE_MAN, Color, Piece
from rules.position import Position
from rules.variant import Variant
from rules.variants import variant_named

_PIECES: Mapping[str, Piece] = {"w": WHITE_MAN, "W": WHITE_KING, "b": BLACK_MAN, "B": BLACK_KING}
_WISHES: Mapping[str, Wanted] = {
    "take_back": TakeBackTyped(),
    "new_game": CommandTyped(NewGame()),
    "draw": CommandTyped(draw_agreed()),
    "turn": TurnTyped(),
    "repeat": QuestionTyped(Question.REPEAT),
    "last_move": QuestionTyped(Question.LAST_MOVE),
    "duty": QuestionTyped(Question.DUTY),
    "count": QuestionTyped(Question.COUNT),
    "kings": QuestionTyped(Question.KINGS),
    "own": QuestionTyped(Question.OWN),
    "white": QuestionTyped(Question.WHITE),
    "black": QuestionTyped(Question.BLACK),
    "position": QuestionTyped(Question.POSITION),
    "demand": CommandTyped(Demand()),
    "play_on": CommandTyped(PlayOn()),
}
_OF_A_SQUARE: Mapping[str, Question] = {
    "square": Question.SQUARE,
    "row": Question.ROW,
    "diagonals": Question.DIAGONALS,
}
_MOST_SQUARES = 100


class BadWishError(Exception):
    """What was sent is nothing that can be done; one line in English."""


def hand_item(body: Mapping[str, object]) -> Touched:
    """A piece that is lifted or put down. Raises BadWishError."""
    square, piece = _square(body), body.get("piece")
    if piece is None:
        return Touched(square, None)
    if not isinstance(piece, str) or piece not in _PIECES:
        raise BadWishError("a piece is w, W, b, B or null")
    return Touched(square, _PIECES[piece])


def wish_item(body: Mapping[str, object]) -> Asked:
    """Something that the session is asked for. Raises BadWishError."""
    wish = body.get("wish")
    match wish:
        case "resign":
            return Asked(CommandTyped(Resign(_side(body.get("side")))))
        case "youngest" if (side := _side(body.get("side"))) is not None:
            return Asked(CommandTyped(YoungestIs(side)))
        case "language" if body.get("language") in LANGUAGES:
            return Asked(LanguageTyped(str(body["language"])))
        case str() if wish in _OF_A_SQUARE:
            return Asked(QuestionTyped(_OF_A_SQUARE[wish], _square(body)))
        case "by_ear" if isinstance(body.get("on"), bool):
            return Asked(ByEarTyped(body["on"] is True))
        case "coach":
            return Asked(CoachTyped(_side(body.get("side")), _level(body.get("level"))))
        case "new_game" if "variant" in body:
            return Asked(CommandTyped(NewGame(Position.start(_variant(body)))))
        case str() if wish in _WISHES:
            return Asked(_WISHES[wish])
    raise BadWishError(f"a wish is one of {', '.join(_WISHES)}, resign, youngest, coach, language")


def _square(body: Mapping[str, object]) -> int:
    square = body.get("square")
    if type(square) is not int or not 1 <= square <= _MOST_SQUARES:
        raise BadWishError("a square is a number from 1 on")
    return square


def _level(value: object) -> Coach:
    if not isinstance(value, str) or value not in COACH_LEVELS:
        raise BadWishError(f"a level is one of {', '.join(COACH_LEVELS)}")
    return Coach[value.upper()]


def _variant(body: Mapping[str, object]) -> Variant:
    """The game with its house rules; only names of our own are looked up."""
    name, house = body.get("variant"), body.get("house", [])
    if not isinstance(name, str) or name not in VARIANTS:
        raise BadWishError(f"a game is one of {', '.join(VARIANTS)}")
    if not isinstance(house, list) or any(rule not in HOUSE_RULES for rule in house):
        raise BadWishError(f"house rules are some of {', '.join(HOUSE_RULES)}")
    return variant_named("+".join((name, *map(str, house))))


def _side(value: object) -> Color | None:
    if value is None:
        return None
    try:
        return Color(value)
    except ValueError:
        raise BadWishError("a side is W or B") from None
