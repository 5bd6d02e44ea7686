"""A board of ours to a phone app that is played by hand: what it answers, what its people hear."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from board_io.cpp.app_events import (
    AppErred,
    AppEvent,
    CaptureBegun,
    MoveAccepted,
    MoveAsked,
    MoveRefused,
    PositionSet,
    RoundBegun,
    RoundEnded,
)
from board_io.cpp.games import placement_of
from board_io.cpp.peripheral import FEATURES, Peripheral
from firmware_protocol.cpp.names import FeatureName, SideName
from rules.fen import parse_fen
from rules.notation import parse_move
from rules.outcome import Outcome, Termination
from rules.piece import Color
from rules.position import Position
from rules.snapshot import Snapshot
from rules.variants import VARIANTS, variant_named
from tests.board_io.cpp.table import shown

START = placement_of(Position.start()).fen


class App:
    """An app at a board that shows `position`."""

    def __init__(self, position: Position | None = None, *features: str) -> None:
        position = position or Position.start()
        self.told: list[AppEvent] = []
        self.peripheral = Peripheral(VARIANTS, position.variant)
        self.peripheral.board_shows(shown(position))
        self.says(*(f"feature {feature}" for feature in features))
        self.says(f"begin {placement_of(position).fen}")
        assert self.hears()[-1].startswith("sync")

    def says(self, *messages: str) -> None:
        for message in messages:
            self.told += self.peripheral.receive(f"{message}\n".encode())

    def shows(self, snapshot: Snapshot) -> None:
        self.told += self.peripheral.board_shows(snapshot)

    def hears(self) -> list[str]:
        return self.peripheral.take_output().decode().splitlines()

    def plays(self, text: str) -> None:
        """A move on the board."""
        position = self.peripheral.position
        assert position is not None
        move = parse_move(position, text)
        self.shows(shown(position.play(move)))
        assert self.peripheral.played(move)


@pytest.mark.parametrize("feature", FeatureName)
def test_the_board_says_what_it_can(feature: FeatureName) -> None:
    app = App()
    app.says(f"feature {feature}")
    assert app.hears() == ["ok" if feature in FEATURES else "nok"]
    assert app.peripheral.can(feature) is (feature in FEATURES)


@pytest.mark.parametrize("answer", ["ok", "promote d4e5d", "move d4e5", "move g7f6"])
def test_an_app_accepts_in_words_or_by_going_on(answer: str) -> None:
    app = App()
    app.plays("32-28")
    assert app.hears() == ["move d4e5"]
    app.says(answer)
    accepted = app.told[1]
    assert isinstance(accepted, MoveAccepted)
    assert accepted.move.short == "32-28"
    is_reply = answer == "move g7f6"
    assert [type(event) for event in app.told[2:]] == [MoveAsked] * is_reply


def test_a_move_is_refused_for_good_when_the_squares_are_understood() -> None:
    app = App()
    app.says("last_move 1918")
    app.plays("32-28")
    assert app.hears() == ["move 3228"]
    app.says("nok")
    assert isinstance(app.told[-1], MoveRefused)
    assert app.peripheral.position == Position.start()


def test_an_app_that_moves_instead_has_refused() -> None:
    app = App()
    app.plays("32-28")
    app.says("move b4a5")
    assert isinstance(app.told[-2], MoveRefused)
    asked = app.told[-1]
    assert isinstance(asked, MoveAsked)
    assert asked.move.short == "31-26"


def test_a_capture_in_steps_is_asked_for_when_it_is_whole() -> None:
    app = App(parse_fen("W:W37,48:B32,22,11,3"))
    app.says("move 3728", "move 2817")
    assert app.told[1:] == [CaptureBegun((37, 28)), CaptureBegun((37, 28, 17))]
    app.says("move 1706")
    asked = app.told[-1]
    assert isinstance(asked, MoveAsked)
    assert asked.move.captured == (32, 22, 11)


def test_of_two_captures_with_the_same_ends_the_board_shows_which() -> None:
    position = parse_fen("W:WK14:B23,30,38,42")
    twins = [move for move in position.legal_moves() if (move.start, move.end) == (14, 25)]
    assert len(twins) == 2
    for twin in twins:
        app = App(position)
        app.says("move 1425")
        assert isinstance(app.told[-1], AppErred)
        app.shows(shown(position.play(twin)))
        assert app.told[-1] == MoveAsked(twin)


def test_a_move_that_is_not_legal_here_stands_in_the_app() -> None:
    app = App()
    app.says("move d4d5")
    assert isinstance(app.told[-1], AppErred)
    app.says("move d4f6")
    moved = app.told[-1]
    assert isinstance(moved, PositionSet)
    assert moved.position.piece_at(23) is not None
    assert app.peripheral.position == moved.position


def test_a_board_that_was_in_order_tells_when_it_is_not() -> None:
    app = App()
    start = shown(Position.start())
    app.shows(start.with_changes([(1, start[21])]))
    assert app.hears() == []  # a hand may be at it
    app.peripheral.lost_sync()
    assert app.hears()[0].startswith("unsync 3m1m1m1m/")
    app.shows(start.with_changes([(1, start[21]), (2, start[21])]))
    assert app.hears()[0].startswith("state 5m1m1m/")
    app.shows(start)
    assert app.hears() == [f"sync {START}"]


def test_every_lift_is_told_where_the_app_wants_it() -> None:
    app = App(None, "submove_state")
    start = shown(Position.start())
    app.shows(start.with_changes([(32, start[21])]))
    assert app.hears() == [f"state {START.replace('1M1M1M1M1M', '1M3M1M1M', 1)}"]


def test_an_app_begins_with_what_stands_on_the_board() -> None:
    app = App(None, "get_state")
    app.says("get_state")
    assert app.hears() == [f"state {START}"]
    assert app.told[-1] == RoundEnded("abort", None)
    position = Position.start()
    after = position.play(parse_move(position, "32-28"))
    app.shows(shown(after))
    (state,) = app.hears()
    assert state.startswith("state ")
    app.says(f"begin {placement_of(after).fen}")
    assert app.told[-1] == RoundBegun(after, SideName.BOTH)


@pytest.mark.parametrize(
    ("reason", "outcome"),
    [
        ("checkmate", Outcome(Color.BLACK, Termination.NO_MOVES)),
        ("timeout", Outcome(Color.BLACK, Termination.FLAG)),
        ("draw", Outcome(None, Termination.AGREED)),
        ("threefold_repetition", Outcome(None, Termination.THREEFOLD)),
        ("abort", None),
        ("undefined", None),
        ("of_another_kind", None),
    ],
)
def test_a_round_ends_for_a_reason(reason: str, outcome: Outcome | None) -> None:
    app = App()
    app.says(f"end {reason}", "end draw")
    assert app.told[1:] == [RoundEnded(reason, outcome)]
    assert app.peripheral.position is None


@pytest.mark.parametrize(
    "fen",
    [
        "8/8/8/8/8/8/8/8 w",
        "p9/10/10/10/10/10/10/10/10/10 w",
        "M9/10/10/10/10/10/10/10/10/10 w",
        "1M8/10/10/10/10/10/10/10/10/10 w",
        "?9/10/10/10/10/10/10/10/10/10 w",
    ],
)
def test_a_round_that_this_board_cannot_play_is_not_begun(fen: str) -> None:
    app = App()
    app.says(f"begin {fen}")
    assert app.hears() == ["err this board cannot play that game from there"]
    app.says("move d4e5")
    assert app.hears() == ["err no round has begun"]


def test_there_are_no_options_and_what_is_not_understood_is_told() -> None:
    app = App()
    app.says("options_begin", "option x", "castle", "set_state", "\x00", "check a1")
    assert app.hears()[0] == "options_end"
    assert all(isinstance(event, AppErred) for event in app.told[1:])


def test_another_app_has_nothing_agreed() -> None:
    app = App(None, "draw_offer")
    app.peripheral.reset()
    assert app.peripheral.position is None
    assert not app.peripheral.can(FeatureName.DRAW_OFFER)
    app.says(f"begin {START}")
    assert app.hears() == [f"sync {START}"]


SAID = """ok/nok/move d4e5/move 1923/promote a1b2/undo_offer/draw_offer/get_state/end draw"""
WORDS = st.sampled_from(
    [*SAID.split("/"), f"begin {START}", f"undo {START}", "redo 8", "set_variant draughts_frisian"]
)


@given(st.lists(st.one_of(WORDS, st.text(max_size=30)), max_size=25))
def test_no_app_can_break_the_board(said: list[str]) -> None:
    app = App()
    for text in said:
        app.says(text)
        if (position := app.peripheral.position) is not None:
            moves = position.legal_moves()
            if moves and not app.peripheral.is_asking:
                app.peripheral.played(moves[0])
    app.says("set_variant draughts_standard", f"begin {START}")
    assert app.peripheral.position == Position.start(variant_named("international"))
