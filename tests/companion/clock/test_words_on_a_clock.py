"""One word of what is told, on the clock beside the board."""

from __future__ import annotations

import pytest

from announcer.announcement import FORMS, Announcement, Kind, Subject, Topic, Urgency
from companion.choices import LANGUAGES
from companion.clock.game_clock import ClockState
from companion.clock.keeper import ClockFace, ClockHand
from companion.clock.words import ClockWord, word_of
from companion.texts import load_texts
from firmware_protocol.dgt.commands import clock_text
from firmware_protocol.dgt.segments import clock_segments
from rules.piece import Color


def told(kind: Kind, urgency: Urgency = Urgency.WARNING) -> Announcement:
    return Announcement(kind, Topic(Subject.FOUL), FORMS[kind][0], urgency=urgency)


def face(left_s: float, state: ClockState = ClockState.RUNNING) -> ClockFace:
    return ClockFace("", ClockHand.MOVES, state, Color.WHITE, left_s, 500.0, 0.0, 100.0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("word", ClockWord)
def test_every_word_fits_on_both_kinds_of_clock(language: str, word: ClockWord) -> None:
    texts = load_texts(language)
    eight, six = texts(f"clock_eight.{word}"), texts(f"clock_six.{word}")
    assert eight == eight.upper()
    assert eight.strip()
    assert six.strip()
    clock_text(eight)
    clock_segments(six)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_two_words_for_eight_letters_look_alike(language: str) -> None:
    texts = load_texts(language)
    assert len({texts(f"clock_eight.{word}") for word in ClockWord}) == len(ClockWord)


@pytest.mark.parametrize(
    ("kind", "word"),
    [
        (Kind.MUST_CAPTURE, ClockWord.CAPTURE),
        (Kind.WRONG_DIRECTION, ClockWord.WRONG),
        (Kind.PROMOTION, ClockWord.KING),
        (Kind.CAPTURED_PIECE_LEFT, ClockWord.REMOVE),
        (Kind.GAME_OVER, ClockWord.OVER),
        (Kind.MOVE, None),
        (Kind.TURN, None),
        (Kind.LINK_LOST, None),
    ],
)
def test_what_calls_for_a_word(kind: Kind, word: ClockWord | None) -> None:
    assert word_of([told(kind)], None, 100.0) is word


def test_the_most_urgent_is_shown() -> None:
    several = [
        told(Kind.PROMOTION, Urgency.INFO),
        told(Kind.NOT_YOUR_TURN, Urgency.URGENT),
        told(Kind.CAPTURED_PIECE_LEFT, Urgency.REMINDER),
    ]
    assert word_of(several, None, 100.0) is ClockWord.WRONG


@pytest.mark.parametrize(
    ("shown", "word"),
    [
        (face(300.0), ClockWord.WRONG),
        (face(65.0), ClockWord.WRONG),
        (face(59.0), None),
        (face(20.0, ClockState.PAUSED), ClockWord.WRONG),
    ],
)
def test_who_has_little_time_is_shown_nothing_but_that(
    shown: ClockFace, word: ClockWord | None
) -> None:
    assert word_of([told(Kind.OCCUPIED)], shown, 100.0) is word


def test_time_that_has_run_since_counts() -> None:
    assert word_of([told(Kind.OCCUPIED)], face(65.0), 106.0) is None
