"""Our central and a board of ours as the peripheral: whole rounds, in words over a wire."""

from __future__ import annotations

import random
from itertools import islice
from pathlib import Path

import pytest

from board_io.cpp.app_events import (
    MoveAccepted,
    MoveAsked,
    OfferAnswered,
    PositionSet,
    RoundBegun,
    RoundEnded,
)
from board_io.cpp.endings import is_over
from board_io.cpp.games import GAMES
from board_io.events import BoardButton, ButtonPressed, LinkUp, SnapshotSeen
from firmware_protocol.cpp.moves import Notation
from firmware_protocol.cpp.names import FeatureName
from rules.fen import parse_fen
from rules.game import Game, Outcome, Termination
from rules.move import Move
from rules.notation import parse_move
from rules.pdn import read_pdn
from rules.piece import Color
from rules.position import Position
from rules.snapshot import Reading
from rules.variants import variant_named
from tests.board_io.cpp.table import Table, only, shown

GAMES_FOLDER = Path(__file__).parents[2] / "data" / "games"
PLAIN: frozenset[str] = frozenset()
ALL = frozenset(FeatureName)


def game_of(name: str, number: int) -> Game:
    read = next(islice(read_pdn((GAMES_FOLDER / f"{name}.pdn").read_bytes()), number, None))
    assert read.game is not None
    return read.game


def move(game: Game, text: str) -> Move:
    return parse_move(game.position, text)


def random_game(name: str, plies: int, seed: int = 1) -> Game:
    rng, game = random.Random(seed), Game.new(variant_named(name))
    while len(game.plies) < plies and game.outcome is None:
        game = game.play(rng.choice(game.position.legal_moves()))
    return game


@pytest.mark.parametrize("features", [PLAIN, ALL], ids=["plain", "all"])
def test_a_whole_game_that_is_played_on_the_board(features: frozenset[str]) -> None:
    whole = game_of("random", 0)
    moves = [ply.move for ply in whole.plies if ply.move is not None]
    assert any(len(move.captured) > 2 for move in moves)
    assert any(move.promotes for move in moves)
    table = Table(Game(whole.start), features=features)
    for number, one in enumerate(moves, start=1):
        table.make(one)
        assert len(table.game.plies) == number, table.said[-6:]
    assert table.game.plies == whole.plies
    assert [event.move for event in table.told if isinstance(event, MoveAccepted)] == moves
    assert table.count("c nok") == table.count("p err") == 0
    assert table.count("c end ") == is_over(whole)
    assert only(table.heard, LinkUp).board.squares == 50


@pytest.mark.parametrize("name", GAMES.values())
@pytest.mark.parametrize("notation", Notation)
def test_every_game_of_the_protocol_from_either_side(name: str, notation: Notation) -> None:
    """The board plays white; black is played in the app and carried out on the board."""
    whole = random_game(name, 30)
    table = Table(Game(whole.start), features=ALL, notation=notation)
    for ply in whole.plies:
        assert ply.move is not None
        if ply.before.turn is whole.start.turn:
            table.make(ply.move)
        else:
            table.follow(Game(table.game.start, (*table.game.plies, ply)))
            assert table.last(MoveAsked).move == ply.move
            table.set_up(ply.after)
            assert table.said[-1] == "p moved"
        assert table.peripheral.position == table.game.position == ply.after
    assert table.count("c begin") == 1


def test_a_board_that_is_not_set_up_is_followed_until_it_is() -> None:
    game = Game.new().play(move(Game.new(), "32-28"))
    table = Table(Game(game.position), features=PLAIN, board=Position.start())
    assert table.said[-1].startswith("p unsync ")
    up = only(table.heard, LinkUp)
    assert (up.snapshot[32], up.snapshot[28]) == (Reading.WHITE, Reading.EMPTY)
    table.put({32: None})
    table.run()
    assert table.said[-1].startswith("p state ")
    table.set_up(game.position)
    assert table.said[-1].startswith("p sync ")
    table.make(move(game, "19-23"))
    assert len(table.game.plies) == 1


def test_a_move_that_is_taken_back_and_played_again() -> None:
    table = Table(Game.new(), features=ALL)
    table.make(move(table.game, "32-28"))
    again = table.game
    table.take_back()
    assert table.count("c undo ") == 1
    assert table.last(PositionSet) == PositionSet(Position.start(), 1)
    table.set_up(Position.start())
    assert table.said[-1] == "p moved"
    table.follow(again)
    assert table.last(PositionSet) == PositionSet(again.position, -1)
    assert table.count("c redo") == 1


def test_a_board_that_cannot_undo_begins_anew() -> None:
    table = Table(Game.new(), features=PLAIN)
    table.make(move(table.game, "32-28"))
    table.take_back()
    assert table.count("c begin") == 2
    assert table.last(RoundBegun).position == Position.start()


def test_a_wish_to_take_back_is_granted_by_the_game() -> None:
    table = Table(Game.new(), features=ALL)
    table.make(move(table.game, "32-28"))
    assert table.peripheral.offer_undo()
    table.run(0.2)
    assert only(table.heard, ButtonPressed).button is BoardButton.TAKE_BACK
    table.take_back()
    assert table.said[table.said.index("p undo_offer") + 1] == "c ok"
    assert table.last(OfferAnswered) == OfferAnswered(accepted=True)
    assert table.last(PositionSet).taken_back == 1


def test_an_offer_that_nobody_takes_is_declined() -> None:
    table = Table(Game.new(), features=ALL)
    assert table.peripheral.offer_draw()
    table.run(5.0)
    assert only(table.heard, ButtonPressed).button is BoardButton.DRAW
    assert table.last(OfferAnswered) == OfferAnswered(accepted=False)


def test_a_draw_is_agreed() -> None:
    table = Table(Game.new(), features=ALL)
    assert table.peripheral.offer_draw()
    table.run(0.2)
    table.finish(Outcome(None, Termination.AGREED))
    assert table.said[table.said.index("p draw_offer") + 1 :][:2] == ["c ok", "c end draw_offer"]
    assert table.last(RoundEnded).outcome == Outcome(None, Termination.AGREED)


def test_a_side_gives_up() -> None:
    table = Table(Game.new(), features=ALL)
    assert table.peripheral.resign()
    table.run(0.2)
    assert only(table.heard, ButtonPressed).button is BoardButton.RESIGN
    table.finish(Outcome(Color.BLACK, Termination.RESIGNED))
    assert table.said[table.said.index("p resign") + 1] == "c end resign"


def test_a_full_draw_counter_ends_no_round() -> None:
    table = Table(Game(parse_fen("W:WK6,K46:BK5,K50")), features=ALL)
    for text in ("6-1", "50-45", "1-6", "45-50") * 3:
        table.make(move(table.game, text))
    assert table.game.outcome is not None
    assert len(table.game.plies) == 12
    assert table.count("c end") == 0
    table.finish(table.game.outcome)
    assert table.count("c end threefold_repetition") == 1


def test_after_the_end_the_board_tells_what_is_set_up() -> None:
    table = Table(Game.new(), features=ALL)
    table.make(move(table.game, "32-28"))
    table.finish(Outcome(Color.WHITE, Termination.RESIGNED))
    assert table.count("c get_state") == 1
    table.set_up(Position.start())
    assert table.said[-1].startswith("p state ")
    seen = table.heard[-1]
    assert isinstance(seen, SnapshotSeen)
    assert seen.snapshot == shown(Position.start())
    table.follow(Game.new())
    assert table.said[-1].startswith("p sync ")


def test_what_was_not_asked_for_is_not_offered() -> None:
    table = Table(Game.new(), features=PLAIN)
    assert not table.peripheral.offer_draw()
    assert not table.peripheral.offer_undo()
    assert not table.peripheral.resign()


def test_a_board_that_does_not_know_the_game_says_so_and_plays_another() -> None:
    table = Table(Game.new(), games=["frisian", "frysk"])
    (up,) = [event for event in table.heard if isinstance(event, LinkUp)]
    assert up.board.variants == {"frisian", "frysk"}
    assert table.count("c begin") == 0
    table.follow(Game.new(variant_named("frisian")))
    assert "c set_variant draughts_frisian" in table.said
    assert len([event for event in table.heard if isinstance(event, LinkUp)]) == 2


def test_a_board_for_smaller_games_tells_its_size() -> None:
    table = Table(Game.new(), games=["russian", "brazilian"])
    assert only(table.heard, LinkUp).board.squares == 32


def test_another_game_begins_another_round() -> None:
    table = Table(Game.new(), features=PLAIN)
    table.make(move(table.game, "32-28"))
    other = Game.new(variant_named("antidraughts"))
    table.follow(other)
    assert "c set_variant anti_draughts" in table.said
    assert table.last(RoundBegun).position == other.position


@pytest.mark.parametrize("seed", range(3))
def test_a_damaged_line_breaks_nothing_and_the_next_round_is_whole(seed: int) -> None:
    rng = random.Random(seed)
    is_damaged = True

    def mangle(data: bytes) -> bytes:
        if not is_damaged or rng.random() < 0.7:
            return data
        noise = bytearray(data)
        for _ in range(rng.randint(1, 4)):
            noise[rng.randrange(len(noise))] = rng.randrange(256)
        return bytes(noise)

    whole = random_game("international", 20, seed)
    table = Table(Game(whole.start), features=ALL, mangle=mangle)
    for ply in whole.plies:
        assert ply.move is not None
        if ply.move in (table.peripheral.position or ply.after).legal_moves():
            table.put({})
            table.peripheral.played(ply.move)
            table.run(0.2)
    table.run(10.0)
    is_damaged = False
    fresh = Game.new()
    table.central.link_opened(table.now)
    table.peripheral.reset()
    table.run()
    table.follow(fresh)
    table.central.request_snapshot(table.now)
    table.set_up(fresh.position)
    assert table.peripheral.position == fresh.position
    table.make(move(fresh, "32-28"))
    assert len(table.game.plies) == 1


def test_what_the_board_shows_is_what_the_game_has() -> None:
    table = Table(Game.new(), features=ALL)
    table.make(move(table.game, "32-28"))
    table.central.request_snapshot(table.now)
    table.run(0.1)
    seen = table.heard[-1]
    assert isinstance(seen, SnapshotSeen)
    assert seen.snapshot == shown(table.game.position)
