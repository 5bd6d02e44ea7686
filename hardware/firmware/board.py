# The board: ties sensors, lights, buttons, battery and the wire together in one loop that never
# waits.
import os

import machine
import neopixel

import calibrate
import debounce
import lights
import pins
import port
import protocol as p
import scan
import store
import wire

SCAN_MS = 10
BUTTON_MS = 20
BEAT_MS = 1000
BATTERY_MS = 5000
SAME_ERROR_MS = 10000
BATTERY_LOW_PERCENT = 15


class Board:
    def __init__(self):
        self.console = port.Console()
        self.clock = port.Clock()
        self.settings = store.Settings()
        self.scanner = scan.scanner(self.settings)
        self.scanner.scan()
        self.debouncer = debounce.Debouncer(self.scanner.contents, self.settings.get(p.DEBOUNCE_MS))
        self.lights = lights.Lights(
            neopixel.NeoPixel(machine.Pin(pins.LED_PIN), pins.SQUARES),
            pins.LED_OF,
            pins.LED_LIMIT_MA,
            self.settings.get(p.BRIGHTNESS_PERCENT),
        )
        self.buttons = Buttons()
        self.battery = Battery()
        self.boot_id = int.from_bytes(os.urandom(4), "little")
        self.revision = 0
        self.learner = None
        self.restart = None
        self._frames = wire.FrameDecoder()
        self._events = 0
        self._overruns = 0
        self._errors_told = {}
        self._heard = 0
        self._due = {"scan": 0, "buttons": 0, "beat": 0, "battery": 0}
        self._watchdog = machine.WDT(timeout=pins.WATCHDOG_MS) if pins.WATCHDOG_MS else None

    def run(self):
        # Until the host asks for a restart (its mode is returned) or the link has ended for good
        # (None).
        while self.restart is None:
            data = self.console.read(max(0, self._due["scan"] - self.clock.ms()))
            if data is None:
                return None
            try:
                if data:
                    self._receive(data)
                self._tick(self.clock.ms())
            except Exception as fault:  # whatever it is, the board goes on
                code = fault.args[0] if fault.args else 0
                self._tell_error(p.ERROR_PROGRAM, 0, code if isinstance(code, int) else 0)
            if self._watchdog:
                self._watchdog.feed()
        return self.restart

    # What the board does of itself

    def _is_due(self, what, every, now):
        if now < self._due[what]:
            return False
        # Behind by more than one turn: start counting from now rather than catch up.
        following = self._due[what] + every
        self._due[what] = following if following > now else now + every
        return True

    def _tick(self, now):
        if self._is_due("scan", SCAN_MS, now):
            self._scan(now)
        if self._is_due("buttons", BUTTON_MS, now):
            for number, pressed in self.buttons.changes():
                self._tell(p.BUTTON, p.button(board_ms(now), number, pressed))
        if self._is_due("beat", BEAT_MS, now):
            body = p.heartbeat(self.revision, board_ms(now), self._state(), self.boot_id)
            self._tell(p.HEARTBEAT, body)
        if self._is_due("battery", BATTERY_MS, now) and self.battery.changed():
            self._tell(p.BATTERY, self.battery.body)
        if self._heard is not None and now - self._heard > self.settings.get(p.LED_TIMEOUT_MS):
            self._heard = None
            self.lights.dark()
        self.lights.render(now)

    def _scan(self, now):
        self.scanner.scan()
        for _, place, content in self.debouncer.update(self.scanner.contents, now):
            self.revision = (self.revision + 1) & 0xFFFF
            self._tell(p.CHANGE, p.change(self.revision, board_ms(now), place + 1, content))
        if self.learner and self.learner.take(self.scanner.levels):
            self._learnt()
        error = self.scanner.error()
        if error:
            self._tell_error(*error)

    def _learnt(self):
        learner, self.learner = self.learner, None
        failed = learner.finish(self.settings)
        self.settings.calibrated = True
        if not self.settings.save():
            self._tell_error(p.ERROR_STORAGE, 0, 0)
        self.scanner.calibrate(self.settings)
        first = failed[0] if failed else 0
        self._tell(p.CALIBRATED, p.calibrated(learner.step, len(failed), first))

    def _state(self):
        return (
            (p.IS_CALIBRATED if self.settings.calibrated else 0)
            | (p.IS_CALIBRATING if self.learner else 0)
            | (p.SENSOR_FAULT if self.scanner.error() else 0)
            | (p.BATTERY_LOW if self.battery.low else 0)
            | (p.DIMMED if self.lights.dimmed else 0)
            | (p.STORAGE_FAULT if self.settings.fault else 0)
        )

    def _tell(self, kind, body):
        self.console.write(wire.frame(kind, self._events, body))
        self._events = (self._events + 1) & 0xFF

    def _tell_error(self, code, square, detail):
        now = self.clock.ms()
        if now - self._errors_told.get((code, square), -SAME_ERROR_MS) >= SAME_ERROR_MS:
            self._errors_told[(code, square)] = now
            self._tell(p.ERROR, p.error(code, square, detail & 0xFFFF))

    # What the host asks

    def _receive(self, data):
        for kind, seq, body in self._frames.feed(data):
            self._heard = self.clock.ms()
            try:
                answer, content = self._answer(kind, body)
            except p.Refused as refused:
                answer, content = p.NAK, bytes((kind, refused.reason))
            self.console.write(wire.frame(answer, seq, content))
            if kind == p.HELLO and self.battery.present:
                self._tell(p.BATTERY, self.battery.body)
        if self._frames.overruns != self._overruns:
            self._overruns = self._frames.overruns
            self._tell_error(p.ERROR_OVERRUN, 0, self._overruns)

    def _answer(self, kind, body):
        # (type, body) of the answer.
        if kind == p.PING:
            return p.PONG, body
        if kind == p.GET_SNAPSHOT:
            now = board_ms(self.clock.ms())
            return p.SNAPSHOT, p.snapshot(self.revision, now, self.debouncer.settled)
        if kind == p.HELLO:
            p.fields("<BB", body)
            return p.HELLO_ANSWER, self._hello()
        if kind == p.READ_SETTING:
            (key,) = p.fields("<B", body)
            return p.SETTING, p.setting(key, self.settings.get(known(key)))
        if kind == p.READ_CALIBRATION:
            return p.CALIBRATION, self._calibration(*p.fields("<BB", body))
        does = DOES.get(kind)
        if does is None:
            raise p.Refused(p.UNKNOWN_TYPE)
        does(self, body)
        return p.ACK, bytes((kind,))

    def _hello(self):
        can = p.CAN_BUTTONS | p.CAN_CLOCK | p.CAN_KEEP
        if self.battery.present:
            can |= p.CAN_BATTERY
        if self.scanner.kind == p.COLOR:
            can |= p.CAN_CALIBRATE
        return p.hello_answer(
            p.MAJOR,
            p.MINOR,
            self.boot_id,
            pins.BOARD_KIND,
            pins.SQUARES,
            self.scanner.kind,
            p.SQUARE_RGB,
            pins.SQUARES,
            can,
            p.FIRMWARE,
            machine.unique_id(),
        )

    def _set_leds(self, body):
        step, lit = p.fields("<BB", body)
        asked = p.entries("<BB", body[2:])
        for square, look in asked:
            if not 1 <= square <= pins.SQUARES:
                raise p.Refused(p.BAD_VALUE)
            if look & 15 >= len(lights.COLORS) or look >> 4 >= lights.BLINKS:
                raise p.Refused(p.BAD_VALUE)
        making = self.lights.making
        if step & p.LED_CLEAR:
            for place in range(len(making)):
                making[place] = 0
        for square, look in asked:
            making[square - 1] = look if look & 15 else 0
        if step & p.LED_SHOW:
            if len(making) - making.count(b"\0") != lit:
                raise p.Refused(p.INCOMPLETE)
            self.lights.show()

    def _write_setting(self, body):
        key, value = p.fields("<BH", body)
        self.settings.set(known(key), value)
        if key == p.DEBOUNCE_MS:
            self.debouncer.wait_ms = value
        elif key == p.BRIGHTNESS_PERCENT:
            self.lights.set_brightness(value)
        elif key == p.WHITE_POLE and self.scanner.kind == p.COLOR:
            self.scanner.calibrate(self.settings)

    def _require_levels(self):
        if self.scanner.kind != p.COLOR:
            raise p.Refused(p.NOT_SUPPORTED)
        if self.learner:
            raise p.Refused(p.BUSY)

    def _calibration(self, first, count):
        self._require_levels()
        if not 1 <= first <= first + count - 1 <= pins.SQUARES or count > 39:
            raise p.Refused(p.BAD_VALUE)
        kept, places = self.settings, range(first - 1, first - 1 + count)
        levels = [(kept.empty[n], kept.span[n], self.scanner.levels[n]) for n in places]
        return p.calibration(first, levels)

    def _write_calibration(self, body):
        self._require_levels()
        (first,) = p.fields("<B", body)
        levels = p.entries("<HH", body[1:])
        if not levels or not 1 <= first <= first + len(levels) - 1 <= pins.SQUARES:
            raise p.Refused(p.BAD_VALUE)
        if not all([0 < empty and 0 < span for empty, span in levels]):
            raise p.Refused(p.BAD_VALUE)
        kept = self.settings
        for place, (empty, span) in enumerate(levels, first - 1):
            kept.empty[place], kept.span[place] = empty, span
        kept.calibrated = True
        self._keep_levels()

    def _calibrate(self, body):
        (step,) = p.fields("<B", body)
        self._require_levels()
        if step == p.FORGET:
            self.settings.forget_levels()
            self._keep_levels()
            self._tell(p.CALIBRATED, p.calibrated(step, 0, 0))
        elif step in (p.LEARN_EMPTY, p.LEARN_PIECES):
            self.learner = calibrate.Learner(step, pins.SQUARES)
        else:
            raise p.Refused(p.BAD_VALUE)

    def _keep_levels(self):
        self.scanner.calibrate(self.settings)
        if not self.settings.save():
            raise p.Refused(p.NO_STORAGE)

    def _restart(self, body):
        mode, guard = p.fields("<BH", body)
        if guard != p.RESTART_GUARD or mode > p.RESTART_BOOTLOADER:
            raise p.Refused(p.BAD_VALUE)
        self.restart = mode


DOES = {
    p.SET_LEDS: Board._set_leds,
    p.WRITE_SETTING: Board._write_setting,
    p.WRITE_CALIBRATION: Board._write_calibration,
    p.CALIBRATE: Board._calibrate,
    p.RESTART: Board._restart,
}


def board_ms(now):
    return now & 0xFFFFFFFF


def known(key):
    if key not in store.KEYS:
        raise p.Refused(p.BAD_VALUE)
    return key


class Buttons:
    # Buttons to ground. Looked at every 20 ms, which is longer than their contacts bounce.

    def __init__(self):
        pin = machine.Pin
        self._pins = [pin(number, pin.IN, pin.PULL_UP) for number in pins.BUTTONS]
        self._held = [False] * len(pins.BUTTONS)

    def changes(self):
        # (number from 1, 1 down or 0 up) of each that changed.
        changed = []
        for at, pin in enumerate(self._pins):
            held = not pin()
            if held != self._held[at]:
                self._held[at] = held
                changed.append((at + 1, int(held)))
        return changed


class Battery:
    # The supply's voltage; above what a battery can have it is USB, and no percent is known.

    def __init__(self):
        self.present = False
        self.low = False
        self.body = b""
        self._adc = None
        if pins.BATTERY is not None:
            machine.Pin(pins.BATTERY_ENABLE, machine.Pin.OUT, value=1)
            self._adc = machine.ADC(machine.Pin(pins.BATTERY))
            self.changed()

    def changed(self):
        # Reads anew; True where another percent is to be told.
        if self._adc is None:
            return False
        millivolts = self._adc.read_u16() * 9900 // 65535
        full, empty = pins.BATTERY_FULL_MV, pins.BATTERY_EMPTY_MV
        percent = max(0, min(100, (millivolts - empty) * 100 // (full - empty)))
        on_usb = millivolts > pins.USB_MV
        self.present = self.present or not on_usb
        self.low = not on_usb and percent <= BATTERY_LOW_PERCENT
        charge = p.CHARGING if on_usb else p.ON_BATTERY
        before, self.body = self.body, p.battery(255 if on_usb else percent, millivolts, charge)
        return self.present and before[:1] != self.body[:1]
