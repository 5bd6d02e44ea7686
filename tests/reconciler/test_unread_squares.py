"""A square that cannot be read: the rest of the board and the rules tell what was played."""

from __future__ import annotations

import random
from itertools import islice

import pytest

from board_io.hand.player import perform
from board_io.hand.profiles import CAREFUL
from board_io.hand.view import snapshots
from board_io.sensing import reading_of, snapshot_of
from reconciler.reconciler import Reconciler
from reconciler.timing import CAMERA
from reconciler.transition import Transition, ViolationFound
from rules.fen import parse_fen
from rules.game import Game
from rules.notation import parse_move
from rules.position import Position
from rules.snapshot import Reading, SensorKind, Snapshot
from tests.reconciler.test_games import games

COLOR = SensorKind.COLOR


class Watched:
    """A board under a camera that reads one square as it wants."""

    def __init__(self, start: Position, square: int, shown: Reading) -> None:
        self._wrong = [(square, shown)]
        self.reconciler = Reconciler(Game(start), COLOR, CAMERA)
        self.told: list[Transition] = []

    def show(self, board: Snapshot, now: float) -> None:
        self.rest(now)
        self.told += self.reconciler.observe(board.with_changes(self._wrong), now)

    def rest(self, until: float) -> None:
        while (due := self.reconciler.next_deadline) is not None and due <= until:
            self.told += self.reconciler.advance(due)

    @property
    def moves(self) -> list[str]:
        return [ply.move.short if ply.move else "?" for ply in self.reconciler.game.plies]


def carried_out(position: Position, text: str) -> list[Snapshot]:
    """What the board shows while the move is made: the piece in the hand, put down, each captured
    piece taken off."""
    move = parse_move(position, text)
    shown = [snapshot_of(position.pieces(), position.variant.squares, COLOR)]
    piece = reading_of(position.piece_at(move.start), COLOR)
    for change in (
        (move.start, Reading.EMPTY),
        (move.end, piece),
        *((square, Reading.EMPTY) for square in move.captured),
    ):
        shown.append(shown[-1].with_changes([change]))
    return shown


QUIET, CAPTURE = "W:W32,38,47:B12,19,20", "W:W32,38,47:B12,28"
TWO, KING, TAKES = "W:W32,38,47:B18,28,20", "W:WK47,50:B4,5,18", "W:WK47,50:B4,24"
# position, move, the square that cannot be read
ROLES = {
    "the square it left": (QUIET, "32-28", 32),
    "the square it came to": (QUIET, "32-28", 28),
    "another one": (QUIET, "32-28", 47),
    "where a capturing piece stood": (CAPTURE, "32x23", 32),
    "where a capturing piece came": (CAPTURE, "32x23", 23),
    "the captured piece": (CAPTURE, "32x23", 28),
    "the first of two captured pieces": (TWO, "32x12", 28),
    "the last of two captured pieces": (TWO, "32x12", 18),
    "over which it jumped to go on": (TWO, "32x12", 23),
    "over which a king passed": (KING, "47-24", 33),
    "where a king came, or not so far": (TAKES, "47x20", 20),
    "where a king came, or farther": (TAKES, "47x15", 15),
}


@pytest.mark.parametrize(("fen", "text", "square"), ROLES.values(), ids=ROLES)
def test_a_move_is_recorded_though_one_square_is_not_read(fen: str, text: str, square: int) -> None:
    start = parse_fen(fen)
    watched = Watched(start, square, Reading.UNKNOWN)
    for number, board in enumerate(carried_out(start, text)):
        watched.show(board, 0.3 * number)
    watched.rest(10.0)
    assert watched.moves == [text]
    assert not [told for told in watched.told if isinstance(told, ViolationFound)]


def test_a_piece_in_a_hand_is_waited_for_before_it_is_believed_on_the_square_not_read() -> None:
    start = parse_fen(QUIET)
    watched = Watched(start, 28, Reading.UNKNOWN)
    still, lifted, _ = carried_out(start, "32-28")
    watched.show(still, 0.0)
    watched.show(lifted, 1.0)
    watched.show(carried_out(start, "32-27")[-1], 1.6)
    watched.rest(10.0)
    assert watched.moves == ["32-27"]


def test_a_move_that_was_believed_too_soon_is_corrected() -> None:
    start = parse_fen(QUIET)
    watched = Watched(start, 28, Reading.UNKNOWN)
    still, lifted, _ = carried_out(start, "32-28")
    watched.show(still, 0.0)
    watched.show(lifted, 1.0)
    watched.rest(4.0)
    assert watched.moves == ["32-28"]
    watched.show(carried_out(start, "32-27")[-1], 4.0)
    watched.rest(10.0)
    assert watched.moves == ["32-27"]


@pytest.mark.parametrize("seed", range(6))
def test_whole_games_are_recorded_though_one_square_is_never_read(seed: int) -> None:
    square = random.Random(seed).randint(1, 50)
    game = next(islice(games("selfplay", 9), seed, None))
    performance = perform(game, CAREFUL, seed)
    watched = Watched(performance.start, square, Reading.UNKNOWN)
    for now, board in snapshots(performance, COLOR):
        watched.show(board, now)
    watched.rest(now + 10.0)
    assert watched.moves == [ply.move.short for ply in game.plies if ply.move]
