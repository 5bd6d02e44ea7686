"""Lights that say what is told, for every eye."""

from __future__ import annotations

from itertools import combinations

import pytest

from announcer.announcement import Announcement, Kind, Subject
from announcer.announcer import Announcer
from announcer.coach import Coach
from announcer.lights import LightColor, LightPattern, Meaning, light_pattern
from reconciler import transition as told
from reconciler.transition import Violation, ViolationCode
from rules.fen import parse_fen
from rules.game import Game
from rules.judge import judge
from rules.notation import parse_move
from rules.piece import BLACK_MAN, WHITE_MAN
from rules.ruling import Attempt

C = LightColor
# Colours that some colour-blind eyes take for each other.
ALIKE = [
    *combinations((C.RED, C.ORANGE, C.YELLOW, C.GREEN), 2),
    *((C.BLUE, C.PURPLE), (C.BLUE, C.GREEN), (C.WHITE, C.GREEN), (C.WHITE, C.YELLOW)),
]
CAPTURE = "W:W28,33,40:B9,23"
UNLIT = (Kind.REMOVED_TOO_EARLY, Kind.REMOVAL_ORDER, Kind.SQUARE_RIGHT)
"""Words are enough: there is nothing to look for."""


def pattern(*transitions: told.Transition, fen: str, coach: Coach = Coach.HELP) -> LightPattern:
    announcer = Announcer(coach)
    announcer.tell(transitions, Game(parse_fen(fen)))
    return light_pattern(announcer.open)


def lit(lights: LightPattern, meaning: Meaning) -> set[int]:
    return {square for square, light in lights.items() if light == meaning.value}


def ready(fen: str) -> told.SetupComplete:
    return told.SetupComplete(0.0, parse_fen(fen))


def test_colours_that_look_alike_blink_differently() -> None:
    for one, other in combinations(Meaning, 2):
        colors = (one.value.color, other.value.color)
        if colors in ALIKE or colors[::-1] in ALIKE:
            assert one.value.blink is not other.value.blink, (one, other)


def test_every_meaning_has_a_colour_of_its_own() -> None:
    assert len({meaning.value.color for meaning in Meaning}) == len(Meaning)


def test_the_last_move_is_lit_until_the_next() -> None:
    game, announcer = Game.new(), Announcer()
    for number, text in enumerate(("32-28", "20-25")):
        game = game.play(parse_move(game.position, text))
        announcer.tell([told.MovePlayed(0.0, game.plies[-1], number)], game)
    lights = light_pattern(announcer.open)
    assert lit(lights, Meaning.LAST_MOVE) == {20, 25} == set(lights)


def test_a_capture_to_be_made_shows_the_piece_and_where_it_lands() -> None:
    lights = pattern(ready(CAPTURE), fen=CAPTURE)
    assert lit(lights, Meaning.MUST_MOVE) == {28}
    assert lit(lights, Meaning.GOES_HERE) == {19}


def test_a_choice_shows_every_piece_and_its_first_landing() -> None:
    fen = "W:W26,30,45:B9,21,24"
    lights = pattern(ready(fen), fen=fen)
    assert lit(lights, Meaning.MUST_MOVE) == {26, 30}
    assert lit(lights, Meaning.GOES_HERE) == {17, 19}


def test_the_referee_shows_no_capture() -> None:
    assert pattern(ready(CAPTURE), fen=CAPTURE, coach=Coach.REFEREE) == {}


def found(fen: str, code: ViolationCode, attempt: Attempt) -> told.ViolationFound:
    ruling = judge(parse_fen(fen), attempt)
    return told.ViolationFound(0.0, Violation(code, ruling.squares, ruling))


def test_a_wrong_move_shows_where_the_piece_stands_wrong_and_where_it_came_from() -> None:
    fen = "W:W28,38:B3,8"
    wrong = found(fen, ViolationCode.WRONG_DIRECTION, Attempt(28, 33))
    lights = pattern(wrong, fen=fen)
    assert lit(lights, Meaning.WRONG) == {33}
    assert lit(lights, Meaning.GOES_HERE) == {28}
    bare = pattern(wrong, fen=fen, coach=Coach.REFEREE)
    assert lit(bare, Meaning.WRONG) == {28, 33}


def test_a_forgotten_capture_shows_the_capture() -> None:
    lights = pattern(found(CAPTURE, ViolationCode.CAPTURE_OBLIGATORY, Attempt(33, 29)), fen=CAPTURE)
    assert lit(lights, Meaning.MUST_MOVE) == {28}
    assert lit(lights, Meaning.GOES_HERE) == {19}


def test_the_engines_move_is_lit_over_the_wrong_one() -> None:
    fen = "W:W31-50:B1-20"
    wrong = Violation(ViolationCode.ENGINE_MOVE_MISMATCH, (31, 27, 32, 28))
    lights = pattern(told.ViolationFound(0.0, wrong), fen=fen)
    assert lit(lights, Meaning.WRONG) == {31, 27}
    assert lit(lights, Meaning.MUST_MOVE) == {32}
    assert lit(lights, Meaning.GOES_HERE) == {28}


@pytest.mark.parametrize(
    ("code", "meaning"),
    [
        (ViolationCode.CAPTURED_PIECE_LEFT, Meaning.TAKE_OFF),
        (ViolationCode.EXTRA_PIECE, Meaning.TAKE_OFF),
        (ViolationCode.PIECE_MISSING, Meaning.GOES_HERE),
        (ViolationCode.UNKNOWN_POSITION, Meaning.WRONG),
        (ViolationCode.KING_NOT_CROWNED, Meaning.CROWN),
    ],
)
def test_what_stands_wrong_is_lit_until_it_is_mended(code: ViolationCode, meaning: Meaning) -> None:
    game, announcer = Game(parse_fen("W:W32,38:B18,13")), Announcer()
    violation = Violation(code, (18, 24))
    announcer.tell([told.ViolationFound(0.0, violation)], game)
    assert lit(light_pattern(announcer.open), meaning) == {18, 24}
    announcer.tell([told.ViolationMended(1.0, violation)], game)
    assert light_pattern(announcer.open) == {}


@pytest.mark.parametrize(
    ("missing", "extra", "take_off", "goes_here", "look"),
    [
        (((18, BLACK_MAN), (38, WHITE_MAN)), (39,), {39}, {38}, set()),
        (((18, BLACK_MAN),), (), set(), {18}, set()),
        (((18, BLACK_MAN),), (18,), set(), set(), {18}),
        ((), (39, 40), {39}, set(), set()),
        (tuple((n, WHITE_MAN) for n in range(31, 41)), (1, 2), {1, 2}, set(range(31, 41)), set()),
    ],
)
def test_set_up_help_shows_what_comes_off_and_what_goes_on(
    missing: tuple[tuple[int, object], ...],
    extra: tuple[int, ...],
    take_off: set[int],
    goes_here: set[int],
    look: set[int],
) -> None:
    lights = pattern(told.SetupNeeded(0.0, missing, extra), fen=CAPTURE)  # type: ignore[arg-type]
    assert lit(lights, Meaning.TAKE_OFF) == take_off
    assert lit(lights, Meaning.GOES_HERE) == goes_here
    assert lit(lights, Meaning.LOOK) == look


def test_nothing_is_lit_while_the_board_cannot_be_reached() -> None:
    assert pattern(ready(CAPTURE), told.LinkLost(1.0), fen=CAPTURE) == {}
    assert pattern(ready(CAPTURE), told.LinkLost(1.0), told.LinkRestored(2.0), fen=CAPTURE)


def test_everything_told_can_be_lit_and_names_squares_of_the_board(
    everything_told: list[Announcement],
) -> None:
    for announcement in everything_told:
        lights = light_pattern([announcement])
        assert set(lights) <= set(range(1, 51))
        if announcement.topic.subject is Subject.ANSWER:
            assert lights == {}, announcement
        elif announcement.squares and announcement.kind is not Kind.PASSED_KING_ROW:
            told_to_look = announcement.kind not in UNLIT
            assert bool(lights) is told_to_look, announcement
