"""Results, draw counters, promotion and setup, against the cases; and how games are changed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.conduct import may_agree_draw
from rules.errors import IllegalMoveError
from rules.fen import parse_fen
from rules.game import Game, Outcome, Ply, Termination
from rules.notation import parse_move
from rules.piece import Color, Role
from rules.position import Position
from rules.ruling import Reason
from rules.variants import INTERNATIONAL, VARIANTS, variant_named

CASES = json.loads((Path(__file__).parent.parent / "data/rules.json").read_text(encoding="utf-8"))
OLD_NAMES = {"seed003", "seed003_flying"}


def cases(question: str) -> list:
    return [
        pytest.param(case, id=case["id"])
        for case in CASES["cases"]
        if case["question"] == question and case["variant"] in (*VARIANTS, *OLD_NAMES)
    ]


def position_of(case: dict) -> Position:
    return parse_fen(case["fen"], variant_named(case["variant"]))


def color_of(letter: str | None) -> Color | None:
    return Color(letter.upper()) if letter else None


def play(game: Game, *texts: str) -> Game:
    for text in texts:
        game = game.play(parse_move(game.position, text))
    return game


@pytest.mark.parametrize("case", [c for c in cases("draw") if "plies" in c.values[0]])
def test_a_counter_makes_a_draw_at_the_ply_of_the_case(case: dict) -> None:
    game = Game(position_of(case))
    first: tuple[int | None, str | None] = (None, None)
    for number, text in enumerate(case["plies"], start=1):
        game = play(game, text)
        if game.outcome is not None and first[0] is None:
            assert game.outcome.winner is None
            first = (number, game.outcome.termination.value)
    assert first == (case["expected"]["first_draw_ply"], case["expected"]["rule"])


@pytest.mark.parametrize("case", [c for c in cases("draw") if "event" in c.values[0]])
def test_a_draw_may_be_agreed_when_the_case_says_so(case: dict) -> None:
    game = Game(position_of(case))
    ply = Ply(game.position, None, game.position)
    for _ in range(2 * case["context"]["moves_played_each"]):
        game = game.record(ply)
    match = case["context"]["mode"] == "match"
    assert may_agree_draw(game, match) is case["expected"]["allowed"]


@pytest.mark.parametrize("case", cases("result"))
def test_the_result_is_that_of_the_case(case: dict) -> None:
    game = Game(position_of(case))
    event = case.get("event", "")
    if event.startswith("resign"):
        loser = Color(event[-1].upper())
        game = game.finish(Outcome(loser.other, Termination.RESIGNED))
    elif event == "agree_draw":
        game = game.finish(Outcome(None, Termination.AGREED))
    elif event:
        game = play(game, event)
    expected = case["expected"]
    assert (game.outcome is not None) is expected["over"]
    if game.outcome is not None:
        assert game.outcome.winner is color_of(expected["winner"])
        if "score" in expected:
            assert list(game.outcome.score) == expected["score"]


@pytest.mark.parametrize("case", cases("promotion"))
def test_a_man_becomes_a_king_when_the_case_says_so(case: dict) -> None:
    position = position_of(case)
    route = tuple(case["move"]["route"])
    (move,) = (m for m in position.legal_moves() if any(r.path == route for r in m.routes))
    assert move.promotes is case["promotes"]
    assert position.play(move).fen == case["fen_after"]
    after = position.after(move.start, move.end, move.captured, move.promotes)
    assert after == position.play(move)


@pytest.mark.parametrize("case", cases("setup"))
def test_the_start_position_is_that_of_the_case(case: dict) -> None:
    start = Position.start(variant_named(case["variant"]))
    board, expected = start.variant.geometry, case["expected"]
    assert start == position_of(case)
    assert len(start.squares(Color.WHITE, Role.MAN)) == expected["white"]
    assert len(start.squares(Color.BLACK, Role.MAN)) == expected["black"]
    rows = {board.row(square) for square in start.pieces()}
    assert board.height - len(rows) == expected["empty_rows"]
    assert (board.at(board.height, 1) is not None) is expected["dark_bottom_left"]


@pytest.mark.parametrize("case", cases("numbering"))
def test_squares_are_numbered_as_in_the_case(case: dict) -> None:
    board = variant_named(case["variant"]).geometry
    place = (board.row(case["square"]), board.column(case["square"]))
    assert place == (case["row"], case["col"])
    assert board.at(*place) == case["square"]


def test_an_illegal_move_cannot_be_played() -> None:
    game = play(Game.new(), "32-28")
    with pytest.raises(IllegalMoveError, match="32-28"):
        game.play(game.plies[0].move)


def test_taking_back_restores_the_position_and_forgets_the_plies() -> None:
    game = play(Game.new(), "32-28", "19-23", "28x19")
    assert game.take_back(2) == play(Game.new(), "32-28")
    assert game.take_back(9) == Game.new()


def test_a_verdict_goes_before_everything_and_does_not_outlive_play() -> None:
    resigned = Outcome(Color.BLACK, Termination.RESIGNED)
    game = play(Game.new(), "32-28").finish(resigned)
    assert game.outcome == resigned
    assert game.outcome.text == "0-2"
    assert game.finish(None).outcome is None
    assert play(game, "19-23").outcome is None


def test_a_blocked_side_loses_by_no_moves_and_an_empty_side_by_no_pieces() -> None:
    blocked = Game(parse_fen("W:W6,7:B1,2")).outcome
    assert blocked == Outcome(Color.BLACK, Termination.NO_MOVES)
    bare = Game(parse_fen("B:W31:B")).outcome
    assert bare == Outcome(Color.WHITE, Termination.NO_PIECES)


def test_playing_on_after_a_draw_withdraws_it() -> None:
    shuffle = ("50-45", "1-6", "45-50", "6-1") * 2
    game = play(Game(parse_fen("W:WK46,K50:BK5,K1,K2")), *shuffle)
    assert game.outcome == Outcome(None, Termination.THREEFOLD)
    assert play(game, "50-44").outcome is None


def test_the_counters_can_be_read_before_they_are_full() -> None:
    game = play(Game(parse_fen("W:WK46:BK2,K3,K4")), "46-28", "4-27", "28-23")
    counters = game.counters
    assert (counters.kings_only, counters.kings_only_limit) == (3, 50)
    assert counters.endgame is Termination.ONE_V_THREE_16
    assert (counters.endgame_plies, counters.endgame_limit) == (3, 32)
    assert counters.draw is None


def test_five_moves_start_anew_when_three_pieces_become_two() -> None:
    game = play(Game(parse_fen("W:WK46:BK2,K3,19")), "46x5")
    assert game.counters.endgame is Termination.ONE_V_TWO_5
    assert game.counters.endgame_plies == 0


def test_promotion_among_three_pieces_leaves_the_count_running() -> None:
    game = play(Game(parse_fen("B:WK5:BK47,K36,45")), "45-50")
    assert game.counters.endgame is Termination.ONE_V_THREE_16
    assert game.counters.endgame_plies == 1


def test_an_irregular_ply_counts_like_a_move_of_its_kind() -> None:
    position = parse_fen("W:WK46,48:BK5,1,2,3,4")
    wrong = position.after(46, 37, ())
    game = Game(position).record(Ply(position, None, wrong, Reason.MUST_CAPTURE))
    assert game.counters.kings_only == 1
    man = wrong.after(1, 7, ())
    assert game.record(Ply(wrong, None, man, Reason.BAD_GEOMETRY)).counters.kings_only == 0


def test_every_start_position_has_moves_and_no_counter() -> None:
    for variant in VARIANTS.values():
        game = Game.new(variant)
        assert game.outcome is None
        assert game.position.legal_moves()
    assert Game.new().variant is INTERNATIONAL
