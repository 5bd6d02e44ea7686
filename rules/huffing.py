"""Huffing (blazen), a house rule: who captured less than he had to may lose the piece for it."""

from __future__ import annotations

from rules.errors import HuffError
from rules.game import Game
from rules.ply import Ply
from rules.ruling import Reason

MISSED = (Reason.MUST_CAPTURE, Reason.MUST_CAPTURE_MORE)


def huffable(game: Game) -> tuple[int, ...]:
    """The squares where the pieces stand now that should have captured in the last ply and did
    not. Empty where the game is played without huffing, where nothing was missed, and after the
    opponent has moved. Taking one of them is no move: who takes it still has the turn."""
    if not game.variant.huffing or not game.plies:
        return ()
    last = game.plies[-1]
    if last.irregular not in MISSED:
        return ()
    owed = {move.start for move in last.before.legal_moves() if move.is_capture}
    if last.move is not None and last.move.start in owed:
        owed.remove(last.move.start)
        owed.add(last.move.end)
    standing = last.after.squares(last.before.turn)
    return tuple(square for square in standing if square in owed)


def huff(game: Game, square: int) -> Game:
    """The game after the opponent took the piece on `square` for a missed capture. Raises
    HuffError where it may not be taken."""
    allowed = huffable(game)
    if square not in allowed:
        ways = ", ".join(map(str, allowed)) or "nothing"
        raise HuffError(f"the piece on {square} cannot be huffed: {ways} can")
    before = game.position
    return game.record(Ply(before, None, before.without(square)))


def huffed_square(ply: Ply) -> int | None:
    """The square from which a ply took a piece for a missed capture; None for any other ply."""
    before, after = ply.before, ply.after
    if not before.variant.huffing or ply.move is not None or before.turn is not after.turn:
        return None
    gone = set(before.squares(before.turn.other)) - set(after.squares(before.turn.other))
    square = gone.pop() if len(gone) == 1 else None
    return square if square and before.without(square) == after else None
