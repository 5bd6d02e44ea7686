"""The clock in words: typed, in the settings, on the command line, in PDN, on the screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.cli.play import _clock
from companion.clock.control import TimeControl, parse_control
from companion.clock.game_clock import ClockState, GameClock
from companion.clock.keeper import ClockAct, ClockFace, ClockHand, ClockKeeper
from companion.keyboard import (
    ClockChosenTyped,
    ClockTyped,
    Entry,
    NamesTyped,
    Unknown,
    parse_line,
)
from companion.pdn_export import pdn_of
from companion.record import ClockChosen, GameBegun, PlyAdded, PlyTimed
from companion.settings import load_settings
from companion.store import Store
from companion.texts import load_texts
from companion.view import clock_line
from rules.game import Game
from rules.notation import parse_move
from rules.piece import Color


def control(text: str) -> TimeControl:
    found = parse_control(text)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("klok", ClockTyped(ClockAct.TELL)),
        ("pauze", ClockTyped(ClockAct.TOGGLE)),
        ("klok 15+5", ClockChosenTyped(control("15+5"))),
        ("Klok KNDB", ClockChosenTyped(control("80+60"))),
        ("klok geen", ClockChosenTyped(None)),
        ("klok vijf", Unknown("klok vijf")),
        ("namen Anna, Đorđe", NamesTyped("Anna", "Đorđe")),
        ("namen Anna", Unknown("namen Anna")),
        ("namen ,", Unknown("namen ,")),
    ],
)
def test_a_line_is_understood(line: str, entry: Entry) -> None:
    assert parse_line(line, load_texts("nl")) == entry


def test_settings_know_the_clock(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('clock = "5d3"\nclock_hand = "button"\nclock_warns = true\n', "utf-8")
    settings, problems = load_settings(file)
    assert (settings.clock, settings.clock_hand, settings.clock_warns) == ("5d3", "button", True)
    assert problems == []
    file.write_text('clock = "soon"\nclock_hand = "foot"\n', "utf-8")
    settings, problems = load_settings(file)
    assert (settings.clock, settings.clock_hand) == ("", "moves")
    assert ["line 1, clock" in problems[0], "line 2, clock_hand" in problems[1]] == [True, True]


def test_the_command_line_refuses_what_is_no_clock() -> None:
    assert _clock("kndb") == "kndb"
    with pytest.raises(Exception, match="'15x' is no clock"):
        _clock("15x")


def test_times_and_time_control_are_written_as_pdn() -> None:
    game = Game.new()
    game = game.play(parse_move(game.position, "32-28"))
    store = Store(None)
    store.write(
        [
            GameBegun(game.start),
            ClockChosen("50/120,60"),
            PlyAdded(0, game.plies[0]),
            PlyTimed(0, 12.0, 7188.0),
        ]
    )
    text = pdn_of([store.load(1)])
    assert '[TimeControl "50/7200:3600"]' in text
    assert "32-28 {[%clk 1:59:48]}" in text
    store.close()


def test_the_screen_shows_both_clocks_and_whose_runs() -> None:
    face = ClockFace(
        "5+3", ClockHand.MOVES, ClockState.RUNNING, Color.BLACK, 303.0, 65.0, 0.0, 100.0
    )
    texts = load_texts("nl")
    assert clock_line(face, texts, 110.0) == "  Wit 5:03  ▶ Zwart 0:55"
    idle = ClockKeeper(control("15"), Color.WHITE).face(0.0)
    assert clock_line(idle, texts, 9.0) == "  Wit 15:00    Zwart 15:00  (begint met de eerste zet)"


def test_a_clock_of_another_first_side_begins_with_that_side() -> None:
    clock = GameClock(control("5"), Color.BLACK)
    clock.begin(0)
    assert clock.left_s(Color.BLACK, 10) == 290
