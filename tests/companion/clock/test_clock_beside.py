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
