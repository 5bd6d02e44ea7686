"""The kept games as people go through them afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.archive import KEPT_AFTER_DELETION, Archive, forget_deleted
from companion.correction import CorrectionError
from companion.errors import CompanionError, InputError
from companion.pdn_export import pdn_of
from companion.pdn_import import import_games
from companion.photographs import LARGEST_PHOTO, Photographs
from companion.players.register import Register
from companion.players.results import standings
from companion.record import GameBegun, PlyAdded
from companion.remarks import moves_of, opening_comments
from companion.search import wanted_from
from companion.store import Store
from rules.game import Game
from rules.notation import parse_move

PDN = """
[Event "Club ťournament"]
[Date "2003.05.23"]
[White "Anna de Vries"]
[Black "Đorđe 王"]
[Result "2-0"]
[GameType "20"]

{a calm beginning} 1. 32-28! {solid} 19-23 $2 (19-24 $6 {playable} 2. 28-22 (2. 37-32) 17x28)
2. 28x19 {[%clk 1:02:03] both} 14x23 3. 33-28 23x32 4. 37x28 2-0

[Event "Zomer 2004"]
[Date "2004.??.??"]
[White "Bob"]
[Black "anna smit"]
[Result "1-1"]
[GameType "20"]

1. 33-28 18-23 2. 39-33 1-1

[White "Carl"]
[Black "Bob"]
[GameType "25"]
[Result "0-1"]

1. c3-d4 0-1
"""
JPEG = b"\xff\xd8\xff\xe0 a picture"


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    store = Store(tmp_path / "games.db")
    archive = Archive(store)
    assert [one.kept for one in import_games(PDN.encode(), archive.store)] == [1, 2, 3]
    yield archive
    archive.close()
    store.close()


@pytest.mark.parametrize(
    ("looked_for", "found"),
    [
        ({}, [2, 1, 3]),
        ({"words": "ANNA"}, [2, 1]),
        ({"words": "anna vries"}, [1]),
        ({"words": "ĐORĐE"}, [1]),
        ({"words": "ŤOURNAMENT"}, [1]),
        ({"words": "%"}, []),
        ({"words": "' OR 1=1 --"}, []),
        ({"since": "2004"}, [2, 3]),
        ({"until": "2004"}, [2, 1]),
        ({"since": "2003-05-23", "until": "2003-05-23"}, [1]),
        ({"until": "2003-04"}, []),
        ({"ending": "white"}, [1]),
        ({"ending": "black"}, [3]),
        ({"ending": "draw"}, [2]),
        ({"ending": "open"}, []),
        ({"variant": "russian"}, [3]),
        ({"variant": "international"}, [2, 1]),
        ({"moves": "32-28"}, [1]),
        ({"moves": "1. 32-28 19-23 2. 28x19"}, [1]),
        ({"moves": "1.33-28 18-23"}, [2]),
        ({"moves": "32-28 18-23"}, []),
        ({"moves": "1. c3-d4"}, [3]),
        ({"moves": "c3d4", "variant": "russian"}, [3]),
        ({"moves": "c3-d4", "variant": "international"}, []),
        ({"moves": "W:W28,31,32,34-50:B1-17,19,20,23"}, [2]),
    ],
)
def test_games_are_found(archive: Archive, looked_for: dict[str, str], found: list[int]) -> None:
    """Game 3 has no date: it counts as played on the day it came in."""
    lines = archive.search(wanted_from(**looked_for), 50).lines
    assert sorted(line.id for line in lines) == sorted(found)


def test_the_newest_come_first_page_by_page(archive: Archive) -> None:
    pages = [archive.search(wanted_from(), 2, offset) for offset in (0, 2)]
    assert [page.total for page in pages] == [3, 3]
    assert [line.id for page in pages for line in page.lines] == [3, 2, 1]
    assert pages[0].lines[1].day == "2004"
    assert pages[0].lines[0].result == "0-1"


@pytest.mark.parametrize(
    "looked_for",
    [{"since": "yesterday"}, {"moves": "e4 e5"}, {"moves": "W:W99:B1"}, {"ending": "lost"}],
)
def test_what_is_not_understood_is_told_in_one_line(looked_for: dict[str, str]) -> None:
    with pytest.raises(InputError) as error:
        wanted_from(**looked_for)
    assert "\n" not in str(error.value)


def test_remarks_come_along_and_go_out_again(archive: Archive) -> None:
    saved = archive.load(1)
    assert opening_comments(saved.game, saved.remarks) == ("a calm beginning",)
    moves = moves_of(saved)
    assert (moves[0].comments, moves[0].nags) == (("solid",), (1,))
    assert moves[1].nags == (2,)
    (line,) = moves[1].variations
    assert [move.text for move in line.moves] == ["19-24", "28-22", "17x28"]
    assert line.moves[0].comments == ("playable",)
    assert [move.text for move in line.moves[1].variations[0].moves] == ["37-32"]
    assert (moves[2].clock, moves[2].comments) == (3723, ("both",))
    text = pdn_of([saved])
    (again,) = import_games(text.encode(), archive.store)
    assert again.kept is not None
    assert pdn_of([archive.load(again.kept)]) == text


def test_a_note_comes_in_the_place_of_another_and_leaves_the_rest(archive: Archive) -> None:
    archive.annotate(1, 2, "too\nhasty", (4,))
    archive.annotate(1, 3, "", ())
    archive.annotate(1, 0, "", ())
    saved = archive.load(1)
    moves = moves_of(saved)
    assert (moves[1].comments, moves[1].nags) == (("too hasty",), (4,))
    assert len(moves[1].variations) == 1
    assert (moves[2].comments, moves[2].clock) == ((), 3723)
    assert opening_comments(saved.game, saved.remarks) == ()


@pytest.mark.parametrize(
    ("at", "comment", "marks"), [(8, "x", ()), (-1, "x", ()), (1, "x" * 3000, ()), (1, "", (99,))]
)
def test_a_note_that_cannot_be_is_refused(
    archive: Archive, at: int, comment: str, marks: tuple[int, ...]
) -> None:
    with pytest.raises(InputError):
        archive.annotate(1, at, comment, marks)
    assert moves_of(archive.load(1))[0].comments == ("solid",)


def test_a_correction_keeps_what_was_and_what_is(archive: Archive) -> None:
    with pytest.raises(CorrectionError):
        archive.correct(1, 1, "31-26")
    before = archive.load(1)
    archive.correct(1, 7, "38x27")
    saved = archive.load(1)
    assert [ply.move.short for ply in saved.game.plies if ply.move][-1] == "38x27"
    assert saved.game.plies[:6] == before.game.plies[:6]
    (line,) = archive.history(1)
    assert (line.number, line.kind, line.code, line.squares) == (6, "corrected", "37x28", (37, 28))
    assert saved.game.outcome == before.game.outcome


def test_notes_stay_with_the_moves_after_a_corrected_one(archive: Archive) -> None:
    archive.annotate(2, 3, "still there", (1,))
    archive.correct(2, 2, "18-22")
    move = moves_of(archive.load(2))[2]
    assert (move.comments, move.nags) == (("still there",), (1,))
    assert move.ply == archive.load(2).game.plies[2]


def test_tags_and_result_are_set_and_taken_out(archive: Archive) -> None:
    name = '<b onclick="x">Zoë</b>'
    archive.set_tags(2, {"White": name, "Event": "", "Result": "0-2", "Round": " 3 "})
    saved = archive.load(2)
    assert dict(saved.tags)["White"] == name
    assert "Event" not in saved.tags
    assert saved.tags["Round"] == "3"
    assert saved.game.outcome is not None
    assert saved.game.outcome.text == "0-2"
    archive.set_tags(2, {"Result": "*"})
    assert archive.load(2).game.outcome is None


@pytest.mark.parametrize(
    "tags",
    [
        {"white": "Anna"},
        {"Wh ite": "Anna"},
        {"White": "x" * 500},
        {"Result": "3-1"},
        {"FEN": "W:W1:B2"},
        {f"Tag{number}": "x" for number in range(80)},
    ],
)
def test_tags_that_cannot_be_change_nothing(archive: Archive, tags: dict[str, str]) -> None:
    before = archive.load(2)
    with pytest.raises(InputError):
        archive.set_tags(2, tags)
    assert archive.load(2) == before


def test_a_deleted_game_is_not_listed_and_comes_back(archive: Archive) -> None:
    archive.delete(2)
    assert archive.is_deleted(2)
    assert [line.id for line in archive.search(wanted_from(), 9).lines] == [3, 1]
    assert [game.id for game in archive.store.games()] == [3, 1]
    archive.restore(2)
    assert archive.search(wanted_from(), 9).total == 3
    with pytest.raises(CompanionError):
        archive.delete(77)


def test_what_was_deleted_long_ago_goes_for_good(archive: Archive, tmp_path: Path) -> None:
    Photographs(archive.database).add(2, 1, "image/jpeg", JPEG)
    archive.annotate(2, 1, "x", ())
    archive.delete(2)
    forget_deleted(archive.database)
    assert archive.load(2).game.plies
    forget_deleted(archive.database, datetime.now(UTC) + KEPT_AFTER_DELETION + timedelta(days=1))
    with pytest.raises(CompanionError):
        archive.load(2)
    for table in ("plies", "tags", "remarks", "photos"):
        assert archive.database.rows(f"SELECT * FROM {table} WHERE game = 2") == []
    assert list((tmp_path / "photos").iterdir()) == []
    assert archive.search(wanted_from(), 9).total == 2


def test_the_game_that_is_played_is_left_to_the_board() -> None:
    live = Store(None)
    game = Game.new()
    game = game.play(parse_move(game.position, "32-28"))
    live.write([GameBegun(game.start), PlyAdded(0, game.plies[0])])
    archive = Archive(live)
    for act in (
        lambda: archive.correct(1, 1, "33-28"),
        lambda: archive.delete(1),
        lambda: archive.set_tags(1, {"Result": "2-0"}),
    ):
        with pytest.raises(InputError):
            act()
    archive.annotate(1, 1, "already", ())
    archive.set_tags(1, {"White": "Anna"})
    assert archive.load(1).game == game
    live.close()


def test_photographs_are_pictures_of_known_kinds_with_names_of_ours(
    archive: Archive, tmp_path: Path
) -> None:
    photographs = Photographs(archive.database)
    photo = photographs.add(1, 3, "image/jpeg", JPEG)
    assert photographs.of(1) == [photo]
    assert photographs.data(photo.id) == ("image/jpeg", JPEG)
    for kind, data in (
        ("image/jpeg", b"<svg onload=alert(1)>"),
        ("image/svg+xml", b"<svg/>"),
        ("text/html", JPEG),
        ("image/png", JPEG),
        ("image/jpeg", JPEG + b" " * LARGEST_PHOTO),
    ):
        with pytest.raises(InputError):
            photographs.add(1, 3, kind, data)
    archive.database.execute("UPDATE photos SET file = '../games.db'")
    with pytest.raises(InputError):
        photographs.data(photo.id)
    with pytest.raises(InputError):
        photographs.remove(photo.id)
    assert (tmp_path / "games.db").exists()
    with pytest.raises(InputError):
        photographs.data(99)


def test_what_players_have_won_is_counted_for_each_kind_of_game(archive: Archive) -> None:
    register = Register(archive.database)
    every = standings(register.results())
    found = {
        (one.player, one.variant): (one.tally.won, one.tally.drawn, one.tally.lost) for one in every
    }
    assert found["Bob", "international"] == (0, 1, 0)
    assert found["Bob", "russian"] == (1, 0, 0)
    assert found["Anna de Vries", "international"] == (1, 0, 0)
    assert every[0].tally.games == 1
    assert {one.variant for one in standings(register.results("russian"))} == {"russian"}
