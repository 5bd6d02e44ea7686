"""The screen: what it shows, as lines."""

from __future__ import annotations

import io
import re

import pytest

from board_io.sensing import snapshot_of
from companion.terminal import Screen
from companion.texts import load_texts
from companion.view import LinkState, View, last_moves, pieces_shown, render
from firmware_protocol.codes import LedBlink, LedColor
from firmware_protocol.requests import Light
from rules.fen import parse_fen
from rules.game import Game, Outcome, Ply, Termination
from rules.notation import parse_move
from rules.piece import BLACK_MAN, WHITE_KING, WHITE_MAN, Color
from rules.position import Position
from rules.snapshot import Reading, SensorKind, Snapshot

DUTCH = load_texts("nl")
ANSI = re.compile(r"\x1b\[[0-9;]*[a-zA-Z]")


def after(*moves: str) -> Game:
    game = Game.new()
    for move in moves:
        game = game.play(parse_move(game.position, move))
    return game


def lines_of(view: View) -> list[str]:
    return render(view, DUTCH, color=False)


def test_the_board_shows_numbers_and_pieces() -> None:
    game = Game(parse_fen("W:W32,K46:BK5,19"))
    board = lines_of(View(game))[1:11]
    assert board[0].split() == ["1.", "2.", "3.", "4.", "5Z"]
    assert board[3].split() == ["16.", "17.", "18.", "19z", "20."]
    assert board[6].split() == ["31.", "32w", "33.", "34.", "35."]
    assert board[9].split() == ["46W", "47.", "48.", "49.", "50."]
    assert board[0].startswith("     ")
    assert not board[1].startswith("     ")


def test_the_board_shows_what_stands_there_not_what_should() -> None:
    game = after("32-28")
    pieces = dict(game.position.pieces())
    del pieces[31]
    snapshot = snapshot_of(pieces | {25: BLACK_MAN}, 50, SensorKind.COLOR)
    text = "\n".join(lines_of(View(game, snapshot)))
    assert " 31. " in text
    assert " 25z" in text
    assert " 28w" in text


def test_a_king_is_a_king_on_every_sensor() -> None:
    position = parse_fen("W:WK46:B5")
    for sensor in SensorKind:
        shown = pieces_shown(position, snapshot_of(position.pieces(), 50, sensor))
        assert shown == {5: BLACK_MAN, 46: WHITE_KING}


def test_an_unknown_piece_out_of_place_is_shown_as_the_movers() -> None:
    position = Position.of(parse_fen("W:W46:B5").variant, Color.WHITE, {46: WHITE_MAN})
    shown = pieces_shown(position, Snapshot.of(50, {41: Reading.OCCUPIED, 46: Reading.UNKNOWN}))
    assert shown == {41: WHITE_MAN, 46: WHITE_MAN}


def test_lights_have_a_colour_and_a_sign() -> None:
    lights = (Light(19, LedColor.GREEN, LedBlink.SLOW), Light(28, LedColor.YELLOW))
    text = "\n".join(lines_of(View(after("32-28"), lights=lights)))
    assert " 28w*" in text
    assert " 19z+" in text
    assert "Lampjes: 19+ groen knippert, 28* geel" in text


def test_colours_change_nothing_but_the_looks() -> None:
    lights = (Light(19, LedColor.RED, LedBlink.FAST),)
    view = View(after("32-28", "19-23"), lights=lights, link=LinkState.LINKED)
    plain = lines_of(view)
    colored = [ANSI.sub("", line) for line in render(view, DUTCH, color=True)]
    blind = str.maketrans({"w": "●", "z": "●", ".": " "})
    assert [line.rstrip() for line in colored[1:11]] == [
        line.translate(blind).rstrip() for line in plain[1:11]
    ]
    assert colored[0] == plain[0]


def test_the_first_line_says_who_plays_and_who_is_to_move() -> None:
    names = {Color.WHITE: "Anna", Color.BLACK: "Bob"}
    view = View(after("32-28"), link=LinkState.LINKED, names=names)
    assert lines_of(view)[0] == "dambord  ·  Anna – Bob  ·  bord verbonden  ·  Zwart is aan zet"
    over = after("32-28").finish(Outcome(Color.BLACK, Termination.RESIGNED))
    assert lines_of(View(over))[0].endswith("Afgelopen: 0-2")


@pytest.mark.parametrize(
    ("moves", "text"),
    [
        ((), ""),
        (("32-28",), "1. 32-28"),
        (("32-28", "19-23"), "1. 32-28 19-23"),
        (("32-28", "19-23", "28x19"), "1... 19-23 2. 28x19"),
    ],
)
def test_the_last_moves_have_their_numbers(moves: tuple[str, ...], text: str) -> None:
    assert last_moves(after(*moves)) == text


def test_a_game_that_black_begins_is_numbered_from_black() -> None:
    game = Game(parse_fen("B:W32:B19"))
    assert last_moves(game.play(parse_move(game.position, "19-23"))) == "1... 19-23"


def test_a_ply_whose_moves_are_not_known_is_a_question_mark() -> None:
    game = Game.new()
    later = after("32-28", "19-23").position
    assert last_moves(game.record(Ply(game.position, None, later))) == "1. ?"


def test_captures_and_counters_are_shown() -> None:
    game = Game(parse_fen("W:W28,K46:B23,K5"))
    game = game.play(parse_move(game.position, "28x19"))
    text = "\n".join(lines_of(View(game)))
    assert "Geslagen: door wit 1, door zwart 0" in text
    kings = Game(parse_fen("W:WK46:BK3"))
    for move in ("46-41", "3-8", "41-46", "8-3"):
        kings = kings.play(parse_move(kings.position, move))
    text = "\n".join(lines_of(View(kings)))
    assert "Alleen damzetten: 2 van 25" in text
    assert "Eindspel: 2 van 5" in text
    assert "Deze stand: 2 van 3 keer" in text


def test_without_a_terminal_only_messages_and_lights_are_printed() -> None:
    out = io.StringIO()
    screen = Screen(DUTCH, out, live=False)
    view = View(after("32-28"), lights=(Light(28, LedColor.BLUE),))
    screen.show(view)
    screen.show(view)
    screen.say("Wit speelt 32-28.")
    assert out.getvalue() == "Lampjes: 28* blauw\nWit speelt 32-28.\n"


def test_on_a_terminal_the_line_that_is_typed_is_left_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LINES", "40")
    out = io.StringIO()
    screen = Screen(DUTCH, out, live=True)
    screen.show(View(Game.new(), messages=("een",)))
    first = out.getvalue()
    assert first.endswith(DUTCH("view.prompt"))
    out.truncate(0)
    out.seek(0)
    screen.show(View(after("32-28"), messages=("twee",)))
    again = out.getvalue()
    assert again.startswith("\x1b7")
    assert again.endswith("\x1b8")
    assert DUTCH("view.prompt") not in again
    out.truncate(0)
    out.seek(0)
    screen.show(View(after("32-28"), messages=("twee",)))
    assert out.getvalue() == ""


def test_a_low_terminal_is_never_scrolled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINES", "10")
    out = io.StringIO()
    Screen(DUTCH, out, live=True).show(View(Game.new(), messages=tuple("abcdef")))
    assert out.getvalue().count("\n") < 10


def test_a_card_stays_on_the_terminal_until_a_line_is_typed() -> None:
    out = io.StringIO()
    screen = Screen(DUTCH, out, live=True)
    screen.hold("the card")
    assert "the card" in out.getvalue()
    out.truncate(0)
    screen.show(View(Game.new()))
    assert out.getvalue() == ""
    screen.prompt()
    screen.show(View(Game.new()))
    assert "wit" in ANSI.sub("", out.getvalue()).lower()


def test_without_a_terminal_a_card_is_printed() -> None:
    out = io.StringIO()
    Screen(DUTCH, out, live=False).hold("the card")
    assert out.getvalue() == "the card\n"
