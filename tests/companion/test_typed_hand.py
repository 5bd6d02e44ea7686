"""The hand at the simulated board does what was typed."""

from __future__ import annotations

import pytest

from companion.keyboard import MoveTyped, parse_line
from companion.texts import load_texts
from companion.typed_hand import ImpossibleGestureError, TypedHand
from rules.errors import AmbiguousMoveError
from rules.fen import parse_fen
from rules.notation import parse_move
from rules.piece import BLACK_MAN, WHITE_KING, WHITE_MAN
from rules.position import Position

DUTCH = load_texts("nl")


def typed(text: str) -> MoveTyped:
    entry = parse_line(text, DUTCH)
    assert isinstance(entry, MoveTyped)
    return entry


def acts(hand: TypedHand) -> list[str]:
    """All that is planned, as "off 32" and "on 28"."""
    return [f"{'on' if g.piece else 'off'} {g.square}" for g in hand.due(1e9)]


@pytest.mark.parametrize(
    ("fen", "text", "expected"),
    [
        ("W:W32:B19", "32-28", ["off 32", "on 28"]),
        ("W:W28:B23", "28x19", ["off 28", "on 19", "off 23"]),
        (
            "W:W28:B13,23",
            "28x8",
            ["off 28", "on 19", "off 19", "on 8", "off 23", "off 13"],
        ),
        ("W:WK46:B5", "46-23", ["off 46", "on 23"]),
        # Against the rules, and done all the same.
        ("W:W28:B19", "28-33", ["off 28", "on 33"]),
        ("W:W32:B19", "19-23", ["off 19", "on 23"]),
        ("W:W32:B19", "32-6", ["off 32", "on 6"]),
        ("W:W28,37:B13,23,31", "37x26", ["off 37", "on 26", "off 31"]),
        ("W:W32:B19", "32-28-23", ["off 32", "on 28", "off 28", "on 23"]),
    ],
)
def test_a_move_becomes_motions(fen: str, text: str, expected: list[str]) -> None:
    position = parse_fen(fen)
    hand = TypedHand(position)
    hand.play(typed(text), position, 5.0)
    assert acts(hand) == expected


def test_motions_take_their_time_and_come_in_order() -> None:
    position = parse_fen("W:W28:B13,23")
    hand = TypedHand(position)
    hand.play(typed("28x8"), position, 5.0)
    gestures = hand.due(1e9)
    times = [gesture.time for gesture in gestures]
    assert times == sorted(times)
    assert 5.0 <= times[0] < 5.1
    assert 1.0 < times[-1] - times[0] < 4.0


def test_gestures_are_given_when_they_are_due_and_once() -> None:
    position = parse_fen("W:W32:B19")
    hand = TypedHand(position)
    hand.play(typed("32-28"), position, 5.0)
    assert hand.is_busy
    assert hand.next_time == pytest.approx(5.0)
    assert len(hand.due(5.1)) == 1
    assert hand.due(5.1) == []
    assert len(hand.due(7.0)) == 1
    assert not hand.is_busy


@pytest.mark.parametrize(
    ("text", "key", "square"),
    [
        ("31-27", "play.nothing_there", 31),
        ("32-33", "play.taken", 33),
        ("32-51", "play.no_square", 51),
        ("0-5", "play.no_square", 0),
    ],
)
def test_what_no_hand_can_do_is_told(text: str, key: str, square: int) -> None:
    position = parse_fen("W:W32,33:B19")
    hand = TypedHand(position)
    with pytest.raises(ImpossibleGestureError) as error:
        hand.play(typed(text), position, 0.0)
    assert (error.value.key, error.value.square) == (key, square)
    assert not hand.is_busy
    assert DUTCH(key, square=square)


def test_a_capture_that_can_be_two_must_be_named() -> None:
    position = parse_fen("W:WK4:B13,20,32,37")
    hand = TypedHand(position)
    with pytest.raises(AmbiguousMoveError):
        hand.play(typed("4x15"), position, 0.0)


def test_a_take_back_puts_everything_back() -> None:
    before = parse_fen("W:W28:B13,23")
    hand = TypedHand(before)
    hand.play(typed("28x8"), before, 0.0)
    hand.due(1e9)
    hand.restore(before, 20.0)
    assert acts(hand) == ["off 8", "on 28", "on 13", "on 23"]
    assert hand.pieces == before.pieces()


def test_a_promoted_man_goes_back_as_a_man() -> None:
    before = parse_fen("W:W9:B20")
    after = before.play(parse_move(before, "9-4"))
    hand = TypedHand(after)
    hand.restore(before, 0.0)
    assert acts(hand) == ["off 4", "on 9"]


def test_a_piece_too_many_is_taken_off_and_a_missing_one_put_down() -> None:
    hand = TypedHand(parse_fen("W:W32,33:B19"))
    hand.restore(parse_fen("W:W32:B19,20"), 0.0)
    assert acts(hand) == ["off 33", "on 20"]


def test_a_new_position_is_laid_out_at_once() -> None:
    hand = TypedHand(parse_fen("W:W32:B19"))
    hand.set_up(Position.start(), 3.0)
    assert {gesture.time for gesture in hand.due(3.0)} == {3.0}
    assert hand.pieces == Position.start().pieces()
    hand.remove(31, 4.0)
    assert acts(hand) == ["off 31"]


def test_a_touch_is_done_at_once_and_known_to_what_is_typed_after() -> None:
    hand = TypedHand(parse_fen("W:W32,K46:B19"))
    for number, (square, piece) in enumerate(((32, None), (28, WHITE_MAN), (19, None))):
        gesture = hand.touch(square, piece, 10.0004 + number / 1000)
        assert gesture is not None
        assert (gesture.square, gesture.piece) == (square, piece)
        assert not hand.is_busy
    assert hand.pieces == {28: WHITE_MAN, 46: WHITE_KING}
    hand.restore(parse_fen("W:W32,K46:B19"), 11.0)
    assert acts(hand) == ["off 28", "on 32", "on 19"]


def test_no_touch_does_what_no_hand_can_do() -> None:
    hand = TypedHand(parse_fen("W:W32:B19"))
    assert hand.touch(28, None, 1.0) is None
    assert hand.touch(19, BLACK_MAN, 1.0) is None
    assert hand.touch(0, WHITE_MAN, 1.0) is None
    assert hand.touch(51, WHITE_MAN, 1.0) is None
    hand.play(typed("32-28"), parse_fen("W:W32:B19"), 1.0)
    assert hand.touch(19, None, 1.0) is None
    assert len(hand.pieces) == 2
