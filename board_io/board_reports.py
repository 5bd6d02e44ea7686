"""What our own board says, in the words of `board_io.events`; nothing here remembers anything."""

from __future__ import annotations

from board_io.board_mirror import sensor_kind
from board_io.events import (
    BatteryLevel,
    BoardButton,
    BoardInfo,
    BoardMessage,
    Notice,
)
from firmware_protocol.codes import ButtonCode, Charge, LedKind
from firmware_protocol.messages import Battery, ErrorReport, HelloAnswer

_UNKNOWN_PERCENT = 255
_BUTTONS = {
    ButtonCode.CONFIRM: BoardButton.CONFIRM,
    ButtonCode.TAKE_BACK: BoardButton.TAKE_BACK,
    ButtonCode.WHITE_CLOCK: BoardButton.WHITE_CLOCK,
    ButtonCode.BLACK_CLOCK: BoardButton.BLACK_CLOCK,
    ButtonCode.NEW_GAME: BoardButton.NEW_GAME,
    ButtonCode.DRAW: BoardButton.DRAW,
}


def board_info(hello: HelloAnswer) -> BoardInfo:
    """What a board is, by its answer to HELLO."""
    return BoardInfo(
        squares=hello.squares,
        sensor=sensor_kind(hello.sensor),
        has_leds=hello.leds > 0 and hello.led_kind is not LedKind.NONE,
        serial=_serial(hello.serial),
        boot_id=hello.boot_id,
        firmware=".".join(map(str, hello.firmware)),
        protocol=(hello.major, hello.minor),
    )


def _serial(serial: bytes) -> str:
    """As it is where it is a text; the numbers of chips are none."""
    text = serial.decode("latin-1")
    return text if text.isascii() and text.isprintable() else serial.hex().upper()


def board_button(code: ButtonCode) -> BoardButton:
    """The button of this code; one of later days is some other button."""
    return _BUTTONS.get(code, BoardButton.OTHER)


def battery_level(report: Battery, time: float) -> BatteryLevel:
    """The charge in percent, None where the board does not know it."""
    percent = None if report.percent == _UNKNOWN_PERCENT else min(report.percent, 100)
    return BatteryLevel(time, percent, report.charge in (Charge.CHARGING, Charge.FULL))


def board_error(report: ErrorReport, time: float) -> BoardMessage:
    """A fault of the board itself."""
    text = f"{report.code.name} square {report.square} detail {report.detail}"
    return BoardMessage(time, Notice.BOARD_ERROR, text)
