"""House rules through the session, on boards that see pieces and boards that see colours: what is
recognised, told, recorded and taken back."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from announcer.coach import Coach
from board_io.sensing import snapshot_of
from companion.commands import Demand, PlayOn, TakeBack, YoungestIs
from companion.move_list import moves_of
from companion.pdn_export import pdn_of
from companion.session import Session, Told
from companion.store import Store
from rules.fen import parse_fen
from rules.game import Game
from rules.pdn import read_pdn
from rules.piece import BLACK_MAN, WHITE_MAN, Color, Piece
from rules.snapshot import SensorKind
from rules.variants import variant_named

CAPTURE = "W:W28,33,37,41:B3,8,16,23"
SENSORS = (SensorKind.OCCUPANCY, SensorKind.COLOR)


class Table:
    """A simulated board under a session, with people who move and take pieces."""

    def __init__(self, game: str, sensor: SensorKind, fen: str = CAPTURE) -> None:
        self.store = Store(None)
        self.sensor = sensor
        self.now = 50.0
        start = parse_fen(fen, variant_named(game))
        self.pieces: dict[int, Piece] = dict(start.pieces())
        self.session = Session(Game(start), sensor, self.store, Announcer(Coach.HELP))
        self.said: list[str] = []
        self._show()

    def _show(self) -> None:
        squares = self.session.game.variant.squares
        self._hear(self.session.observe(snapshot_of(self.pieces, squares, self.sensor), self.now))

    def _hear(self, told: Sequence[Told]) -> None:
        for one in told:
            catalogue = Catalogue.load("nl").playing(one.game.variant)
            self.said += [catalogue.sentence(a) for a in one.announcements if not a.is_silent]

    def rest(self, seconds: float = 3.0) -> None:
        until = self.now + seconds
        while (due := self.session.next_deadline) is not None and due <= until:
            self.now = max(self.now, due)
            self._hear(self.session.advance(self.now))
        self.now = until

    def move(self, start: int, end: int, *taken: int, rest: float = 3.0) -> None:
        piece = self.pieces.pop(start)
        self._show()
        self.rest(0.4)
        self.pieces[end] = piece
        self._show()
        for square in taken:
            self.take(square, rest=0.3)
        self.rest(rest)

    def take(self, square: int, rest: float = 3.0) -> None:
        self.rest(0.3)
        del self.pieces[square]
        self._show()
        self.rest(rest)

    def put(self, square: int, piece: Piece) -> None:
        self.pieces[square] = piece
        self._show()
        self.rest()

    def command(self, command: object) -> None:
        self._hear(self.session.command(command, self.now))  # type: ignore[arg-type]
        self.rest(0.1)

    def heard(self, words: str) -> bool:
        return any(words in sentence for sentence in self.said)

    @property
    def moves(self) -> list[str]:
        """The moves as they are kept."""
        (summary,) = self.store.games()
        kept = self.store.load(summary.id).game
        assert kept == self.session.game
        return [f"({m.huffed}) {m.text}" if m.huffed else m.text for m in moves_of(kept)]


@pytest.mark.parametrize("sensor", SENSORS)
def test_a_piece_is_huffed_and_the_game_goes_on(sensor: SensorKind) -> None:
    table = Table("international+huffing", sensor)
    table.move(37, 32)
    assert table.heard("Zwart mag blazen: haal 28 van het bord")
    table.take(28)
    assert table.heard("Zwart blaast het stuk op 28")
    table.move(8, 12)
    assert table.heard("Zwart speelt 8-12.")
    assert table.moves == ["37-32", "(28) 8-12"]
    (saved,) = [table.store.load(game.id) for game in table.store.games()]
    text = pdn_of([saved])
    assert "{huffed: 28}" in text
    (back,) = read_pdn(text)
    assert back.game == table.session.game


@pytest.mark.parametrize("sensor", SENSORS)
def test_a_huff_is_taken_back_by_hand_or_by_command(sensor: SensorKind) -> None:
    table = Table("international+huffing", sensor)
    table.move(37, 32)
    table.take(28)
    table.put(28, WHITE_MAN)
    assert table.heard("zet terug")
    assert table.moves == ["37-32"]
    table.take(28)
    assert table.moves == ["37-32", "(28) …"]
    table.command(TakeBack())
    assert table.heard("Zet een witte schijf op 28") or table.heard("28")
    table.put(28, WHITE_MAN)
    assert table.moves == ["37-32"]
    assert table.session.chooser is Color.BLACK


@pytest.mark.parametrize("sensor", SENSORS)
def test_a_wrong_huff_is_told_and_put_right(sensor: SensorKind) -> None:
    table = Table("international+huffing", sensor)
    table.move(37, 32)
    table.take(33)
    assert table.heard("Dat stuk mag je niet blazen, 28 wel. Zet het terug op 33.")
    table.put(33, WHITE_MAN)
    table.take(28)
    table.move(16, 21)
    assert table.moves == ["37-32", "(28) 16-21"]


def test_without_the_rule_nothing_is_huffed() -> None:
    table = Table("international", SensorKind.COLOR)
    table.move(37, 32)
    assert not table.heard("blazen")
    table.take(28)
    assert not table.heard("blaast")


@pytest.mark.parametrize("sensor", SENSORS)
def test_where_nothing_is_forced_a_capture_may_be_left_and_made(sensor: SensorKind) -> None:
    table = Table("international+no_forced", sensor)
    table.move(37, 32)
    assert not table.heard("moet")
    table.move(8, 12)
    table.move(28, 19, 23)
    assert table.moves == ["37-32", "8-12", "28x19"]


@pytest.mark.parametrize("sensor", SENSORS)
def test_where_men_capture_forward_a_piece_behind_is_safe(sensor: SensorKind) -> None:
    table = Table("international+men_forward", sensor, "W:W22,49:B28,5")
    table.move(49, 44)
    assert not table.heard("slaan moet")
    table.move(5, 10)
    assert table.moves == ["49-44", "5-10"]


def test_the_opponent_demands_or_plays_on_by_command_and_afterwards() -> None:
    table = Table("international", SensorKind.COLOR)
    table.move(37, 32)
    assert table.session.chooser is Color.BLACK
    table.command(Demand())
    table.move(32, 37)
    assert table.heard("Alles staat goed")
    assert not table.session.game.plies
    table.move(37, 32)
    table.command(PlayOn())
    assert table.moves == ["37-32"]
    assert table.session.game.plies[0].irregular
    assert table.session.chooser is Color.BLACK  # he may still think better of it
    table.command(Demand())
    table.move(32, 37)
    assert not table.session.game.plies


def test_the_youngest_begins_and_is_asked_for_once() -> None:
    table = Table("international+youngest_begins", SensorKind.COLOR, "W:W31-50:B1-20")
    assert table.session.asks_youngest
    table._hear(table.session.ask_youngest(table.now))
    table.command(YoungestIs(Color.BLACK))
    table.rest()
    assert not table.session.asks_youngest
    table.move(19, 23)
    table.command(YoungestIs(Color.WHITE))  # too late
    assert table.moves == ["19-23"]
    assert table.said[0] == "Wie is de jongste? De jongste mag beginnen."
    assert BLACK_MAN in table.pieces.values()


@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize(
    ("game", "fen", "motion", "written"),
    [
        ("turkish", "W:Wa3:Ba4,a6,h8", (41, 9, 33, 17), "a3xa7"),
        ("russian", "W:Wb6:Ba7,c7,e7,h2", (9, 16, 6, 7), "b6:g5"),
        ("frisian", "W:W38:B33,13,6", (38, 29, 33), "38x29"),
        ("canadian", "W:W43:B37,1", (43, 32, 37), "43x32"),
        ("italian", "W:W22:B18,1", (22, 13, 18), "22x13"),
    ],
)
def test_captures_of_other_games_are_followed(
    sensor: SensorKind, game: str, fen: str, motion: tuple[int, ...], written: str
) -> None:
    table = Table(game, sensor, fen)
    start, end, *taken = motion
    legal = [(m.start, m.end, set(m.captured)) for m in table.session.game.position.legal_moves()]
    assert (start, end, set(taken)) in legal, legal
    table.move(start, end, *taken)
    assert table.moves == [written]
