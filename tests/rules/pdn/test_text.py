"""The text layer: encodings, line ends, tags, comments and where games end."""

from __future__ import annotations

import io
from collections.abc import Callable

import pytest

from rules.pdn import PdnGame, read_pdn

Read = Callable[[str | bytes], PdnGame]
Plies = Callable[[PdnGame], str]


@pytest.mark.parametrize(
    ("data", "name"),
    [
        ('[White "Blinder é Б"]'.encode(), "Blinder é Б"),
        (b"\xef\xbb\xbf" + '[White "é"]'.encode(), "é"),
        ('[White "é – €"]'.encode("cp1252"), "é – €"),
        (b'[White "\x81\xe9"]', "\x81é"),
        ('[White "Rané"]'.encode("latin-1"), "Rané"),
        ('[White "Б"]'.encode("utf-16"), "Б"),
    ],
    ids=["utf-8", "utf-8 with mark", "windows-1252", "latin-1 control", "latin-1", "utf-16"],
)
def test_encodings(read: Read, data: bytes, name: str) -> None:
    assert read(data + b"" if b"\xff\xfe" in data else data + b" 1. 32-28 *").tags["White"] == name


def test_files_of_two_encodings_joined() -> None:
    data = '[White "é"]\n1. 32-28 *\n'.encode() + '[White "ö"]\n1. 32-28 *\n'.encode("cp1252")
    assert [game.tags["White"] for game in read_pdn(data)] == ["é", "ö"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_the_line_of_a_game(end: str) -> None:
    text = end.join(['[White "a"]', "1. 32-28 *", "", '[White "b"]', "1. 33-28 *"])
    games = list(read_pdn(text.encode()))
    assert [game.line for game in games] == [1, 4]
    assert [str(game.game.plies[0].move) for game in games if game.game] == ["32-28", "33-28"]


def test_bytes_text_and_stream_read_the_same() -> None:
    text = '[White "é"]\r\n1. 32-28 19-23 2-0\n\n1. 33-28 *'
    games = list(read_pdn(text))
    assert games == list(read_pdn(text.encode())) == list(read_pdn(io.BytesIO(text.encode())))
    assert len(games) == 2


def test_a_character_cut_in_two_by_the_buffer() -> None:
    padding = b"x" * (65536 - len(b'{} [White "') - 1)
    assert next(read_pdn(b"{" + padding + '} [White "é"] *'.encode())).tags["White"] == "é"


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ('[Event "a"]', {"Event": "a"}),
        ('[Event       "a"]', {"Event": "a"}),
        ('[Event"a"]', {"Event": "a"}),
        ('[ Event "a" ]', {"Event": "a"}),
        ('[Event "a"][Site "b"]', {"Event": "a", "Site": "b"}),
        ('[Date ""]', {"Date": ""}),
        (r'[Event "the \"Open\""]', {"Event": 'the "Open"'}),
        (r'[Site "C:\\"]', {"Site": "C:\\"}),
        (r'[Site "C:\games"]', {"Site": r"C:\games"}),
        ('[Bianco "Rossi"]\n[Nero "Verdi"]', {"Bianco": "Rossi", "Nero": "Verdi"}),
        ('[White_2 "a"]', {"White_2": "a"}),
    ],
)
def test_tags(read: Read, text: str, tags: dict[str, str]) -> None:
    game = read(text + "\n\n1. 32-28 *")
    assert dict(game.tags) == tags
    assert game.warnings == ()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ('[White "Jan "de Beer" Smit"]', 'Jan "de Beer" Smit'),
        ("[White Jan Smit]", "Jan Smit"),
        ("[White 'Jan Smit']", "Jan Smit"),
        ('[White "Jan Smit]', "Jan Smit"),
    ],
)
def test_damaged_tags_are_read_with_a_warning(read: Read, text: str, value: str) -> None:
    game = read(f'[Event "x"]\n{text}\n\n1. 32-28 *')
    assert game.tags["White"] == value
    assert [warning.line for warning in game.warnings] == [2]


def test_tags_keep_their_order(read: Read) -> None:
    assert list(read('[White "a"]\n[Event "b"]\n[Black "c"]\n*').tags) == [
        "White",
        "Event",
        "Black",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "1. 32-28 {a [b] (c) \n d} 19-23",
        "1. 32-28 ; a (c\n19-23",
        "% 1. 33-28 {\n1. 32-28 19-23",
        "1. 32-28\n% comment (\n19-23",
        "1.32-28 19-23",
        "1. 32-28 1... 19-23",
        "32-28 19-23",
        "17. 32-28 3. 19-23",
        "1. 32-28 1. ... 19-23",
        "01. 32-28 19-23",
        "1 32-28 19-23",
        "1. 32-28! 19-23??",
        "1. 32-28(?) 19-23 (!?)",
        "1. 32-28 $1 19-23 $142",
        "1. 32 - 28 19 -23",
        "1. 3228 1923",
        "1. 32–28 19−23",
        "1. 32-28 ( 1. 33-28 ( 1. 34-30 20-25 ) 18-23 ) 19-23",
        "\ufeff1. 32-28 19-23",
        "1. 32-28* 19-23*",
    ],
)
def test_two_moves_however_they_are_written(read: Read, plies: Plies, text: str) -> None:
    game = read(text)
    assert plies(game) == "32-28 19-23"
    assert (game.error, game.warnings) == (None, ())


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("1. 32-28 2-0 1. 33-28 0-2", 2),
        ("1. 32-28 1-1 1. 33-28 1-0", 2),
        ("1. 32-28 * 1. 33-28 *", 2),
        ("1. 32-28 1/2-1/2\n\n1. 33-28 0-0", 2),
        ('[White "a"]\n1. 32-28\n[White "b"]\n1. 33-28', 2),
        ("1. 32-28 19-23\n\n1. 33-28 18-22", 2),
        ('[Event "a"]\n[White "a"]\n[Event "b"]\n[White "b"]', 2),
        ('[Event "a"]\n\n[Event "b"]\n\n[Event "c"] *', 3),
        ("1. 2-0", 1),
        ("1. 32-28 2-0 2-0", 1),
        ("1. 32-28 * { a remark on it }", 1),
        ("", 0),
        (" \n\n", 0),
        ("% nothing\n", 0),
        ("2-0", 1),
    ],
)
def test_where_games_end(text: str, count: int) -> None:
    assert len(list(read_pdn(text))) == count


def test_results_do_not_eat_moves(read: Read, plies: Plies) -> None:
    game = read('[FEN "W:WK1,50:B20"]\n1. 1-18 20-25 2. 18-1 25-30 3. 1-12 1-1')
    assert plies(game) == "1-18 20-25 18-1 25-30 1-12"
    assert game.game is not None
    assert game.game.outcome is not None
    assert game.game.outcome.text == "1-1"


def test_a_comment_that_is_never_closed_does_not_hide_the_next_game() -> None:
    text = '[White "a"]\n1. 32-28 {oh\n\n[White "b"]\n1. 33-28 {well} *\n'
    first, second = read_pdn(text)
    assert [warning.line for warning in first.warnings] == [2]
    assert (second.tags["White"], second.moves[0].comments) == ("b", ("well",))


def test_a_game_in_a_comment_is_a_comment(read: Read) -> None:
    game = read('[White "a"]\n1. 32-28 {\n[White "b"]\n1. 33-28\n} 19-23 *')
    assert len(game.moves) == 2


def test_a_variation_that_is_never_closed_does_not_hide_the_next_game() -> None:
    text = '[White "a"]\n1. 32-28 (1. 33-28 18-22\n\n[White "b"]\n1. 34-30 *\n'
    first, second = read_pdn(text)
    assert first.error is not None
    assert (first.error.line, first.error.column, first.error.game) == (2, 10, 1)
    assert second.error is None


def test_rubbish_alone_is_reported_not_passed_over(read: Read) -> None:
    game = read("this is no game")
    assert game.game is None
    assert str(game.error).startswith("line 1, column 1, game 1: no game was found here")


def test_rubbish_before_a_game_is_a_warning(read: Read, plies: Plies) -> None:
    game = read('From: me\nSubject: games\n\n[White "a"]\n1. 32-28 *')
    assert plies(game) == "32-28"
    assert game.warnings
