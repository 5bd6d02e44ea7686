"""The live loop with a real firmware: the board is lent to a kept game and given back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest

from board_io.events import BoardButton
from companion.mode import ForGuest, GiveBack
from companion.playback import GoTo, Step, lend_to
from companion.saved import SavedGame
from companion.texts import load_texts
from rules.fen import parse_fen
from rules.game import Game
from rules.notation import parse_move
from rules.piece import BLACK_MAN, WHITE_MAN, Color
from rules.variants import FRISIAN, RUSSIAN
from tests.companion.test_live import Evening


def kept(moves: str, game: Game | None = None) -> SavedGame:
    game = game or Game.new()
    for move in moves.split():
        game = game.play(parse_move(game.position, move))
    return SavedGame(7, datetime.now(UTC), None, {"White": "Anna"}, game)


def lend(evening: Evening, saved: SavedGame) -> None:
    evening.hears("is klaar")
    evening.inbox.put(lend_to(saved, load_texts("nl")))


@pytest.fixture(params=[False, True], ids=["straight", "turned"])
def evening(request: pytest.FixtureRequest) -> Iterator[Evening]:
    evening = Evening(turned=request.param)
    yield evening
    evening.end()


def is_lit(evening: Evening, *squares: int) -> None:
    wanted = {evening.square(square) for square in squares}
    evening.until(lambda: set(evening.simulated.lights) == wanted, f"lights on {squares}")


def test_a_kept_game_is_played_back_and_the_own_game_goes_on(evening: Evening) -> None:
    evening.hears("is klaar")
    evening.carry(WHITE_MAN, 31, 26)
    evening.hears("Wit speelt 31-26.")
    lend(evening, kept("32-28 19-23 28x19"))
    evening.hears("Zet het stuk van 26 op 31.")
    evening.carry(WHITE_MAN, 26, 31)
    evening.hears("Alles staat goed")
    assert evening.live.view.players[Color.WHITE] == "Anna"
    evening.simulated.hold(BoardButton.CONFIRM)
    evening.hears("Wit speelt 32-28.")
    is_lit(evening, 32, 28)
    evening.simulated.hold()
    evening.carry(WHITE_MAN, 32, 28)
    evening.carry(BLACK_MAN, 19, 23)
    evening.hears("Zwart speelt 19-23.")
    evening.inbox.put(ForGuest(Step(1)))
    evening.hears("Wit slaat: 28x19.")
    is_lit(evening, 28, 19, 23)
    assert [ply.move.short for ply in evening.store.load(1).game.plies if ply.move] == ["31-26"]
    evening.inbox.put(GiveBack())
    evening.until(lambda: evening.live.view.guest is None, "the board is given back")
    assert len(evening.live.view.game.plies) == 1
    evening.carry(WHITE_MAN, 28, 32)
    evening.carry(BLACK_MAN, 23, 19)
    evening.carry(WHITE_MAN, 31, 26)
    evening.until(lambda: evening.out.getvalue().count("Alles staat goed") == 2, "put right")
    evening.carry(BLACK_MAN, 20, 24)
    evening.hears("Zwart speelt 20-24.")
    assert len(evening.store.load(1).game.plies) == 2


def test_a_board_that_is_unplugged_meanwhile_comes_back_to_the_kept_game() -> None:
    evening = Evening()
    try:
        lend(evening, kept("32-28 19-23"))
        evening.inbox.put(ForGuest(GoTo(1)))
        evening.hears("Wit speelt 32-28.")
        evening.simulated.unplug()
        evening.hears("Het bord is weg")
        evening.simulated.lift(32)
        evening.simulated.put(28, WHITE_MAN)
        evening.simulated.replug()
        evening.hears("Ik zie het bord weer.")
        is_lit(evening, 28, 32)
        evening.carry(BLACK_MAN, 19, 23)
        evening.hears("Zwart speelt 19-23.")
    finally:
        evening.end()


def test_a_frisian_game_stands_on_the_same_squares() -> None:
    evening = Evening()
    try:
        lend(evening, kept("32-28", Game.new(FRISIAN)))
        evening.inbox.put(ForGuest(Step(1)))
        evening.hears("Wit speelt 32-28.")
    finally:
        evening.end()


def test_a_game_on_other_squares_is_not_lent_to() -> None:
    evening = Evening()
    try:
        lend(evening, kept("", Game(parse_fen("W:W32:B1", RUSSIAN))))
        evening.hears("een met 32 velden")
        assert evening.live.view.guest is None
        evening.carry(WHITE_MAN, 31, 26)
        evening.hears("Wit speelt 31-26.")
    finally:
        evening.end()
