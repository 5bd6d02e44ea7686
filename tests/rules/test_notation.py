"""Moves as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.errors import AmbiguousMoveError, IllegalMoveError, MalformedMoveError
from rules.fen import parse_fen
from rules.notation import format_move, parse_move
from rules.position import Position
from rules.variants import VARIANTS, variant_named

DATA = Path(__file__).parent.parent / "data"
TWINS = parse_fen("W:WK14:B23,30,38,42")  # 14x25 takes 38 or 42


def ambiguous() -> list:
    cases = json.loads((DATA / "ambiguous.json").read_text(encoding="utf-8"))["cases"]
    return [pytest.param(c, id=c["id"]) for c in cases if c["variant"] in VARIANTS]


@pytest.mark.parametrize("case", ambiguous())
def test_moves_that_can_be_confused_are_told_apart(case: dict) -> None:
    position = parse_fen(case["fen"], variant_named(case["variant"]))
    assert len(position.legal_moves()) == case["n_legal"]
    for wanted, seen in zip(case["group"], case["snapshots"], strict=True):
        move = parse_move(position, "x".join(map(str, wanted["route"])))
        assert format_move(position, move) == wanted["notation"]
        assert parse_move(position, wanted["notation"]) is move
        assert set(move.captured) == set(wanted["captures"])
        assert len(move.routes) == wanted.get("n_routes", 1)
        orders = {tuple(order) for order in wanted.get("capture_orders", [])}
        assert orders <= {route.captured for route in move.routes}
        after = position.play(move)
        assert after.fen == seen["fen_after"]
        assert list(after.squares()) == seen["occupied_after"]


@pytest.mark.parametrize(
    "text", ["32-28", " 32 - 28 ", "032-028", "32x28", "3228", "32:28", "32-28\n"]
)
def test_a_quiet_move_is_read_in_many_forms(text: str) -> None:
    move = parse_move(Position.start(), text)
    assert format_move(Position.start(), move) == "32-28"


@pytest.mark.parametrize("text", ["38x20", "38:20", "38-20", "38x29x20", "38X29X20", "38×20"])
def test_a_capture_is_read_in_many_forms(text: str) -> None:
    position = parse_fen("W:W38:B33,24")
    assert format_move(position, parse_move(position, text)) == "38x20"


@pytest.mark.parametrize("text", ["", "32", "a3-b4", "32--28", "32-28!", "-28", "1-2-", "٣٢-٢٨"])
def test_what_is_no_move_is_malformed(text: str) -> None:
    with pytest.raises(MalformedMoveError):
        parse_move(Position.start(), text)


@pytest.mark.parametrize("text", ["32-27x22", "28-23", "1-6", "99-98", "32-32"])
def test_a_move_that_is_not_there_is_illegal(text: str) -> None:
    with pytest.raises(IllegalMoveError):
        parse_move(Position.start(), text)


def test_a_short_capture_with_two_meanings_is_ambiguous_and_the_ways_are_named() -> None:
    with pytest.raises(AmbiguousMoveError, match="14x32x43x25 or 14x37x48x25"):
        parse_move(TWINS, "14x25")


def test_some_of_the_squares_in_between_are_enough_where_they_decide() -> None:
    assert set(parse_move(TWINS, "14x48x25").captured) == {23, 42, 30}
    assert set(parse_move(TWINS, "14x32x25").captured) == {23, 38, 30}


def test_squares_go_by_letters_on_small_boards() -> None:
    russian = parse_fen("W:W22,20:B18,10,16", variant_named("russian"))
    assert parse_move(russian, "c3:e5:c7") is parse_move(russian, "22x6")
    assert parse_move(russian, "C3xC7").short == "22x6"
    with pytest.raises(MalformedMoveError):
        parse_move(Position.start(), "c3-d4")


def test_a_quiet_move_and_a_capture_with_the_same_ends_differ_in_their_sign() -> None:
    house = parse_fen("W:WKc6:Bc5,b5,b4,c4", variant_named("turkish+no_forced"))
    for move in house.legal_moves():
        assert parse_move(house, format_move(house, move)) is move
