"""A tournament in the database, from its beginning to its files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator

import pytest

from companion.errors import InputError
from companion.store import Store
from companion.texts import load_texts
from companion.tournament.export import pairings_csv, table_csv, tournament_pdn
from companion.tournament.model import Score, System
from companion.tournament.storage import MOST_PLAYERS, Tournaments
from rules.game import Game, Outcome, Termination
from rules.pdn import read_pdn
from rules.piece import Color

TEXTS = load_texts("nl")


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store(None)
    yield store
    store.close()


@pytest.fixture
def tournaments(store: Store) -> Tournaments:
    tournaments = Tournaments(store.database)
    tournaments.begin("Klas 5", System.SWISS, "2-1-0", 0, ["Anna", "Bram", "Cas", "Dina"])
    return tournaments


def test_a_tournament_goes_round_by_round(tournaments: Tournaments) -> None:
    state = tournaments.pair()
    assert [(p.round, p.board) for p in state.pairings] == [(1, 1), (1, 2)]
    with pytest.raises(InputError, match="no result yet"):
        tournaments.pair()
    tournaments.enter(1, 1, Score.WHITE)
    tournaments.enter(1, 2, Score.DRAW)
    assert tournaments.pair().round == 2
    assert tournaments.unpair().round == 1
    with pytest.raises(InputError, match="stays"):
        tournaments.unpair()


def test_a_result_may_be_changed_and_taken_away(tournaments: Tournaments) -> None:
    tournaments.pair()
    tournaments.enter(1, 1, Score.WHITE)
    assert tournaments.enter(1, 1, Score.BLACK).pairings[0].score is Score.BLACK
    assert tournaments.enter(1, 1, None).pairings[0].is_open


@pytest.mark.parametrize(("stage", "board"), [(1, 3), (2, 1), (0, 0)])
def test_there_is_no_such_board(tournaments: Tournaments, stage: int, board: int) -> None:
    tournaments.pair()
    with pytest.raises(InputError, match="has no board"):
        tournaments.enter(stage, board, Score.WHITE)


def test_latecomers_come_in_and_people_go_home_and_come_back(tournaments: Tournaments) -> None:
    tournaments.pair()
    state = tournaments.add(["Els", "anna"])
    assert [(e.number, e.name, e.since) for e in state.entries[4:]] == [(5, "Els", 2)]
    state = tournaments.withdraw("dina")
    assert not state.entry(4).plays_in(2)
    assert tournaments.add(["Dina"]).entry(4).plays_in(2)


def test_who_is_free_has_no_result_to_enter(tournaments: Tournaments) -> None:
    tournaments.add(["Els"])
    state = tournaments.pair()
    free = next(p for p in state.pairings if p.black is None)
    with pytest.raises(InputError, match="nobody plays"):
        tournaments.enter(1, free.board, Score.WHITE)


def test_games_that_were_played_are_results(store: Store, tournaments: Tournaments) -> None:
    names = {"White": "", "Black": ""}
    before = Game.new().finish(Outcome(Color.BLACK, Termination.ENTERED))
    state = tournaments.pair()
    first = state.pairings[0]
    assert first.black is not None
    names = {"White": state.entry(first.white).name, "Black": state.entry(first.black).name}
    game = store.keep(before, names)
    state = tournaments.enter_games()
    assert (state.pairings[0].score, state.pairings[0].game) == (Score.BLACK, game)
    assert state.pairings[1].is_open
    [read] = read_pdn(tournament_pdn(state, store.load))
    assert read.tags["Event"] == "Klas 5"
    assert read.tags["Round"] == "1.1"
    assert read.tags["White"] == names["White"]


def test_a_table_and_pairings_for_a_spreadsheet(tournaments: Tournaments) -> None:
    tournaments.add(["=1+1"])
    state = tournaments.pair()
    rows = list(csv.reader(io.StringIO(table_csv(state, TEXTS))))
    assert rows[0][:2] == ["plaats", "naam"]
    assert len(rows) == 6
    assert {row[1] for row in rows[1:]} >= {"Anna", "'=1+1"}
    rows = list(csv.reader(io.StringIO(pairings_csv(state, TEXTS))))
    assert rows[-1][3] == "vrij"


@pytest.mark.parametrize(
    ("name", "scoring", "rounds"),
    [("", "2-1-0", 0), ("klas 5", "2-1-0", 0), ("Andere", "9-9-9", 0), ("Andere", "2-1-0", -1)],
)
def test_what_cannot_be_a_tournament_is_refused(
    tournaments: Tournaments, name: str, scoring: str, rounds: int
) -> None:
    with pytest.raises(InputError):
        tournaments.begin(name, System.SWISS, scoring, rounds, [])
    assert tournaments.names() == ["Klas 5"]


@pytest.mark.parametrize("players", [["Anna"], ["Anna", "ANNA", " "]])
def test_one_player_is_no_tournament(tournaments: Tournaments, players: list[str]) -> None:
    with pytest.raises(InputError, match="two players at least"):
        tournaments.begin("Klas 6", System.SWISS, "2-1-0", 0, players)
    assert tournaments.names() == ["Klas 5"]


@pytest.mark.parametrize(
    "players", [[f"Speler {number}" for number in range(MOST_PLAYERS + 1)], ["Anna", "B" * 1000]]
)
def test_nothing_is_left_of_a_tournament_that_is_refused(
    tournaments: Tournaments, players: list[str]
) -> None:
    with pytest.raises(InputError):
        tournaments.begin("Klas 6", System.SWISS, "2-1-0", 0, players)
    assert tournaments.names() == ["Klas 5"]


def test_the_players_may_be_added_later(tournaments: Tournaments) -> None:
    tournaments.begin("Klas 6", System.SWISS, "2-1-0", 0, [])
    assert len(tournaments.add(["Anna", "Bram"], "Klas 6").entries) == 2


def test_a_tournament_is_forgotten_and_then_there_is_none(tournaments: Tournaments) -> None:
    tournaments.delete("KLAS 5")
    with pytest.raises(InputError, match="tournament new"):
        tournaments.load()
