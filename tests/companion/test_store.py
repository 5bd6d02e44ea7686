"""The record of games: what is written comes back, whatever happens in between."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.errors import StoreError
from companion.patient_record import PatientRecord
from companion.record import (
    Change,
    GameBegun,
    GameLeft,
    PliesTakenBack,
    PlyAdded,
    PlyReplaced,
    Remark,
    RemarkKind,
    ResultSet,
)
from companion.schema import SCHEMA_VERSION
from companion.store import Store
from rules.fen import parse_fen
from rules.game import Game, Outcome, Ply, Termination
from rules.piece import Color
from rules.position import Position
from rules.ruling import Reason


def random_game(seed: int, plies: int) -> Game:
    rng = random.Random(seed)
    game = Game.new()
    for _ in range(plies):
        moves = game.position.legal_moves()
        if not moves:
            break
        game = game.play(rng.choice(moves))
    return game


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    store = Store(path)
    yield store
    store.close()


def reopened(path: Path) -> Store:
    return Store(path)


def added(game: Game) -> list[Change]:
    return [PlyAdded(number, ply) for number, ply in enumerate(game.plies)]


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10_000), plies=st.integers(1, 90))
def test_a_game_comes_back_as_it_was_written(seed: int, plies: int) -> None:
    game = random_game(seed, plies)
    store = Store(None)
    store.write([GameBegun(game.start), *added(game)])
    assert store.load(1).game == game
    store.close()


def test_a_game_outlives_the_program(path: Path, store: Store) -> None:
    game = random_game(1, 20)
    store.write([GameBegun(game.start, (("White", "Anna"), ("Black", "Đorđe 王")))])
    store.write(added(game))
    store.close()
    saved = reopened(path).unfinished()
    assert saved is not None
    assert saved.game == game
    assert dict(saved.tags) == {"White": "Anna", "Black": "Đorđe 王"}


def test_an_irregular_ply_and_an_unknown_one_come_back(store: Store) -> None:
    start = parse_fen("W:W28,33,37,41:B3,8,16,23")
    wrong = start.after(37, 32, ())
    late = parse_fen("W:W28,32,33,41:B3,12,16,23")
    from rules.move import Move, Route

    irregular = Ply(start, Move(37, 32, (Route((37, 32)),)), wrong, Reason.MUST_CAPTURE)
    unknown = Ply(wrong, None, late)
    store.write([GameBegun(start), PlyAdded(0, irregular), PlyAdded(1, unknown)])
    assert store.load(1).game.plies == (irregular, unknown)


def test_a_take_back_leaves_the_game_and_stays_in_the_history(store: Store) -> None:
    game = random_game(2, 6)
    store.write([GameBegun(game.start), *added(game), PliesTakenBack(4)])
    assert store.load(1).game == game.take_back(2)
    assert [(line.number, line.kind) for line in store.history(1)] == [
        (4, "taken_back"),
        (5, "taken_back"),
    ]


def test_a_correction_replaces_the_ply(store: Store) -> None:
    first, second = Game.new().position.legal_moves()[:2]
    old, new = Game.new().play(first), Game.new().play(second)
    store.write([GameBegun(old.start), *added(old), PlyReplaced(0, new.plies[0])])
    assert store.load(1).game == new
    assert [line.kind for line in store.history(1)] == ["replaced"]


def test_remarks_are_kept_in_order(store: Store) -> None:
    store.write(
        [
            GameBegun(Position.start()),
            Remark(0, RemarkKind.VIOLATION, "wrong_direction", (28, 33)),
            Remark(0, RemarkKind.MENDED, "wrong_direction", (28, 33)),
        ]
    )
    assert [(line.kind, line.code, line.squares) for line in store.history(1)] == [
        ("violation", "wrong_direction", (28, 33)),
        ("mended", "wrong_direction", (28, 33)),
    ]


@pytest.mark.parametrize(
    ("outcome", "text"),
    [
        (Outcome(Color.WHITE, Termination.RESIGNED), "2-0"),
        (Outcome(Color.BLACK, Termination.FLAG), "0-2"),
        (Outcome(None, Termination.AGREED), "1-1"),
    ],
)
def test_a_result_ends_a_game(store: Store, outcome: Outcome, text: str) -> None:
    game = random_game(3, 4)
    store.write([GameBegun(game.start), *added(game), ResultSet(outcome)])
    assert store.load(1).game.outcome == outcome
    assert store.unfinished() is None
    assert [summary.result for summary in store.games()] == [text]


def test_a_withdrawn_result_lets_the_game_go_on(store: Store) -> None:
    game = random_game(3, 4)
    outcome = Outcome(None, Termination.THREEFOLD)
    store.write([GameBegun(game.start), *added(game), ResultSet(outcome), ResultSet(None)])
    saved = store.unfinished()
    assert saved is not None
    assert saved.game == game


def test_a_game_that_was_left_is_not_resumed(store: Store) -> None:
    game = random_game(3, 4)
    store.write([GameBegun(game.start), *added(game), GameLeft()])
    assert store.unfinished() is None
    assert store.games()[0].result == "*"


def test_only_the_last_game_is_resumed(store: Store) -> None:
    first, second = random_game(4, 3), random_game(5, 5)
    store.write([GameBegun(first.start), *added(first)])
    store.write([GameBegun(second.start), *added(second)])
    saved = store.unfinished()
    assert saved is not None
    assert saved.game == second


def test_a_resumed_game_goes_on_under_its_number(path: Path, store: Store) -> None:
    game = random_game(6, 8)
    store.write([GameBegun(game.start), *added(game.take_back(2))])
    store.close()
    again = reopened(path)
    saved = again.unfinished()
    assert saved is not None
    again.resume(saved.id)
    again.write([PlyAdded(6, game.plies[6]), PlyAdded(7, game.plies[7])])
    assert again.load(saved.id).game == game
    assert len(again.games()) == 1
    again.close()


def test_changes_of_one_moment_are_written_all_or_none(store: Store) -> None:
    game = random_game(7, 2)
    store.write([GameBegun(game.start), *added(game)])
    with pytest.raises(StoreError):
        store.write([PliesTakenBack(1), PlyAdded(0, game.plies[0])])
    assert store.load(1).game == game


def test_a_game_played_elsewhere_is_kept_beside_the_one_that_is_played(store: Store) -> None:
    here, there = random_game(8, 4), random_game(9, 6)
    store.write([GameBegun(here.start), *added(here.take_back())])
    date = datetime(1995, 2, 3, tzinfo=UTC)
    number = store.keep(there, {"White": "Ñandú"}, started=date)
    store.write([PlyAdded(3, here.plies[3])])
    assert store.load(1).game == here
    assert store.load(number).game.plies == there.plies
    assert store.load(number).started == date
    unfinished = store.unfinished()
    assert unfinished is not None
    assert unfinished.game == here


def test_writing_is_safe_against_a_power_cut(path: Path, store: Store) -> None:
    connection = store.database.connection
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA user_version").fetchone() == (SCHEMA_VERSION,)


# -- files that cannot be used -----------------------------------------------------------------


def one_line(error: pytest.ExceptionInfo[StoreError], path: Path) -> None:
    assert "\n" not in str(error.value)
    assert str(path) in str(error.value)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8 no database" * 100)
    with pytest.raises(StoreError) as error:
        Store(path)
    one_line(error, path)
    assert path.read_bytes().startswith(b"\xff\xd8")


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "games.db"
    with pytest.raises(StoreError) as error:
        Store(path)
    one_line(error, path)


def test_a_database_of_a_newer_version_is_refused(path: Path, store: Store) -> None:
    store.database.connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer version") as error:
        Store(path)
    one_line(error, path)


def test_a_damaged_game_is_told_in_one_line(path: Path, store: Store) -> None:
    game = random_game(1, 3)
    store.write([GameBegun(game.start), *added(game)])
    store.database.connection.execute("UPDATE plies SET after = 'rubbish' WHERE number = 1")
    with pytest.raises(StoreError, match="game 1") as error:
        store.load(1)
    one_line(error, path)
    store.database.connection.execute("UPDATE games SET termination = 'rubbish'")
    with pytest.raises(StoreError, match="rubbish") as error:
        store.games()
    one_line(error, path)


def test_the_game_goes_on_while_another_program_holds_the_database(path: Path) -> None:
    store = Store(path)
    game = random_game(1, 3)
    troubles: list[str] = []
    mended: list[str] = []
    record = PatientRecord(store, troubles.append, lambda: mended.append("mended"))
    record.write([GameBegun(game.start), PlyAdded(0, game.plies[0])])
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    record.write([PlyAdded(1, game.plies[1])])
    assert len(troubles) == 1
    assert "locked" in troubles[0]
    other.execute("ROLLBACK")
    other.close()
    record.write([PlyAdded(2, game.plies[2])])
    assert mended == ["mended"]
    assert len(troubles) == 1
    assert store.load(1).game == game
    store.close()


PLAYER = """
import random, sys
from pathlib import Path
from companion.record import GameBegun, PlyAdded
from companion.store import Store
from rules.game import Game
store = Store(Path(sys.argv[1]))
saved = store.unfinished()
game = saved.game if saved else Game.new()
if saved:
    store.resume(saved.id)
else:
    store.write([GameBegun(game.start)])
rng = random.Random(len(game.plies))
while True:
    moves = game.position.legal_moves()
    if not moves:
        print("over", flush=True)
        break
    game = game.play(rng.choice(moves))
    store.write([PlyAdded(len(game.plies) - 1, game.plies[-1])])
    print(game.position.fen, flush=True)
"""


def test_kill_at_any_moment_loses_no_announced_ply(path: Path) -> None:
    """A real program, killed again and again while it writes: what it had told is there."""
    rng = random.Random(5)
    told = 0
    for _ in range(8):
        player = subprocess.Popen(
            [sys.executable, "-c", PLAYER, str(path)],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": os.getcwd()},
        )
        assert player.stdout is not None
        last = ""
        for _ in range(rng.randint(1, 6)):
            last = player.stdout.readline().strip() or last
        player.send_signal(signal.SIGKILL)
        rest = [line for line in player.stdout.read().splitlines(keepends=True) if "\n" in line]
        last = rest[-1].strip() if rest else last
        player.stdout.close()
        player.wait()
        if last == "over":
            break
        store = reopened(path)
        saved = store.unfinished()
        store.close()
        assert saved is not None
        positions = [ply.after.fen for ply in saved.game.plies]
        # One ply more may be on the disk than was told, never one less.
        assert last in positions[-2:]
        assert len(positions) > told
        told = len(positions)
