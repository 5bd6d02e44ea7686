# How much memory is left when the whole board is built and has worked. MicroPython only.
import gc

import board
import port
import protocol as p
import wire


class Pipe:
    def __init__(self):
        self.sent = 0

    def read(self, wait_ms):
        return b""

    def write(self, data):
        self.sent += len(data)


pipe = Pipe()
port.Console = lambda: pipe
box = board.Board()
lowest = None
for turn in range(400):
    box._tick(turn * 10)
    box._receive(wire.frame(p.GET_SNAPSHOT, turn % 256))
    box._receive(wire.frame(p.PING, turn % 256, bytes(240)))
    box._receive(wire.frame(p.READ_CALIBRATION, turn % 256, bytes((1, 39))))
    box._receive(
        wire.frame(
            p.SET_LEDS,
            turn % 256,
            bytes((3, 50)) + bytes([b for s in range(1, 51) for b in (s, 17)]),
        )
    )
    if turn % 50 == 0:
        gc.collect()
        free = gc.mem_free()
        lowest = free if lowest is None else min(lowest, free)
assert pipe.sent > 200000
gc.collect()
print("used", gc.mem_alloc(), "free", gc.mem_free(), "lowest", lowest)
