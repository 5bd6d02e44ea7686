"""Touch-move, completion and claims, against the cases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.conduct import (
    Completion,
    WrongBoard,
    bound_by_touch,
    completion,
    lies_right,
    may_agree_draw,
    may_demand_take_back,
    wrong_board,
)
from rules.fen import parse_fen
from rules.game import Game, Ply
from rules.notation import parse_move
from rules.outcome import (
    ONE_HALF_ZERO,
    THREE_ONE_ZERO,
    TWO_ONE_ZERO,
    Outcome,
    Scoring,
    Termination,
)
from rules.piece import Color
from rules.ruling import Reason
from rules.variants import INTERNATIONAL, ITALIAN, TURKISH, variant_named

CASES = json.loads((Path(__file__).parent.parent / "data/rules.json").read_text(encoding="utf-8"))


def cases(question: str) -> list:
    chosen = [c for c in CASES["cases"] if c["question"] == question]
    return [pytest.param(case, id=case["id"]) for case in chosen]


@pytest.mark.parametrize("case", cases("touch"))
def test_a_touch_binds_as_in_the_case(case: dict) -> None:
    excused = case["touched"] if case.get("announced") or case.get("accident") else ()
    bound = bound_by_touch(parse_fen(case["fen"]), case["touched"], excused)
    assert bound == (case["must_move"][0] if case["must_move"] else None)


def followed(case: dict) -> Completion:
    events = [event.split() for event in case["events"]]
    lifted = [int(square) for what, square in events if what == "lift"]
    landings = tuple(int(square) for what, square in events if what == "place")
    removed = frozenset(int(square) for what, square in events if what == "remove")
    return completion(parse_fen(case["fen"]), lifted[0], landings, removed)


@pytest.mark.parametrize("case", cases("completion"))
def test_a_move_is_complete_and_wants_removals_as_in_the_case(case: dict) -> None:
    state = followed(case)
    assert state.complete is case["expected"]["complete"]
    assert list(state.missing) == case["expected"]["missing_removals"]


@pytest.mark.parametrize("case", cases("claim"))
def test_a_claim_is_answered_as_in_the_case(case: dict) -> None:
    game = Game(parse_fen(case["fen"]))
    for step in case["history"]:
        before = game.position
        irregular = Reason(step["illegal"]) if "illegal" in step else None
        game = game.record(Ply(before, None, before.after(step["from"], step["to"], ()), irregular))
    who = Color(case["claim"][0].upper())
    accepted = case["claim"].endswith("accepts") or may_demand_take_back(game, who)
    if accepted and case["claim"].endswith("takeback"):
        game = game.take_back()
    assert accepted is case["expected"]["accepted"]
    assert game.position.fen == case["expected"]["fen"]


def test_a_touch_that_is_excused_leaves_the_next_one_binding() -> None:
    start = Game.new().position
    assert bound_by_touch(start, (32, 33), excused=(32,)) == 33
    assert bound_by_touch(start, (32, 33)) == 32


def test_a_board_that_lies_wrong_is_turned_until_black_has_moved() -> None:
    game = Game.new()
    remedies = []
    for text in ("32-28", "19-23", "28x19"):
        remedies.append(wrong_board(game))
        game = game.play(parse_move(game.position, text))
    again, on = WrongBoard.START_AGAIN, WrongBoard.PLAY_ON
    assert [*remedies, wrong_board(game)] == [again, again, on, on]
    assert wrong_board(game, always_void=True) is again


def test_the_corner_at_the_lower_left_tells_how_a_board_lies() -> None:
    assert lies_right(INTERNATIONAL, dark_corner_left=True)
    assert not lies_right(INTERNATIONAL, dark_corner_left=False)
    assert lies_right(ITALIAN, dark_corner_left=False)
    assert lies_right(TURKISH, dark_corner_left=False)


def test_a_draw_may_always_be_agreed_where_the_house_says_so() -> None:
    assert not may_agree_draw(Game.new(), match=True)
    assert may_agree_draw(Game.new(variant_named("international+free_draw")), match=True)


@pytest.mark.parametrize(
    ("scoring", "points"),
    [
        (TWO_ONE_ZERO, [(2, 0), (1, 1), (0, 2)]),
        (ONE_HALF_ZERO, [(1, 0), (0.5, 0.5), (0, 1)]),
        (THREE_ONE_ZERO, [(3, 0), (1, 1), (0, 3)]),
        (Scoring(5, 2, 1), [(5, 1), (2, 2), (1, 5)]),
    ],
)
def test_points_are_given_as_the_organiser_chose(
    scoring: Scoring, points: list[tuple[float, float]]
) -> None:
    outcomes = [Outcome(winner, Termination.ENTERED) for winner in (Color.WHITE, None, Color.BLACK)]
    assert [scoring.points(outcome) for outcome in outcomes] == points
