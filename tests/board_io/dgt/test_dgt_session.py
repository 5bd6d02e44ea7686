"""The conversation with a DGT board, over a line of 9600 baud in made-up time."""

from __future__ import annotations

from typing import TypeVar

import pytest

from benchmarks.dgt_games import Line
from board_io.dgt.clock import ClockText
from board_io.dgt.emulator import BatteryState, EmulatedClock, EmulatedDgt
from board_io.dgt.session import DgtSession
from board_io.errors import LinkError, LinkFault
from board_io.events import (
    BatteryLevel,
    BoardButton,
    BoardEvent,
    BoardMessage,
    ButtonPressed,
    ClockSeen,
    LinkDown,
    LinkUp,
    Notice,
    Searching,
    SnapshotSeen,
)
from board_io.sensing import snapshot_of
from firmware_protocol.dgt.commands import ClockRun, ClockTime, clock_set, clock_text
from firmware_protocol.dgt.decoder import DgtDecoder
from firmware_protocol.dgt.event_log import LogField, LogMark
from firmware_protocol.dgt.messages import FiftyDump, LongSerial, Text
from firmware_protocol.dgt.pieces import Coding
from firmware_protocol.dgt.segments import clock_segments
from rules.piece import BLACK_MAN, WHITE_KING, WHITE_MAN, Piece
from rules.snapshot import Reading, SensorKind, Snapshot

Kind = TypeVar("Kind", bound=BoardEvent)
START_10 = dict.fromkeys(range(1, 21), BLACK_MAN) | dict.fromkeys(range(31, 51), WHITE_MAN)
START_8 = dict.fromkeys(range(1, 13), BLACK_MAN) | dict.fromkeys(range(21, 33), WHITE_MAN)


def start_of(size: int) -> dict[int, Piece]:
    return START_10 if size == 10 else START_8


def shown(pieces: dict[int, Piece], sensor: SensorKind = SensorKind.COLOR_KINGS) -> Snapshot:
    return snapshot_of(pieces, 50 if pieces.keys() & range(33, 51) else 32, sensor)


def only(events: list[BoardEvent], kind: type[Kind]) -> list[Kind]:
    return [event for event in events if isinstance(event, kind)]


def line_to(board: EmulatedDgt, **how: int) -> Line:
    return Line(DgtSession(), board, **how)


def live(board: EmulatedDgt, pieces: dict[int, Piece], **how: int) -> tuple[Line, LinkUp]:
    board.set_position(pieces)
    line = line_to(board, **how)
    (up,) = only(line.run(2.0), LinkUp)
    return line, up


@pytest.mark.parametrize("size", [10, 8])
@pytest.mark.parametrize("coding", [Coding.SINCE_2011, Coding.BEFORE_2011])
def test_a_board_is_met_with_its_pieces_whichever_their_codes(size: int, coding: Coding) -> None:
    line, up = live(EmulatedDgt(size, coding), start_of(size))
    assert up.snapshot == shown(start_of(size))
    assert (up.board.squares, up.board.sensor) == (size * size // 2, SensorKind.COLOR_KINGS)
    assert (up.board.serial, up.board.firmware, up.board.has_leds) == ("00042", "1.08", False)
    assert line.session.board == up.board


def test_chess_figures_show_their_colour() -> None:
    board = EmulatedDgt(8, Coding.CHESS)
    _, up = live(board, START_8 | {1: Piece(BLACK_MAN.color, WHITE_KING.role)})
    assert up.board.sensor is SensorKind.COLOR
    assert up.snapshot == shown(START_8, SensorKind.COLOR)


@pytest.mark.parametrize("coding", [Coding.SINCE_2011, Coding.BEFORE_2011])
def test_kings_are_told_from_men_in_both_codings(coding: Coding) -> None:
    board = EmulatedDgt(10, coding)
    line, _ = live(board, START_10)
    board.put(5, WHITE_KING)
    (seen,) = {event.snapshot for event in only(line.run(3.0), SnapshotSeen)}
    assert seen[5] is Reading.WHITE_KING


def test_a_board_met_in_the_middle_of_a_game_is_read_by_its_men() -> None:
    few = {3: BLACK_MAN, 9: BLACK_MAN, 40: WHITE_MAN, 41: WHITE_MAN, 50: BLACK_MAN, 2: WHITE_KING}
    for coding in (Coding.SINCE_2011, Coding.BEFORE_2011):
        _, up = live(EmulatedDgt(10, coding), few)
        assert up.snapshot == shown(few)


def test_a_start_position_later_on_shows_the_coding_after_all() -> None:
    board = EmulatedDgt(10, Coding.BEFORE_2011)
    line, up = live(board, {1: WHITE_KING, 2: WHITE_KING, 50: WHITE_MAN, 49: BLACK_MAN})
    assert up.snapshot[1] is not Reading.WHITE_KING
    board.set_position(START_10)
    assert only(line.run(6.0), SnapshotSeen)[-1].snapshot == shown(START_10)


def test_the_first_move_is_shown_when_the_board_is_quiet_and_later_ones_at_once() -> None:
    board = EmulatedDgt()
    line, _ = live(board, START_10)
    delays = []
    for start, end in ((32, 28), (31, 27), (33, 29)):
        board.put(start, None)
        board.put(end, WHITE_MAN)
        begun = line.now
        delays.append(only(line.run(3.0), SnapshotSeen)[-1].time - begun)
    assert 0.3 < delays[0] < 1.5
    assert max(delays[1:]) < 0.3


def test_a_change_whose_update_gets_lost_is_seen_by_looking() -> None:
    board = EmulatedDgt()
    line, _ = live(board, START_10)
    board.put(32, None)
    line.board.advance(line.now + 0.3)
    line.board.take_output(line.now + 1.0)  # nobody heard the update
    line.now += 1.0
    assert only(line.run(4.0), SnapshotSeen)[-1].snapshot[32] is Reading.EMPTY


def test_a_damaged_dump_is_not_believed() -> None:
    board = EmulatedDgt()
    line, up = live(board, START_10, damage=150)
    seen = {event.snapshot for event in only(line.run(60.0), SnapshotSeen)}
    assert line.damaged > 20
    assert seen <= {up.snapshot}


def test_a_cut_is_told_and_what_changed_meanwhile_is_seen_at_once() -> None:
    board = EmulatedDgt()
    line, _ = live(board, START_10)
    line.cut(1.5)
    board.put(32, None)
    heard = line.run(5.0)
    assert [event.reason for event in only(heard, LinkDown)] == [LinkFault.UNPLUGGED]
    assert [event.reason for event in only(heard, Searching)] == [LinkFault.ABSENT]
    assert only(heard, LinkUp)[0].snapshot[32] is Reading.EMPTY


@pytest.mark.parametrize("spoiled", [0x80, 0x100], ids=["damaged", "lost"])
def test_a_known_board_is_asked_again_soon_when_its_answer_is_spoiled(spoiled: int) -> None:
    board = EmulatedDgt()
    line, _ = live(board, START_10)
    line.cut(0.1)
    board.put(32, None)
    line.run(0.26)  # opened again, and asked for the board
    say, left = board.take_output, [10]

    def spoil(now: float) -> bytes:
        data = say(now)
        if not data or not left:
            return data
        left.pop()
        return b"" if spoiled > 0xFF else bytes((data[0] | spoiled,)) + data[1:]

    board.take_output = spoil  # type: ignore[method-assign]
    assert only(line.run(1.2), LinkUp)[0].snapshot[32] is Reading.EMPTY


def test_a_cut_inside_a_message_spoils_nothing_of_the_next_link() -> None:
    board = EmulatedDgt()
    line, _ = live(board, START_10)
    line.session.receive(b"\x86\x00\x67\x00\x04", line.now)
    line.cut(1.0)
    board.put(32, None)
    assert only(line.run(5.0), LinkUp)[0].snapshot[32] is Reading.EMPTY


def test_after_the_computer_has_slept_the_board_is_met_anew() -> None:
    board = EmulatedDgt()
    line, _ = live(board, START_10)
    board.put(32, None)
    board.advance(line.now + 3599.0)  # what it says meanwhile nobody hears
    board.take_output(line.now + 3599.0)
    line.now += 3600.0
    down = only(line.session.advance(line.now), LinkDown)
    assert [event.reason for event in down] == [LinkFault.SILENT]
    assert only(line.run(5.0), LinkUp)[0].snapshot[32] is Reading.EMPTY


def test_a_board_without_power_is_noticed() -> None:
    board = EmulatedDgt()
    line, _ = live(board, START_10)
    board.receive = lambda data: None  # type: ignore[method-assign]
    heard = line.run(30.0)
    assert [event.reason for event in only(heard, LinkDown)] == [LinkFault.SILENT]
    assert [event.reason for event in only(heard, Searching)] == [LinkFault.UNANSWERED]


def test_a_device_that_is_no_board_is_left_alone_between_attempts() -> None:
    session = DgtSession()
    sent = bytearray()
    now = 0.0
    while now < 20.0:
        now += 0.01
        session.advance(now)
        if session.wants_link and session.next_deadline is None:
            session.link_opened(now)
        sent += session.take_output()
    assert set(sent) <= set(b"\x40\x4d\x45\x42\x50")
    assert len(sent) < 45


def test_a_message_that_breaks_off_is_forgotten_after_half_a_second() -> None:
    board = EmulatedDgt()
    line, _ = live(board, START_10)
    line.session.receive(b"\x86\x00\x67\x00\x00", line.now)
    board.put(32, None)
    assert only(line.run(3.0), SnapshotSeen)[-1].snapshot[32] is Reading.EMPTY


def test_a_report_is_sent_when_it_is_asked_for_even_if_nothing_changed() -> None:
    line, up = live(EmulatedDgt(), START_10)
    line.run(1.0)
    line.session.request_snapshot(line.now)
    assert [event.snapshot for event in only(line.run(1.0), SnapshotSeen)] == [up.snapshot]


def test_battery_is_told() -> None:
    board = EmulatedDgt(battery=BatteryState(88, charging=True))
    board.set_position(START_10)
    (level,) = only(line_to(board).run(3.0), BatteryLevel)
    assert (level.percent, level.charging) == (88, True)


def test_a_board_that_lies_a_quarter_turn_wrong_is_told_once() -> None:
    board = EmulatedDgt()
    for index in range(40):
        if (index // 10 + index % 10) % 2 == 0:
            board.put_on_index(index, 4)
    (message,) = only(line_to(board).run(8.0), BoardMessage)
    assert "quarter" in message.detail


# -- the clock ---------------------------------------------------------------------------------


def clocked(version: int = 0x20) -> tuple[Line, EmulatedClock]:
    clock = EmulatedClock(left_s=300, right_s=3725, run=1, version=version)
    line, _ = live(EmulatedDgt(clock=clock), START_10)
    return line, clock


def test_times_of_the_clock_are_told_when_they_change() -> None:
    line, clock = clocked()
    line.run(2.0)
    clock.left_s = 299
    (seen,) = only(line.run(3.0), ClockSeen)
    assert (seen.left_s, seen.right_s, seen.running, seen.left_to_move) == (299, 3725, True, True)


def test_a_board_without_a_clock_tells_no_times() -> None:
    line, _ = live(EmulatedDgt(), START_10)
    assert only(line.run(5.0), ClockSeen) == []


def words(text: str, short: str = "") -> ClockText:
    return ClockText(clock_text(text), clock_segments(short))


def test_text_and_times_reach_the_clock_one_after_the_other() -> None:
    line, clock = clocked()
    line.session.show_on_clock(words("SLAAN!"), None, line.now)
    ten = ClockTime.of(600)
    line.session.set_clock(clock_set(ten, ten, ClockRun.RIGHT), line.now)
    line.run(5.0)
    assert (clock.text, clock.left_s, clock.right_s, clock.run) == ("SLAAN!  ", 600, 600, 2)
    line.session.show_times(line.now)
    line.run(3.0)
    assert clock.text == ""


def test_a_text_gives_way_to_the_times_by_itself() -> None:
    line, clock = clocked()
    line.run(3.0)
    line.session.show_on_clock(words("FOUT"), 3.0, line.now)
    line.run(2.0)
    line.session.show_on_clock(words("SLAAN"), 3.0, line.now)
    line.run(2.0)
    assert clock.text == "SLAAN   "
    line.run(2.0)
    assert clock.text == ""


def test_a_clock_without_letters_shows_the_short_text_in_segments() -> None:
    line, clock = clocked(version=0x1E)  # 1.14
    line.session.show_on_clock(words("MEERSLAG", "SLAAN"), 3.0, line.now)
    line.run(3.0)
    assert (clock.text, clock.segments) == ("", bytes.fromhex("6d 38 77 77 54 00"))
    line.run(3.0)
    assert clock.segments == b""


def test_a_text_that_a_cut_left_on_the_clock_is_taken_off() -> None:
    line, clock = clocked()
    line.session.show_on_clock(words("FOUT"), 3.0, line.now)
    line.run(2.5)
    assert clock.text == "FOUT    "
    line.cut(5.0)
    line.run(12.0)
    assert clock.text == ""


def test_a_clock_that_does_not_answer_is_told_of_once_and_ends_nothing() -> None:
    line, clock = clocked()
    line.run(2.0)
    clock.deaf = 1
    line.session.show_on_clock(words("EEN"), None, line.now)
    assert only(line.run(6.0), BoardMessage) == []
    clock.deaf = 100
    messages: list[BoardMessage] = []
    for text in ("TWEE", "DRIE"):
        line.session.show_on_clock(words(text), None, line.now)
        messages += only(line.run(10.0), BoardMessage)
    assert [message.notice for message in messages] == [Notice.BOARD_ERROR]
    assert clock.deaf == 97
    line.board.put(32, None)
    assert only(line.run(2.0), SnapshotSeen)[-1].snapshot[32] is Reading.EMPTY


def test_a_clock_that_refuses_is_told_of_once_and_ends_nothing() -> None:
    line, clock = clocked()
    line.run(2.0)
    clock.refuses = True
    messages: list[BoardMessage] = []
    for text in ("EEN", "TWEE"):
        line.session.show_on_clock(words(text), 2.0, line.now)
        messages += only(line.run(5.0), BoardMessage)
    assert ["refuses" in message.detail for message in messages] == [True]
    assert clock.text == ""
    line.board.put(32, None)
    assert only(line.run(2.0), SnapshotSeen)[-1].snapshot[32] is Reading.EMPTY


def test_a_clock_in_another_mode_says_which_mode_it_needs() -> None:
    line, _ = clocked()
    line.board.say_of_clock(0x90)
    line.board.say_of_clock(0x90)
    (message,) = only(line.run(2.0), BoardMessage)
    assert "mode 23" in message.detail


def test_a_text_for_a_clock_that_is_not_there_is_no_fault() -> None:
    line, _ = live(EmulatedDgt(), START_10)
    line.session.show_on_clock(words("FOUT"), 3.0, line.now)
    assert only(line.run(8.0), BoardMessage) == []


@pytest.mark.parametrize(
    ("key", "pair", "button"),
    [
        (0x35, 65, BoardButton.CONFIRM),
        (0x31, 5, BoardButton.TAKE_BACK),
        (0x33, 17, BoardButton.OTHER),
    ],
)
def test_buttons_of_the_clock_are_told(key: int, pair: int, button: BoardButton) -> None:
    line, _ = clocked()
    line.board.press(key, pair)
    assert [event.button for event in only(line.run(1.0), ButtonPressed)] == [button]


# -- the emulated board ------------------------------------------------------------------------


def ask(board: EmulatedDgt, command: int) -> list[object]:
    board.receive(bytes((command,)))
    board.advance(1.0)
    return list(DgtDecoder().feed(board.take_output(100.0)))


def test_the_emulated_board_never_says_what_belongs_to_others() -> None:
    (text,) = ask(EmulatedDgt(), 0x47)
    assert text == Text("DIY dambord 10x10")
    assert "DGT" not in text.value
    assert "Digital" not in text.value


def test_the_emulated_board_answers_everything_that_is_asked() -> None:
    board = EmulatedDgt()
    board.set_position(START_10)
    (fifty,) = ask(board, 0x50)
    assert fifty == FiftyDump("B", (4,) * 20 + (0,) * 10 + (1,) * 20)
    assert ask(board, 0x55) == [LongSerial("0000000042")]
    assert len(ask(board, 0x41)) == 1
    assert ask(board, 0x4C) == []  # it has no battery


def test_a_dump_takes_as_long_as_it_does_at_9600_baud() -> None:
    board = EmulatedDgt()
    board.receive(b"\x42")
    board.advance(0.0)
    board.take_output(0.0)
    assert len(board.take_output(0.05)) < 50
    board.advance(0.11)
    assert len(board.take_output(0.11)) > 50


def test_squares_are_looked_at_one_by_one_so_arrival_may_come_first() -> None:
    board = EmulatedDgt()
    board.set_position(START_10)
    board.advance(0.22 * 0.6)  # the scan is behind square 28 and before square 32
    board.put(32, None)
    board.put(28, WHITE_MAN)
    board.advance(1.0)
    log = DgtDecoder().feed(_log(board))
    assert log == [
        LogMark("POWERUP"),
        LogField(63, 0, False),
        LogField(54, 1, True),
        LogMark("EOF"),
    ]


def _log(board: EmulatedDgt) -> bytes:
    board.receive(b"\x49")
    board.advance(1.1)
    return board.take_output(100.0)


def test_more_than_the_board_can_hold_gets_lost() -> None:
    board = EmulatedDgt()
    board.receive(b"\x4d" * 30)
    board.advance(0.1)
    assert len(DgtDecoder().feed(board.take_output(100.0))) == 10


def test_link_errors_follow_each_other_more_and_more_slowly() -> None:
    session, now, waits = DgtSession(), 0.0, []
    for _ in range(6):
        session.link_failed(LinkError(LinkFault.ABSENT, "x"), now)
        assert session.next_deadline is not None
        waits.append(session.next_deadline - now)
        now = session.next_deadline
        session.advance(now)
        assert session.wants_link
    assert waits == [0.25, 0.5, 1.0, 2.0, 2.0, 2.0]
