"""Situations on a board that bring about every sentence: real games, rulings and positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import pytest

from announcer.announcement import Announcement
from announcer.announcer import Announcer
from announcer.answers import Question
from announcer.clocks import clock_paused, clock_runs, time_left, time_low
from announcer.coach import Coach
from reconciler import transition as told
from reconciler.transition import NoteCode, Violation, ViolationCode
from rules.fen import parse_fen
from rules.game import Game, Outcome, Ply, Termination
from rules.huffing import huff, huffable
from rules.judge import judge
from rules.move import Move, Route
from rules.notation import parse_move
from rules.piece import BLACK_MAN, WHITE_KING, WHITE_MAN, Color, Role
from rules.position import Position
from rules.ruling import Attempt, Reason
from rules.variants import variant_named
from tests.announcer.wrong_moves import WRONG_MOVES

START = "W:W31-50:B1-20"
CAPTURE = "W:W28,33,40:B9,23"
"""White must capture: 28x19, one man, one way."""
TWO_WAYS = "W:W26,30,45:B9,21,24"
"""White may capture with 26 or with 30."""
PASSING = "W:W25,30,34:B8,9,10,19,20"
"""White captures 25x12 by way of the far row."""
MAJORITY = "W:W28,37,48:B13,23,31,2"
"""White can take two with 28 (to 8) or one with 37 (to 26): two is a must."""
MAJORITY_CHOICE = "W:W28,30,37,48:B13,23,24,31,2"
"""White can take two with 28 or with 30, or one with 37."""


def play(fen: str, *moves: str) -> Game:
    """A game from a position, played by notation."""
    game = Game(parse_fen(fen))
    for text in moves:
        game = game.play(parse_move(game.position, text))
    return game


def transitions(game: Game) -> list[told.Transition]:
    """The moves of a game as they are told."""
    return [told.MovePlayed(float(n), ply, n) for n, ply in enumerate(game.plies)]


def violation(position: Position, attempt: Attempt, code: ViolationCode) -> Violation:
    """A wrong move with the ruling that the rules give."""
    ruling = judge(position, attempt)
    assert not ruling.legal
    return Violation(code, ruling.squares, ruling)


@dataclass(frozen=True)
class Table:
    """A table with a board: tells what happens there to an announcer of its own."""

    coach: Coach = Coach.HELP

    def moves(self, fen: str, *moves: str) -> list[Announcement]:
        game = play(fen, *moves)
        return Announcer(self.coach).tell(transitions(game), game)

    def ready(self, fen: str) -> list[Announcement]:
        game = Game(parse_fen(fen))
        return Announcer(self.coach).tell([told.SetupComplete(0.0, game.position)], game)

    def event(self, *happened: told.Transition, fen: str = START) -> list[Announcement]:
        return Announcer(self.coach).tell(happened, Game(parse_fen(fen)))

    def found(self, code: ViolationCode, *squares: int, fen: str = START) -> list[Announcement]:
        return self.event(told.ViolationFound(0.0, Violation(code, squares)), fen=fen)

    def wrong(
        self, fen: str, code: ViolationCode, attempt: Attempt, game: str = "international"
    ) -> list[Announcement]:
        position = parse_fen(fen, variant_named(game))
        found = told.ViolationFound(0.0, violation(position, attempt, code))
        return Announcer(self.coach).tell([found], Game(position))

    def ended(self, winner: Color | None, by: Termination) -> list[Announcement]:
        return Announcer(self.coach).tell([], Game.new().finish(Outcome(winner, by)))


Situation = Callable[[Table], list[Announcement]]
V = ViolationCode


def by_ear(table: Table) -> list[Announcement]:
    """Captures jump by jump, and a set-up that is led square by square."""
    game, other = play(TWO_WAYS, "26x17"), play(TWO_WAYS, "30x19")
    announcer = Announcer(table.coach, by_ear=True)
    out = announcer.tell(transitions(game), game)
    out += announcer.tell([told.MoveCorrected(2.0, game.plies[0], other.plies[0], 0)], other)
    choice = parse_fen(TWO_WAYS)
    out += announcer.tell([told.SetupComplete(2.5, choice)], Game(choice))
    start = Game.new()
    pieces = tuple(start.position.pieces().items())
    for left in (pieces, pieces[1:], pieces[3:], pieces[9:]):
        out += announcer.tell([told.SetupNeeded(3.0, left, ())], start)
    return out + announcer.answer(Question.ROW, 26, start)


def irregular(table: Table, *, known: bool) -> list[Announcement]:
    before = parse_fen(CAPTURE)
    move = Move(33, 29, (Route((33, 29)),)) if known else None
    ply = Ply(before, move, before.after(33, 29, ()), Reason.MUST_CAPTURE)
    game = Game(before).record(ply)
    return Announcer(table.coach).tell([told.MovePlayed(0.0, ply, 0)], game)


def taken_back(table: Table, count: int) -> list[Announcement]:
    game = play(START, "32-28", "19-23", "28x19", "14x23")
    announcer = Announcer(table.coach)
    announcer.tell(transitions(game), game)
    happened = told.MovesTakenBack(9.0, game.plies[-count:])
    return announcer.tell([happened], game.take_back(count))


def corrected(table: Table, fen: str, first: str, then: str) -> list[Announcement]:
    game, other = play(fen, first), play(fen, then)
    announcer = Announcer(table.coach)
    announcer.tell(transitions(game), game)
    happened = told.MoveCorrected(2.0, game.plies[0], other.plies[0], 0)
    return announcer.tell([happened], other)


def mended(table: Table) -> list[Announcement]:
    game, missing = Game.new(), Violation(V.PIECE_MISSING, (31,))
    announcer = Announcer(table.coach)
    announcer.tell([told.ViolationFound(0.0, missing)], game)
    return announcer.tell([told.ViolationMended(1.0, missing)], game)


def huffing(table: Table) -> list[Announcement]:
    """White misses a capture, and black takes the piece for it."""
    before = parse_fen(CAPTURE, variant_named("international+huffing"))
    move = Move(33, 29, (Route((33, 29)),))
    ply = Ply(before, move, before.after(33, 29, ()), Reason.MUST_CAPTURE)
    missed = Game(before).record(ply)
    (square,) = huffable(missed)
    wrong = violation(before, Attempt(33, 29), V.CAPTURE_OBLIGATORY)
    announcer = Announcer(table.coach)
    found = told.ViolationFound(0.0, replace(wrong, huffable=(square,)))
    out = announcer.tell([found], Game(before))
    game = huff(missed, square)
    return out + announcer.tell([told.PieceHuffed(3.0, game.plies[-1], 1, square)], game)


def wandering(table: Table, fen: str, plies: int) -> list[Announcement]:
    """Kings that wander about, where they have not been yet if they can, and never in reach."""
    game, announcer = play(fen), Announcer(table.coach)
    seen: list[Position] = []
    out: list[Announcement] = []
    while len(game.plies) < plies:
        seen.append(game.position)
        game = game.play(min(_strolls(game.position), key=lambda m: _visits(game, m, seen)))
        out += announcer.tell(transitions(game)[-1:], game)
    return out


def _strolls(position: Position) -> list[Move]:
    """Quiet king moves after which nothing can be captured."""
    return [
        move
        for move in position.legal_moves()
        if move.start in position.squares(position.turn, Role.KING)
        and not any(reply.is_capture for reply in position.play(move).legal_moves())
    ]


def _visits(game: Game, move: Move, seen: list[Position]) -> int:
    return seen.count(game.position.play(move))


def _moves() -> Iterator[Situation]:
    yield lambda t: t.moves(START, "32-28", "19-23", "28x19", "14x23")
    yield lambda t: t.moves(MAJORITY, "28x8")
    yield lambda t: t.moves("W:W9,45:B22", "9-4")
    yield lambda t: t.moves(PASSING, "25x12")
    yield lambda t: corrected(t, START, "32-28", "32-27")
    yield lambda t: corrected(t, TWO_WAYS, "26x17", "30x19")
    yield lambda t: by_ear(t)
    yield lambda t: irregular(t, known=True)
    yield lambda t: irregular(t, known=False)
    yield lambda t: taken_back(t, 1)
    yield lambda t: taken_back(t, 2)
    yield lambda t: t.event(told.OrderUnknown(0.0, parse_fen(START), ()))


def _duties() -> Iterator[Situation]:
    for fen in (CAPTURE, TWO_WAYS, MAJORITY, MAJORITY_CHOICE, START):
        yield lambda t, fen=fen: t.ready(fen)
    yield lambda t: t.event(told.Noted(0.0, NoteCode.CAPTURE_GOES_ON, (19, 8)))
    for fen, text in ((START, "32-28"), (CAPTURE, "28x19"), (MAJORITY, "28x8")):
        position = parse_fen(fen)
        move = parse_move(position, text)
        yield lambda t, m=move, p=position: Announcer(t.coach).engine_move(m, p)


def _wrong_moves() -> Iterator[Situation]:
    for one in WRONG_MOVES:
        found = told.ViolationFound(0.0, one.violation)
        yield lambda t, w=one, f=found: Announcer(t.coach).tell([f], w.game)
    yield lambda t: t.wrong(START, V.UNKNOWN_POSITION, Attempt(None, None))
    yield lambda t: t.found(V.JUMPED_TWICE, 42, 32)
    yield lambda t: t.found(V.ENGINE_MOVE_MISMATCH, 31, 27, 32, 28)
    yield lambda t: t.found(V.ENGINE_MOVE_MISMATCH, 33, 29, 28, 19, fen=CAPTURE)
    yield lambda t: t.found(V.ENGINE_MOVE_MISMATCH, 31, 27, 32, 12)


def _board() -> Iterator[Situation]:
    for code in (V.PIECE_MISSING, V.EXTRA_PIECE, V.UNKNOWN_POSITION, V.CAPTURED_PIECE_LEFT):
        yield lambda t, c=code: t.found(c, 18)
        yield lambda t, c=code: t.found(c, 18, 23)
        yield lambda t, c=code: t.found(c, 18, 22, 23, 28, 29)
    yield lambda t: t.found(V.KING_NOT_CROWNED, 4)
    yield mended
    yield lambda t: t.event(told.Noted(0.0, NoteCode.TOUCH_MOVE, (32, 31)))
    yield lambda t: t.event(told.Noted(0.0, NoteCode.REMOVED_TOO_EARLY, (23,)))
    yield lambda t: t.event(told.Noted(0.0, NoteCode.REMOVAL_ORDER, (23, 13)))


def _course() -> Iterator[Situation]:
    missing = ((18, BLACK_MAN), (38, WHITE_MAN))
    yield lambda t: t.event(told.SetupNeeded(0.0, missing, (39,)))
    yield lambda t: t.event(told.SetupNeeded(0.0, missing[:1], ()))
    yield lambda t: t.event(told.SetupNeeded(0.0, ((4, WHITE_KING),), (4,)))
    yield lambda t: t.event(told.SetupNeeded(0.0, (), (39, 40)))
    many = tuple((square, WHITE_MAN) for square in range(31, 51))
    yield lambda t: t.event(told.SetupNeeded(0.0, many, ()))
    yield lambda t: t.event(told.BoardTurned(0.0))
    yield lambda t: t.event(told.NewGameOffered(0.0))
    yield lambda t: t.event(told.NewGameStarted(0.0))
    yield lambda t: huffing(t)
    yield lambda t: t.found(V.WRONG_HUFF, 33)
    yield lambda t: t.found(V.WRONG_HUFF, 33, 28)
    yield lambda t: Announcer(t.coach).who_is_youngest()
    yield lambda t: t.event(told.LinkLost(0.0))
    yield lambda t: t.event(told.LinkRestored(0.0))
    yield lambda t: Announcer(t.coach).battery(9)
    yield lambda t: Announcer(t.coach).resumed(Game(parse_fen(CAPTURE)))
    yield lambda t: Announcer(t.coach).turn(Game.new())
    for question in Question:
        for fen in (START, CAPTURE, "W:WK46,36:BK4,15,35"):
            yield lambda t, q=question, f=fen: Announcer(t.coach).answer(q, 36, Game(parse_fen(f)))
    yield lambda t: wandering(t, "W:WK46,36:BK4,15,35", 50)
    yield lambda t: wandering(t, "W:WK46,K50,K49:BK4", 31)
    yield lambda t: wandering(t, "W:WK46,K50:BK4", 9)
    yield lambda t: t.moves("W:WK47,36:BK3,15,35", "47-42", "3-8", "42-47", "8-3")
    for end in Termination:
        yield lambda t, e=end: t.ended(Color.WHITE, e)
        yield lambda t, e=end: t.ended(None, e)


def _clocks() -> Iterator[Situation]:
    for seconds in (3600, 7300, 5400, 3900, 60, 720, 65, 130, 59, 1, 0):
        yield lambda t, s=seconds: [time_left(color, s) for color in Color]
    yield lambda t: [time_low(Color.WHITE, 30), time_low(Color.BLACK, 10)]
    yield lambda t: [clock_paused(), clock_runs(Color.BLACK)]


def situations() -> list[Situation]:
    return [*_moves(), *_duties(), *_wrong_moves(), *_board(), *_course(), *_clocks()]


@pytest.fixture(scope="session")
def everything_told() -> list[Announcement]:
    """What an announcer of every level tells of every situation; withdrawals left out."""
    said = [
        announcement
        for coach in Coach
        for situation in situations()
        for announcement in situation(Table(coach))
        if not announcement.is_silent
    ]
    return list(dict.fromkeys(said))
