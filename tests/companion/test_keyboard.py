"""What people type."""

from __future__ import annotations

import pytest

from companion.commands import EnterResult, NewGame, Resign, command_fields, command_named
from companion.errors import InputError
from companion.keyboard import (
    CommandTyped,
    Entry,
    HelpTyped,
    MoveTyped,
    PageTyped,
    RemoveTyped,
    StopTyped,
    TakeBackTyped,
    TurnTyped,
    Unknown,
    parse_line,
)
from companion.texts import load_texts
from rules.game import Outcome, Termination
from rules.piece import Color
from rules.position import Position

START = Position.start()


@pytest.mark.parametrize(
    ("line", "entry"),
    [
        ("32-28", MoveTyped("32-28", (32, 28), False)),
        (" 32 - 28 \n", MoveTyped("32-28", (32, 28), False)),
        ("28x19", MoveTyped("28x19", (28, 19), True)),
        ("28X19x8", MoveTyped("28x19x8", (28, 19, 8), True)),
        ("28:19", MoveTyped("28:19", (28, 19), True)),
        ("weg 23", RemoveTyped(23)),
        ("terug", TakeBackTyped()),
        ("  Zet   terug ", TakeBackTyped()),
        ("nieuw", CommandTyped(NewGame())),
        ("remise", CommandTyped(EnterResult(Outcome(None, Termination.AGREED)))),
        ("opgeven", CommandTyped(Resign())),
        ("2-0", CommandTyped(EnterResult(Outcome(Color.WHITE, Termination.ENTERED)))),
        ("1-1", CommandTyped(EnterResult(Outcome(None, Termination.ENTERED)))),
        ("beurt", TurnTyped()),
        ("pagina", PageTyped()),
        ("?", HelpTyped()),
        ("stop", StopTyped()),
        ("32", Unknown("32")),
        ("weg", Unknown("weg")),
        ("weg x", Unknown("weg x")),
        ("٣٢-٢٨", Unknown("٣٢-٢٨")),
        ("hallo", Unknown("hallo")),
    ],
)
def test_a_line_is_understood(line: str, entry: Entry) -> None:
    assert parse_line(line, load_texts("nl")) == entry


def test_the_words_are_those_of_the_language() -> None:
    assert parse_line("undo", load_texts("en")) == TakeBackTyped()
    assert parse_line("terug", load_texts("en")) == Unknown("terug")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("result", "2-0"),
        ("result", "0-2"),
        ("result", "1-1"),
        ("resign", None),
        ("resign", "B"),
        ("draw", None),
        ("flag", "W"),
        ("new_game", None),
        ("new_game", "W:W31:B20"),
        ("take_back", "2"),
    ],
)
def test_a_command_comes_back_from_a_trace(name: str, value: str | None) -> None:
    command = command_named(name, value, START)
    kept_name, kept = command_fields(command)
    assert command_named(kept_name, None if kept is None else str(kept), START) == command


@pytest.mark.parametrize(
    ("name", "value"),
    [("dance", None), ("result", "3-0"), ("result", None), ("resign", "X"), ("take_back", "-1")],
)
def test_a_command_that_is_none_is_told_in_one_line(name: str, value: str | None) -> None:
    with pytest.raises(InputError) as error:
        command_named(name, value, START)
    assert "\n" not in str(error.value)
