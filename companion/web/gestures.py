"""What people do on the page: from untrusted JSON to what the live loop takes."""

from __future__ import annotations

from collections.abc import Mapping

from companion.commands import NewGame, Resign, draw_agreed
from companion.keyboard import CommandTyped, TakeBackTyped, TurnTyped
from companion.room import Asked, Touched, Wanted
from rules.piece import BLACK_KING, BLACK_MAN, WHITE_KING, WHITE_MAN, Color, Piece

_PIECES: Mapping[str, Piece] = {"w": WHITE_MAN, "W": WHITE_KING, "b": BLACK_MAN, "B": BLACK_KING}
_WISHES: Mapping[str, Wanted] = {
    "take_back": TakeBackTyped(),
    "new_game": CommandTyped(NewGame()),
    "draw": CommandTyped(draw_agreed()),
    "turn": TurnTyped(),
}
_MOST_SQUARES = 100


class BadWishError(Exception):
    """What was sent is nothing that can be done; one line in English."""


def hand_item(body: Mapping[str, object]) -> Touched:
    """A piece that is lifted or put down. Raises BadWishError."""
    square, piece = body.get("square"), body.get("piece")
    if type(square) is not int or not 1 <= square <= _MOST_SQUARES:
        raise BadWishError("a square is a number from 1 on")
    if piece is None:
        return Touched(square, None)
    if not isinstance(piece, str) or piece not in _PIECES:
        raise BadWishError("a piece is w, W, b, B or null")
    return Touched(square, _PIECES[piece])


def wish_item(body: Mapping[str, object]) -> Asked:
    """Something that the session is asked for. Raises BadWishError."""
    wish = body.get("wish")
    if wish == "resign":
        return Asked(CommandTyped(Resign(_side(body.get("side")))))
    if not isinstance(wish, str) or wish not in _WISHES:
        raise BadWishError(f"a wish is one of {', '.join(_WISHES)}, resign")
    return Asked(_WISHES[wish])


def _side(value: object) -> Color | None:
    if value is None:
        return None
    try:
        return Color(value)
    except ValueError:
        raise BadWishError("a side is W or B") from None
