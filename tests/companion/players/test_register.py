"""Players in the database: found in games, renamed, made one, forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.errors import InputError
from companion.players.register import Register
from companion.players.results import between
from companion.store import Store
from companion.tournament.model import Score, System
from companion.tournament.storage import Tournaments
from rules.game import Game, Outcome, Termination
from rules.piece import Color

WHITE, BLACK = Color.WHITE, Color.BLACK


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    store = Store(tmp_path / "games.db")
    yield store
    store.close()


@pytest.fixture
def register(store: Store) -> Register:
    return Register(store.database)


def keep(store: Store, white: str, black: str, winner: Color | None, day: int = 1) -> int:
    game = Game.new().finish(Outcome(winner, Termination.ENTERED))
    at = datetime(2026, 11, day, tzinfo=UTC)
    return store.keep(game, {"White": white, "Black": black}, at)


def test_players_are_those_of_games_and_those_who_were_added(
    store: Store, register: Register
) -> None:
    keep(store, "Bram", "?", WHITE)
    keep(store, "bram", "Dina", WHITE)
    assert register.add(["Anna", " anna", "Cas"]) == ["Anna", "Anna", "Cas"]
    assert register.names() == ["Anna", "Bram", "Cas", "Dina"]
    assert register.find("BRAM") == "Bram"
    with pytest.raises(InputError, match="players list"):
        register.find("Els")


def test_results_are_those_of_games_with_two_names(store: Store, register: Register) -> None:
    keep(store, "Anna", "Bram", WHITE, 2)
    keep(store, "Bram", "Anna", None, 1)
    keep(store, "Anna", "?", WHITE)
    results = register.results()
    assert [(r.day, r.white, r.winner) for r in results] == [
        ("2026-11-01", "Bram", None),
        ("2026-11-02", "Anna", WHITE),
    ]
    assert register.results("frisian") == []


def test_results_of_a_tournament_entered_by_hand_count_too(
    store: Store, register: Register
) -> None:
    tournaments = Tournaments(store.database)
    tournaments.begin("Klas 5", System.ROUND_ROBIN, "2-1-0", 0, ["Anna", "Bram"])
    tournaments.pair()
    tournaments.enter(1, 1, Score.WHITE)
    [result] = register.results()
    assert {result.white, result.black} == {"Anna", "Bram"}
    assert result.winner is WHITE


def test_a_player_gets_another_name_everywhere(store: Store, register: Register) -> None:
    keep(store, "Ana", "Bram", WHITE)
    keep(store, "Bram", "ana", WHITE)
    register.add(["Ana"])
    Tournaments(store.database).begin("Klas 5", System.SWISS, "2-1-0", 3, ["Ana", "Bram"])
    register.rename("ana", "Anna")
    assert register.names() == ["Anna", "Bram"]
    assert between(register.results(), "Anna", "Bram").games == 2
    assert Tournaments(store.database).load().entries[0].name == "Anna"
    with pytest.raises(InputError, match="merge"):
        register.rename("Anna", "Bram")


def test_two_names_become_one_player(store: Store, register: Register) -> None:
    keep(store, "Ana", "Bram", WHITE)
    keep(store, "Anna", "Bram", WHITE)
    register.merge("Ana", "Anna")
    assert register.names() == ["Anna", "Bram"]
    assert between(register.results(), "Anna", "Bram").won == 2


def test_players_who_met_are_two(store: Store, register: Register) -> None:
    keep(store, "Anna", "Bram", WHITE)
    with pytest.raises(InputError, match="two players"):
        register.merge("Anna", "Bram")
    with pytest.raises(InputError, match="one player already"):
        register.merge("Anna", "ANNA")


def test_who_is_deleted_leaves_no_trace(store: Store, register: Register, tmp_path: Path) -> None:
    number = keep(store, "Wilhelmina", "Bram", WHITE)
    register.add(["Wilhelmina"])
    tournaments = Tournaments(store.database)
    tournaments.begin("Klas 5", System.SWISS, "2-1-0", 3, ["Wilhelmina", "Bram"])
    register.delete("wilhelmina")
    assert register.names() == ["Bram"]
    assert dict(store.load(number).tags) == {"Black": "Bram"}
    assert len(tournaments.load().entries) == 2
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"Wilhelmina" not in written
