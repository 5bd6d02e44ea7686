"""What happens in a film is what the hands did: legal play, ply by ply."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from board_io.hand.performance import Performance
from board_io.hand.player import perform
from board_io.hand.profiles import CAREFUL
from rules.game import Game
from rules.position import Position
from rules.variants import variant_named
from tests.render.compose import Put
from tests.render.conditions import ROUGH, Habits
from tests.render.film import performed, seen_profile
from tests.render.games import played_game
from tests.render.idle import resting
from tests.render.plates import places_of
from tests.render.sampling import film_scene
from tests.render.script import letter_of, scripted
from tests.render.tracks import Script
from vision.pose import Side, cells_of

SCENE = film_scene(14, (640, 360))
QUIET = replace(
    CAREFUL,
    flicker=0.0,
    lost=0.0,
    off_centre=0.0,
    late_removal=0.0,
    correct=0.0,
    take_back_one=0.0,
    take_back_two=0.0,
    touch=0.0,
    straighten=0.0,
)


def script_of(performance: Performance, seed: int = 1) -> Script:
    return scripted(performance, places_of(SCENE), 0.2, 2.0, random.Random(seed))


def board_at(script: Script, time: float) -> dict[tuple[int, int], str]:
    """Cells of the board with what stands there, men and kings alike."""
    state: dict[tuple[int, int], Put] = dict(script.start)
    for change in script.changes:
        if change.time > time:
            break
        state.pop(change.cell, None)
        if change.put is not None:
            state[change.cell] = change.put
    return {cell: put.letter.lower() for cell, put in state.items() if cell[0] >= 0}


def cells_in(position: Position) -> dict[tuple[int, int], str]:
    cells = cells_of(position.variant.geometry, Side.BOTTOM)
    return {cells[n]: letter_of(piece).lower() for n, piece in position.pieces().items()}


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_each_ply_the_board_is_the_legal_next_position(seed: int) -> None:
    game = played_game(seed, 80)
    performance = perform(game, QUIET, seed)
    script = script_of(performance, seed)
    position = game.start
    for played, done in zip(performance.plies, script.done, strict=True):
        assert played.ply.move in position.legal_moves()
        position = position.play(played.ply.move)
        assert board_at(script, done + 1e-6) == cells_in(position)


@pytest.mark.parametrize("habits", [Habits(), ROUGH, Habits(profile="blitz")])
def test_whatever_people_do_the_game_ends_as_it_should(habits: Habits) -> None:
    performance = performed(played_game(5, 80), habits, 5)
    script = script_of(performance)
    assert board_at(script, script.end) == cells_in(performance.final)


def test_a_hand_is_at_the_square_when_something_changes_there() -> None:
    performance = performed(played_game(6, 60), Habits(), 6)
    script, places = script_of(performance), places_of(SCENE)
    for change in script.changes:
        place = places[change.cell]
        near = [
            track
            for track in script.tracks
            if (found := track.at(change.time)) is not None
            and abs(found[0][0] - place.x) < 0.3
            and abs(found[0][1] - place.y) < 0.3
        ]
        assert near, change


def test_a_hand_never_jumps() -> None:
    script = script_of(performed(played_game(7, 60), Habits(), 7))
    for track in script.tracks:
        times = [knot.time for knot in track.knots]
        assert times == sorted(times)


def test_resting_hands_keep_clear_of_hands_that_play() -> None:
    script = script_of(performed(played_game(8, 60), Habits(), 8))
    idle = resting(10, script.tracks, 6.0, script.end, random.Random(8))
    assert any(track.figure.head for track in idle)
    for track in idle:
        for other in script.tracks:
            if other.figure.seat is track.figure.seat:
                apart = (
                    track.knots[-1].time <= other.knots[0].time
                    or other.knots[-1].time <= track.knots[0].time
                )
                assert apart


def test_games_have_captures_and_kings() -> None:
    moves = [ply.move for seed in range(1, 6) for ply in played_game(seed, 120).plies]
    assert sum(move.is_capture for move in moves if move) > 50
    assert any(move.promotes for move in moves if move)


def test_people_in_films_do_nothing_that_only_sensors_see() -> None:
    profile = seen_profile("home")
    assert profile.flicker == profile.lost == profile.off_centre == 0


def test_small_boards_can_be_filmed() -> None:
    game = played_game(1, 40, "russian")
    assert game.start == Game.new(variant_named("russian")).start
    assert len(game.plies) > 20
