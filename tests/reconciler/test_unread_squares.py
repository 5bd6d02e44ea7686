"""A square that cannot be read, or is misread: the rest of the board and the rules tell what was
played."""

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
    """A board under a camera that sees the `misread` squares as it wants."""

    def __init__(self, start: Position, *misread: tuple[int, Reading]) -> None:
        self.misread = misread
        self.reconciler = Reconciler(Game(start), COLOR, CAMERA)
        self.told: list[Transition] = []

    def show(self, board: Snapshot, now: float) -> None:
        self.rest(now)
        self.told += self.reconciler.observe(board.with_changes(self.misread), now)

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
    watched = Watched(start, (square, Reading.UNKNOWN))
    for number, board in enumerate(carried_out(start, text)):
        watched.show(board, 0.3 * number)
    watched.rest(10.0)
    assert watched.moves == [text]
    assert not [told for told in watched.told if isinstance(told, ViolationFound)]


def test_a_piece_in_a_hand_is_waited_for_before_it_is_believed_on_the_square_not_read() -> None:
    start = parse_fen(QUIET)
    watched = Watched(start, (28, Reading.UNKNOWN))
    still, lifted, _ = carried_out(start, "32-28")
    watched.show(still, 0.0)
    watched.show(lifted, 1.0)
    watched.show(carried_out(start, "32-27")[-1], 1.6)
    watched.rest(10.0)
    assert watched.moves == ["32-27"]


def test_a_move_that_was_believed_too_soon_is_corrected() -> None:
    start = parse_fen(QUIET)
    watched = Watched(start, (28, Reading.UNKNOWN))
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
    watched = Watched(performance.start, (square, Reading.UNKNOWN))
    for now, board in snapshots(performance, COLOR):
        watched.show(board, now)
    watched.rest(now + 10.0)
    assert watched.moves == [ply.move.short for ply in game.plies if ply.move]


# position, move, answer, the square that is misread from the move on, and what it seems to hold
MISREAD = {
    "seems to stand where it was": (QUIET, "32-28", "20-25", 32, Reading.WHITE),
    "seems to be of the other colour": (QUIET, "32-28", "20-25", 28, Reading.BLACK),
    "seems to be nowhere": ("W:W36,47:B12,20", "36-31", "20-25", 31, Reading.EMPTY),
    "is another that seems gone": (QUIET, "32-28", "20-25", 47, Reading.EMPTY),
    "is another that seems of the other colour": (QUIET, "32-28", "20-25", 47, Reading.BLACK),
    "seems to have come from nowhere": (QUIET, "32-28", "20-25", 33, Reading.BLACK),
    "captured, and seems to stand where it was": (CAPTURE, "32x23", "12-17", 32, Reading.WHITE),
    "captured, and seems to be of the other colour": (CAPTURE, "32x23", "12-17", 23, Reading.BLACK),
    "captured, and seems to be nowhere": (CAPTURE, "32x23", "12-17", 23, Reading.EMPTY),
    "was captured, and seems to stand": (CAPTURE, "32x23", "12-17", 28, Reading.BLACK),
    "was captured, and seems to be an own one": (CAPTURE, "32x23", "12-17", 28, Reading.WHITE),
    "passed another that seems to stand": (KING, "47-24", "18-22", 33, Reading.BLACK),
}


@pytest.mark.parametrize(
    ("fen", "text", "answer", "square", "shown"), MISREAD.values(), ids=MISREAD
)
def test_play_goes_on_when_a_square_is_misread_and_all_is_well_when_it_is_read_right(
    fen: str, text: str, answer: str, square: int, shown: Reading
) -> None:
    start = parse_fen(fen)
    watched = Watched(start)
    still, *boards = carried_out(start, text)
    watched.show(still, 0.0)
    watched.misread = ((square, shown),)
    for number, board in enumerate(boards):
        watched.show(board, 5.0 + 0.3 * number)
    watched.rest(14.0)
    answered = carried_out(start.play(parse_move(start, text)), answer)
    for number, board in enumerate(answered):
        watched.show(board, 15.0 + 0.3 * number)
    watched.rest(24.0)
    assert watched.moves == [text, answer]
    named = [told.violation.squares for told in watched.told if isinstance(told, ViolationFound)]
    assert (square,) in named
    watched.misread = ()
    watched.show(answered[-1], 25.0)
    watched.rest(35.0)
    assert watched.moves == [text, answer]
    assert not watched.reconciler.open_violations


def test_two_squares_that_differ_are_told_and_play_does_not_go_on() -> None:
    start = parse_fen(QUIET)
    still, *boards = carried_out(start, "32-28")
    watched = Watched(start)
    watched.show(still, 0.0)
    watched.misread = ((47, Reading.BLACK), (20, Reading.WHITE))
    watched.show(still, 1.0)
    watched.rest(2.0)
    assert [told for told in watched.told if isinstance(told, ViolationFound)]
    for number, board in enumerate(boards):
        watched.show(board, 5.0 + 0.3 * number)
    watched.rest(20.0)
    assert watched.moves == []


def test_a_piece_that_is_gone_is_told_within_a_second() -> None:
    watched = Watched(parse_fen(QUIET))
    still, *_ = carried_out(parse_fen(QUIET), "32-28")
    watched.show(still, 0.0)
    watched.misread = ((20, Reading.EMPTY),)
    watched.show(still, 1.0)
    watched.rest(2.0)
    (told,) = (told for told in watched.told if isinstance(told, ViolationFound))
    assert told.violation.squares == (20,)


BOTH = "W:W32,33,47:B12,20"
# position, plies, the square that is misread from the first on, and what it seems to hold
TWO_WAYS = {
    "came to either of two squares": (QUIET, "32-28 20-25 28-23", 28, Reading.EMPTY),
    "came to the other one": (QUIET, "32-27 20-25 27-21", 27, Reading.EMPTY),
    "came to one where it was captured": ("W:W33,47:B18,40", "33-29 40-45", 29, Reading.EMPTY),
    "came from either of two squares": (BOTH, "32-28 20-25 33-29", 32, Reading.WHITE),
    "came from the other one": (BOTH, "33-28 20-25 32-27", 33, Reading.WHITE),
    "went, and nothing tells until it is read right": (QUIET, "32-28 20-25", 28, Reading.EMPTY),
    "went the other way, and nothing tells": (QUIET, "32-27 20-25", 27, Reading.EMPTY),
}


@pytest.mark.parametrize(("fen", "plies", "square", "shown"), TWO_WAYS.values(), ids=TWO_WAYS)
def test_where_a_misread_square_leaves_two_ways_what_follows_tells(
    fen: str, plies: str, square: int, shown: Reading
) -> None:
    position, now = parse_fen(fen), 0.0
    watched = Watched(position)
    for text in plies.split():
        for board in carried_out(position, text):
            watched.show(board, now)
            watched.misread = ((square, shown),)
            now += 0.3
        position = position.play(parse_move(position, text))
        now += 5.0
    watched.misread = ()
    watched.show(snapshot_of(position.pieces(), 50, COLOR), now)
    watched.rest(now + 10.0)
    assert watched.moves == plies.split()
    assert not watched.reconciler.open_violations


def test_a_piece_of_a_hard_colour_is_followed_wherever_it_goes() -> None:
    position, now = parse_fen(QUIET), 0.0
    watched = Watched(position)
    plies = ["32-28", "20-25", "28-23", "19x28", "38-33", "28x39"]
    for text in plies:
        move, boards = parse_move(position, text), carried_out(position, text)
        for number, board in enumerate(boards):
            if text in ("32-28", "28-23") and number == 2:
                watched.misread = ((move.end, Reading.BLACK),)
            if text == "19x28" and number == len(boards) - 1:
                watched.misread = ()
            watched.show(board, now)
            now += 0.3
        position = position.play(move)
        now += 4.0
    watched.rest(now + 5.0)
    assert watched.moves == plies
    assert not watched.reconciler.open_violations
