"""When a move was made: the moment on the board, which a clock needs, not that of the telling."""

from __future__ import annotations

import pytest

from board_io.sensing import snapshot_of
from reconciler.reconciler import Reconciler
from reconciler.transition import MovePlayed
from rules.fen import parse_fen
from rules.game import Game
from rules.piece import WHITE_MAN, Piece
from rules.snapshot import SensorKind, Snapshot

# position; changes as ms and squares (- emptied, + filled); moment of each move in ms
CASES = {
    "a quiet move": ("start", [(0, "32-"), (400, "28+")], [400]),
    "a move that is slid": ("start", [(0, "32-"), (200, "28+"), (260, "28-"), (600, "28+")], [600]),
    "a capture is made when the captured piece is off": (
        "W:W28,33:B23,8",
        [(0, "28-"), (300, "19+"), (900, "23-")],
        [900],
    ),
    "a captured piece may leave first": (
        "W:W28,33:B23,8",
        [(0, "23-"), (300, "28-"), (800, "19+")],
        [800],
    ),
    "two moves in one breath": (
        "start",
        [(0, "32-"), (300, "28+"), (450, "19-"), (700, "23+")],
        [300, 700],
    ),
    "a wrong move that the opponent lets stand": (
        "W:W28,32,33,42:B23,8",
        [(0, "42-"), (400, "37+"), (6000, "8-"), (6500, "12+")],
        [400, 6500],
    ),
}


def moments(fen: str, changes: list[tuple[int, str]]) -> list[float | None]:
    game = Game.new() if fen == "start" else Game(parse_fen(fen))
    pieces: dict[int, Piece] = dict(game.position.pieces())
    reconciler = Reconciler(game, SensorKind.OCCUPANCY)

    def snapshot() -> Snapshot:
        return snapshot_of(pieces, 50, SensorKind.OCCUPANCY)

    told = reconciler.observe(snapshot(), 100.0)
    for ms, change in changes:
        square = int(change[:-1])
        pieces.pop(square, None)
        if change.endswith("+"):
            pieces[square] = WHITE_MAN
        told += reconciler.observe(snapshot(), 101.0 + ms / 1000)
    told += reconciler.advance(101.0 + changes[-1][0] / 1000 + 5)
    return [one.made_at for one in told if isinstance(one, MovePlayed)]


@pytest.mark.parametrize("name", CASES)
def test_the_moment_of_a_move(name: str) -> None:
    fen, changes, expected = CASES[name]
    assert moments(fen, changes) == pytest.approx([101.0 + ms / 1000 for ms in expected])
