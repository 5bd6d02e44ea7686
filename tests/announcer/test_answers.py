"""What is asked and what is answered: by square, line, side and kind, in words alone."""

from __future__ import annotations

import pytest

from announcer.announcer import Announcer
from announcer.answers import Question
from announcer.catalogue import Catalogue
from rules.errors import SquareError
from rules.fen import parse_fen
from rules.game import Game
from rules.notation import parse_move
from rules.position import Position
from rules.variants import variant_named

NL = Catalogue.load("nl")
ENDING = "W:WK46,28,33:B9,K5,14"


def asked(question: Question, square: int = 0, fen: str = ENDING) -> list[str]:
    game = Game(parse_fen(fen))
    return [NL.sentence(told) for told in Announcer().answer(question, square, game)]


@pytest.mark.parametrize(
    ("question", "square", "answer"),
    [
        (Question.SQUARE, 28, ["Op 28 staat een witte schijf."]),
        (Question.SQUARE, 29, ["Veld 29 is leeg."]),
        (Question.ROW, 30, ["De rij van 26 tot 30.", "Schijven van wit: 28."]),
        (Question.ROW, 36, ["De rij van 36 tot 40 is leeg."]),
        (
            Question.ROW,
            48,
            ["De rij van 46 tot 50.", "Dammen van wit: 46."],
        ),
        (
            Question.DIAGONALS,
            28,
            [
                "De schuine lijn van 6 naar 50.",
                "Schijven van wit: 28 en 33.",
                "De schuine lijn van 5 naar 46.",
                "Schijven van wit: 28.",
                "Dammen van wit: 46.",
                "Schijven van zwart: 14.",
                "Dammen van zwart: 5.",
            ],
        ),
        (
            Question.DIAGONALS,
            45,
            ["De schuine lijn van 1 naar 45 is leeg.", "De schuine lijn van 45 naar 50 is leeg."],
        ),
        (Question.KINGS, 0, ["Dammen van wit: 46.", "Dammen van zwart: 5."]),
        (Question.OWN, 0, ["Schijven van wit: 28 en 33.", "Dammen van wit: 46."]),
        (Question.BLACK, 0, ["Schijven van zwart: 9 en 14.", "Dammen van zwart: 5."]),
        (Question.WHITE, 0, ["Schijven van wit: 28 en 33.", "Dammen van wit: 46."]),
        (Question.COUNT, 0, ["Wit heeft 3 stukken.", "Zwart heeft 3 stukken."]),
    ],
)
def test_a_question_is_answered_in_words(
    question: Question, square: int, answer: list[str]
) -> None:
    told = asked(question, square)
    assert sorted(told) == sorted(answer)
    assert told[0] == answer[0]


@pytest.mark.parametrize("question", [Question.SQUARE, Question.ROW, Question.DIAGONALS])
@pytest.mark.parametrize("square", [0, 51, -1])
def test_a_square_off_the_board_is_refused(question: Question, square: int) -> None:
    with pytest.raises(SquareError):
        asked(question, square)


@pytest.mark.parametrize("game", ["international", "russian", "turkish", "frisian", "english"])
def test_rows_and_diagonals_tell_every_piece_on_them_and_no_other(game: str) -> None:
    position = Position.start(variant_named(game))
    board = position.variant.geometry
    for square in range(1, board.squares + 1):
        for question in (Question.ROW, Question.DIAGONALS):
            told = Announcer().answer(question, square, Game(position))
            lines = [one.squares for one in told if one.kind.value == "on_line"]
            named = {n for one in told if one.kind.value == "pieces_stand" for n in one.squares}
            assert all(position.piece_at(n) for n in named)
            assert len({told.topic for told in told}) == len(told)
            if question is Question.ROW:
                ((first, last),) = lines
                assert first <= square <= last
                assert named == {n for n in range(first, last + 1) if position.piece_at(n)}
            else:
                assert 1 <= len(lines) <= 2
                assert (square in named) is (position.piece_at(square) is not None)


def test_what_was_said_last_is_said_again() -> None:
    announcer, game = Announcer(), Game.new()
    assert announcer.answer(Question.REPEAT, 0, game) == announcer.turn(game)
    game = game.play(parse_move(game.position, "32-28"))
    said = announcer.answer(Question.LAST_MOVE, 0, game)
    assert [NL.sentence(one) for one in said] == ["Wit speelt 32-28.", "Zwart is aan zet."]
    for _ in range(2):
        assert announcer.answer(Question.REPEAT, 0, game) == said
