"""What is sent to foreign boards, against published bytes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from firmware_protocol import certabo, chessnut, ichessone, millennium, pegasus, square_off
from firmware_protocol.dgt import bus
from firmware_protocol.dgt import commands as dgt
from firmware_protocol.dgt.segments import clock_segments
from firmware_protocol.errors import MessageError
from firmware_protocol.placement import square_index, square_name

DATA = Path(__file__).parents[1] / "data" / "board_vectors.json"
E2, E4 = square_index("e2"), square_index("e4")
TWENTY = dgt.ClockTime.of(80 * 60)
SENT = {
    "dgt-cmd-reset": dgt.Command.RESET.wire,
    "dgt-cmd-dump": dgt.Command.BOARD.wire,
    "dgt-cmd-update-board": dgt.Command.UPDATES.wire,
    "dgt-cmd-update-nice": dgt.Command.UPDATES_NICE.wire,
    "dgt-cmd-version": dgt.Command.VERSION.wire,
    "dgt-cmd-serial": dgt.Command.SERIAL.wire,
    "dgt-cmd-longserial": dgt.Command.LONG_SERIAL.wire,
    "dgt-cmd-battery": dgt.Command.BATTERY.wire,
    "dgt-cmd-dump-50b": dgt.Command.BOARD_50_BLACK.wire,
    "dgt-cmd-scan100": dgt.Command.SCAN_100.wire,
    "dgt-clk-version": dgt.clock_version(),
    "dgt-clk-end": dgt.clock_end(),
    "dgt-clk-beep": dgt.clock_beep(4),
    "dgt-clk-ascii": dgt.clock_text("SLAAN!"),
    "dgt-clk-set": dgt.clock_set(TWENTY, TWENTY, dgt.ClockRun.RIGHT),
    "dgt-rev2-led-on": dgt.revelation_lights(E2, E4),
    "dgt-rev2-led-off": dgt.revelation_lights(None),
    "dgt-bus-clk": bus.bus_command(bus.BusCommand.CLOCK, (0x10, 0x06)),
    "dgt-bus-ping": bus.bus_command(bus.BusCommand.PING),
    "pegasus-led-off": pegasus.lights([]),
    "pegasus-led-two": pegasus.lights([E2, E4]),
    "chessnut-init": chessnut.START_REPORTS,
    "chessnut-led-e2e4": chessnut.lights([E2, E4]),
    "chessnut-led-off": chessnut.lights([]),
    "chessnut-batt-q": chessnut.ASK_BATTERY,
    "chessnut-beep": chessnut.beep(1000, 200),
    "chessnut-move-led": chessnut.move_lights(dict.fromkeys((E2, E4), chessnut.Light.BLUE)),
    "millennium-version-q": millennium.command(millennium.ASK_VERSION),
    "millennium-status-q": millennium.command(millennium.ASK_STATUS),
    "millennium-led-off": millennium.command(millennium.ALL_OFF),
    "millennium-set-reports": millennium.write_setting(
        millennium.REPORT_MODE, millennium.REPORT_ON_CHANGE
    ),
    "millennium-led-e2": millennium.lights([E2]),
    "certabo-led-e2e4": certabo.lights([E2, E4]),
    "tabutronic-rgb-off": certabo.rgb_lights({}),
    "squareoff-board-q": square_off.ASK_BOARD,
    "squareoff-led": square_off.lights("e2", "e4"),
    "ichessone-led-e2e4": ichessone.lights([E2, E4]),
}


def published() -> dict[str, bytes]:
    vectors: list[dict[str, Any]] = json.loads(DATA.read_bytes())["vectors"]
    return {
        vector["id"]: bytes.fromhex(vector["hex"])
        for vector in vectors
        if vector["direction"] == "host->board" and vector["board"] not in _NO_BOARDS
    }


_NO_BOARDS = ("dxp", "chess-peripheral-protocol")


@pytest.mark.parametrize("name", published())
def test_commands_are_the_published_bytes(name: str) -> None:
    assert SENT[name].hex(" ") == published()[name].hex(" ")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: dgt.clock_text("too long for it"),
        lambda: dgt.clock_text("é"),
        lambda: clock_segments("TOOLONG"),
        lambda: clock_segments("3!"),
        lambda: dgt.clock_beep(128),
        lambda: dgt.ClockTime.of(36_000),
        lambda: dgt.ClockTime.of(-1),
        lambda: dgt.revelation_lights(64),
        lambda: bus.bus_command(bus.BusCommand.CLOCK, (128, 0)),
        lambda: pegasus.lights([64]),
        lambda: pegasus.lights([1], speed=300),
        lambda: pegasus.register_key(b"short"),
        lambda: chessnut.lights([64]),
        lambda: chessnut.move_lights({64: chessnut.Light.RED}),
        lambda: chessnut.beep(70_000, 1),
        lambda: millennium.lights([-1]),
        lambda: millennium.write_setting(256, 0),
        lambda: certabo.lights([64]),
        lambda: certabo.rgb_lights({81: (0, 0, 0)}),
        lambda: certabo.rgb_lights({0: (256, 0, 0)}),
        lambda: square_off.lights("i9"),
        lambda: ichessone.lights([64]),
        lambda: square_index("a0"),
    ],
)
def test_what_cannot_be_sent_is_refused_in_one_line(wrong: Any) -> None:
    with pytest.raises(MessageError) as refused:
        wrong()
    assert "\n" not in str(refused.value)


def test_a_clock_shows_no_zero_while_time_is_left() -> None:
    assert dgt.ClockTime.of(0.1) == dgt.ClockTime(0, 0, 1)
    assert dgt.ClockTime.of(3661) == dgt.ClockTime(1, 1, 1)
    assert dgt.ClockTime.of(0) == dgt.ClockTime(0, 0, 0)


def test_segments_are_sent_in_the_order_c_b_a_f_e_d() -> None:
    assert clock_segments("abcdef", beep=True).hex(" ") == (
        "2b 0b 03 01 39 7c 77 71 79 5e 00 03 00"
    )
    assert clock_segments("1").hex(" ") == "2b 0b 03 01 00 00 06 00 00 00 00 01 00"


def test_no_command_starts_the_boot_loader() -> None:
    assert 0x4E not in set(dgt.Command)


def test_all_bytes_to_a_millennium_have_odd_parity() -> None:
    assert all(byte.bit_count() % 2 for byte in millennium.lights(range(64)))


def test_squares_have_names() -> None:
    assert [square_index(square_name(index)) for index in range(64)] == list(range(64))
    assert (square_name(0), square_name(63)) == ("a8", "h1")
