"""Scenario files: what is read, and how every mistake in them is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from board_io.trace_event import Commanded, FlagFell, SquareChanged
from companion.errors import InputError
from companion.replay import moves_of, replay
from companion.scenario import read_scenarios, scenarios_from
from rules.piece import Color
from rules.snapshot import Reading, SensorKind

QUIET: dict[str, Any] = {
    "id": "quiet",
    "fen": "W:W32,33:B19,20",
    "sensor": "colour",
    "events": [
        {"t_ms": 0, "square": 32, "state": "empty"},
        {"t_ms": 400, "square": 28, "state": "white"},
    ],
}


def changed(**changes: Any) -> dict[str, Any]:
    return QUIET | changes


@pytest.mark.parametrize("document", [QUIET, [QUIET], {"scenarios": [QUIET], "about": "anything"}])
def test_one_scenario_a_list_and_a_collection_are_read(document: object) -> None:
    scenarios, errors = scenarios_from(document, "file")
    assert errors == []
    assert [scenario.id for scenario in scenarios] == ["quiet"]
    assert scenarios[0].sensor is SensorKind.COLOR
    assert scenarios[0].board[32] is Reading.WHITE
    assert scenarios[0].events[0] == SquareChanged(0, 32, Reading.EMPTY)


def test_the_side_to_move_may_be_given_beside_the_position() -> None:
    scenarios, _ = scenarios_from(changed(side="B"), "file")
    assert scenarios[0].start.turn is Color.BLACK


def test_a_board_may_show_something_else_at_first() -> None:
    board = {"white": [32, 34], "black_king": [1]}
    scenarios, _ = scenarios_from(changed(initial_board=board, sensor="colour_kings"), "file")
    shown = scenarios[0].board
    assert (shown[32], shown[34], shown[33]) == (
        Reading.WHITE_MAN,
        Reading.WHITE_MAN,
        Reading.EMPTY,
    )
    assert shown[1] is Reading.BLACK_KING


def test_a_turned_board_shows_the_position_the_other_way_round() -> None:
    scenarios, _ = scenarios_from(changed(board_turned_180=True), "file")
    assert scenarios[0].board[51 - 32] is Reading.WHITE


def test_happenings_are_read() -> None:
    events = [
        {"t_ms": 1, "kind": "clock_flag", "side": "B"},
        {"t_ms": 2, "kind": "command", "name": "result", "value": "1-1"},
    ]
    scenarios, errors = scenarios_from(changed(events=events), "file")
    assert errors == []
    assert scenarios[0].events == (FlagFell(1, Color.BLACK), Commanded(2, "result", "1-1"))


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (7, "must be an object"),
        (changed(fen=None), "fen is missing"),
        (changed(fen="W:W99:B1"), "99"),
        (changed(fen="rubbish"), "FEN"),
        (changed(variant="checkers-on-mars"), "checkers-on-mars"),
        (changed(side="X"), "side must be W or B"),
        (changed(sensor="nose"), "unknown sensor 'nose'"),
        (changed(events=3), "events must be a list"),
        (changed(events=[1]), "event 1"),
        (changed(events=[{"t_ms": 0, "square": 51, "state": "empty"}]), "square must be from 1"),
        (changed(events=[{"t_ms": 0, "square": 5, "state": "blue"}]), "unknown state 'blue'"),
        (changed(events=[{"t_ms": 0}]), "event 1"),
        (changed(events=[{"t_ms": 0, "kind": "earthquake"}]), "earthquake"),
        (changed(events=[{"t_ms": "x", "square": 5, "state": "empty"}]), "t_ms"),
        (
            changed(
                events=[
                    {"t_ms": 5, "square": 5, "state": "empty"},
                    {"t_ms": 4, "square": 5, "state": "white"},
                ]
            ),
            "event 2: t_ms goes back in time",
        ),
        (changed(initial_board={"white": [0]}), "square must be from 1"),
        (changed(initial_board={"pink": [1]}), "unknown state 'pink'"),
        (changed(initial_board=[1]), "initial_board must be an object"),
        (changed(context=[]), "context must be an object"),
        (changed(context={"engine_move": 5}), "engine_move"),
        (changed(expect={"checkpoints": [{}]}), "checkpoint"),
    ],
)
def test_a_mistake_is_one_line_and_the_other_scenarios_are_read(raw: object, words: str) -> None:
    scenarios, errors = scenarios_from([raw, QUIET], "file.json")
    assert [scenario.id for scenario in scenarios] == ["quiet"]
    assert len(errors) == 1
    assert str(errors[0]).startswith("file.json: scenario ")
    assert words in str(errors[0])
    assert "\n" not in str(errors[0])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "line 1"),
        (b'{"fen":\n\n oops}', "line 3"),
        (b"\xff\xfe", "cannot be read: no text in UTF-8"),
        (b"3", "holds no scenario"),
        (b"[" * 200_000, "cannot be read"),
        (b'{"format":"dambord-trace","version":99}\n', "version 99"),
        (
            b'{"format":"dambord-trace","version":1,"sensor":"colour","squares":50,'
            b'"variant":"international","fen":"W:W31:B20"}\n{"t_ms":1,"kind":"odd"}\n',
            "line 2",
        ),
    ],
)
def test_a_file_that_is_none_is_told_in_one_line(
    tmp_path: Path, content: bytes, words: str
) -> None:
    path = tmp_path / "case.json"
    path.write_bytes(content)
    with pytest.raises(InputError) as error:
        read_scenarios(path)
    assert words in str(error.value)
    assert str(path) in str(error.value)
    assert "\n" not in str(error.value)


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"cannot be read: No such file or directory$"):
        read_scenarios(tmp_path / "nothing.json")


@pytest.mark.parametrize(
    "raw",
    [
        changed(context={"engine_move": "forward!"}),
        changed(events=[{"t_ms": 0, "kind": "link_up", "board": "..."}]),
    ],
)
def test_what_cannot_be_played_is_told_when_it_comes_to_it(raw: dict[str, Any]) -> None:
    scenarios, errors = scenarios_from(raw, "file")
    assert errors == []
    with pytest.raises(InputError) as error:
        replay(scenarios[0])
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(("name", "value"), [("dance", None), ("result", "9-9")])
def test_what_is_entered_and_not_understood_does_not_stop_a_replay(
    name: str, value: str | None
) -> None:
    event = {"t_ms": 0, "kind": "command", "name": name, "value": value}
    scenarios, _ = scenarios_from(changed(events=[event, *QUIET["events"]]), "file")
    done = replay(scenarios[0])
    assert moves_of(done.game) == ["32-28"]
    assert len(done.ignored) == 1


def test_the_engine_moves_when_it_is_its_turn() -> None:
    context = {"mode": "engine", "human": "W", "engine_move": "20-24"}
    events = [
        *QUIET["events"],
        {"t_ms": 3000, "square": 19, "state": "empty"},
        {"t_ms": 3400, "square": 23, "state": "black"},
    ]
    scenarios, errors = scenarios_from(changed(context=context, events=events), "file")
    assert errors == []
    done = replay(scenarios[0])
    assert moves_of(done.game) == ["32-28"]
    assert [signal.violation.code for signal in done.violations] == ["engine_move_mismatch"]


def test_a_trace_is_a_scenario(tmp_path: Path) -> None:
    path = tmp_path / "evening.trace"
    header = {
        "format": "dambord-trace",
        "version": 1,
        "sensor": "colour",
        "squares": 50,
        "variant": "international",
        "fen": QUIET["fen"],
    }
    path.write_text("".join(json.dumps(line) + "\n" for line in [header, *QUIET["events"]]))
    scenarios, errors = read_scenarios(path)
    assert errors == []
    done = replay(scenarios[0])
    assert done.id == "evening"
    assert moves_of(done.game) == ["32-28"]
