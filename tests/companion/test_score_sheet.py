"""The score sheet: what was played, two columns of thirty, nothing of others as markup."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest

from companion.choices import LANGUAGES
from companion.pdn_import import import_games
from companion.saved import SavedGame
from companion.score_sheet import Cell, score_sheet, turns_of
from companion.store import Store
from companion.texts import load_texts
from rules.fen import parse_fen
from rules.game import Game
from rules.notation import parse_move

WHEN = datetime(2026, 11, 30, 12, tzinfo=UTC)


def saved(game: Game, **tags: str) -> SavedGame:
    return SavedGame(3, WHEN, None, tags, game)


def long_game(plies: int) -> Game:
    """Two kings that keep out of each other's way."""
    game = Game(parse_fen("W:WK46:BK4"))
    for _ in range(plies):
        position = game.position
        safe = (
            move
            for move in position.legal_moves()
            if not any(answer.is_capture for answer in position.play(move).legal_moves())
        )
        game = game.play(next(safe))
    return game


def test_moves_stand_two_by_two_and_the_first_may_be_blacks() -> None:
    game = Game(parse_fen("B:W31:B1,20"))
    for move in ("1-6", "31-27", "20-24"):
        game = game.play(parse_move(game.position, move))
    assert turns_of(saved(game)) == [
        (Cell("…"), Cell("1-6")),
        (Cell("31-27"), Cell("20-24")),
    ]


def test_times_and_irregular_moves_are_marked() -> None:
    text = '[GameType "20"]\n\n1. 32-28 {[%clk 0:59:58]} 19-23 2. 33-29 $2 '
    text += "{irregular: must_capture} *"
    store = Store(None)
    (one,) = import_games(text.encode(), store)
    assert one.kept is not None
    kept = store.load(one.kept)
    assert turns_of(kept)[0] == (Cell("32-28", "0:59:58"), Cell("19-23"))
    assert turns_of(kept)[1][0] == Cell("33-29 *")
    assert "tegen de regels" in score_sheet(kept, load_texts("nl"), "nl", "")
    store.close()


@pytest.mark.parametrize(
    ("plies", "pages", "lines"), [(0, 1, 60), (1, 1, 60), (120, 1, 60), (122, 2, 120)]
)
def test_a_page_has_two_columns_of_thirty(plies: int, pages: int, lines: int) -> None:
    html = score_sheet(saved(long_game(plies)), load_texts("nl"), "nl", "")
    assert html.count('class="sheet"') == pages
    assert html.count('<th scope="row">') == lines
    assert html.count("<table>") == 2 * pages


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_date_and_result_stand_on_it_and_are_no_markup(language: str) -> None:
    game = saved(long_game(2), White='<b onload="x">', Black="'Zoë' & \"王\"", Event="?")
    html = score_sheet(game, load_texts(language), language, "<style></style>")
    assert "&lt;b onload=&quot;x&quot;&gt;" in html
    assert "<b" not in re.sub("<body>", "", html)
    assert "王" in html
    assert "2026-11-30" in html
    assert f'<html lang="{language}">' in html
    assert ">?<" not in html
