# The sensors through the simulated pins: both kinds, every square, both poles, broken lines.
import os

import pins
import protocol as p
import scan
import store


def place(text):
    with open("magnets", "w") as file:
        file.write(text)


def contents(box):
    box.scan()
    return list(box.contents)


SQUARES = pins.SQUARES
settings = store.Settings()
hall = scan.HallScanner(settings)
switches = scan.SwitchScanner(settings)
place("." * SQUARES)
assert contents(hall) == [p.EMPTY] * SQUARES
assert contents(switches) == [p.EMPTY] * SQUARES
for square in range(SQUARES):
    for mark, content in (("w", p.WHITE), ("b", p.BLACK)):
        place("." * square + mark + "." * (SQUARES - 1 - square))
        wanted = [p.EMPTY] * SQUARES
        wanted[square] = content
        assert contents(hall) == wanted, (square, mark)
        wanted[square] = p.OCCUPIED
        assert contents(switches) == wanted, (square, mark)

# A half-written file changes nothing.
place("bbb")
assert contents(switches) == wanted

# The other pole for white.
settings.set(p.WHITE_POLE, 1)
hall.calibrate(settings)
place("w" * 25 + "b" * 25)
assert contents(hall) == [p.BLACK] * 25 + [p.WHITE] * 25

settings.set(p.WHITE_POLE, 0)
hall.calibrate(settings)

# A broken sensor is told, and mended when it is whole again.
place("x" + "." * (SQUARES - 1))
assert contents(hall)[0] == p.UNKNOWN
assert hall.error() == (p.ERROR_RANGE, 1, 0)
place("." * SQUARES)
assert contents(hall)[0] == p.EMPTY
assert hall.error() is None

# Hysteresis: seen above 38 % of the span, gone below 28 %.
box = scan.HallScanner(store.Settings())
span, empty = box._span[0], box._empty[0]
for percent, content in (
    (0, 0),
    (37, 0),
    (39, p.BLACK),
    (29, p.BLACK),
    (27, 0),
    (-39, p.WHITE),
    (-29, p.WHITE),
    (39, p.BLACK),
):
    level = empty + span * percent // 100
    if not box._from[0] < level < box._to[0]:
        box._judge(0, level)
    assert box.contents[0] == content, (percent, box.contents[0])

# Every step of the plan turns few lines, and no two multiplexers ever drive one ADC pin.
state = {}
for step, (changed, reads) in enumerate(scan.reading_plan() * 2):
    for pin, value in changed:
        state[pin.number] = value
        on = [mux[0] for mux in pins.MUXES if state.get(mux[1], 1) == 0]
        assert len(on) == len(set(on)), step
    lines = [pin for pin, _ in changed if pin.number in pins.ADDRESS]
    assert len(lines) <= 1 or not step % len(scan.reading_plan()) or reads[0][1] >= 48
assert sorted([at for _, reads in scan.reading_plan() for _, at in reads]) == list(range(SQUARES))

# A chain that is not there at all is no empty board.
import world

for level in (0, 255):
    world.magnets.chain[:] = bytes([level] * pins.CHAIN_BYTES)
    broken = scan.SwitchScanner(settings)
    assert contents(broken) == [p.UNKNOWN] * SQUARES
    assert broken.error()[0] == p.ERROR_STUCK
os.remove("magnets")
print("ok")
