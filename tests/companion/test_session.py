"""The session: reconciled, recorded, then told; commands; new games; the record follows all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from announcer.announcement import Kind
from announcer.announcer import Announcer
from announcer.coach import Coach
from board_io.sensing import snapshot_of
from companion.commands import NewGame, Resign, TakeBack, draw_agreed, flag_fell
from companion.record import Change, PlyAdded
from companion.session import Session, Told
from companion.store import Store
from rules.game import Game
from rules.move import Move
from rules.notation import parse_move
from rules.piece import Color, Piece
from rules.position import Position
from rules.snapshot import SensorKind, Snapshot


class Table:
    """A board under a session, with a clock: pieces are lifted and put, time passes."""

    def __init__(self, store: Store, game: Game | None = None, recorded: bool = False) -> None:
        self.game = game or Game.new()
        self.store = store
        self.now = 100.0
        self.pieces: dict[int, Piece] = dict(self.game.position.pieces())
        self.session = Session(
            self.game,
            SensorKind.COLOR,
            store,
            Announcer(Coach.HELP),
            tags=(("White", "Anna"),),
            recorded=recorded,
        )
        self.told: list[Told] = []
        self.note(self.session.observe(self.snapshot, self.now))

    @property
    def snapshot(self) -> Snapshot:
        return snapshot_of(self.pieces, 50, SensorKind.COLOR)

    def note(self, told: Sequence[Told]) -> None:
        self.told += told

    def wait(self, seconds: float) -> None:
        until = self.now + seconds
        while (due := self.session.next_deadline) is not None and due <= until:
            self.now = max(self.now, due)
            self.note(self.session.advance(self.now))
        self.now = until

    def show(self, changes: dict[int, Piece | None]) -> None:
        for square, piece in changes.items():
            self.pieces.pop(square, None)
            if piece is not None:
                self.pieces[square] = piece
        self.note(self.session.observe(self.snapshot, self.now))

    def carry(self, start: int, end: int, taken: Sequence[int] = ()) -> None:
        piece = self.pieces[start]
        self.show({start: None})
        self.wait(0.4)
        self.show({end: piece})
        for square in taken:
            self.wait(0.3)
            self.show({square: None})
        self.wait(2.5)

    def play(self, *moves: str) -> None:
        for text in moves:
            move: Move = parse_move(self.session.game.position, text)
            self.carry(move.start, move.end, move.captured)

    @property
    def kinds(self) -> list[Kind]:
        return [a.kind for told in self.told for a in told.announcements if not a.is_silent]

    @property
    def moves(self) -> list[str]:
        return [ply.move.short for ply in self.session.game.plies if ply.move]

    @property
    def kept(self) -> list[str]:
        plies = self.store.load(self.store.games()[0].id).game.plies
        return [ply.move.short for ply in plies if ply.move]


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store(None)
    yield store
    store.close()


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store)


def test_moves_are_followed_recorded_and_told(table: Table) -> None:
    table.play("32-28", "19-23", "28x19", "14x23")
    assert table.moves == table.kept == ["32-28", "19-23", "28x19", "14x23"]
    assert table.kinds.count(Kind.MOVE) == 4


def test_a_ply_is_recorded_before_it_is_told() -> None:
    class Refusing:
        """A record that refuses plies: what it refuses must not be told."""

        def write(self, changes: Sequence[Change]) -> None:
            if any(isinstance(change, PlyAdded) for change in changes):
                raise OSError("no room")

    board = Table(Store(None))
    session = Session(Game.new(), SensorKind.COLOR, Refusing(), Announcer())
    assert session.observe(board.snapshot, 0.0) == []
    man = board.pieces.pop(32)
    session.observe(board.snapshot, 1.0)
    board.pieces[28] = man
    session.observe(board.snapshot, 1.4)
    due = session.next_deadline
    assert due is not None
    with pytest.raises(OSError, match="no room"):
        session.advance(due)


def test_nothing_is_recorded_before_the_first_ply(table: Table) -> None:
    table.wait(5)
    table.carry(32, 29 - 5)  # 24: a motion that no man makes
    assert table.store.games() == []
    table.carry(24, 32)
    table.play("32-28")
    (game,) = table.store.games()
    assert dict(game.tags) == {"White": "Anna"}
    kinds = [line.kind for line in table.store.history(game.id)]
    assert kinds[0] == "violation"


def test_a_correction_replaces_the_ply_in_the_record(table: Table) -> None:
    table.play("32-28")
    table.carry(28, 27)
    assert table.moves == table.kept == ["32-27"]
    assert table.kinds == [Kind.MOVE, Kind.MOVE_CORRECTED]


def test_a_take_back_on_the_board_leaves_the_record(table: Table) -> None:
    table.play("32-28", "19-23")
    table.carry(23, 19)
    assert table.moves == table.kept == ["32-28"]
    assert Kind.MOVES_TAKEN_BACK in table.kinds


def test_a_take_back_by_command_asks_for_the_earlier_position(table: Table) -> None:
    table.play("32-28", "19-23")
    table.note(table.session.command(TakeBack(2), table.now))
    assert table.moves == table.kept == []
    table.carry(23, 19)
    table.carry(28, 32)
    assert Kind.SET_UP_COMPLETE in table.kinds
    table.play("33-28")
    assert table.moves == table.kept == ["33-28"]


def test_a_wrong_move_is_the_first_that_is_taken_back(table: Table) -> None:
    table.play("32-28", "19-23")
    table.carry(37, 32)
    assert Kind.CAPTURE_OBLIGATORY in table.kinds
    table.note(table.session.command(TakeBack(), table.now))
    assert table.moves == table.kept == ["32-28", "19-23"]
    table.carry(32, 37)
    assert table.kinds[-1] in (Kind.SET_UP_COMPLETE, Kind.MUST_CAPTURE)
    table.play("28x19")
    assert table.moves == table.kept == ["32-28", "19-23", "28x19"]


def test_a_wrong_move_that_is_answered_stays_and_is_marked(table: Table) -> None:
    table.play("32-28", "19-23")
    table.carry(37, 32)
    table.carry(14, 19)
    assert table.moves == table.kept == ["32-28", "19-23", "37-32", "14-19"]
    plies = table.store.load(1).game.plies
    assert [ply.irregular is not None for ply in plies] == [False, False, True, False]


@pytest.mark.parametrize(
    ("command", "result"),
    [(Resign(), "0-2"), (Resign(Color.BLACK), "2-0"), (draw_agreed(), "1-1")],
)
def test_a_result_is_recorded_and_told_once(table: Table, command: Resign, result: str) -> None:
    table.play("32-28", "19-23")
    table.note(table.session.command(command, table.now))
    table.wait(5)
    assert table.kinds.count(Kind.GAME_OVER) == 1
    assert table.store.games()[0].result == result
    assert table.store.unfinished() is None
    table.carry(33, 29)
    assert table.kept == ["32-28", "19-23"]


def test_the_result_that_was_entered_last_counts(table: Table) -> None:
    table.play("32-28")
    table.note(table.session.command(flag_fell(Color.BLACK), table.now))
    table.note(table.session.command(draw_agreed(), table.now))
    assert [game.result for game in table.store.games()] == ["1-1"]


def test_a_new_game_is_a_new_game_in_the_record(table: Table) -> None:
    table.play("32-28")
    table.note(table.session.command(NewGame(), table.now))
    table.carry(28, 32)
    table.play("33-29")
    assert [game.plies for game in table.store.games()] == [1, 1]
    assert table.kept == ["33-29"]
    assert [game.result for game in table.store.games()] == ["*", "*"]


def test_the_start_position_begins_a_new_game_after_a_result_three_times(table: Table) -> None:
    for game in range(3):
        table.carry(32, 28)
        table.note(table.session.command(draw_agreed(), table.now))
        table.carry(28, 32)
        table.wait(5)
        assert len(table.store.games()) == game + 1
    table.carry(33, 29)
    assert [game.result for game in table.store.games()] == ["*", "1-1", "1-1", "1-1"]


def test_an_interrupted_game_goes_on(store: Store) -> None:
    table = Table(store)
    table.play("32-28", "19-23")
    saved = store.unfinished()
    assert saved is not None
    store.resume(saved.id)
    again = Table(store, saved.game, recorded=True)
    again.note(again.session.resume(again.now))
    again.play("28x19")
    assert again.kept == ["32-28", "19-23", "28x19"]
    assert len(store.games()) == 1
    assert again.kinds[:2] == [Kind.RESUMED, Kind.MUST_CAPTURE]


def test_a_lost_link_is_told_once_and_the_game_goes_on(table: Table) -> None:
    table.play("32-28")
    table.note(table.session.link_lost(table.now))
    assert table.session.next_deadline is None
    table.now += 60
    table.pieces[23] = table.pieces.pop(19)
    table.note(table.session.link_restored(table.snapshot, table.now))
    table.wait(3)
    assert table.moves == table.kept == ["32-28", "19-23"]
    assert table.kinds.count(Kind.LINK_LOST) == table.kinds.count(Kind.LINK_RESTORED) == 1


def test_a_low_battery_is_told_at_steps(table: Table) -> None:
    for percent in (90, None, 20, 19, 18, 10, 9, 50, 20):
        table.note(table.session.battery(percent, table.now))
    assert table.kinds == [Kind.BATTERY_LOW] * 3


def test_the_engines_move_is_asked_for_and_no_other_taken(table: Table) -> None:
    move = parse_move(Position.start(), "32-28")
    table.note(table.session.require(move, table.now))
    table.carry(33, 29)
    assert table.moves == []
    assert table.kinds == [Kind.ENGINE_MOVE, Kind.ENGINE_MOVE_MISMATCH]
    table.carry(29, 33)
    table.play("32-28")
    assert table.moves == ["32-28"]


def test_whose_turn_it_is_can_be_asked(table: Table) -> None:
    table.note(table.session.whose_turn(table.now))
    assert table.kinds == [Kind.TURN]
