"""Readings of many frames made one."""

from __future__ import annotations

import numpy as np
import pytest

from rules.snapshot import Reading
from vision.settle import BLACK, EMPTY, WHITE, Settler

STEP = 0.04


class Squares:
    """Three squares that are seen frame by frame."""

    def __init__(self) -> None:
        self.settler = Settler(3)
        self.now = 0.0

    def expect(self, kinds: str, *plausible: str) -> None:
        """What stands there by the game; `plausible`: what else may for each square, else all."""
        may = np.array(
            [[letter in which for letter in ".wb"] for which in plausible or [".wb"] * 3]
        )
        self.settler.expect(np.array([".wb".index(letter) for letter in kinds]), may)

    def see(
        self,
        kinds: str,
        frames: int = 10,
        *,
        lead: float = 8.0,
        hidden: tuple[int, ...] = (),
        strange: tuple[int, ...] = (),
        step: float = STEP,
        hand: bool | None = None,
    ) -> str:
        """Letters as in a row string; `lead`: how much clearer they are than anything else; `hand`:
        whether one was there just now, where that is known."""
        likelihood = np.zeros((3, 5))
        for square, letter in enumerate(kinds):
            likelihood[square, ".wWbB".index(letter)] = lead
        for _ in range(frames):
            under, odd = (np.isin(np.arange(3), which) for which in (hidden, strange))
            near = None if hand is None else np.full(3, hand)
            self.settler.add(likelihood, under, odd, self.now, disturbed=near)
            self.now += step
        return "".join(
            {EMPTY: ".", WHITE: "w", BLACK: "b", -1: "?"}[k] for k in self.settler.kind.tolist()
        )


def test_what_is_seen_for_a_while_is_believed() -> None:
    squares = Squares()
    assert squares.see("w.b", frames=4) == "w.b"
    assert squares.see("wbb", frames=2) == "w.b"
    assert squares.see("wbb", frames=2) == "wbb"


def test_one_strange_frame_changes_nothing() -> None:
    squares = Squares()
    squares.see("w.b")
    assert squares.see("b.b", frames=1) == "w.b"
    assert squares.see("w.b", frames=1) == "w.b"
    assert squares.see("b.b", frames=1) == "w.b"
    assert squares.settler.in_doubt.tolist() == [True, False, False]


def test_a_hidden_square_keeps_what_was_seen_last() -> None:
    squares = Squares()
    squares.see("w.b")
    assert squares.see("...", hidden=(0,)) == "w.."
    assert squares.see("...", frames=5) == "..."


def test_what_is_faint_needs_longer() -> None:
    squares = Squares()
    squares.see("w.b")
    assert squares.see("..b", frames=15, lead=1.0) == "w.b"
    assert squares.see("..b", frames=30, lead=1.0) == "..b"


def test_what_looks_strange_needs_longer() -> None:
    squares = Squares()
    squares.see("w.b")
    assert squares.see("..b", frames=15, strange=(0,)) == "w.b"
    assert squares.settler.in_doubt.tolist() == [True, False, False]
    assert squares.see("..b", frames=30, strange=(0,)) == "..b"
    assert not squares.settler.in_doubt.any()


def test_what_looks_strange_and_may_be_expected_needs_little_longer() -> None:
    squares = Squares()
    squares.expect("w.b")
    squares.see("w.b")
    assert squares.see("..b", frames=5, strange=(0,)) == "w.b"
    assert squares.see("..b", frames=2, strange=(0,)) == "..b"


def test_what_looks_strange_now_and_then_needs_as_many_plain_frames_as_any() -> None:
    squares = Squares()
    squares.see("w.b")
    for strange in ((0,), (), (0,), ()):
        assert squares.see("..b", frames=1, strange=strange) == "w.b"
    assert squares.see("..b", frames=1) == "..b"


def test_where_pictures_come_seldom_each_is_believed() -> None:
    squares = Squares()
    squares.see("w.b", frames=2, step=10.0)
    assert squares.see(".wb", frames=1, step=10.0) == ".wb"
    assert squares.see("w.b", frames=1, step=10.0, strange=(0,)) == "w.b"


def test_what_the_game_does_not_let_one_expect_must_be_clearer() -> None:
    squares = Squares()
    squares.see("w.b")
    squares.expect("w.b", ".w", ".", ".wb")
    assert squares.see("wwb", lead=4.0) == "w.b"
    assert squares.see("wwb", lead=8.0) == "wwb"


def glare(*plausible: str) -> Squares:
    """Two men and an empty square between them, on which a man appears where no hand was."""
    squares = Squares()
    squares.expect("w.b", *plausible)
    squares.see("w.b", hand=True)
    squares.see("wwb", hand=False)
    return squares


def is_known(squares: Squares) -> list[bool]:
    return [reading is not Reading.UNKNOWN for reading in squares.settler.readings()]


@pytest.mark.parametrize("plausible", [(), ("w", ".", "b")])
def test_where_something_appears_and_no_hand_was_nobody_knows_what_stands(
    plausible: tuple[str, ...],
) -> None:
    squares = glare(*plausible)
    assert is_known(squares) == [True, False, True]
    squares.see("wwb", frames=200, hand=False)
    assert is_known(squares) == [True, False, True]


def test_a_hand_over_a_misread_square_tells_nothing_of_it() -> None:
    squares = glare()
    squares.see("wwb", frames=5, hand=True, hidden=(1,))
    squares.see("wwb", frames=20, hand=True)
    assert is_known(squares) == [True, False, True]


def test_a_misreading_ends_when_the_square_shows_what_stands_there() -> None:
    squares = glare()
    squares.see("w.b", frames=60, hand=False)
    assert is_known(squares) == [True] * 3
    assert squares.see("wwb", hand=True) == "wwb"


@pytest.mark.parametrize(("seconds", "known"), [(20, False), (70, True)])
def test_a_misreading_that_agrees_with_the_game_ends_only_after_long(
    seconds: int, known: bool
) -> None:
    squares = glare()
    squares.expect("wwb")
    assert squares.see("wwb", frames=seconds * 5, step=0.2, hand=False) == "wwb"
    assert is_known(squares) == [True, known, True]


def test_a_misread_square_holds_what_the_game_says_until_it_shows_otherwise() -> None:
    squares = glare()
    squares.expect("wbb")
    assert squares.see("wwb", hand=False) == "wbb"
    assert squares.see("w.b", hand=True) == "w.b"


def test_what_the_game_says_may_appear_without_a_hand() -> None:
    squares = Squares()
    squares.expect("wwb")
    squares.see("w.b", hand=True)
    assert squares.see("wwb", hand=False) == "wwb"
    assert is_known(squares) == [True] * 3


def test_another_content_than_the_misread_one_is_seen_at_once() -> None:
    squares = glare()
    assert squares.see("wbb", hand=True) == "wbb"


def test_where_nobody_knows_of_hands_everything_is_believed() -> None:
    squares = Squares()
    squares.expect("w.b")
    squares.see("w.b")
    assert squares.see("wwb") == "wwb"


def test_men_and_kings_are_told_apart_when_it_is_clear() -> None:
    squares = Squares()
    squares.see("wWb", frames=20)
    assert squares.settler.readings() == (
        Reading.WHITE_MAN,
        Reading.WHITE_KING,
        Reading.BLACK_MAN,
    )
    squares.see("WWb", frames=20)
    assert squares.settler.readings()[0] is Reading.WHITE_KING


@pytest.mark.parametrize("hidden", [(), (0, 1, 2)])
def test_roles_that_nobody_can_tell_are_left_open(hidden: tuple[int, ...]) -> None:
    squares = Squares()
    squares.see("w.b", lead=8.0)
    likelihood = np.zeros((3, 5))
    likelihood[:, 1:3] = 9.0
    for _ in range(40):
        squares.now += STEP
        squares.settler.add(
            likelihood, np.isin(np.arange(3), hidden), np.zeros(3, bool), squares.now
        )  # fmt: skip
    first = squares.settler.readings()[0]
    assert first is (Reading.WHITE_MAN if hidden else Reading.WHITE)
