"""Huffing: who missed a capture may lose the piece that should have captured."""

from __future__ import annotations

import pytest

from rules.errors import HuffError
from rules.fen import parse_fen
from rules.game import Game, Ply
from rules.huffing import huff, huffable, huffed_square
from rules.judge import judge
from rules.move import Move, Route
from rules.notation import parse_move
from rules.piece import Color
from rules.ruling import Attempt, Reason
from rules.variants import INTERNATIONAL, variant_named

HUFFING = variant_named("international+huffing")
MISSED = "W:W27,48:B22,1"


def after_missing(start: int, end: int, fen: str = MISSED, variant=HUFFING) -> Game:
    """The game after this quiet move instead of a capture."""
    position = parse_fen(fen, variant)
    reason = judge(position, Attempt(start, end)).reason
    move = Move(start, end, (Route((start, end)),))
    return Game(position).record(Ply(position, move, position.after(start, end, ()), reason))


def test_the_piece_that_should_have_captured_may_be_taken_and_the_turn_stays() -> None:
    game = after_missing(48, 42)
    assert huffable(game) == (27,)
    huffed = huff(game, 27)
    assert huffed.position.fen == "B:W42:B1,22"
    assert huffed.position.turn is Color.BLACK
    assert huffable(huffed) == ()
    assert huffed.take_back() == game
    assert [huffed_square(ply) for ply in huffed.plies] == [None, 27]
    played = huffed.play(parse_move(huffed.position, "1-6"))
    assert played.position.turn is Color.WHITE


def test_a_piece_that_moved_instead_of_capturing_is_taken_where_it_stands() -> None:
    assert huffable(after_missing(27, 21)) == (21,)


def test_every_piece_that_could_have_captured_the_most_may_be_taken() -> None:
    assert huffable(after_missing(48, 42, "W:W31,40,48:B27,34")) == (31, 40)
    assert huffable(after_missing(48, 42, "W:W40,27,48:B34,22,13")) == (27,)


def test_nothing_may_be_taken_otherwise() -> None:
    assert huffable(after_missing(48, 42, variant=INTERNATIONAL)) == ()
    assert huffable(Game.new(HUFFING)) == ()
    game = after_missing(48, 42)
    gone_on = game.play(game.position.legal_moves()[0])
    assert huffable(gone_on) == ()
    backward = Game(parse_fen("W:W28,48:B1", HUFFING))
    wrong = backward.position.after(28, 33, ())
    backward = backward.record(Ply(backward.position, None, wrong, Reason.BACKWARD_MOVE))
    assert huffable(backward) == ()
    with pytest.raises(HuffError, match="27 can"):
        huff(game, 42)
    with pytest.raises(HuffError, match="nothing"):
        huff(gone_on, 27)
