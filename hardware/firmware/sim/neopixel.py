# Stand-in for a chain of WS2812: what is written is seen.
import world


class NeoPixel:
    def __init__(self, pin, count):
        self._colors = [(0, 0, 0)] * count

    def __setitem__(self, led, color):
        self._colors[led] = color

    def write(self):
        world.eyes.see(self._colors)
