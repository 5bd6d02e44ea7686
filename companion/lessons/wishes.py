"""What somebody asks for in a lesson: by a word, a button, or on the page."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass

from announcer.answers import Question
from board_io.events import BoardButton
from companion.errors import InputError
from companion.keyboard import QuestionTyped, TakeBackTyped, TurnTyped
from companion.lessons.model import Choose, Exercise, Judge, Point
from companion.lessons.texts import LessonTexts
from companion.texts import Texts

YES, NO = "yes", "no"
_LARGEST_SQUARE = 50


class Wish(enum.Enum):
    """HINT: the next step of one, and the next exercise once this one is solved. PUT_BACK: a
    virtual board shows the position again, others say how. OTHER: the next answer to choose from
    is told. LEAVE: back to the game."""

    HINT = "hint"
    SOLUTION = "solution"
    NEXT = "next"
    AGAIN = "again"
    PUT_BACK = "put_back"
    OTHER = "other"
    LEAVE = "leave"


@dataclass(frozen=True, slots=True)
class PointAt:
    """This square is meant."""

    square: int


@dataclass(frozen=True, slots=True)
class Pick:
    """This answer; "yes" and "no" where it is to be said whether a move is allowed."""

    option: str


LessonWish = Wish | PointAt | Pick | QuestionTyped

_WORDS: Mapping[str, LessonWish] = {
    "words.hint": Wish.HINT,
    "words.solution": Wish.SOLUTION,
    "words.forward": Wish.NEXT,
    "words.again": Wish.AGAIN,
    "words.take_back": Wish.PUT_BACK,
    "words.leave": Wish.LEAVE,
}
_BUTTONS: Mapping[object, LessonWish] = {
    BoardButton.CONFIRM: Wish.HINT,
    BoardButton.TAKE_BACK: Wish.OTHER,
    BoardButton.DRAW: Wish.SOLUTION,
    BoardButton.NEW_GAME: Wish.LEAVE,
    BoardButton.WHITE_CLOCK: Wish.AGAIN,
    BoardButton.BLACK_CLOCK: QuestionTyped(Question.POSITION),
    TakeBackTyped(): Wish.PUT_BACK,
    TurnTyped(): Wish.AGAIN,
}


def options_of(exercise: Exercise) -> tuple[str, ...]:
    """The answers to choose from; none where it is played, pointed or set up."""
    match exercise.task:
        case Choose(options=options):
            return options
        case Judge():
            return (YES, NO)
        case _:
            return ()


def wish_meant(wish: object) -> LessonWish | None:
    """What is meant by a button of the board, or by what a game is asked for too."""
    if isinstance(wish, Wish | PointAt | Pick | QuestionTyped):
        return wish
    return _BUTTONS.get(wish) if isinstance(wish, BoardButton | TakeBackTyped | TurnTyped) else None


def wish_typed(
    line: str, exercise: Exercise, texts: Texts, lesson_texts: LessonTexts
) -> LessonWish | None:
    """What a typed line is in this exercise; None where it is what it is in a game."""
    text = " ".join(line.lower().split())
    for option in options_of(exercise):
        if text in (option, lesson_texts.choice(option).lower()):
            return Pick(option)
    if isinstance(exercise.task, Point) and text.isascii() and text.isdigit() and len(text) < 3:
        return PointAt(int(text))
    return next((wish for key, wish in _WORDS.items() if text in texts.words(key)), None)


def wish_sent(body: Mapping[str, object]) -> LessonWish:
    """What the page asks for. Raises InputError."""
    match body:
        case {"point": int(square)} if 1 <= square <= _LARGEST_SQUARE and square is not True:
            return PointAt(square)
        case {"pick": str(option)}:
            return Pick(option[:40])
        case {"wish": str(name)} if name in {wish.value for wish in Wish}:
            return Wish(name)
    known = ", ".join(wish.value for wish in Wish)
    raise InputError(f"a lesson takes point (a square), pick (an answer) or wish: {known}")
