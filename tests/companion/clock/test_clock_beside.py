"""A clock beside a DGT board: it is shown, its flag counts, and it shows what our clock does."""

from __future__ import annotations

import io
import queue
import sys
import threading
import time

import pytest

from announcer.announcement import Form, Kind
from announcer.announcer import Announcer
from announcer.catalogue import Catalogue
from board_io.dgt.emulated_port import EmulatedPort
from board_io.dgt.emulator import EmulatedClock, EmulatedDgt
from board_io.events import ClockSeen
from board_io.sensing import snapshot_of
from companion.boards import open_board
from companion.clock.beside import face_of, flag_of, orders_of
from companion.clock.control import parse_control
from companion.clock.game_clock import ClockState
from companion.clock.keeper import ClockAct, ClockKeeper
from companion.keyboard import ClockChosenTyped, ClockTyped
from companion.live import Live
from companion.pdn_export import pdn_of
from companion.pdn_import import import_games
from companion.remarks import moves_of
from companion.room import Asked, Inbox, Room, Stop
from companion.session import Session
from companion.store import Store
from companion.terminal import Screen
from companion.texts import load_texts
from firmware_protocol.dgt.commands import ClockRun
from rules.game import Game, Termination
from rules.notation import parse_move
from rules.piece import WHITE_MAN, Color
from rules.snapshot import SensorKind

WHITE, BLACK = Color.WHITE, Color.BLACK


def seen(*, left_to_move: bool | None = True, running: bool = True, **flags: bool) -> ClockSeen:
    return ClockSeen(100.0, 300, 200, running, left_to_move, **flags)


def test_what_it_shows_is_counted_on_from_there() -> None:
    face = face_of(seen(), BLACK)
    assert (face.turn, face.state) == (WHITE, ClockState.RUNNING)
    assert (face.left_s(WHITE, 110.0), face.left_s(BLACK, 110.0)) == (290, 200)
    standing = face_of(seen(running=False), WHITE)
    assert standing.left_s(WHITE, 110.0) == 300
    assert face_of(seen(left_to_move=None), BLACK).turn is BLACK


def test_on_a_board_that_lies_turned_black_sits_at_the_left() -> None:
    face = face_of(seen(), WHITE, turned=True)
    assert (face.turn, face.white_s, face.black_s) == (BLACK, 200, 300)
    assert orders_of(face, 110.0, turned=True) == (290, 200, ClockRun.LEFT)
    assert orders_of(face_of(seen(running=False), WHITE), 110.0) == (300, 200, ClockRun.PAUSE)


@pytest.mark.parametrize(
    ("left", "right", "turned", "loser"),
    [
        (False, False, False, None),
        (True, False, False, WHITE),
        (False, True, False, BLACK),
        (True, False, True, BLACK),
        (False, True, True, WHITE),
    ],
)
def test_its_flag(left: bool, right: bool, turned: bool, loser: Color | None) -> None:
    assert flag_of(seen(left_flag=left, right_flag=right), turned=turned) is loser


def session(clock: ClockKeeper | None = None) -> Session:
    game = Game.new()
    game = game.play(parse_move(game.position, "32-28"))
    made = Session(game, SensorKind.COLOR, Store(None), Announcer(), clock=clock)
    made.observe(snapshot_of(game.position.pieces(), 50, SensorKind.COLOR), 1.0)
    return made


def test_its_flag_ends_the_game_once() -> None:
    played = session()
    told = played.see_clock(seen(right_flag=True), 100.0)
    told += played.see_clock(seen(right_flag=True), 101.0)
    over = [(a.kind, a.form) for one in told for a in one.announcements]
    assert over.count((Kind.GAME_OVER, Form.FLAG)) == 1
    assert played.game.outcome is not None
    assert played.game.outcome.termination is Termination.FLAG
    assert played.game.outcome.winner is WHITE


def test_people_can_ask_for_its_times() -> None:
    played = session()
    played.see_clock(seen(), 100.0)
    told = played.work_clock(ClockAct.TELL, None, 100.0)
    assert told is not None
    assert [a.values.count for one in told for a in one.announcements] == [5, 3]
    assert played.work_clock(ClockAct.TOGGLE, None, 100.0) is None


def test_our_own_clock_goes_before_it() -> None:
    control = parse_control("5")
    assert control is not None
    played = session(ClockKeeper(control, WHITE, times=(None,)))
    assert played.see_clock(seen(right_flag=True), 100.0) == []
    face = played.clock_face(100.0)
    assert face is not None
    assert face.control == "5"


# -- what the plies took -----------------------------------------------------------------------


class Timed:
    """Two plies and more under a clock beside the board, written into a record."""

    def __init__(self) -> None:
        self.game = Game.new()
        self.store = Store(None)
        self.session = Session(self.game, SensorKind.COLOR, self.store, Announcer())
        self.show(0.0)

    def clock(self, at: float, left_s: int, right_s: int, *, left_to_move: bool) -> None:
        seen = ClockSeen(at, left_s, right_s, True, left_to_move)
        self.session.advance(at)
        self.session.see_clock(seen, at)

    def play(self, at: float, move: str) -> None:
        self.game = self.game.play(parse_move(self.game.position, move))
        self.show(at)

    def show(self, at: float) -> None:
        pieces = self.game.position.pieces()
        self.session.observe(snapshot_of(pieces, 50, SensorKind.COLOR), at)
        self.session.advance(at + 2.0)

    @property
    def times(self) -> list[tuple[float, float] | None]:
        saved = self.store.load(1).clock
        assert saved is not None
        return [time and (time.used_s, time.left_s) for time in saved.times]


def test_each_ply_is_kept_with_what_it_took_and_what_was_left_when_the_clock_was_pressed() -> None:
    timed = Timed()
    timed.clock(10.0, 300, 300, left_to_move=True)
    timed.play(20.0, "32-28")
    assert timed.times == [(10.0, 290.0)]  # not pressed yet
    timed.clock(23.0, 288, 300, left_to_move=False)
    assert timed.times == [(13.0, 288.0)]
    timed.clock(24.0, 288, 299, left_to_move=False)
    timed.play(30.0, "19-23")
    timed.clock(33.0, 288, 295, left_to_move=True)  # five seconds are given for each move
    assert timed.times == [(13.0, 288.0), (10.0, 295.0)]


def test_they_are_written_as_pdn_and_read_again() -> None:
    timed = Timed()
    timed.clock(10.0, 3700, 300, left_to_move=True)
    timed.play(20.0, "32-28")
    timed.clock(20.5, 3690, 300, left_to_move=False)
    text = pdn_of([timed.store.load(1)])
    assert "1. 32-28 {[%clk 1:01:30]}" in text
    assert "TimeControl" not in text
    (again,) = import_games(text.encode(), timed.store)
    assert again.kept is not None
    assert [move.clock for move in moves_of(timed.store.load(again.kept))] == [3690.0]


def test_a_ply_that_is_taken_back_takes_its_time_along() -> None:
    timed = Timed()
    timed.clock(10.0, 300, 300, left_to_move=True)
    timed.play(20.0, "32-28")
    timed.game = timed.game.take_back(1)
    timed.show(30.0)
    timed.play(40.0, "33-29")
    timed.clock(45.0, 270, 300, left_to_move=False)
    assert timed.times == [(35.0, 270.0)]


def test_a_clock_that_does_not_run_times_nothing() -> None:
    timed = Timed()
    timed.session.see_clock(ClockSeen(10.0, 300, 300, False, None), 10.0)
    timed.play(20.0, "32-28")
    timed.session.see_clock(ClockSeen(25.0, 300, 300, False, None), 25.0)
    assert timed.store.load(1).clock is None


def test_where_our_own_clock_times_the_game_the_other_does_not() -> None:
    timed = Timed()
    timed.session.choose_clock(parse_control("5"), 1.0)
    timed.clock(10.0, 200, 200, left_to_move=True)
    timed.play(20.0, "32-28")
    timed.clock(21.0, 190, 200, left_to_move=False)
    assert timed.times == [(0.0, 300.0)]


@pytest.mark.skipif(sys.platform == "win32", reason="needs pseudo-terminals")
def test_a_clock_that_is_plugged_into_a_board() -> None:
    clock = EmulatedClock(left_s=300, right_s=240, run=1)
    board = EmulatedDgt(clock=clock)
    out = io.StringIO()
    inbox: Inbox = queue.SimpleQueue()
    game, texts, store = Game.new(), load_texts("nl"), Store(None)
    board.set_position(game.position.pieces())
    with EmulatedPort(board) as port:
        room = Room(
            open_board(f"dgt:{port.port}", game.position, inbox.put),
            Screen(texts, out, live=False),
            texts,
            Catalogue.load("nl"),
        )
        live = Live(room, inbox, game, lambda sensor: Session(game, sensor, store, Announcer()))
        thread = threading.Thread(target=live.run, daemon=True)
        thread.start()

        def until(what: str, holds) -> None:  # type: ignore[no-untyped-def]
            deadline = time.monotonic() + 20
            while not holds():
                assert time.monotonic() < deadline, (what, out.getvalue())
                time.sleep(0.02)

        until("times", lambda: live.view.clock and live.view.clock.black_s == 240)
        inbox.put(Asked(ClockChosenTyped(parse_control("7"))))
        inbox.put(Asked(ClockTyped(ClockAct.TOGGLE)))
        until("set", lambda: clock.right_s == 420 and clock.run == ClockRun.LEFT)
        inbox.put(Asked(ClockTyped(ClockAct.TOGGLE)))
        until("paused", lambda: clock.run == ClockRun.PAUSE)
        port.change({32: None, 21: WHITE_MAN})  # a man goes two rows too far
        until("a word", lambda: clock.text == "FOUT    ")
        until("the times again", lambda: clock.text == "")
        inbox.put(Stop())
        thread.join(timeout=10)
        assert not thread.is_alive()
    store.close()
