# The board: ties sensors, lights, buttons, battery and the wire into one loop that never waits.
import os

import machine

import answers
import cpp
import debounce
import inputs
import lights
import pins
import port
import protocol as p
import scan
import store
import strip
import tester
import wire

SCAN_MS = 4  # a scan that takes longer is followed by the next one at once
BUTTON_MS = 20
BEAT_MS = 1000
BATTERY_MS = 5000
RATE_MS = 1000
SAME_ERROR_MS = 10000


class Board:
    def __init__(self):
        radio = port.wireless()
        self.console = port.console(radio)
        self.clock = port.Clock()
        self.settings = store.Settings()
        self.scanner = scan.scanner(self.settings)
        self.scanner.scan()
        self.debouncer = debounce.Debouncer(self.scanner.contents, self.settings.get(p.DEBOUNCE_MS))
        self.lit = self.settings.get(p.LIGHTS)  # of this start; the setting may change meanwhile
        self.lights = lights.Lights(
            strip.strip(self.lit) if self.lit else None,
            pins.led_of(self.lit),
            pins.limit_ma(
                self.settings.get(p.SUPPLY_MA), pins.SENSORS_MA[self.scanner.kind], self.lit
            ),
            self.settings.get(p.BRIGHTNESS_PERCENT),
        )
        self.buttons = inputs.Buttons()
        self._radio = radio.phone if radio else None
        self._phone = None
        if radio:
            rows = pins.SQUARES // pins.PER_ROW
            self._phone = cpp.Peripheral(self._radio.say, rows, pins.PER_ROW)
        self.battery = inputs.Battery(self.scanner.battery)
        self.boot_id = int.from_bytes(os.urandom(4), "little")
        self.revision = 0
        self.learner = None
        self.restart = None
        self.scan_hz = 0
        self._scans = 0
        self._tester = None
        self._covered = None
        self._frames = wire.FrameDecoder()
        self._events = 0
        self._overruns = 0
        self._errors_told = {}
        self._heard = 0
        self._due = {"scan": 0, "buttons": 0, "beat": 0, "battery": 0, "rate": 0}
        if self.buttons.changes(0) and self.buttons.down[p.TAKE_BACK - 1]:
            self.test(p.TEST_LIGHTS if self.lit else p.TEST_SENSORS)
        self._watchdog = machine.WDT(timeout=pins.WATCHDOG_MS) if pins.WATCHDOG_MS else None

    def run(self):
        # Until the host asks for a restart (returns its mode) or the link is gone for good (None).
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
            for number, pressed in self.buttons.changes(now):
                self.tell(p.BUTTON, p.button(p.board_ms(now), number, pressed))
                if pressed and self._phone:
                    self._phone.press(number)
        if self._is_due("beat", BEAT_MS, now):
            body = p.heartbeat(self.revision, p.board_ms(now), self._state(), self.boot_id)
            self.tell(p.HEARTBEAT, body)
        if self._is_due("battery", BATTERY_MS, now) and self.battery.changed():
            self.tell(p.BATTERY, self.battery.body)
        if self._heard is not None and now - self._heard > self.settings.get(p.LED_TIMEOUT_MS):
            self._heard = None
            self.lights.dark()
        if self._is_due("rate", RATE_MS, now):
            self.scan_hz, self._scans = self._scans, 0
        if self._phone:
            self._attend_to_phone(now)
        self._cover(self._tested(now))
        self.lights.render(now)

    def test(self, step):
        # Begin, or with TEST_STOP end, what tester.py does.
        stop = step == p.TEST_STOP
        self._tester = None if stop else tester.Tester(step, self.clock.ms())

    def _tested(self, now):
        # What the test lights; None where none is on.
        if not self._tester:
            return None
        pattern = self._tester.step(now, self.debouncer.settled, self.buttons.down)
        leaving = self.buttons.held_ms(p.CONFIRM - 1, now) >= tester.LEAVE_MS
        if pattern is None or leaving:
            self.test(p.TEST_STOP)
            return None
        return pattern

    def _cover(self, pattern):
        # A test goes before a round with a phone, and that before what the host wants lit.
        if pattern is None and self._phone:
            pattern = self._phone.pattern
        if pattern != self._covered:
            self._covered = None if pattern is None else bytes(pattern)
            self.lights.cover(self._covered)

    def _attend_to_phone(self, now):
        self._phone.turn(self.debouncer.settled, now)
        for heard in self._radio.read():
            if heard is None:
                self._phone.reset()
            else:
                self._phone.hear(*heard)

    def _scan(self, now):
        self.scanner.scan()
        self._scans += 1
        for _, place, content in self.debouncer.update(self.scanner.contents, now):
            self.revision = (self.revision + 1) & 0xFFFF
            self.tell(p.CHANGE, p.change(self.revision, p.board_ms(now), place + 1, content))
        ripe = self.debouncer.ripe()
        if ripe is not None:  # look again at that moment, not up to one scan later
            self._due["scan"] = min(self._due["scan"], ripe)
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
        self.tell(p.CALIBRATED, p.calibrated(learner.step, len(failed), first))

    def _state(self):
        return (
            (p.IS_CALIBRATED if self.settings.calibrated else 0)
            | (p.IS_CALIBRATING if self.learner else 0)
            | (p.SENSOR_FAULT if self.scanner.error() else 0)
            | (p.BATTERY_LOW if self.battery.low else 0)
            | (p.DIMMED if self.lights.dimmed else 0)
            | (p.STORAGE_FAULT if self.settings.fault else 0)
            | (p.IS_TESTING if self._tester else 0)
        )

    def tell(self, kind, body):
        self.console.write(wire.frame(kind, self._events, body))
        self._events = (self._events + 1) & 0xFF

    def _tell_error(self, code, square, detail):
        now = self.clock.ms()
        if now - self._errors_told.get((code, square), -SAME_ERROR_MS) >= SAME_ERROR_MS:
            self._errors_told[(code, square)] = now
            self.tell(p.ERROR, p.error(code, square, detail & 0xFFFF))

    # What the host asks

    def _receive(self, data):
        for kind, seq, body in self._frames.feed(data):
            self._heard = self.clock.ms()
            try:
                answer, content = answers.answer(self, kind, body)
            except p.Refused as refused:
                answer, content = p.NAK, bytes((kind, refused.reason))
            self.console.write(wire.frame(answer, seq, content))
            if kind == p.HELLO and self.battery.present:
                self.tell(p.BATTERY, self.battery.body)
        if self._frames.overruns != self._overruns:
            self._overruns = self._frames.overruns
            self._tell_error(p.ERROR_OVERRUN, 0, self._overruns)
