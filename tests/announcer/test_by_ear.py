"""For who hears only: nothing is left to the lights."""

from __future__ import annotations

import pytest

from announcer.announcement import Announcement, Kind
from announcer.announcer import Announcer
from announcer.answers import Question
from announcer.catalogue import Catalogue
from reconciler import transition as told
from reconciler.setup import needed
from reconciler.sight import Sight
from reconciler.transition import Violation, ViolationCode
from rules.fen import parse_fen
from rules.game import Game
from rules.judge import judge
from rules.notation import parse_move
from rules.piece import WHITE_MAN, Piece
from rules.ruling import Attempt
from rules.snapshot import Reading, Snapshot

NL = Catalogue.load("nl")


def sentences(announcements: list[Announcement]) -> list[str]:
    return [NL.sentence(one) for one in announcements if not one.is_silent]


def seen(pieces: dict[int, Piece]) -> Sight:
    readings = {square: Reading[piece.color.name] for square, piece in pieces.items()}
    return Sight.of(Snapshot.of(50, readings))


class SettingUp:
    """Somebody sets up the usual position, and hears how it goes."""

    def __init__(self, *, by_ear: bool) -> None:
        self.announcer = Announcer(by_ear=by_ear)
        self.game = Game.new()
        self.wanted = self.game.position.pieces()

    def shows(self, pieces: dict[int, Piece]) -> list[str]:
        need = needed(self.game.position, seen(pieces), 0.0)
        return sentences(self.announcer.tell([need], self.game))


def test_each_square_is_asked_for_and_confirmed() -> None:
    table = SettingUp(by_ear=True)
    there = {n: piece for n, piece in table.wanted.items() if n > 12}
    assert table.shows(there) == ["Zet een zwarte schijf op 1."]
    there[1] = table.wanted[1]
    assert table.shows(there) == ["Veld 1 is goed.", "Zet een zwarte schijf op 2."]
    there |= {2: table.wanted[2], 3: table.wanted[3]}
    assert table.shows(there) == ["De velden 2 en 3 zijn goed.", "Zet een zwarte schijf op 4."]
    there |= {n: table.wanted[n] for n in (4, 5, 6, 7)}
    assert table.shows(there) == ["Goed zo. Nog 5 velden.", "Zet een zwarte schijf op 8."]
    there[22] = table.wanted[8]
    assert table.shows(there) == ["Zet het stuk van 22 op 11."]
    del there[22], there[1]
    assert table.shows(there) == ["Veld 22 is goed.", "Zet een zwarte schijf op 1."]


def test_who_sees_the_lights_hears_how_many_squares_are_left() -> None:
    table = SettingUp(by_ear=False)
    assert table.shows({}) == ["Zet de stukken klaar. Er moeten nog 40 velden goed komen."]


def test_a_piece_is_never_sent_to_where_one_of_the_other_colour_belongs() -> None:
    table = SettingUp(by_ear=True)
    there = dict(table.wanted)
    del there[20], there[35]
    there[24] = WHITE_MAN  # next to 20, where a black man is missing
    assert table.shows(there) == ["Zet het stuk van 24 op 35."]
    there[35] = WHITE_MAN
    del there[24]
    assert table.shows(there) == [
        "De velden 24 en 35 zijn goed.",
        "Zet een zwarte schijf op 20.",
    ]


@pytest.mark.parametrize(
    ("by_ear", "heard"),
    [
        (False, ["Wit slaat 2 stukken: 28x8."]),
        (True, ["Wit slaat: 28 over 23 naar 19, dan over 13 naar 8."]),
    ],
)
def test_a_capture_is_told_jump_by_jump(by_ear: bool, heard: list[str]) -> None:
    game = Game(parse_fen("W:W28,48:B23,13,1"))
    game = game.play(parse_move(game.position, "28x8"))
    told_of = Announcer(by_ear=by_ear).tell([told.MovePlayed(0.0, game.plies[0], 0)], game)
    assert sentences(told_of)[:1] == heard


def test_the_duty_and_a_missed_capture_name_every_piece_that_is_taken() -> None:
    position = parse_fen("W:W28,48:B23,13,1")
    announcer = Announcer(by_ear=True)
    ready = announcer.tell([told.SetupComplete(0.0, position)], Game(position))
    way = "28 over 23 naar 19, dan over 13 naar 8"
    assert sentences(ready)[-1] == f"Wit moet slaan: {way}."
    ruling = judge(position, Attempt(48, 42))
    missed = Violation(ViolationCode.CAPTURE_OBLIGATORY, ruling.squares, ruling)
    found = announcer.tell([told.ViolationFound(1.0, missed)], Game(position))
    assert sentences(found) == [f"Kijk nog eens, want slaan moet: met de schijf van {way}."]


def test_what_came_right_is_told_of_one_position_only() -> None:
    announcer = Announcer(by_ear=True)
    for game in (Game.new(), Game(parse_fen("W:W31:B20"))):
        need = needed(game.position, seen({}), 0.0)
        kinds = {one.kind for one in announcer.tell([need], game)}
        assert Kind.SQUARE_RIGHT not in kinds


def test_each_capture_that_may_be_chosen_is_told() -> None:
    position = parse_fen("W:W26,30,45:B9,21,24")
    announcer, game = Announcer(by_ear=True), Game(position)
    ways = ["Met 26 over 21 naar 17.", "Met 30 over 24 naar 19."]
    ready = sentences(announcer.tell([told.SetupComplete(0.0, position)], game))
    assert sorted(ready[-2:]) == ways
    assert sorted(sentences(announcer.answer(Question.DUTY, 0, game))[1:]) == ways
    seeing = sentences(Announcer().tell([told.SetupComplete(0.0, position)], game))
    assert not set(ways) & set(seeing)
