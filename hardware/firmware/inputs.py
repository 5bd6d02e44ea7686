# Buttons and the battery.
import machine

import pins
import protocol as p

BATTERY_LOW_PERCENT = 15


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
