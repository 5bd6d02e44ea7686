"""The firmware that goes onto the Pico, running here, spoken to as a host does."""

from __future__ import annotations

import os
import random
import time

import pytest

from firmware_protocol.codec import encode
from firmware_protocol.codes import (
    ButtonCode,
    CalibrationStep,
    Capability,
    Charge,
    Content,
    ErrorCode,
    LedBlink,
    LedColor,
    LedKind,
    NakReason,
    RestartMode,
    SelfTestStep,
    SensorCode,
    SettingKey,
    State,
)
from firmware_protocol.frames import Frame, encode_frame
from firmware_protocol.messages import (
    Battery,
    Button,
    Calibrate,
    Calibrated,
    Calibration,
    Change,
    ErrorReport,
    GetSnapshot,
    Heartbeat,
    Hello,
    HelloAnswer,
    LedStep,
    Light,
    Ping,
    Pong,
    ReadCalibration,
    ReadSetting,
    Restart,
    SelfTest,
    SetLeds,
    Setting,
    SnapshotReport,
    WriteCalibration,
    WriteSetting,
    led_pattern,
)
from tests.hardware.running_board import RunningBoard, Starter

START = "b" * 20 + "." * 10 + "w" * 20
CONTENT = {".": Content.EMPTY, "w": Content.WHITE, "b": Content.BLACK, "x": Content.UNKNOWN}


def moved(board: str, start: int, end: int) -> str:
    squares = list(board)
    squares[end - 1], squares[start - 1] = squares[start - 1], "."
    return "".join(squares)


def hello(board: RunningBoard) -> HelloAnswer:
    answer = board.ask(Hello(1, 0), timeout_s=20)
    assert isinstance(answer, HelloAnswer)
    return answer


def snapshot(board: RunningBoard) -> SnapshotReport:
    answer = board.ask(GetSnapshot())
    assert isinstance(answer, SnapshotReport)
    return answer


@pytest.mark.parametrize("sensor", [SensorCode.OCCUPANCY, SensorCode.COLOR])
def test_a_board_says_what_it_is(start: Starter, sensor: SensorCode) -> None:
    board = start(sensor)
    who = hello(board)
    assert (who.major, who.squares, who.leds, who.sensor) == (1, 50, 50, sensor)
    assert bool(who.capabilities & Capability.CALIBRATION) == (sensor is SensorCode.COLOR)
    beat = board.wait_for(Heartbeat)
    assert beat.boot_id == who.boot_id
    assert beat.revision == 0


def test_what_stands_there_at_the_start_is_in_the_first_snapshot(start: Starter) -> None:
    board = start(magnets=START)
    hello(board)
    report = snapshot(board)
    assert report.revision == 0
    assert report.contents == tuple(CONTENT[mark] for mark in START)


def test_an_occupancy_board_sees_pieces_without_colour(start: Starter) -> None:
    board = start(sensor=1, magnets=START)
    hello(board)
    assert snapshot(board).contents == tuple(
        Content.EMPTY if mark == "." else Content.OCCUPIED for mark in START
    )


def test_a_move_is_two_changes_and_the_next_snapshot(start: Starter) -> None:
    board = start(magnets=START)
    hello(board)
    board.place(START[:31] + "." + START[32:])
    lifted = board.wait_for(Change)
    board.place(moved(START, 32, 28))
    placed = board.wait_for(Change)
    assert (lifted.revision, lifted.square, lifted.content) == (1, 32, Content.EMPTY)
    assert (placed.revision, placed.square, placed.content) == (2, 28, Content.WHITE)
    assert placed.board_ms > lifted.board_ms
    report = snapshot(board)
    assert report.revision == 2
    assert report.contents == tuple(CONTENT[mark] for mark in moved(START, 32, 28))


def test_a_chattering_piece_is_one_change(start: Starter) -> None:
    board = start(magnets=START)
    hello(board)
    # On a busy machine a toggle may come late; waiting longer keeps the test about the chatter.
    board.do(WriteSetting(SettingKey.DEBOUNCE_MS, 300))
    off = START[:31] + "." + START[32:]
    for toggle in range(9):
        board.place(START if toggle % 2 else off)
        time.sleep(0.004)
    changes = [event for event in board.listen(1.0) if isinstance(event, Change)]
    assert [(change.square, change.content) for change in changes] == [(32, Content.EMPTY)]


def test_a_whole_new_position_arrives_change_by_change_without_a_gap(start: Starter) -> None:
    board = start()
    hello(board)
    board.place(START)
    changes = [board.wait_for(Change) for _ in range(40)]
    assert [change.revision for change in changes] == list(range(1, 41))
    assert {change.square: change.content for change in changes} == {
        n: CONTENT[mark] for n, mark in enumerate(START, start=1) if mark != "."
    }


def test_events_are_counted_so_that_a_lost_one_shows(start: Starter) -> None:
    board = start()
    hello(board)
    board.place(START)
    end = time.monotonic() + 1.5
    while time.monotonic() < end:
        board.receive(end)
    counts = [item.seq for item in board.events]
    assert len(counts) > 40
    assert counts == [(counts[0] + n) % 256 for n in range(len(counts))]


def test_heartbeats_come_once_a_second(start: Starter) -> None:
    board = start()
    hello(board)
    beats = [event.board_ms for event in board.listen(3.5) if isinstance(event, Heartbeat)]
    assert len(beats) >= 3
    # One may be late on a busy machine, but they do not drift.
    assert 900 <= (beats[-1] - beats[0]) / (len(beats) - 1) <= 1300, beats


def test_bytes_of_any_value_are_echoed(start: Starter) -> None:
    board = start()
    hello(board)
    rng = random.Random(1)
    nasty = [0, 0, 1, 3, 4, 10, 13, 17, 19, 26, 255]
    for _ in range(100):
        size = rng.randrange(241)
        body = bytes(rng.choice([*nasty, rng.randrange(256)]) for _ in range(size))
        assert board.ask(Ping(body)) == Pong(body)


def test_noise_before_a_frame_costs_nothing_once_it_is_closed(start: Starter) -> None:
    board = start()
    hello(board)
    rng = random.Random(2)
    for size in (1, 20, 300, 5000):
        board.send(rng.randbytes(size) + b"\0")
        assert board.ask(Ping(b"here")) == Pong(b"here")
    assert board.wait_for(ErrorReport).code is ErrorCode.RECEIVE_OVERRUN


def test_a_damaged_request_is_not_answered(start: Starter) -> None:
    board = start()
    hello(board)
    wire = bytearray(encode(Ping(b"abc"), 200))
    wire[4] ^= 1
    board.send(bytes(wire))
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        assert not [item for item in board.receive(end) if item.seq == 200]


def test_unknown_and_short_requests_are_refused_with_their_type(start: Starter) -> None:
    board = start()
    hello(board)
    for kind, body, reason in (
        (0x3F, b"", NakReason.UNKNOWN_TYPE),
        (0x81, b"", NakReason.UNKNOWN_TYPE),
        (0x01, b"", NakReason.BODY_TOO_SHORT),
        (0x04, b"\x03", NakReason.BODY_TOO_SHORT),
        (0x04, b"\x03\x01\x05", NakReason.BAD_VALUE),
        (0x06, b"\x63", NakReason.BAD_VALUE),
        (0x0E, b"\x00\x00\x00", NakReason.BAD_VALUE),
    ):
        board.send(encode_frame(Frame(kind, 201, body)))
        end = time.monotonic() + 5
        got = []
        while not got and time.monotonic() < end:
            got = [item.message for item in board.receive(end) if item.seq == 201]
        assert [(got[0].request, got[0].reason)] == [(kind, reason)]


def test_requests_with_bytes_of_a_later_version_are_understood(start: Starter) -> None:
    board = start()
    hello(board)
    board.send(encode_frame(Frame(0x07, 202, bytes((2, 50, 0)) + b"later")))
    assert board.ask(ReadSetting(SettingKey.BRIGHTNESS_PERCENT)) == Setting(
        SettingKey.BRIGHTNESS_PERCENT, 50
    )


# Lights


def test_a_pattern_appears_as_a_whole(start: Starter) -> None:
    board = start()
    hello(board)
    pattern = [Light(n, LedColor.GREEN) for n in range(1, 21)]
    *first, last = led_pattern(pattern)
    for step in first:
        board.do(step)
    time.sleep(0.1)
    assert board.lit() == {}
    board.do(last)
    board.wait_lit(lambda lit: set(lit) == set(range(1, 21)))


def test_a_lost_part_of_a_pattern_leaves_the_old_one(start: Starter) -> None:
    board = start()
    hello(board)
    board.do(led_pattern([Light(50, LedColor.RED)])[0])
    board.wait_lit(lambda lit: set(lit) == {50})
    first, _lost, last = led_pattern([Light(n, LedColor.BLUE) for n in range(1, 15)])
    board.do(first)
    assert board.refused(last) == NakReason.INCOMPLETE
    time.sleep(0.1)
    assert set(board.lit()) == {50}


def test_every_step_of_a_pattern_may_be_repeated(start: Starter) -> None:
    board = start()
    hello(board)
    for step in led_pattern([Light(n, LedColor.BLUE) for n in range(1, 15)]):
        board.do(step)
        board.do(step)
    board.wait_lit(lambda lit: set(lit) == set(range(1, 15)))


def test_colours_differ_and_blinking_goes_on_and_off(start: Starter) -> None:
    board = start()
    hello(board)
    looks = [Light(color, color) for color in LedColor if color]
    board.do(led_pattern([*looks, Light(8, LedColor.RED, LedBlink.FAST)], per_frame=50)[0])
    board.wait_lit(lambda lit: len(lit) == 8)
    assert len({board.lit()[n] for n in range(1, 8)}) == 7
    for present in (False, True, False):
        board.wait_lit(lambda lit, wanted=present: (8 in lit) == wanted)  # type: ignore[misc]


def test_lights_that_do_not_exist_are_refused_and_nothing_is_done(start: Starter) -> None:
    board = start()
    hello(board)
    both = SetLeds(LedStep.SHOW, 2, (Light(1, LedColor.RED), Light(51, LedColor.RED)))
    assert board.refused(both) == NakReason.BAD_VALUE
    board.do(SetLeds(LedStep.SHOW, 0, ()))
    assert board.lit() == {}


def test_the_lights_go_out_when_the_host_is_silent(start: Starter) -> None:
    board = start()
    hello(board)
    board.do(WriteSetting(SettingKey.LED_TIMEOUT_MS, 1000))
    board.do(led_pattern([Light(5, LedColor.WHITE)])[0])
    board.wait_lit(lambda lit: set(lit) == {5})
    shown = time.monotonic()
    while time.monotonic() - shown < 1.5:
        board.ask(Ping())
        time.sleep(0.1)
    assert set(board.lit()) == {5}
    board.wait_lit(lambda lit: lit == {})


def test_the_power_limit_dims_the_whole_pattern_and_says_so(start: Starter) -> None:
    board = start()
    hello(board)
    board.do(WriteSetting(SettingKey.BRIGHTNESS_PERCENT, 100))
    board.do(led_pattern([Light(n, LedColor.WHITE) for n in range(1, 51)], per_frame=50)[0])
    board.wait_lit(lambda lit: len(lit) == 50)
    channels = [int(color[n : n + 2], 16) for color in board.lit().values() for n in (0, 2, 4)]
    assert 300 < sum(channels) * 20 / 255 <= 400
    assert len(set(channels)) == 1
    board.listen(0.01)
    end = time.monotonic() + 5
    while not board.wait_for(Heartbeat).state & State.LIGHTS_DIMMED:
        assert time.monotonic() < end


# Calibration, settings, faults


def test_levels_are_learnt_kept_and_forgotten(start: Starter) -> None:
    board = start()
    hello(board)
    board.do(Calibrate(CalibrationStep.EMPTY_BOARD))
    assert board.refused(Calibrate(CalibrationStep.PIECES)) == NakReason.BUSY
    assert board.wait_for(Calibrated) == Calibrated(CalibrationStep.EMPTY_BOARD, 0, 0)
    board.place(START)
    board.listen(0.2)
    board.do(Calibrate(CalibrationStep.PIECES))
    assert board.wait_for(Calibrated) == Calibrated(CalibrationStep.PIECES, 10, 21)
    report = board.ask(ReadCalibration(1, 39))
    assert isinstance(report, Calibration)
    assert len(report.squares) == 39
    # Every sensor and every magnet differs, and so do the levels that were learnt.
    assert len({levels.empty for levels in report.squares}) > 10
    for levels in report.squares[:20]:
        assert abs(abs(levels.level - levels.empty) - levels.span) < 300
    assert snapshot(board).contents == tuple(CONTENT[mark] for mark in START)
    board.do(Restart(RestartMode.FIRMWARE))
    board.wait_for(Heartbeat)
    again = board.ask(ReadCalibration(1, 39))
    assert [(x.empty, x.span) for x in again.squares] == [(x.empty, x.span) for x in report.squares]
    board.do(Calibrate(CalibrationStep.FORGET))
    assert {x.span for x in board.ask(ReadCalibration(1, 20)).squares} == {9000}


def test_levels_can_be_written_and_bad_ones_are_refused(start: Starter) -> None:
    board = start()
    hello(board)
    board.do(WriteCalibration(49, ((31000, 8000), (32000, 7000))))
    levels = board.ask(ReadCalibration(49, 2)).squares
    assert [(x.empty, x.span) for x in levels] == [(31000, 8000), (32000, 7000)]
    assert board.refused(WriteCalibration(50, ((1, 1), (1, 1)))) == NakReason.BAD_VALUE
    assert board.refused(WriteCalibration(1, ((0, 1),))) == NakReason.BAD_VALUE
    assert board.refused(ReadCalibration(1, 40)) == NakReason.BAD_VALUE
    assert board.refused(ReadCalibration(50, 2)) == NakReason.BAD_VALUE


def test_an_occupancy_board_has_no_levels(start: Starter) -> None:
    board = start(sensor=1)
    hello(board)
    assert board.refused(Calibrate(CalibrationStep.EMPTY_BOARD)) == NakReason.NOT_SUPPORTED
    assert board.refused(ReadCalibration(1, 1)) == NakReason.NOT_SUPPORTED


def test_settings_outlive_a_restart_and_bad_values_are_refused(start: Starter) -> None:
    board = start()
    first = hello(board)
    board.do(WriteSetting(SettingKey.DEBOUNCE_MS, 40))
    board.do(WriteSetting(SettingKey.SENSOR, 1))
    assert board.refused(WriteSetting(SettingKey.DEBOUNCE_MS, 0)) == NakReason.BAD_VALUE
    board.do(Restart(RestartMode.FIRMWARE))
    board.wait_for(Heartbeat)
    second = hello(board)
    assert second.boot_id != first.boot_id
    assert second.sensor is SensorCode.OCCUPANCY
    assert board.ask(ReadSetting(SettingKey.DEBOUNCE_MS)) == Setting(SettingKey.DEBOUNCE_MS, 40)


def test_a_spoilt_settings_file_does_not_keep_the_board_from_starting(start: Starter) -> None:
    board = start(settings='{"debounce_ms": 1')
    hello(board)
    assert board.wait_for(Heartbeat).state & State.STORAGE_FAULT
    assert board.ask(ReadSetting(SettingKey.DEBOUNCE_MS)) == Setting(SettingKey.DEBOUNCE_MS, 25)


def test_a_broken_sensor_is_unreadable_and_told(start: Starter) -> None:
    board = start(magnets="x" + START[1:])
    hello(board)
    assert board.wait_for(ErrorReport) == ErrorReport(ErrorCode.SENSOR_RANGE, 1, 0)
    contents = snapshot(board).contents
    assert contents[0] is Content.UNKNOWN
    assert contents[1:] == tuple(CONTENT[mark] for mark in START[1:])
    assert board.wait_for(Heartbeat).state & State.SENSOR_FAULT


def test_buttons_go_down_and_up(start: Starter) -> None:
    board = start()
    hello(board)
    board.put("buttons", "0100")
    down = board.wait_for(Button)
    board.put("buttons", "....")
    up = board.wait_for(Button)
    assert (down.button, down.pressed) == (ButtonCode.TAKE_BACK, True)
    assert (up.button, up.pressed) == (ButtonCode.TAKE_BACK, False)


def test_a_battery_is_told_with_every_hello(start: Starter) -> None:
    board = start()
    board.put("battery", "3700")
    hello(board)
    board.do(Restart(RestartMode.FIRMWARE))
    board.wait_for(Heartbeat)
    assert hello(board).capabilities & Capability.BATTERY
    battery = board.wait_for(Battery)
    assert battery.charge is Charge.ON_BATTERY
    assert 44 <= battery.percent <= 48
    assert 3690 <= battery.millivolts <= 3700


# Start and end


def test_the_console_is_given_back_when_asked_for(start: Starter) -> None:
    board = start()
    hello(board)
    board.do(Restart(RestartMode.REPL))
    assert board.process.wait(timeout=20) == 0


def test_the_console_is_given_back_where_confirm_is_held_while_the_board_starts(
    start: Starter,
) -> None:
    board = start()
    hello(board)
    board.put("buttons", "1.....")
    board.do(Restart(RestartMode.FIRMWARE))
    assert board.process.wait(timeout=20) == 0


def test_the_board_ends_when_it_is_unplugged(start: Starter) -> None:
    board = start()
    hello(board)
    os.close(board.line)
    assert board.process.wait(timeout=20) == 0


def test_a_flash_that_refuses_is_told_and_the_setting_is_in_force_all_the_same(
    start: Starter,
) -> None:
    board = start()
    hello(board)
    (board.folder / "board.new").mkdir()  # nothing can be written under that name any more
    change = WriteSetting(SettingKey.DEBOUNCE_MS, 60)
    assert board.refused(change) == NakReason.STORAGE
    assert board.ask(ReadSetting(SettingKey.DEBOUNCE_MS)) == Setting(SettingKey.DEBOUNCE_MS, 60)
    board.listen(0.01)
    end = time.monotonic() + 5
    while not board.wait_for(Heartbeat).state & State.STORAGE_FAULT:
        assert time.monotonic() < end


def test_no_request_however_wild_upsets_the_program(start: Starter) -> None:
    board = start(magnets=START)
    hello(board)
    rng = random.Random(3)
    told = []
    for _ in range(40):
        board.send(rng.randbytes(1000) + b"\0")
        for kind in range(0x01, 0x0F):
            body = rng.randbytes(rng.choice((0, 1, 2, 3, 5, 20, 240)))
            if kind in (0x04, 0x08, 0x09) and body:
                body = bytes((rng.choice((1, 3, 50)), rng.choice((0, 1, 2, 59)))) + body[2:]
            board.send(encode_frame(Frame(kind, 250, body)))
        told += board.listen(0.02)
    assert board.ask(Ping(b"still here")) == Pong(b"still here")
    told += board.listen(0.1)
    faults = [event for event in told if isinstance(event, ErrorReport)]
    assert {fault.code for fault in faults} <= {ErrorCode.RECEIVE_OVERRUN}
    assert len(snapshot(board).contents) == 50


# Test mode and what is built in


def beat_until(board: RunningBoard, wanted: bool, state: State) -> None:
    end = time.monotonic() + 5
    while bool(board.wait_for(Heartbeat).state & state) != wanted:
        assert time.monotonic() < end


def test_the_sensors_are_tried_by_the_board_itself_and_the_hosts_lights_come_back(
    start: Starter,
) -> None:
    board = start()
    hello(board)
    board.do(led_pattern([Light(30, LedColor.RED)])[0])
    board.wait_lit(lambda lit: set(lit) == {30})
    board.do(SelfTest(SelfTestStep.SENSORS))
    board.wait_lit(lambda lit: lit == {})
    board.place("w" + "." * 48 + "b")
    board.wait_lit(lambda lit: set(lit) == {1, 50})
    assert board.lit()[1] != board.lit()[50]
    board.put("buttons", ".1....")
    board.wait_lit(lambda lit: set(lit) == {1, 2, 50})
    beat_until(board, True, State.TESTING)
    board.do(SelfTest(SelfTestStep.STOP))
    board.wait_lit(lambda lit: set(lit) == {30})
    beat_until(board, False, State.TESTING)


def test_the_lights_are_tried_in_the_order_of_the_squares(start: Starter) -> None:
    board = start()
    hello(board)
    board.do(SelfTest(SelfTestStep.LIGHTS))
    for square in (1, 3, 5):
        board.wait_lit(lambda lit, wanted={square}: set(lit) == wanted)  # type: ignore[misc]
    board.put("buttons", "1.....")
    board.wait_lit(lambda lit: lit == {})  # confirm, held for a second, ends it


def test_the_test_begins_where_take_back_is_held_while_the_board_starts(start: Starter) -> None:
    board = start()
    hello(board)
    board.put("buttons", ".1....")
    board.do(Restart(RestartMode.FIRMWARE))
    beat_until(board, True, State.TESTING)
    board.wait_lit(lambda lit: len(lit) == 1)


def test_new_game_and_draw_must_be_held(start: Starter) -> None:
    board = start()
    hello(board)
    board.put("buttons", "....1.")
    down = board.wait_for(Button)
    assert (down.button, down.pressed) == (ButtonCode.NEW_GAME, True)
    assert down.board_ms >= 1000
    board.put("buttons", "......")
    assert board.wait_for(Button).pressed is False
    board.put("buttons", ".....1")
    time.sleep(0.3)
    board.put("buttons", "......")
    assert [event for event in board.listen(1.0) if isinstance(event, Button)] == []


def test_a_board_without_lights_says_so(start: Starter) -> None:
    board = start(settings='{"sensor": 1, "lights": 0}')
    answer = hello(board)
    assert (answer.led_kind, answer.leds) == (LedKind.NONE, 0)
    pattern = led_pattern([Light(1, LedColor.RED)])[0]
    assert board.refused(pattern) == NakReason.NOT_SUPPORTED
    assert board.refused(SelfTest(SelfTestStep.LIGHTS)) == NakReason.NOT_SUPPORTED
    board.do(SelfTest(SelfTestStep.SENSORS))
    beat_until(board, True, State.TESTING)


def test_a_board_with_a_light_under_every_square_lights_the_dark_ones(start: Starter) -> None:
    board = start()
    assert board.refused(WriteSetting(SettingKey.LIGHTS, 51)) == NakReason.BAD_VALUE
    board.do(WriteSetting(SettingKey.LIGHTS, 100))
    board.do(Restart(RestartMode.FIRMWARE))
    board.wait_for(Heartbeat)
    assert hello(board).leds == 100
    board.do(led_pattern([Light(n, LedColor.BLUE) for n in (1, 6, 50)])[0])
    board.wait_lit(lambda lit: set(lit) == {1, 6, 50})


def test_a_weak_supply_lowers_the_power_limit(start: Starter) -> None:
    board = start(settings='{"supply_ma": 500, "brightness_percent": 100}')
    hello(board)
    board.do(led_pattern([Light(n, LedColor.WHITE) for n in range(1, 51)], per_frame=50)[0])
    board.listen(0.5)
    channels = [int(color[n : n + 2], 16) for color in board.lit().values() for n in (0, 2, 4)]
    assert sum(channels) * 20 / 255 <= 60


def test_the_scan_rate_can_be_read_and_is_above_fifty(start: Starter) -> None:
    board = start()
    hello(board)
    board.listen(2.2)
    report = board.ask(ReadSetting(SettingKey.SCAN_HZ))
    assert isinstance(report, Setting)
    assert 50 <= report.value <= 300
    assert board.refused(WriteSetting(SettingKey.SCAN_HZ, 60)) == NakReason.BAD_VALUE


def test_a_board_of_switches_has_a_battery_too(start: Starter) -> None:
    board = start(sensor=1)
    board.put("battery", "3900")
    board.do(Restart(RestartMode.FIRMWARE))
    board.wait_for(Heartbeat)
    assert hello(board).capabilities & Capability.BATTERY
    assert 3890 <= board.wait_for(Battery).millivolts <= 3900
