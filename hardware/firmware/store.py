# Settings and levels, kept in one small file that is whole at any moment, power cut or not.
import json
import os

import pins
import protocol

FILE, NEW = "board.json", "board.new"
MIDDLE, SPAN = 32768, 9000  # levels of a square that was never calibrated

# key: (name in the file, lowest, highest, default)
KEYS = {
    protocol.DEBOUNCE_MS: ("debounce_ms", 5, 1000, 25),
    protocol.BRIGHTNESS_PERCENT: ("brightness_percent", 1, 100, 20),
    protocol.LED_TIMEOUT_MS: ("led_timeout_ms", 1000, 60000, 10000),
    protocol.SENSOR: ("sensor", 1, 2, pins.SENSOR),
    protocol.WHITE_POLE: ("white_pole", 0, 1, 0),
    protocol.LIGHTS: ("lights", 0, 100, pins.LIGHTS),
    protocol.SUPPLY_MA: ("supply_ma", 500, 10000, pins.SUPPLY_MA),
}


class Settings:
    def __init__(self):
        self.fault = False
        kept = self._read()
        self._values = {}
        for key, (name, low, high, default) in KEYS.items():
            value = kept.get(name)
            good = isinstance(value, int) and low <= value <= high and possible(key, value)
            self._values[key] = value if good else default
        self.calibrated = levels(kept.get("empty")) and levels(kept.get("span"))
        if self.calibrated:
            self.empty, self.span = kept["empty"], kept["span"]
        else:
            self.forget_levels()

    def get(self, key):
        return self._values[key]

    def set(self, key, value):
        _, low, high, _ = KEYS[key]
        if not low <= value <= high or not possible(key, value):
            raise protocol.Refused(protocol.BAD_VALUE)
        self._values[key] = value

    def forget_levels(self):
        self.empty, self.span = [MIDDLE] * pins.SQUARES, [SPAN] * pins.SQUARES
        self.calibrated = False

    def save(self):
        # Written aside and then renamed over the old one. False where the flash refuses.
        kept = {KEYS[key][0]: value for key, value in self._values.items()}
        if self.calibrated:
            kept["empty"], kept["span"] = self.empty, self.span
        try:
            with open(NEW, "w") as file:
                json.dump(kept, file)
            replace(NEW, FILE)
            self.fault = False
        except OSError:
            self.fault = True
        return not self.fault

    def _read(self):
        # NEW is whole where FILE is missing: only replace() leaves it so.
        for name in (FILE, NEW):
            try:
                with open(name) as file:
                    kept = json.load(file)
            except OSError:
                continue
            except ValueError:
                self.fault = True
                continue
            if isinstance(kept, dict):
                return kept
        return {}


def possible(key, value):
    return key != protocol.LIGHTS or value in (0, pins.SQUARES, 2 * pins.SQUARES)


def replace(new, old):
    try:
        os.rename(new, old)
    except OSError:  # a file system that does not rename over a file
        os.remove(old)
        os.rename(new, old)


def levels(kept):
    # Whether these are levels for all squares.
    if not isinstance(kept, list) or len(kept) != pins.SQUARES:
        return False
    return all([isinstance(level, int) and 0 < level < 65536 for level in kept])
