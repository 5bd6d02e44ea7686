"""What can be read in two ways: one is recorded, the other kept until what follows tells.

A square that is misread may leave two moves open. In a gap in the reports, a king that went on
twice while nothing was seen stands where one move would have brought it, and the opponent's move
between lies there too: two plies or three. Two are likelier and are recorded; where the other side
moves next it were three.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from reconciler.explain import Explanation
from reconciler.transition import MovePlayed, MovesTakenBack, OrderUnknown, Transition
from rules.game import Game
from rules.ply import Ply


def game_read_otherwise(before: Game, ways: tuple[Explanation, ...]) -> Game | None:
    """The game by another way through the gap; where there are several its position alone."""
    if not ways:
        return None
    first, *others = ways
    if others:
        return before.record(Ply(before.position, None, first.position))
    game = before
    for move in first.moves:
        game = game.play(move)
    return game


def also_played(otherwise: Game | None, ply: Ply) -> Game | None:
    """The other game goes on where the same can be played in it."""
    if otherwise is None or ply.move not in otherwise.position.legal_moves():
        return None
    return otherwise.play(ply.move)


def read_otherwise(recorded: Game, true: Game, now: float) -> Iterator[Transition]:
    """What is to be told when the gap turns out to have been the other way."""
    pairs = zip(recorded.plies, true.plies, strict=False)
    same = len(list(takewhile(lambda pair: pair[0] == pair[1], pairs)))
    yield MovesTakenBack(now, recorded.plies[same:])
    for number, ply in enumerate(true.plies[same:], start=same):
        if ply.move is None:
            yield OrderUnknown(now, ply.after, ())
        else:
            yield MovePlayed(now, ply, number)
