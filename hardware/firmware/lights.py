# Patterns of lights: one look a square (colour + 16 * blink), blinking in phase, kept under the
# power limit.
import pins

COLORS = (
    (0, 0, 0),
    (255, 255, 255),
    (0, 90, 255),
    (0, 255, 100),
    (255, 200, 0),
    (255, 90, 0),
    (255, 0, 0),
    (200, 0, 255),
)
WHITE, BLUE, GREEN, YELLOW, ORANGE, RED, PURPLE = 1, 2, 3, 4, 5, 6, 7
SLOW, FAST, FLASH = 16, 32, 48
BLINKS = 4


def phase_at(ms):
    # Bit n is set while blink n is on: steady, slow, fast, flash.
    return 1 | (ms % 1000 < 500) << 1 | (ms % 250 < 125) << 2 | (ms % 1000 < 100) << 3


class Lights:
    # `strip` is a strip.strip() or anything that takes colours by index and has write(), which
    # may answer False for "not now". Without lights `led_of` is empty.

    def __init__(self, strip, led_of, limit_ma, brightness_percent):
        self._strip = strip
        self._led_of = led_of
        self._limit_ma = limit_ma
        self._brightness = brightness_percent
        self.making = bytearray(len(led_of) or pins.SQUARES)
        self._shown = bytearray(self.making)
        self._over = None
        self._used = 1
        self._phase = -1
        self._scale = 256
        self.dimmed = False

    def set_brightness(self, percent):
        self._brightness = percent
        self._prepare()

    def show(self):
        # The pattern being made becomes the one that is shown.
        self._shown[:] = self.making
        self._prepare()

    def cover(self, pattern):
        # Show this one instead, as long as it is not None; show() and dark() go on underneath.
        self._over = pattern
        self._prepare()

    def dark(self):
        for pattern in (self.making, self._shown):
            for place in range(len(pattern)):
                pattern[place] = 0
        self._prepare()

    def render(self, ms):
        # Writes to the strip only when something looks different now.
        phase = phase_at(ms) & self._used
        if phase == self._phase:
            return
        pattern = self._pattern()
        for place, led in enumerate(self._led_of):
            look = pattern[place]
            on = look & 15 and phase >> (look >> 4) & 1
            self._strip[led] = self._scaled(COLORS[look & 15]) if on else COLORS[0]
        if not self._led_of or self._strip.write() is not False:
            self._phase = phase

    def _pattern(self):
        return self._shown if self._over is None else self._over

    def _prepare(self):
        self._used = 1
        current = 0
        for look in self._pattern():
            if look:
                self._used |= 1 << (look >> 4)
                current += sum(COLORS[look & 15])
        # As if every blinking square were on: so blinking does not change the others.
        full_ma = current * pins.CHANNEL_MA // 255 * self._brightness // 100
        self.dimmed = full_ma > self._limit_ma
        self._scale = self._brightness * 256 // 100
        if self.dimmed:
            self._scale = self._scale * self._limit_ma // full_ma
        self._phase = -1

    def _scaled(self, color):
        scale = self._scale
        return (color[0] * scale >> 8, color[1] * scale >> 8, color[2] * scale >> 8)
