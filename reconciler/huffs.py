"""Huffing (blazen) on the board, where the house plays it: for a missed capture the opponent takes
the piece off that should have captured, and then makes his own move."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from reconciler.explain import Root, RootKind
from reconciler.irregular import Irregularity
from reconciler.scene import Scene
from reconciler.sight import Sight, bit, difference, squares_of
from reconciler.transition import Violation, ViolationCode
from rules.game import Game
from rules.huffing import MISSED, huff, huffable, huffed_square
from rules.move import Move, Route
from rules.piece import Color
from rules.ply import Ply

_DEPTH = 2
"""Plies after a huff that may be recognised from one burst."""


def huff_roots(scene: Scene) -> Iterator[Root]:
    """The games in which a piece that is off the board was taken for a missed capture."""
    if not scene.game.variant.huffing or scene.over:
        return
    for wrong in _missed(scene):
        missed = wrong.accepted(scene.game) if wrong else scene.game
        for square in huffable(missed):
            if not (scene.sight.occupied | scene.sight.unknown) & bit(square):
                yield Root(
                    RootKind.HUFFED,
                    huff(missed, square),
                    _DEPTH,
                    disputed=(wrong.ply.move,) if wrong and wrong.ply.move else (),
                    told=wrong is None or scene.told,
                    huffed=square,
                    wrong=wrong,
                )


def _missed(scene: Scene) -> list[Irregularity | None]:
    """The wrong moves that may be huffed for; None: the last ply is one, and was let stand."""
    if huffable(scene.game):
        return [None]
    if scene.wrong is not None:
        return [scene.wrong] if scene.wrong.ply.irregular in MISSED else []
    missing, _ = difference(scene.game.position, scene.sight)
    own = missing & scene.game.position.by_color(scene.game.position.turn)
    if own.bit_count() != 2:  # the piece that moved and the one that was taken
        return []
    put_back = [scene.irregularity(scene.game, _with(scene, square)) for square in squares_of(own)]
    return [wrong for wrong in put_back if wrong and wrong.ply.irregular in MISSED]


def _with(scene: Scene, square: int) -> Sight:
    """What would be seen if the piece on this square were still there."""
    sight, there = scene.sight, bit(square)
    occupied = sight.occupied | there
    if scene.game.position.turn is Color.WHITE:
        return replace(sight, occupied=occupied, white=sight.white | there)
    return replace(sight, occupied=occupied, black=sight.black | there)


def wrong_huff(scene: Scene) -> Violation | None:
    """A piece of the opponent was taken off that may not be: the pieces that may be follow it.
    What somebody may be putting right is no huff."""
    if not scene.game.variant.huffing or scene.over:
        return None
    wrong = scene.wrong if scene.told else None
    game = wrong.accepted(scene.game) if wrong else scene.game
    missing, extra = difference(game.position, scene.sight)
    if extra or missing.bit_count() != 1:
        return None
    (square,) = squares_of(missing)
    last = game.plies[-1].move if game.plies else None
    theirs = missing & game.position.by_color(game.position.turn.other)
    allowed = huffable(game)
    if not theirs or square in allowed or (last is not None and last.end == square):
        return None
    return Violation(ViolationCode.WRONG_HUFF, (square, *allowed))


def motion_of(ply: Ply) -> Move | None:
    """What has to be undone to take a ply back; a huffed piece is put back where it stood."""
    square = huffed_square(ply)
    return ply.move if square is None else Move(square, square, (Route((square,), (square,)),))


def is_the_mover(game: Game, huffed: int) -> bool:
    """Whether the piece taken is the one that moved instead of capturing: lifting it looks just
    like going back."""
    last = game.plies[-2].move if len(game.plies) > 1 else None
    return last is not None and last.end == huffed
