"""`dambord rules` on every case of the rules, and with house rules."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from companion.main import main

DATA = Path(__file__).parent.parent / "data"


def cases(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((DATA / name).read_text(encoding="utf-8"))["cases"]
    return found


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, Any]:
    """The exit code and the JSON that `dambord rules` prints."""
    code = main(["rules", *arguments, "--json"])
    out, err = capsys.readouterr()
    assert err == ""
    return code, json.loads(out)


LEGAL = [case for case in cases("rules.json") if case["question"] == "legal"]
JUDGED = [case for case in cases("rules.json") if case["question"] == "illegal_reason"]


def key(move: dict[str, Any]) -> tuple[str, tuple[int, ...], bool]:
    return move["notation"], tuple(sorted(move["captures"])), move.get("promotes", False)


@pytest.mark.parametrize("case", LEGAL, ids=lambda case: case["id"])
def test_the_moves_are_those_of_the_case(
    case: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    code, facts = asked(capsys, "moves", "--variant", case["variant"], case["fen"])
    assert code == 0
    assert facts["side"].lower() == case["side"]
    assert sorted(map(key, facts["moves"])) == sorted(map(key, case["moves"]))


@pytest.mark.parametrize("case", JUDGED, ids=lambda case: case["id"])
def test_the_ruling_is_that_of_the_case(
    case: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    attempt = json.dumps(case["attempt"] | {"uncrowned": case.get("uncrowned", [])})
    _, facts = asked(capsys, "judge", "--variant", case["variant"], case["fen"], attempt)
    assert facts["reason"] == case["reason"]
    assert facts["severity"] == case.get("severity", "note" if facts["legal"] else "foul")
    assert sorted(facts["legal_moves"]) == sorted(case["legal"])


@pytest.mark.parametrize("case", cases("ambiguous.json"), ids=lambda case: case["id"])
def test_moves_that_can_be_confused_are_written_apart(
    case: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    _, facts = asked(capsys, "moves", "--variant", case["variant"], case["fen"])
    assert len(facts["moves"]) == case["n_legal"]
    found = {key(move) for move in facts["moves"]}
    assert {key(move)[:2] for move in case["group"]} <= {one[:2] for one in found}
    for move in case["group"]:
        attempt = {"from": move["route"][0], "to": move["route"][-1], "removed": move["captures"]}
        arguments = ("judge", "--variant", case["variant"], case["fen"], json.dumps(attempt))
        code, ruling = asked(capsys, *arguments)
        assert (code, ruling["legal"]) == (0, True)


@pytest.mark.parametrize(
    ("house", "fen", "moves"),
    [
        ("no_forced", "W:W27,48:B22", ["27-21", "27x18", "48-42", "48-43"]),
        ("men_forward", "W:W22,49:B28", ["22-17", "22-18", "49-43", "49-44"]),
        ("men_forward,no_forced", "W:W27:B22", ["27-21", "27x18"]),
        ("huffing, free_draw,youngest_begins", "W:W27,48:B22", ["27x18"]),
    ],
)
def test_house_rules_are_switches(
    house: str, fen: str, moves: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    _, facts = asked(capsys, "moves", "--house", house, fen)
    assert sorted(move["notation"] for move in facts["moves"]) == moves
    _, ruling = asked(capsys, "judge", "--house", house, fen, '{"from": 27, "to": 21}')
    assert ruling["legal"] is ("27-21" in moves)


def test_house_rules_that_do_not_exist_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "moves", "--house", "loud", "W:W27:B22"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert "no_forced" in err
    assert err.count("\n") == 1


def of(question: str) -> list[Any]:
    found = [case for case in cases("rules.json") if case["question"] == question]
    return [pytest.param(case, id=case["id"]) for case in found]


def fits(facts: dict[str, Any], expected: dict[str, Any]) -> bool:
    return facts | expected == facts


@pytest.mark.parametrize("case", of("result"))
def test_the_result_is_that_of_the_case(
    case: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    event = ("--event", case["event"]) if "event" in case else ()
    _, facts = asked(capsys, "result", "--variant", case["variant"], case["fen"], *event)
    assert fits(facts, case["expected"]), facts


@pytest.mark.parametrize("case", of("draw"))
def test_a_draw_is_that_of_the_case(
    case: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    context = case.get("context", {})
    more = ["--match"] if context.get("mode") == "match" else []
    more += ["--played", str(context["moves_played_each"])] if context else []
    more += ["--moves", " ".join(case.get("plies", ()))]
    _, facts = asked(capsys, "draws", "--variant", case["variant"], case["fen"], *more)
    assert fits(facts, case["expected"]), facts


@pytest.mark.parametrize("case", [*of("completion"), *of("touch"), *of("claim")])
def test_conduct_is_that_of_the_case(
    case: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    question = json.dumps(case)
    _, facts = asked(capsys, "conduct", "--variant", case["variant"], case["fen"], question)
    expected = case.get("expected") or {"must_move": case["must_move"]}
    assert fits(facts, expected), facts


@pytest.mark.parametrize(
    "arguments",
    [
        ("result", "W:W31:B20", "--event", "resign:X"),
        ("result", "W:W31:B20", "--event", "31-20"),
        ("draws", "W:W31:B20", "--moves", "20-25"),
        ("conduct", "W:W31:B20", "{"),
        ("conduct", "W:W31:B20", "[]"),
        ("conduct", "W:W31:B20", "{}"),
        ("conduct", "W:W31:B20", '{"events": ["lift"]}'),
        ("conduct", "W:W31:B20", '{"touched": "x"}'),
        ("conduct", "W:W31:B20", '{"history": [{"from": 99, "to": 1}], "claim": "b_accepts"}'),
        ("conduct", "W:W31:B20", '{"history": [], "claim": "b_sulks"}'),
    ],
)
def test_a_question_that_makes_no_sense_is_told_in_one_line(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1
