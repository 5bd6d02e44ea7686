# What the strip is told: colours, blinking in phase, the power limit.
import lights


class Strip:
    def __init__(self, count):
        self.colors = [None] * count
        self.writes = 0

    def __setitem__(self, led, color):
        self.colors[led] = color

    def write(self):
        self.writes += 1


def make(count=4, limit_ma=10000, brightness=100, led_of=None):
    strip = Strip(count)
    return strip, lights.Lights(strip, led_of or tuple(range(count)), limit_ma, brightness)


DARK = (0, 0, 0)
RED, BLUE = 6, 2
SLOW, FAST, FLASH = 16, 32, 48

# Nothing is seen before show(), then all of it.
strip, box = make(led_of=(3, 2, 1, 0))
box.making[0] = RED
box.render(0)
assert strip.colors == [DARK] * 4
box.show()
box.render(0)
assert strip.colors == [DARK, DARK, DARK, (255, 0, 0)]

# A steady pattern is written once.
for ms in range(0, 5000, 10):
    box.render(ms)
assert strip.writes == 2, strip.writes

# Blinking follows the clock, and only the blinks in use cost writes.
strip, box = make()
box.making[:] = bytes((RED, RED | SLOW, RED | FAST, RED | FLASH))
box.show()
seen = {}
for ms in range(1000):
    box.render(ms)
    seen[ms] = [color != DARK for color in strip.colors]
assert [sum([seen[ms][n] for ms in seen]) for n in range(4)] == [1000, 500, 500, 100]
assert seen[0] == [True, True, True, True]
assert seen[499] == [True, True, False, False]
assert strip.writes == 9, strip.writes

# Brightness scales, the power limit scales further and says so.
strip, box = make(brightness=20)
box.making[0] = 1
box.show()
box.render(0)
assert strip.colors[0] == (50, 50, 50), strip.colors
assert not box.dimmed
strip, box = make(count=50, limit_ma=400, brightness=100)
box.making[:] = bytes([1] * 50)
box.show()
box.render(0)
assert box.dimmed
milliamps = sum([sum(color) for color in strip.colors]) * 20 / 255
assert 350 < milliamps <= 400, milliamps
box.dark()
box.render(0)
assert strip.colors == [DARK] * 50
assert not box.dimmed
print("ok")
