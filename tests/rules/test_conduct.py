"""Touch-move, completion and claims, against the cases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.conduct import Completion, bound_by_touch, completion, may_demand_take_back
from rules.fen import parse_fen
from rules.game import Game, Ply
from rules.piece import Color
from rules.ruling import Reason

CASES = json.loads((Path(__file__).parent.parent / "data/rules.json").read_text(encoding="utf-8"))


def cases(question: str) -> list:
    chosen = [c for c in CASES["cases"] if c["question"] == question]
    return [pytest.param(case, id=case["id"]) for case in chosen]


@pytest.mark.parametrize("case", cases("touch"))
def test_a_touch_binds_as_in_the_case(case: dict) -> None:
    excused = case.get("announced") or case.get("accident")
    bound = bound_by_touch(parse_fen(case["fen"]), () if excused else case["touched"])
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
