"""What the page is given to draw."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from announcer.coach import Coach
from board_io.errors import LinkFault
from companion.view import LinkState, View, pieces_shown
from companion.web.hub import Telling
from companion.web.picture import picture, told
from rules.fen import parse_fen
from rules.game import Game, Outcome, Termination
from rules.notation import parse_move
from rules.piece import BLACK_MAN, WHITE_KING, WHITE_MAN, Color
from rules.position import Position
from rules.ruling import Reason
from rules.snapshot import Reading, Snapshot


def game_of(*moves: str, fen: str | None = None) -> Game:
    game = Game(parse_fen(fen) if fen else Position.start())
    for move in moves:
        game = game.play(parse_move(game.position, move))
    return game


def view_of(game: Game, coach: Coach = Coach.HELP) -> View:
    announcer = Announcer(coach)
    announcer.resumed(game)
    return View(game, link=LinkState.LINKED, open=announcer.open)


def readings(pieces: dict[int, Reading]) -> Snapshot:
    return Snapshot(tuple(pieces.get(square, Reading.EMPTY) for square in range(1, 51)))


def test_the_start_of_a_game() -> None:
    seen = picture(view_of(game_of()))
    assert seen["pieces"] == "b" * 20 + "." * 10 + "w" * 20
    assert seen["turn"] == "W"
    assert seen["moves"] == []
    assert seen["last"] is None
    assert seen["rows"][0] == [0, 1, 0, 2, 0, 3, 0, 4, 0, 5]  # type: ignore[index]


def test_moves_are_as_they_are_written_and_irregular_ones_say_so() -> None:
    game = game_of("32-28", "19-23", "28x19")
    last = replace(game.plies[-1], irregular=Reason.MUST_CAPTURE_MORE)
    seen = picture(View(game.take_back().record(last)))
    assert seen["moves"] == [
        {"text": "32-28", "irregular": None},
        {"text": "19-23", "irregular": None},
        {"text": "28x19", "irregular": "must_capture_more"},
    ]
    assert seen["last"] == {"path": [28, 19], "captured": [23]}
    assert seen["begun_with"] == {"W": 20, "B": 20}
    assert seen["left"] == {"W": 20, "B": 19}


def test_a_forced_capture_is_drawn_where_the_coach_tells_of_it() -> None:
    game = game_of("32-28", "19-23")
    assert picture(view_of(game))["ways"] == [{"path": [28, 19], "captured": [23]}]
    assert picture(view_of(game, Coach.REFEREE))["ways"] == []


def test_a_move_that_is_free_is_never_given_away() -> None:
    assert picture(view_of(game_of("32-28"), Coach.SHOW))["ways"] == []


def test_every_way_of_a_capture_is_drawn() -> None:
    seen = picture(view_of(game_of(fen="W:WK46:B41,32,23,24")))
    ways = seen["ways"]
    assert isinstance(ways, list)
    assert [way["path"][-1] for way in ways] == [30, 35]  # type: ignore[index, call-overload]


def test_a_king_on_its_way_stays_a_king_although_the_board_sees_colours_only() -> None:
    position = parse_fen("W:WK46,31:B5")
    on_the_way = readings({23: Reading.WHITE, 31: Reading.WHITE, 5: Reading.BLACK})
    assert pieces_shown(position, on_the_way) == {23: WHITE_KING, 31: WHITE_MAN, 5: BLACK_MAN}
    other = readings({46: Reading.WHITE, 27: Reading.WHITE, 5: Reading.BLACK})
    assert pieces_shown(position, other) == {46: WHITE_KING, 27: WHITE_MAN, 5: BLACK_MAN}


def test_draw_counters_that_run_are_counted_in_moves() -> None:
    moves = ("47-41", "2-8", "41-47", "8-2")
    seen = picture(View(game_of(*moves, fen="W:WK49,K47,25:BK2,K4,26")))
    names = {one["name"]: one for one in seen["counters"]}  # type: ignore[index, union-attr, call-overload]
    assert names["kings_only"] == {"name": "kings_only", "played": 2, "limit": 25}
    assert names["repetitions"]["played"] == 2


def test_a_result_and_a_fault_of_the_link() -> None:
    game = game_of("32-28").finish(Outcome(Color.WHITE, Termination.RESIGNED))
    view = replace(view_of(game), link=LinkState.LOST, fault=LinkFault.UNPLUGGED)
    seen = picture(view)
    assert seen["outcome"] == {"text": "2-0", "winner": "W"}
    assert seen["link"] == {"state": "lost", "fault": "unplugged"}


@pytest.mark.parametrize("language", Catalogue.languages())
def test_what_is_told_can_be_read_and_said_in_every_language(language: str) -> None:
    announcements = Announcer(Coach.HELP).resumed(game_of("32-28", "19-23"))
    tellings = [*(Telling(4, one) for one in announcements), Telling(5, "a line of the program")]
    seen = told(tellings, Catalogue.load(language))
    assert [one["tone"] for one in seen] == ["info", "duty", "notice"]  # type: ignore[index, call-overload]
    assert "28x19" in seen[1]["text"]  # type: ignore[index, call-overload, operator]
    assert "28" not in seen[1]["spoken"]  # type: ignore[index, call-overload, operator]
    assert seen[2]["text"] == "a line of the program"  # type: ignore[index, call-overload]


def test_a_long_game_stays_small() -> None:
    game = game_of(fen="W:WK49,K47,25:BK2,K4,26")
    for _ in range(25):
        for move in ("47-41", "2-8", "41-47", "8-2"):
            game = game.play(parse_move(game.position, move))
    assert len(game.plies) == 100
    assert len(json.dumps(picture(View(game)))) < 8000
