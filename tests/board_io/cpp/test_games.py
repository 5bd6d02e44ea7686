"""Positions and moves of every game in the words of the protocol, and back."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from board_io.cpp.endings import outcome_of, reason_of
from board_io.cpp.games import (
    GAMES,
    Complete,
    games_of,
    name_of,
    placement_of,
    placement_seen,
    position_of,
    shows,
    snapshot_of,
    uci_of,
    understand,
)
from board_io.cpp.trail import is_same
from firmware_protocol.cpp.moves import Notation, parse_uci
from firmware_protocol.cpp.names import EndReason, VariantName
from firmware_protocol.cpp.placement import parse_placement
from rules.fen import parse_fen
from rules.outcome import Outcome, Termination
from rules.piece import Color
from rules.position import Position
from rules.snapshot import SensorKind
from rules.variants import variant_named
from tests.board_io.cpp.table import shown


def position(name: str, seed: int, plies: int) -> Position:
    """One that comes about by chance."""
    rng, here = random.Random(seed), Position.start(variant_named(name))
    for _ in range(plies):
        if not (moves := here.legal_moves()):
            break
        here = here.play(rng.choice(moves))
    return here


POSITIONS = st.builds(
    position, st.sampled_from(list(GAMES.values())), st.integers(0, 10**6), st.integers(0, 90)
)


@settings(deadline=None, max_examples=60)
@given(POSITIONS)
def test_a_position_is_told_and_understood(here: Position) -> None:
    told = parse_placement(placement_of(here).fen)
    understood = position_of(told, here.variant)
    assert understood is not None
    assert is_same(understood, here)
    snapshot = snapshot_of(told, here.variant.geometry)
    assert snapshot == shown(here)
    for sensor in SensorKind:
        seen = placement_seen(shown(here, sensor), here)
        assert seen == told
        assert shows(shown(here, sensor), here)


def check_moves(here: Position, notation: Notation) -> None:
    """Every legal move is told and understood, and shown by the board that made it."""
    for move in here.legal_moves():
        uci = parse_uci(uci_of(move, here, notation).text)
        assert understand(uci, here) == Complete(move)
        assert uci.promotes is move.promotes
        assert shows(shown(here.play(move)), here.play(move))
        assert not shows(shown(here.play(move)), here)


@settings(deadline=None, max_examples=60)
@given(POSITIONS, st.sampled_from(Notation))
def test_every_legal_move_is_told_and_understood(here: Position, notation: Notation) -> None:
    check_moves(here, notation)


@pytest.mark.parametrize("kings", ["14:B23,30,38,42", "16:B13,21,28,34", "48:B19,23,31,43"])
def test_captures_that_can_be_confused_are_told_apart(kings: str) -> None:
    check_moves(parse_fen(f"W:WK{kings}"), Notation.NUMBERS)


def test_every_game_has_its_name_and_some_stand_in() -> None:
    assert set(GAMES) == set(VariantName)
    for name, game in GAMES.items():
        assert name_of(variant_named(game)) is name
        assert name_of(variant_named(f"{game}+no_forced")) is name
    assert name_of(variant_named("killer")) is VariantName.STANDARD
    assert name_of(variant_named("turkish")) is None
    assert games_of(frozenset({VariantName.RUSSIAN})) == {"russian", "pool"}


def test_what_is_not_known_is_told_as_such() -> None:
    start = Position.start()
    bare = Position.of(start.variant, Color.WHITE, {})
    assert placement_seen(shown(start, SensorKind.COLOR), bare).rows[0] == ".u.u.u.u.u"
    assert placement_seen(shown(start, SensorKind.OCCUPANCY), bare).rows[9] == "?.?.?.?.?."
    seen = snapshot_of(parse_placement("/".join(["?U8", *["10"] * 9])), start.variant.geometry)
    assert seen is not None
    assert [square for square, reading in seen if reading.occupied] == [1]
    assert snapshot_of(parse_placement("/".join(["8"] * 8)), start.variant.geometry) is None


@pytest.mark.parametrize("draws", [False, True])
@pytest.mark.parametrize("termination", Termination)
def test_every_ending_has_a_reason(termination: Termination, draws: bool) -> None:
    drawn = reason_of(Outcome(None, termination), draws=draws)
    assert drawn is EndReason.DRAW or (draws and drawn in list(EndReason)[6:])
    won = reason_of(Outcome(Color.WHITE, termination), draws=draws)
    back = outcome_of(won, Color.BLACK)
    assert back is None or back.winner is Color.WHITE
