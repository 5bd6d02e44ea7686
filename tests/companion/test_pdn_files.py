"""Games of the record as PDN: nothing is lost, irregular moves are marked, routes are written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.pdn_export import pdn_of, write_file
from companion.pdn_import import import_file
from companion.replay import replay
from companion.scenario import read_scenarios
from companion.store import Store
from rules.game import Game

FILE = Path(__file__).parent.parent / "data" / "scenarios.json"
GAMES = {scenario.id: replay(scenario).game for scenario in read_scenarios(FILE)[0]}


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store(None)
    yield store
    store.close()


def exported(store: Store, game: Game) -> str:
    return pdn_of([store.load(store.keep(game, {"White": "Đorđe", "Black": "王"}))])


@pytest.mark.parametrize("name", GAMES)
def test_a_game_comes_back_from_its_file(name: str, store: Store, tmp_path: Path) -> None:
    path = tmp_path / "game.pdn"
    write_file(path, exported(store, GAMES[name]))
    (number,) = import_file(path, store)
    assert isinstance(number, int)
    again = store.load(number)
    assert again.game.start == GAMES[name].start
    assert again.game.plies == GAMES[name].plies
    assert again.game.outcome == GAMES[name].outcome
    assert again.tags["White"] == "Đorđe"


def test_an_irregular_move_has_a_nag_and_a_comment(store: Store) -> None:
    text = exported(store, GAMES["open-11"])
    assert "37-32 $2 {irregular: must_capture}" in " ".join(text.split())


def test_an_ambiguous_capture_is_written_with_its_way(store: Store) -> None:
    assert "4x31x42x15" in exported(store, GAMES["open-10"])


def test_every_usual_tag_is_there(store: Store) -> None:
    text = exported(store, GAMES["open-01"])
    for tag in ("Event", "Site", "Date", "Round", "White", "Black", "Result", "GameType"):
        assert f"[{tag} " in text
    assert '[Event "?"]' in text
    assert '[GameType "20"]' in text
