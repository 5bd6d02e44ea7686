"""The live loop in this process: a board that is unplugged in a game, lies turned, has buttons."""

from __future__ import annotations

import io
import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator

import pytest

from announcer.announcement import Announcement
from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from board_io.driver import BoardDriver
from board_io.events import BoardButton
from board_io.simulated import SimulatedBoard
from companion.boards import Board
from companion.keyboard import LanguageTyped
from companion.live import Live
from companion.room import Asked, Inbox, Line, Room, Shown, Stop
from companion.session import Session
from companion.store import Store
from companion.terminal import Screen
from companion.texts import load_texts
from rules.game import Game
from rules.piece import BLACK_MAN, WHITE_MAN, Color, Piece
from rules.position import Position
from rules.snapshot import SensorKind
from rules.variant import Variant

PATIENCE_S = 20.0


class Speaker:
    """A voice that writes down what it is to say, in which language, and when it falls silent."""

    def __init__(self, language: str, said: list[str] | None = None) -> None:
        self._language = language
        self.said = [] if said is None else said

    def another(self, language: str) -> Speaker:
        return Speaker(language, self.said)

    def tell(self, announcements: Iterable[Announcement], variant: Variant) -> None:
        catalogue = Catalogue.load(self._language).playing(variant)
        self.said += [catalogue.spoken(one) for one in announcements if not one.is_silent]

    def close(self) -> None:
        self.said.append(f"{self._language} is silent")


class Evening:
    """A board with people at it: the live loop runs in a thread, the test moves the pieces."""

    def __init__(self, turned: bool = False, voice: Speaker | None = None) -> None:
        self.inbox: Inbox = queue.SimpleQueue()
        self.out = io.StringIO()
        self.store = Store(None)
        self.simulated = SimulatedBoard()
        self.turned = turned
        pieces = Game.new().position.pieces()
        self.simulated.set_position({self.square(n): piece for n, piece in pieces.items()})
        self.simulated.start()
        texts = load_texts("nl")
        driver = BoardDriver(self.simulated.link, post=self.inbox.put)
        board = Board("sim", lambda _: driver, Position.start())
        room = Room(
            board,
            Screen(texts, self.out, live=False),
            texts,
            Catalogue.load("nl"),
            voice=voice,
            open_voice=voice.another if voice else lambda language: None,
        )
        self.live = Live(room, self.inbox, Game.new(), self._session)
        self._thread = threading.Thread(target=self.live.run, daemon=True)
        self._thread.start()

    def _session(self, sensor: SensorKind) -> Session:
        return Session(Game.new(), sensor, self.store, Announcer())

    def square(self, square: int) -> int:
        return 51 - square if self.turned else square

    def carry(self, piece: Piece, start: int, end: int) -> None:
        self.simulated.lift(self.square(start))
        time.sleep(0.3)
        self.simulated.put(self.square(end), piece)

    def hears(self, words: str) -> None:
        self.until(lambda: words in self.out.getvalue(), words)

    def until(self, holds: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not holds():
            assert time.monotonic() < deadline, (what, self.out.getvalue())
            assert self._thread.is_alive(), self.out.getvalue()
            time.sleep(0.02)

    def end(self) -> None:
        self.inbox.put(Stop())
        self._thread.join(timeout=10)
        self.simulated.stop()
        assert not self._thread.is_alive()
        self.store.close()


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    yield evening
    evening.end()


def test_a_board_that_is_unplugged_in_a_game_comes_back(evening: Evening) -> None:
    evening.hears("is klaar")
    evening.carry(WHITE_MAN, 32, 28)
    evening.hears("Wit speelt 32-28.")
    evening.simulated.unplug()
    evening.hears("Het bord is weg")
    evening.simulated.lift(19)
    evening.simulated.put(23, BLACK_MAN)
    evening.simulated.replug()
    evening.hears("Ik zie het bord weer.")
    evening.hears("Zwart speelt 19-23.")
    assert evening.out.getvalue().count("Ik zie het bord niet meer") == 1
    evening.until(lambda: set(evening.simulated.lights) == {19, 23, 28}, "lights")


def test_a_board_that_lies_turned_is_lit_in_its_own_numbers() -> None:
    evening = Evening(turned=True)
    try:
        evening.hears("andersom")
        evening.carry(WHITE_MAN, 32, 28)
        evening.hears("Wit speelt 32-28.")
        evening.until(lambda: set(evening.simulated.lights) == {51 - 32, 51 - 28}, "lights")
        view = evening.live.view
        assert view.snapshot is not None
        assert view.snapshot[28].occupied
        assert not view.snapshot[32].occupied
    finally:
        evening.end()


def test_a_button_asks_whose_turn_it_is_and_takes_back(evening: Evening) -> None:
    evening.hears("is klaar")
    evening.carry(WHITE_MAN, 32, 28)
    evening.hears("Wit speelt 32-28.")
    evening.simulated.hold(BoardButton.CONFIRM)
    evening.hears("Zwart is aan zet")
    evening.simulated.hold()
    time.sleep(0.3)
    evening.simulated.hold(BoardButton.TAKE_BACK)
    evening.hears("zet terug")
    evening.carry(WHITE_MAN, 28, 32)
    evening.hears("Alles staat goed")


def test_a_language_is_chosen_in_the_middle_of_a_game_and_the_voice_follows() -> None:
    voice = Speaker("nl")
    evening = Evening(voice=voice)
    try:
        evening.hears("is klaar")
        evening.carry(WHITE_MAN, 32, 28)
        evening.hears("Wit speelt 32-28.")
        evening.inbox.put(Line("taal engels"))
        evening.hears("In English from now on.")
        evening.carry(BLACK_MAN, 19, 23)
        evening.hears("Black plays 19-23.")
        evening.inbox.put(Asked(LanguageTyped("fy")))
        evening.hears("de Nederlânske lêst it foar")
        evening.inbox.put(Line("taal nl"))
        evening.hears("Vanaf nu in het Nederlands.")
        changes = [line for line in voice.said if line.endswith("is silent")]
        assert changes == ["nl is silent", "en is silent", "fy is silent"]
        assert any("Black plays" in line for line in voice.said)
    finally:
        evening.end()


def test_what_is_asked_is_answered(evening: Evening) -> None:
    evening.hears("is klaar")
    evening.carry(WHITE_MAN, 32, 28)
    evening.hears("Wit speelt 32-28.")
    for line, answer in (
        ("moet", "Zwart is aan zet."),
        ("veld 28", "Op 28 staat een witte schijf."),
        ("wat staat op 32", "Veld 32 is leeg."),
        ("stukken", "Zwart heeft 20 stukken."),
        ("dammen", "Wit heeft geen dam."),
        ("stand", "Schijven van zwart: 11, 12, 13, 14, 15, 16, 17, 18, 19 en 20."),
    ):
        assert answer not in evening.out.getvalue()
        evening.inbox.put(Line(line))
        evening.hears(answer)


def test_buttons_that_are_held_agree_on_a_draw_and_begin_a_new_game(evening: Evening) -> None:
    evening.hears("is klaar")
    evening.carry(WHITE_MAN, 32, 28)
    evening.hears("Wit speelt 32-28.")
    evening.simulated.hold(BoardButton.DRAW)
    evening.hears("Remise!")
    evening.simulated.hold(BoardButton.NEW_GAME)
    evening.until(lambda: not evening.live.view.game.plies, "a new game")


def test_what_goes_wrong_elsewhere_is_shown_and_the_game_goes_on(evening: Evening) -> None:
    evening.hears("is klaar")
    evening.inbox.put(Shown("Er is geen geluid."))
    evening.hears("Er is geen geluid.")
    evening.carry(WHITE_MAN, 32, 28)
    evening.hears("Wit speelt 32-28.")
    assert evening.store.games()[0].plies == 1


def test_buttons_put_a_wrong_move_back_or_let_it_stand(evening: Evening) -> None:
    evening.hears("is klaar")
    evening.carry(WHITE_MAN, 32, 28)
    evening.hears("Wit speelt 32-28.")
    evening.carry(BLACK_MAN, 19, 23)
    evening.hears("Zwart speelt 19-23.")
    evening.carry(WHITE_MAN, 33, 29)
    evening.hears("slaan moet")
    evening.until(lambda: evening.live.view.chooser is Color.BLACK, "black chooses")
    evening.simulated.hold(BoardButton.TAKE_BACK)
    evening.until(lambda: evening.live.view.chooser is None, "it is to be put back")
    evening.simulated.hold()
    evening.carry(WHITE_MAN, 29, 33)
    evening.hears("Alles staat goed")
    evening.carry(WHITE_MAN, 33, 29)
    evening.until(lambda: evening.live.view.is_disputed, "it is wrong again")
    evening.simulated.hold(BoardButton.CONFIRM)
    evening.until(lambda: len(evening.live.view.game.plies) == 3, "it stands")
    assert evening.live.view.game.plies[2].irregular


def test_what_is_typed_chooses_after_a_wrong_move(evening: Evening) -> None:
    evening.hears("is klaar")
    evening.inbox.put(Line("doorspelen"))
    evening.hears("Er staat geen foute zet.")
    evening.carry(WHITE_MAN, 32, 23)
    evening.until(lambda: evening.live.view.is_disputed, "it is wrong")
    evening.inbox.put(Line("terugzetten"))
    evening.until(lambda: not evening.live.view.is_disputed, "it is to be put back")
    evening.carry(WHITE_MAN, 23, 32)
    evening.hears("Alles staat goed")
    evening.carry(WHITE_MAN, 32, 23)
    evening.until(lambda: evening.live.view.is_disputed, "it is wrong again")
    evening.inbox.put(Line("doorspelen"))
    evening.until(lambda: len(evening.live.view.game.plies) == 1, "it stands")


def test_the_light_runs_along_the_way_for_who_is_shown_how(evening: Evening) -> None:
    evening.hears("is klaar")
    evening.inbox.put(Line("coach wit voordoen"))
    evening.inbox.put(Line("coach zwart uit"))
    evening.carry(WHITE_MAN, 32, 28)
    evening.hears("Wit speelt 32-28.")
    evening.carry(BLACK_MAN, 19, 23)
    evening.hears("Wit moet slaan: 28 over 23 naar 19.")

    def lit() -> set[int]:
        return set(evening.simulated.lights)

    evening.until(lambda: 19 in lit(), "the end of the way")
    evening.until(lambda: 19 not in lit() and 28 in lit(), "the beginning again")
    evening.until(lambda: 19 in lit(), "the end again")
    assert "Zwart is aan zet" not in evening.out.getvalue()
