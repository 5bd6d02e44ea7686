"""The reported situations, through `dambord replay` in one process, against what is expected."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from announcer.catalogue import Catalogue
from companion.replay import replay
from companion.scenario import read_scenarios

FILE = Path(__file__).parent.parent / "data" / "scenarios.json"
EXPECTED = {raw["id"]: raw for raw in json.loads(FILE.read_text(encoding="utf-8"))["scenarios"]}
SCENARIOS, ERRORS = read_scenarios(FILE)


@pytest.fixture(scope="module")
def replays() -> dict[str, dict[str, Any]]:
    catalogue = Catalogue.load("nl")
    return {scenario.id: replay(scenario).as_json(catalogue) for scenario in SCENARIOS}


def expected_of(name: str) -> dict[str, Any]:
    return EXPECTED[name]["expect"]


def test_every_scenario_is_read() -> None:
    assert not ERRORS
    assert [scenario.id for scenario in SCENARIOS] == list(EXPECTED)
    assert len(SCENARIOS) == 30


@pytest.mark.parametrize("name", EXPECTED)
def test_the_record_is_right(name: str, replays: dict[str, dict[str, Any]]) -> None:
    done, expected = replays[name], expected_of(name)
    assert done["moves"] == expected["moves"]
    assert [set(taken) for taken in done["captured"]] == [set(t) for t in expected["captured"]]
    assert done["final_fen"] == expected["final_fen"]
    assert done["irregular_moves"] == expected.get("irregular_moves", [])
    assert done["result"] == expected.get("result")


@pytest.mark.parametrize("name", EXPECTED)
def test_violations_are_told_in_time_and_none_is_invented(
    name: str, replays: dict[str, dict[str, Any]]
) -> None:
    told = {(v["code"], tuple(v["squares"])): v["t_ms"] for v in replays[name]["violations"]}
    due = {(v["code"], tuple(v["squares"])): v["by_t_ms"] for v in expected_of(name)["violations"]}
    late = {key: told.get(key) for key, by in due.items() if told.get(key, 1e9) > by}
    assert not late
    # While a position is set up what is still missing may be told again, piece by piece.
    codes = {code for code, _ in due}
    assert {code for code, _ in told} == codes


@pytest.mark.parametrize("name", EXPECTED)
def test_the_record_is_right_at_every_checkpoint(
    name: str, replays: dict[str, dict[str, Any]]
) -> None:
    expected = [(c["t_ms"], c["moves"]) for c in expected_of(name)["checkpoints"]]
    done = [(c["t_ms"], c["moves"]) for c in replays[name]["checkpoints"]]
    assert done == expected


@pytest.mark.parametrize("name", EXPECTED)
def test_what_was_told_is_taken_back_when_it_is_mended(
    name: str, replays: dict[str, dict[str, Any]]
) -> None:
    """No light stays on: every violation that was told is over at the end."""
    done = replays[name]
    if name == "open-20":  # set-up help, which ends with the set-up itself
        assert "set_up_complete" in kinds(done)
        return
    told = [(v["code"], v["squares"]) for v in done["violations"]]
    mended = [(v["code"], v["squares"]) for v in done["mended"]]
    assert sorted(told) == sorted(mended)


@pytest.mark.parametrize("name", EXPECTED)
def test_moves_are_told_in_order_once_each(name: str, replays: dict[str, dict[str, Any]]) -> None:
    done = replays[name]
    texts = texts_of(done, "move", "move_stands", "move_corrected")
    last = 0
    for move in done["moves"]:
        at = next((n for n in range(last, len(texts)) if names(move, texts[n])), None)
        assert at is not None, (move, texts)
        last = at + 1


def kinds(done: dict[str, Any]) -> list[str]:
    return [announcement["kind"] for announcement in done["announcements"]]


def texts_of(done: dict[str, Any], *wanted: str) -> list[str]:
    return [a["text"] for a in done["announcements"] if a["kind"] in wanted]


def names(move: str, text: str) -> bool:
    """Whether a sentence names a move; a capture may be told with its whole way."""
    start, _, end = move.replace("x", "-").partition("-")
    return any(
        word.strip(".,!").replace("x", "-").split("-")[0] == start
        and word.strip(".,!").replace("x", "-").split("-")[-1] == end
        for word in text.split()
        if "-" in word or "x" in word
    )


def told_once(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda done: kinds(done).count(kind) == 1


def never_told(*unwanted: str) -> Callable[[dict[str, Any]], bool]:
    return lambda done: not set(unwanted) & set(kinds(done))


def no_more_moves_told(count: int) -> Callable[[dict[str, Any]], bool]:
    return lambda done: kinds(done).count("move") == count


@pytest.mark.parametrize(
    ("name", "holds"),
    [
        ("open-01", no_more_moves_told(2)),
        ("open-01", never_told("moves_taken_back", "move_corrected")),
        ("open-02", told_once("move_corrected")),
        ("open-03", no_more_moves_told(4)),
        ("open-04", never_told("moves_taken_back", "piece_missing")),
        ("open-08", no_more_moves_told(1)),
        ("open-09", never_told("promotion", "king_not_crowned")),
        ("open-11", told_once("capture_obligatory")),
        ("open-12", never_told("moves_taken_back")),
        ("open-13", told_once("majority_capture")),
        ("open-15", told_once("moves_taken_back")),
        ("open-17", never_told("moves_taken_back", "touch_move", "piece_missing")),
        ("open-18", never_told("moves_taken_back")),
        ("open-19", told_once("board_turned")),
        ("open-19", never_told("set_up", "extra_piece", "piece_missing")),
        ("open-21", told_once("link_lost")),
        ("open-21", told_once("link_restored")),
        ("open-22", told_once("resumed")),
        ("open-22", never_told("new_game_started", "set_up")),
        ("open-23", told_once("game_over")),
        ("open-23", no_more_moves_told(1)),
        ("open-24", told_once("promotion")),
        ("open-25", never_told("promotion", "king_not_crowned")),
        ("open-26", lambda done: kinds(done)[-2:] == ["move", "game_over"]),
        ("open-28", told_once("game_over")),
        ("open-28", no_more_moves_told(1)),
    ],
)
def test_what_must_not_happen_does_not(
    name: str, holds: Callable[[dict[str, Any]], bool], replays: dict[str, dict[str, Any]]
) -> None:
    assert holds(replays[name]), kinds(replays[name])


@pytest.mark.parametrize("language", ["nl", "en"])
def test_every_announcement_has_a_sentence(language: str) -> None:
    catalogue = Catalogue.load(language)
    for scenario in SCENARIOS:
        for announcement in replay(scenario).as_json(catalogue)["announcements"]:
            assert announcement["text"]


def test_the_same_scenario_gives_the_same_replay() -> None:
    catalogue = Catalogue.load("nl")
    for scenario in SCENARIOS:
        assert replay(scenario).as_json(catalogue) == replay(scenario).as_json(catalogue)
