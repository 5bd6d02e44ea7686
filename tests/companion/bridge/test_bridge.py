"""A phone app plays on a board: what it says comes to the board, what is played there to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from board_io.cpp.games import placement_of
from rules.fen import parse_fen
from rules.game import Game, Outcome, Termination
from rules.notation import parse_move
from rules.piece import WHITE_MAN, Color, Piece
from rules.position import Position
from tests.companion.bridge.evening import Evening

START = placement_of(Position.start()).fen
FEATURES = ("moved", "undo_redo", "undo_offer", "draw_offer", "resign", "time", "score", "msg")


@pytest.fixture
def evening() -> Iterator[Evening]:
    with Evening() as evening:
        evening.phone.joins(*FEATURES)
        evening.tells_app("ok", len(FEATURES))
        evening.phone.heard.clear()
        evening.phone.says("set_variant draughts_standard", "side w", f"begin {START}")
        evening.tells_app(f"sync {START}")
        yield evening


def play(evening: Evening, text: str) -> None:
    """Make a move on the board."""
    position = evening.game.position
    evening.pieces.make(parse_move(position, text), position)


def put_right(evening: Evening, pieces: dict[int, Piece | None]) -> None:
    """Put pieces where the program wants them, until it is content."""
    evening.until(lambda: bool(evening.live.view.open), "something to put right")
    evening.pieces.put(pieces)
    evening.says("Everything is in place")


def plies(evening: Evening, count: int) -> None:
    evening.until(lambda: len(evening.game.plies) == count, f"{count} plies")


def test_both_play_and_the_game_is_kept(evening: Evening) -> None:
    evening.says("White is played on the board")
    play(evening, "32-28")
    evening.tells_app("move d4e5")
    evening.phone.says("ok", "move g7f6")  # 19-23
    evening.until(lambda: {19, 23} <= evening.pieces.lit.keys(), "the way of the move is lit")
    play(evening, "19-23")
    evening.tells_app("moved")
    plies(evening, 2)
    play(evening, "28x19")
    evening.tells_app("move e5g7")
    evening.phone.says("ok", "move h8f6")  # 14x23
    play(evening, "14x23")
    evening.tells_app("moved", 2)
    plies(evening, 4)
    evening.phone.says("end resign")
    evening.says("over in the app")
    evening.until(lambda: evening.game.outcome is not None, "the result")
    assert evening.game.outcome == Outcome(Color.WHITE, Termination.RESIGNED)
    (kept,) = evening.store.games()
    assert [ply.move.short for ply in evening.store.load(kept.id).game.plies if ply.move] == [
        *("32-28", "19-23"),
        *("28x19", "14x23"),
    ]
    assert not any(line.startswith(("err", "unsync")) for line in evening.phone.heard)


def test_the_app_captures_in_steps_and_the_board_has_black() -> None:
    position = parse_fen("W:W37,48:B32,22,11,3")
    with Evening(Game(position)) as evening:
        fen = placement_of(position).fen
        evening.phone.joins("moved")
        evening.phone.says("side b", f"begin {fen}")
        evening.tells_app(f"sync {fen}")
        evening.says("Black is played on the board")
        evening.phone.says("move 3728", "move 2817", "move 1706")
        evening.until(lambda: {37, 6} <= evening.pieces.lit.keys(), "the whole capture is lit")
        play(evening, "37x6")
        evening.tells_app("moved")
        plies(evening, 1)
        play(evening, "3-8")
        evening.tells_app("move 0308")  # in the notation of the app
        evening.phone.says("ok", "end checkmate")
        evening.says("over in the app")


def test_a_move_that_the_app_refuses_is_put_back(evening: Evening) -> None:
    play(evening, "32-28")
    evening.tells_app("move d4e5")
    evening.phone.says("nok")
    evening.tells_app("move 3228")  # it may write squares in the other way
    evening.phone.says("nok")
    evening.says("The app rejects 32-28")
    plies(evening, 0)
    put_right(evening, {28: None, 32: WHITE_MAN})
    play(evening, "31-26")
    evening.tells_app("move b4a5")
    evening.phone.says("ok")


def test_a_board_that_is_not_set_up_tells_what_it_shows(evening: Evening) -> None:
    position = Game.new().play(parse_move(Position.start(), "32-28")).position
    wanted = placement_of(position).fen
    evening.phone.says(f"begin {wanted}")
    shown = START.replace("1M1M1M1M1M", "1M1U1M1M1M", 1).replace(" w", " b")
    evening.tells_app(f"unsync {shown}")
    evening.pieces.put({32: None})
    evening.tells_app(f"state {shown.replace('U1', '2').replace('12', '3')}")
    put_right(evening, {28: WHITE_MAN})
    evening.tells_app(f"sync {wanted}")
    evening.phone.says("move g7f6")
    play(evening, "19-23")
    evening.tells_app("moved")
    plies(evening, 1)


def test_the_app_takes_a_move_back(evening: Evening) -> None:
    play(evening, "32-28")
    evening.tells_app("move d4e5")
    evening.phone.says("ok", f"undo {START}")
    plies(evening, 0)
    put_right(evening, {28: None, 32: WHITE_MAN})
    evening.tells_app("moved")
    play(evening, "33-29")
    evening.tells_app("move f4g5")


def test_a_take_back_on_the_board_is_a_wish(evening: Evening) -> None:
    play(evening, "32-28")
    evening.tells_app("move d4e5")
    evening.phone.says("ok")
    evening.types("undo")
    evening.tells_app("undo_offer")
    evening.phone.says("ok", f"undo {START}")
    evening.says("The other side agrees")
    plies(evening, 0)
    evening.pieces.put({28: None, 32: WHITE_MAN})
    evening.tells_app("moved")


def test_a_draw_is_offered_and_accepted_either_way(evening: Evening) -> None:
    evening.types("draw")
    evening.tells_app("draw_offer")
    evening.phone.says("nok")
    evening.says("does not agree")
    evening.phone.says("draw_offer")
    evening.says("type draw to accept")
    evening.types("draw")
    evening.tells_app("ok")
    evening.phone.says("end draw")
    evening.until(lambda: evening.game.outcome is not None, "the result")
    assert evening.game.outcome == Outcome(None, Termination.AGREED)


def test_who_plays_on_declines(evening: Evening) -> None:
    evening.phone.says("draw_offer")
    evening.says("type draw to accept")
    play(evening, "32-28")
    evening.tells_app("move d4e5")
    assert evening.phone.heard[-2:] == ["nok", "move d4e5"]


def test_giving_up_at_the_board_loses(evening: Evening) -> None:
    evening.types("resign")
    evening.tells_app("resign")
    evening.phone.says("end resign")
    evening.until(lambda: evening.game.outcome is not None, "the result")
    assert evening.game.outcome == Outcome(Color.BLACK, Termination.RESIGNED)


def test_what_the_app_tells_is_shown(evening: Evening) -> None:
    evening.phone.says("time 61000 59000", "msg hello", "err oops", "score 1700 1600", "castle")
    evening.says("“hello”")
    evening.says("oops")
    evening.says("white 1700, black 1600")
    evening.tells_app("err unknown is not understood here")
    evening.until(lambda: evening.live.view.clock is not None, "the clock")
    face = evening.live.view.clock
    assert face is not None
    assert (face.white_s, face.black_s) == (61, 59)


def test_games_that_do_not_fit_the_board_are_refused(evening: Evening) -> None:
    evening.phone.heard.clear()
    evening.phone.says("variant standard", "variant draughts_russian", "variant draughts_frisian")
    evening.until(lambda: len(evening.phone.heard) == 3, "the answers")
    assert evening.phone.heard == ["nok", "nok", "ok"]
    evening.phone.says("set_variant draughts_russian", "begin 8/8/8/8/8/8/8/8 w")
    evening.tells_app("err this board cannot play that game from there")


def test_an_app_that_comes_back_goes_on_where_the_board_is(evening: Evening) -> None:
    play(evening, "32-28")
    evening.tells_app("move d4e5")
    evening.phone.says("ok")
    evening.phone.leaves()
    evening.says("The app is gone")
    evening.phone.joins("moved")
    now = placement_of(evening.game.position).fen
    evening.phone.says(f"begin {now}", "move g7f6")
    evening.tells_app(f"sync {now}")
    play(evening, "19-23")
    evening.tells_app("moved")
    plies(evening, 2)
    assert len(evening.store.games()) == 1


def test_a_virtual_board_makes_the_moves_of_the_app_by_itself() -> None:
    with Evening(board="sim") as evening:
        evening.phone.joins("moved", "undo_redo")
        evening.phone.says("set_variant draughts_standard", "side w", f"begin {START}")
        evening.types("32-28")
        evening.tells_app("move d4e5")
        evening.phone.says("ok", "move g7f6")
        evening.tells_app("moved")
        plies(evening, 2)
        evening.types("28x19")
        evening.tells_app("move e5g7")
        evening.phone.says("ok")
        evening.types("undo")
        evening.says("The app has another position")  # it cannot undo
        evening.phone.says(f"begin {START}")
        evening.tells_app(f"sync {START}", 2)
        evening.phone.says("end abort")
        evening.says("broken the game off")
        evening.types("game russian")  # another board, virtually
        evening.until(lambda: evening.game.variant.name == "russian", "the other game")
        evening.until(lambda: len(evening.live.view.snapshot or ()) == 32, "the other board")
        evening.phone.heard.clear()
        evening.phone.says("variant draughts_russian", "variant draughts_standard")
        evening.until(lambda: evening.phone.heard == ["ok", "nok"], "the games of it")
