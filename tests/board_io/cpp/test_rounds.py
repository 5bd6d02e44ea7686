"""Our central and a board of ours as the peripheral: whole rounds, in words over a wire."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from board_io.cpp.app_events import MoveAccepted
from board_io.events import LinkUp
from firmware_protocol.cpp.moves import Notation
from firmware_protocol.cpp.names import FeatureName
from rules.game import Game
from rules.pdn import read_pdn
from tests.board_io.cpp.table import Table, only

GAMES = Path(__file__).parents[2] / "data" / "games"
PLAIN: frozenset[str] = frozenset()
ALL = frozenset(FeatureName)


def game_of(name: str, number: int) -> Game:
    read = next(islice(read_pdn((GAMES / f"{name}.pdn").read_bytes()), number, None))
    assert read.game is not None
    return read.game


@pytest.mark.parametrize("features", [PLAIN, ALL], ids=["plain", "all"])
@pytest.mark.parametrize("notation", Notation)
def test_a_whole_game_that_is_played_on_the_board(
    features: frozenset[str], notation: Notation
) -> None:
    whole = game_of("random", 0)
    moves = [ply.move for ply in whole.plies if ply.move is not None]
    assert any(len(move.captured) > 2 for move in moves)
    assert any(move.promotes for move in moves)
    table = Table(Game(whole.start), features=features, notation=notation)
    for number, move in enumerate(moves, start=1):
        table.make(move)
        assert len(table.game.plies) == number, table.said[-6:]
    assert table.game.plies == whole.plies
    assert [event.move for event in table.told if isinstance(event, MoveAccepted)] == moves
    assert table.count("c nok") == table.count("p err") == 0
    assert table.said[-1].startswith("c end")
    assert only(table.heard, LinkUp).board.squares == 50
