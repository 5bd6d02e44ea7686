# The numbers and bodies of PROTOCOL.md. Nothing here touches hardware.
import struct

MAJOR, MINOR = 1, 1
FIRMWARE = (1, 1, 0)

HELLO, GET_SNAPSHOT, PING, SET_LEDS = 0x01, 0x02, 0x03, 0x04
READ_SETTING, WRITE_SETTING = 0x06, 0x07
READ_CALIBRATION, WRITE_CALIBRATION, CALIBRATE, TEST = 0x08, 0x09, 0x0A, 0x0B
RESTART = 0x0E
HELLO_ANSWER, SNAPSHOT, PONG, SETTING, CALIBRATION = 0x81, 0x82, 0x83, 0x86, 0x88
CHANGE, HEARTBEAT, BUTTON, BATTERY, CALIBRATED, ERROR = 0xC1, 0xC2, 0xC3, 0xC4, 0xC5, 0xC6
ACK, NAK = 0xF0, 0xF1

EMPTY, OCCUPIED, WHITE, BLACK, UNKNOWN = 0, 1, 2, 3, 15
OCCUPANCY, COLOR = 1, 2
NO_LED, SQUARE_RGB = 1, 3
CAN_BUTTONS, CAN_CLOCK, CAN_BATTERY, CAN_CALIBRATE, CAN_KEEP = 1, 2, 4, 8, 16
IS_CALIBRATED, IS_CALIBRATING, SENSOR_FAULT, BATTERY_LOW, DIMMED, STORAGE_FAULT = 1, 2, 4, 8, 16, 32
IS_TESTING = 64
ON_BATTERY, CHARGING, FULL = 1, 2, 3
LED_CLEAR, LED_SHOW = 1, 2
UNKNOWN_TYPE, TOO_SHORT, BAD_VALUE, INCOMPLETE, NOT_SUPPORTED, BUSY, NO_STORAGE = (
    1,
    2,
    3,
    4,
    5,
    6,
    7,
)
ERROR_STUCK, ERROR_RANGE, ERROR_STORAGE, ERROR_OVERRUN, ERROR_PROGRAM = 1, 2, 3, 4, 5
CONFIRM, TAKE_BACK, NEW_GAME, DRAW = 1, 2, 5, 6
TEST_STOP, TEST_LIGHTS, TEST_SENSORS = 0, 1, 2
LEARN_EMPTY, LEARN_PIECES, FORGET = 1, 2, 3
RESTART_FIRMWARE, RESTART_REPL, RESTART_BOOTLOADER, RESTART_GUARD = 0, 1, 2, 0xDA3B
DEBOUNCE_MS, BRIGHTNESS_PERCENT, LED_TIMEOUT_MS, SENSOR, WHITE_POLE = 1, 2, 3, 4, 5
LIGHTS, SUPPLY_MA, SCAN_HZ = 6, 7, 8


def board_ms(now):
    return now & 0xFFFFFFFF


class Refused(Exception):
    # A request that is answered by NAK; nothing was changed.
    def __init__(self, reason):
        super().__init__(reason)
        self.reason = reason


def fields(layout, body):
    # The leading fields of a request; bytes behind them are of a later version.
    if len(body) < struct.calcsize(layout):
        raise Refused(TOO_SHORT)
    return struct.unpack(layout, body[: struct.calcsize(layout)])


def entries(layout, tail):
    # The equal entries that fill a request to its end.
    size = struct.calcsize(layout)
    if len(tail) % size:
        raise Refused(BAD_VALUE)
    return [struct.unpack(layout, tail[at : at + size]) for at in range(0, len(tail), size)]


def hello_answer(
    major, minor, boot_id, board, squares, sensor, led_kind, leds, capabilities, firmware, serial
):
    head = struct.pack(
        "<BBIBBBBBH", major, minor, boot_id, board, squares, sensor, led_kind, leds, capabilities
    )
    return head + bytes(firmware) + bytes((len(serial),)) + serial


def snapshot(revision, board_ms, contents):
    # Square 1 in the lowest bits; four bits a square only where two do not do.
    bits = 2 if max(contents) < 4 else 4
    per_byte = 8 // bits
    packed = bytearray((len(contents) + per_byte - 1) // per_byte)
    for at in range(len(contents)):
        packed[at // per_byte] |= contents[at] << at % per_byte * bits
    return struct.pack("<HIBB", revision, board_ms, len(contents), bits) + packed


def setting(key, value):
    return struct.pack("<BH", key, value)


def calibration(first, levels):
    return bytes((first,)) + b"".join([struct.pack("<HHH", *each) for each in levels])


def change(revision, board_ms, square, content):
    return struct.pack("<HIBB", revision, board_ms, square, content)


def heartbeat(revision, board_ms, state, boot_id):
    return struct.pack("<HIBI", revision, board_ms, state, boot_id)


def button(board_ms, number, pressed):
    return struct.pack("<IBB", board_ms, number, pressed)


def battery(percent, millivolts, charge):
    return struct.pack("<BHB", percent, millivolts, charge)


def calibrated(step, failed, square):
    return bytes((step, failed, square))


def error(code, square, detail):
    return struct.pack("<BBH", code, square, detail)
