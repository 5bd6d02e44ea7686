"""The menu of questions by buttons: what is heard, and what can never happen by accident."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announcer.answers import Question
from board_io.events import BoardButton
from companion.asking import IDLE_S, TWICE_S, Asking, Facts, Item, Reply
from companion.choices import LANGUAGES
from companion.commands import Demand, NewGame, PlayOn, Resign, draw_agreed
from companion.keyboard import ByEarTyped, CommandTyped, QuestionTyped, TakeBackTyped
from companion.room import Wanted
from companion.texts import load_texts
from rules.game import Game
from rules.notation import parse_move
from rules.position import Position
from rules.snapshot import Reading, Snapshot
from rules.variants import variant_named

CONFIRM, NEXT = BoardButton.CONFIRM, BoardButton.TAKE_BACK
BEGUN = Game.new().play(parse_move(Position.start(), "32-28"))
CHANGES = (CommandTyped, TakeBackTyped)


class Fingers:
    """Somebody at the buttons, who takes his time."""

    def __init__(self, facts: Facts | None = None) -> None:
        self.asking = Asking()
        self.facts = facts or Facts(BEGUN, by_ear=True)
        self.now = 100.0

    def press(self, button: BoardButton, after_s: float = 3.0) -> Reply | None:
        self.now += after_s
        return self.asking.press(button, self.facts, self.now)

    def hold(self) -> Reply:
        self.now += 3.0
        return self.asking.hold(self.facts, self.now)

    def go_to(self, item: Item) -> None:
        self.hold()
        for _ in Item:
            if f"ask.{item}" in (reply := self.press(NEXT) or Reply()).said:
                return
        raise AssertionError(reply)


def test_the_menu_names_each_item_and_answers_it() -> None:
    fingers = Fingers()
    assert fingers.hold() == Reply(("ask.open", "ask.repeat"))
    assert fingers.press(CONFIRM) == Reply(wanted=QuestionTyped(Question.REPEAT))
    assert fingers.press(NEXT) == Reply(("ask.last_move",))
    assert fingers.press(CONFIRM) == Reply(wanted=QuestionTyped(Question.LAST_MOVE))
    assert fingers.press(CONFIRM) == Reply(wanted=QuestionTyped(Question.LAST_MOVE))
    assert fingers.hold() == Reply(("ask.closed",))
    assert fingers.press(NEXT) is not None  # by ear a take-back is told first
    assert not fingers.asking.is_open


def test_it_goes_round() -> None:
    fingers = Fingers()
    first = fingers.hold().said[1]
    named = [first]
    while (reply := fingers.press(NEXT)) is not None and reply.said[0] != first:
        named += reply.said
    assert len(named) == len(set(named))
    assert {"ask.rows", "ask.draw", "ask.by_ear"} <= set(named)
    assert not {"ask.play_on", "ask.clock"} & set(named)  # nothing is wrong, and no clock is there


def test_two_presses_in_a_second_open_it_where_the_first_meant_nothing() -> None:
    fingers = Fingers()
    assert fingers.press(CONFIRM) is None
    fingers.asking.confirmed(fingers.now)
    assert fingers.press(CONFIRM, after_s=TWICE_S + 0.1) is None
    fingers.asking.confirmed(fingers.now)
    reply = fingers.press(CONFIRM, after_s=TWICE_S - 0.1)
    assert reply is not None
    assert reply.said[0] == "ask.open"


@pytest.mark.parametrize("game", ["international", "russian", "turkish"])
def test_rows_are_heard_one_after_the_other_from_white_s_side(game: str) -> None:
    start = Game(Position.start(variant_named(game)))
    board = start.variant.geometry
    fingers = Fingers(Facts(start, by_ear=True))
    fingers.go_to(Item.ROWS)
    replies = (fingers.press(CONFIRM) or Reply() for _ in range(board.height + 1))
    squares = [reply.wanted.square for reply in replies if isinstance(reply.wanted, QuestionTyped)]
    rows = [board.row(square) for square in squares]
    assert rows == [*range(board.height, 0, -1), board.height]


@pytest.mark.parametrize(
    ("item", "wanted"),
    [
        (Item.DRAW, CommandTyped(draw_agreed())),
        (Item.NEW_GAME, CommandTyped(NewGame())),
        (Item.RESIGN, CommandTyped(Resign())),
        (Item.TAKE_BACK, TakeBackTyped()),
        (Item.DEMAND, CommandTyped(Demand())),
        (Item.PLAY_ON, CommandTyped(PlayOn())),
    ],
)
def test_what_changes_the_game_is_told_first_and_done_at_a_second_press(
    item: Item, wanted: Wanted
) -> None:
    disputed = Facts(BEGUN, by_ear=False, is_disputed=True)
    fingers = Fingers(disputed)
    fingers.go_to(item)
    assert fingers.press(CONFIRM) == Reply((f"ask.sure_{item}", "ask.sure"))
    assert fingers.press(CONFIRM, after_s=0.2) == Reply()  # nobody has heard it yet
    assert fingers.press(CONFIRM) == Reply(wanted=wanted)
    assert not fingers.asking.is_open
    other = Fingers(disputed)
    other.go_to(item)
    other.press(CONFIRM)
    assert other.press(NEXT) == Reply(("ask.undone",))


@pytest.mark.parametrize(
    ("button", "disputed", "wanted"),
    [
        (BoardButton.DRAW, False, CommandTyped(draw_agreed())),
        (BoardButton.NEW_GAME, False, CommandTyped(NewGame())),
        (BoardButton.RESIGN, False, CommandTyped(Resign())),
        (BoardButton.TAKE_BACK, False, TakeBackTyped()),
        (BoardButton.TAKE_BACK, True, CommandTyped(Demand())),
        (BoardButton.CONFIRM, True, CommandTyped(PlayOn())),
    ],
)
def test_by_ear_no_button_does_anything_that_was_not_told(
    button: BoardButton, disputed: bool, wanted: Wanted
) -> None:
    facts = Facts(BEGUN, by_ear=True, is_disputed=disputed)
    fingers = Fingers(facts)
    asked = fingers.press(button)
    assert asked is not None
    assert asked.said[-1] == "ask.sure"
    assert fingers.press(CONFIRM) == Reply(wanted=wanted)
    assert fingers.press(button) is not None
    fingers.now += IDLE_S
    assert fingers.asking.advance(fingers.now) == Reply(("ask.undone",))
    seeing = Fingers(replace(facts, by_ear=False))
    assert seeing.press(button) is None


@given(st.lists(st.tuples(st.sampled_from(BoardButton), st.floats(0.0, 70.0)), max_size=25))
def test_nothing_happens_to_a_game_but_by_two_presses_of_confirm(
    presses: list[tuple[BoardButton, float]],
) -> None:
    fingers = Fingers()
    before: tuple[Reply | None, BoardButton | None] = (None, None)
    for button, wait_s in presses:
        reply = fingers.press(button, wait_s)
        if reply is not None and isinstance(reply.wanted, CHANGES):
            assert button is CONFIRM
            told, _ = before
            assert told is not None
            assert told.said[-1:] == ("ask.sure",) or told == Reply()
        before = reply, button


def test_a_menu_that_nobody_uses_closes_and_says_so() -> None:
    fingers = Fingers()
    assert fingers.asking.next_deadline is None
    fingers.hold()
    assert fingers.asking.advance(fingers.now + IDLE_S - 1) is None
    assert fingers.asking.advance(fingers.now + IDLE_S) == Reply(("ask.closed",))
    assert fingers.asking.next_deadline is None


def shows(**changes: Reading) -> Snapshot:
    readings = {28: Reading.WHITE, 32: Reading.WHITE, 19: Reading.BLACK}
    readings |= {int(name[1:]): reading for name, reading in changes.items()}
    return Snapshot.of(50, readings)


def test_a_piece_that_is_lifted_to_ask_is_told_and_is_no_move() -> None:
    fingers, asking = Fingers(), Asking()
    fingers.asking = asking
    assert asking.touches(shows()) is None
    fingers.go_to(Item.TOUCH)
    assert fingers.press(CONFIRM) == Reply(("ask.how_touch",))
    for square in (28, 19):
        lifted = shows(**{f"n{square}": Reading.EMPTY})
        asked = asking.touches(lifted)
        assert asked == Reply(wanted=QuestionTyped(Question.SQUARE, square))
        assert asking.touches(lifted) == Reply()
        assert asking.touches(shows()) == Reply()
    moved = shows(n32=Reading.EMPTY, n27=Reading.WHITE)
    assert asking.touches(shows(n32=Reading.EMPTY)) is not None
    assert asking.touches(moved) is None  # that was a move
    assert asking.touches(shows(n27=Reading.WHITE, n32=Reading.EMPTY, n19=Reading.EMPTY)) is None


def test_who_starts_to_play_by_ear_needs_no_eyes_for_it() -> None:
    fingers = Fingers(Facts(Game.new(), by_ear=False))
    fingers.go_to(Item.BY_EAR)
    assert fingers.press(CONFIRM) == Reply(wanted=ByEarTyped(True))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_item_and_every_act_has_its_words(language: str) -> None:
    texts = load_texts(language)
    keys = {"ask.open", "ask.closed", "ask.undone", "ask.sure", "ask.how_touch"}
    keys |= {"ask.by_ear_on", "ask.by_ear_off", *(f"ask.{item}" for item in Item)}
    acts = (Item.DEMAND, Item.PLAY_ON, Item.TAKE_BACK, Item.DRAW, Item.RESIGN, Item.NEW_GAME)
    keys |= {f"ask.sure_{item}" for item in acts}
    assert {key for key in texts.keys if key.startswith("ask.")} == keys
    said = [texts(key) for key in keys]
    assert len(set(said)) == len(said)
    for text, figure in itertools.product(said, "0123456789"):
        assert figure not in text
