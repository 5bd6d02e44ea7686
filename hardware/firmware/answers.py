# What the host asks of the board, and what it is answered.
import machine

import calibrate as learning
import lights
import pins
import protocol as p
import store


def answer(board, kind, body):
    # (type, body) of the answer.
    if kind == p.PING:
        return p.PONG, body
    if kind == p.GET_SNAPSHOT:
        now = p.board_ms(board.clock.ms())
        return p.SNAPSHOT, p.snapshot(board.revision, now, board.debouncer.settled)
    if kind == p.HELLO:
        p.fields("<BB", body)
        return p.HELLO_ANSWER, hello(board)
    if kind == p.READ_SETTING:
        return p.SETTING, setting(board, *p.fields("<B", body))
    if kind == p.READ_CALIBRATION:
        return p.CALIBRATION, calibration(board, *p.fields("<BB", body))
    does = DOES.get(kind)
    if does is None:
        raise p.Refused(p.UNKNOWN_TYPE)
    does(board, body)
    return p.ACK, bytes((kind,))


def hello(board):
    lit = board.lit
    can = p.CAN_BUTTONS | p.CAN_CLOCK | p.CAN_KEEP
    if board.battery.present:
        can |= p.CAN_BATTERY
    if board.scanner.kind == p.COLOR:
        can |= p.CAN_CALIBRATE
    return p.hello_answer(
        p.MAJOR,
        p.MINOR,
        board.boot_id,
        pins.BOARD_KIND,
        pins.SQUARES,
        board.scanner.kind,
        p.SQUARE_RGB if lit else p.NO_LED,
        lit,
        can,
        p.FIRMWARE,
        machine.unique_id(),
    )


def setting(board, key):
    value = board.scan_hz if key == p.SCAN_HZ else board.settings.get(known(key))
    return p.setting(key, value)


def set_leds(board, body):
    step, lit = p.fields("<BB", body)
    asked = p.entries("<BB", body[2:])
    for square, look in asked:
        if not 1 <= square <= pins.SQUARES:
            raise p.Refused(p.BAD_VALUE)
        if look & 15 >= len(lights.COLORS) or look >> 4 >= lights.BLINKS:
            raise p.Refused(p.BAD_VALUE)
    require_lights(board)
    making = board.lights.making
    if step & p.LED_CLEAR:
        for place in range(len(making)):
            making[place] = 0
    for square, look in asked:
        making[square - 1] = look if look & 15 else 0
    if step & p.LED_SHOW:
        if len(making) - making.count(b"\0") != lit:
            raise p.Refused(p.INCOMPLETE)
        board.lights.show()


def require_lights(board):
    if not board.lit:
        raise p.Refused(p.NOT_SUPPORTED)


def test(board, body):
    (step,) = p.fields("<B", body)
    if step > p.TEST_SENSORS:
        raise p.Refused(p.BAD_VALUE)
    if step == p.TEST_LIGHTS:
        require_lights(board)
    board.test(step)


def write_setting(board, body):
    key, value = p.fields("<BH", body)
    before = board.settings.get(known(key))
    board.settings.set(key, value)
    if key == p.DEBOUNCE_MS:
        board.debouncer.wait_ms = value
    elif key == p.BRIGHTNESS_PERCENT:
        board.lights.set_brightness(value)
    elif key == p.WHITE_POLE and board.scanner.kind == p.COLOR:
        board.scanner.calibrate(board.settings)
    if value != before:
        keep(board)


def require_levels(board):
    if board.scanner.kind != p.COLOR:
        raise p.Refused(p.NOT_SUPPORTED)
    if board.learner:
        raise p.Refused(p.BUSY)


def calibration(board, first, count):
    require_levels(board)
    if not 1 <= first <= first + count - 1 <= pins.SQUARES or count > 39:
        raise p.Refused(p.BAD_VALUE)
    kept, places = board.settings, range(first - 1, first - 1 + count)
    levels = [(kept.empty[n], kept.span[n], board.scanner.levels[n]) for n in places]
    return p.calibration(first, levels)


def write_calibration(board, body):
    require_levels(board)
    (first,) = p.fields("<B", body)
    levels = p.entries("<HH", body[1:])
    if not levels or not 1 <= first <= first + len(levels) - 1 <= pins.SQUARES:
        raise p.Refused(p.BAD_VALUE)
    if not all([0 < empty and 0 < span for empty, span in levels]):
        raise p.Refused(p.BAD_VALUE)
    kept = board.settings
    for place, (empty, span) in enumerate(levels, first - 1):
        kept.empty[place], kept.span[place] = empty, span
    kept.calibrated = True
    keep_levels(board)


def calibrate(board, body):
    (step,) = p.fields("<B", body)
    require_levels(board)
    if step == p.FORGET:
        board.settings.forget_levels()
        board.tell(p.CALIBRATED, p.calibrated(step, 0, 0))
        keep_levels(board)
    elif step in (p.LEARN_EMPTY, p.LEARN_PIECES):
        board.learner = learning.Learner(step, pins.SQUARES)
    else:
        raise p.Refused(p.BAD_VALUE)


def keep_levels(board):
    board.scanner.calibrate(board.settings)
    keep(board)


def keep(board):
    # Into the flash. Where that fails, what was asked is in force until the next start.
    if not board.settings.save():
        raise p.Refused(p.NO_STORAGE)


def restart(board, body):
    mode, guard = p.fields("<BH", body)
    if guard != p.RESTART_GUARD or mode > p.RESTART_BOOTLOADER:
        raise p.Refused(p.BAD_VALUE)
    board.restart = mode


def known(key):
    if key not in store.KEYS:
        raise p.Refused(p.BAD_VALUE)
    return key


DOES = {
    p.SET_LEDS: set_leds,
    p.WRITE_SETTING: write_setting,
    p.WRITE_CALIBRATION: write_calibration,
    p.CALIBRATE: calibrate,
    p.TEST: test,
    p.RESTART: restart,
}
