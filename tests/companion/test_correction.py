"""A move of a kept game put right afterwards."""

from __future__ import annotations

import pytest

from companion.correction import CorrectionError, Obstacle, corrected
from rules.fen import parse_fen
from rules.game import Game, Outcome, Ply, Termination
from rules.move import Move, Route
from rules.notation import parse_move
from rules.piece import Color
from rules.ruling import Reason


def played(moves: str, fen: str | None = None) -> Game:
    game = Game(parse_fen(fen)) if fen else Game.new()
    for move in moves.split():
        game = game.play(parse_move(game.position, move))
    return game


def moves_of(game: Game) -> str:
    return " ".join(ply.move.short for ply in game.plies if ply.move)


@pytest.mark.parametrize(
    ("moves", "number", "move", "expected"),
    [
        ("33-28 18-23 39-33", 1, "34-29", None),
        ("33-28 18-23 38-33", 2, "18-22", "33-28 18-22 38-33"),
        ("31-26 18-23 37-31", 3, "36-31", "31-26 18-23 36-31"),
        ("31-26 18-22 37-31", 2, "19-23", "31-26 19-23 37-31"),
        ("32-28 19-23 28x19 14x23", 4, "13x24", "32-28 19-23 28x19 13x24"),
    ],
)
def test_what_came_after_it_stays_where_it_can(
    moves: str, number: int, move: str, expected: str | None
) -> None:
    game = played(moves)
    if expected is None:
        with pytest.raises(CorrectionError):
            corrected(game, number, move)
        return
    fixed = corrected(game, number, move)
    assert moves_of(fixed) == expected
    assert fixed == played(expected)


@pytest.mark.parametrize(
    ("number", "move", "obstacle", "at"),
    [
        (0, "32-28", Obstacle.NO_PLY, 0),
        (9, "32-28", Obstacle.NO_PLY, 9),
        (1, "<script>", Obstacle.NO_MOVE, 1),
        (1, "32-23", Obstacle.ILLEGAL, 1),
        (1, "31-26", Obstacle.LATER, 3),
    ],
)
def test_the_ply_that_fails_is_named(number: int, move: str, obstacle: Obstacle, at: int) -> None:
    game = played("32-28 19-23 28x19 14x23")
    with pytest.raises(CorrectionError) as error:
        corrected(game, number, move)
    assert (error.value.obstacle, error.value.number) == (obstacle, at)
    assert "\n" not in str(error.value)


def test_a_capture_that_fits_two_ways_needs_its_squares() -> None:
    game = played("4x31x42x15", "W:WK4:B13,20,32,37")
    with pytest.raises(CorrectionError) as error:
        corrected(game, 1, "4x15")
    assert error.value.obstacle is Obstacle.AMBIGUOUS


def test_a_wrong_move_that_was_let_stand_goes_along() -> None:
    before = played("32-28 19-23").position
    after = before.after(33, 29, ())
    wrong = Ply(before, Move(33, 29, (Route((33, 29)),)), after, Reason.MUST_CAPTURE)
    game = played("32-28 19-23").record(wrong)
    fixed = corrected(game, 1, "31-27")
    assert fixed.plies[2].irregular is Reason.MUST_CAPTURE
    assert fixed.plies[2].move == wrong.move
    assert 27 in fixed.position.squares(Color.WHITE)
    assert corrected(game, 3, "28x19").plies[2].irregular is None
    with pytest.raises(CorrectionError):
        corrected(game, 1, "33-28")


def test_a_result_that_people_gave_stays() -> None:
    given = Outcome(Color.BLACK, Termination.RESIGNED)
    game = played("31-26 18-22 37-31").finish(given)
    assert corrected(game, 2, "19-23").outcome == given
