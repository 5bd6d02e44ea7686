# What is outside the chip: magnets, fingers, battery and eyes, as small files in the present
# folder.
import os

import pins

EMPTY_LEVEL, MAGNET_LEVELS = 32768, 9000
# Sensors and magnets differ, and a level is never quite still (16-bit counts).
EMPTY_OF = [EMPTY_LEVEL + (n * 37 % 61 - 30) * 50 for n in range(pins.SQUARES)]
SPAN_OF = [MAGNET_LEVELS * (80 + n * 53 % 41) // 100 for n in range(pins.SQUARES)]
JITTER = (0, 45, -60, 20, -15, 70, -40, 10)


def read(name):
    try:
        with open(name) as file:
            return file.read()
    except OSError:
        return ""


class Magnets:
    def __init__(self):
        self._text = "." * pins.SQUARES
        self._turn = 0
        self._steady = list(EMPTY_OF)
        self.levels = list(EMPTY_OF)
        self.chain = bytearray(pins.CHAIN_BYTES)
        self._place()

    def refresh(self):
        text = read("magnets")[: pins.SQUARES]
        # A file that is not whole is one that is just being written: the next scan sees it.
        if len(text) == pins.SQUARES and text != self._text:
            self._text = text
            self._place()

    def shiver(self):
        self._turn = (self._turn + 1) % len(JITTER)
        jitter = JITTER[self._turn]
        self.levels = [max(0, level + jitter) if level else 0 for level in self._steady]

    def _place(self):
        bits = [1] * (pins.CHAIN_BYTES * 8)
        bits[pins.CHAIN_LOW] = 0
        for place in range(pins.SQUARES):
            mark = self._text[place].lower()
            pole = {"w": -1, "b": 1}.get(mark, 0)
            self._steady[place] = 0 if mark == "x" else EMPTY_OF[place] + pole * SPAN_OF[place]
            bits[pins.CHAIN[place]] = 0 if pole else 1
        for at in range(pins.CHAIN_BYTES):
            self.chain[at] = sum(
                [bit << (7 - n) for n, bit in enumerate(bits[at * 8 : at * 8 + 8])]
            )


magnets = Magnets()
turns = []  # what else happens outside, whenever the board looks


def turn():
    magnets.refresh()
    for happen in turns:
        happen()


level_of = {}  # what each output pin is set to


def held():
    # Per button whether a finger is on it.
    text = read("buttons")
    return [text[n : n + 1] == "1" for n in range(len(pins.BUTTONS))]


def battery_mv():
    text = read("battery").strip()
    return int(text) if text.isdigit() else 5000


class Eyes:
    # Puts what the lights show into the file "leds", whole at any moment.

    def __init__(self):
        self._count = 0
        self._last = ""

    def see(self, colors):
        shown = [""] * pins.SQUARES
        for place, led in enumerate(pins.led_of(len(colors))):
            shown[place] = "%02X%02X%02X" % colors[led]
        line = " ".join(shown)
        if line == self._last:
            return
        self._last = line
        self._count += 1
        try:
            with open("leds.new", "w") as file:
                file.write("%d %s\n" % (self._count, line))
            self._publish()
        except OSError:
            self._last = (
                ""  # somebody has it open where that forbids renaming: again at the next write
            )

    def _publish(self):
        if hasattr(os, "replace"):
            os.replace("leds.new", "leds")
        else:
            os.rename("leds.new", "leds")


eyes = Eyes()
