# Buttons and the battery.
import machine

import pins
import protocol as p

BATTERY_LOW_PERCENT = 15


class Buttons:
    # Buttons to ground. Looked at every 20 ms, which is longer than their contacts bounce.

    def __init__(self, hold_ms=pins.HOLD_MS):
        pin = machine.Pin
        self._pins = [pin(number, pin.IN, pin.PULL_UP) for number in pins.BUTTONS]
        self._hold_ms = hold_ms
        self._since = [None] * len(pins.BUTTONS)  # held since when
        self.down = bytearray(len(pins.BUTTONS))  # 1 for those that were told as down

    def changes(self, now):
        # (number from 1, 1 down or 0 up) of each that changed.
        changed = []
        for at, pin in enumerate(self._pins):
            since = self._since[at]
            if pin():
                self._since[at] = None
                down = 0
            elif since is None:
                self._since[at] = now
                down = int(not self._hold_ms[at])
            else:
                down = int(now - since >= self._hold_ms[at])
            if down != self.down[at]:
                self.down[at] = down
                changed.append((at + 1, down))
        return changed

    def held_ms(self, at, now):
        # How long a finger has been on it.
        return 0 if self._since[at] is None else now - self._since[at]


class Battery:
    # The cell's voltage; above what a cell can have it is USB, and no percent is known.

    def __init__(self, read):
        # `read` gives the 16-bit count behind the divider.
        self.present = False
        self.low = False
        self.body = b""
        self._read = read
        self.changed()

    def changed(self):
        # Reads anew; True where another percent is to be told.
        millivolts = self._read() * 3300 * pins.BATTERY_RATIO // 65535
        full, empty = pins.BATTERY_FULL_MV, pins.BATTERY_EMPTY_MV
        percent = max(0, min(100, (millivolts - empty) * 100 // (full - empty)))
        on_usb = not pins.BATTERY_LEAST_MV < millivolts <= pins.USB_MV
        self.present = self.present or not on_usb
        self.low = not on_usb and percent <= BATTERY_LOW_PERCENT
        charge = p.CHARGING if on_usb else p.ON_BATTERY
        before, self.body = self.body, p.battery(255 if on_usb else percent, millivolts, charge)
        return self.present and before[:1] != self.body[:1]
