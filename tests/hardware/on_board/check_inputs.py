# Buttons that act at once and buttons that must be held; the battery's levels.
import os

import inputs
import protocol as p


def hold(text):
    with open("buttons", "w") as file:
        file.write(text)


box = inputs.Buttons((0, 0, 0, 0, 1000, 1000))
hold("......")
assert box.changes(0) == []
hold("1...1.")
assert box.changes(20) == [(1, 1)]
assert list(box.down) == [1, 0, 0, 0, 0, 0]
assert box.changes(1019) == []
assert box.changes(1020) == [(5, 1)]
assert box.held_ms(0, 1020) == 1000
hold(".....1")
assert box.changes(1040) == [(1, 0), (5, 0)]
hold("......")
assert box.changes(1060) == [], "let go too soon"
hold(".....1")
assert box.changes(1080) == []
assert box.changes(2080) == [(6, 1)]
assert box.held_ms(0, 2080) == 0
os.remove("buttons")

millivolts = 5000
battery = inputs.Battery(lambda: millivolts * 65535 // 9900)
assert not battery.present, "USB"
millivolts = 0
assert not battery.changed()
assert not battery.present, "nothing is connected to the divider"
millivolts = 3725
assert battery.changed()
assert battery.present
assert battery.body[0] in (49, 50)
assert battery.body[3] == p.ON_BATTERY
assert not battery.low
millivolts = 3400
battery.changed()
assert battery.low
millivolts = 5000
assert battery.changed()
assert battery.body[0] == 255
print("ok")
