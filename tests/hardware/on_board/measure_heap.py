# How much memory is left when the whole board is built and has worked: with a host on the cable and
# a phone by radio, in a game of many kings. MicroPython only.
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


class Phone:
    # The radio's other half: says what a script says, hears the answers.
    def __init__(self):
        self.phone = self.wire = self
        self.says, self.heard = [], []

    def read(self):
        says, self.says = self.says, []
        return [(message, False) for message in says]

    def say(self, text):
        self.heard.append(text)


class Clock:
    now = 0

    def ms(self):
        return Clock.now


pipe, phone = Pipe(), Phone()
port.Console = lambda: pipe
port.wireless = lambda: phone
port.console = lambda wireless: pipe
port.Clock = Clock
box = board.Board()
contents = box.debouncer.settled


def settle(ms):
    # Let time go by on a board that stands still.
    for _ in range(ms // 20):
        Clock.now += 20
        box._phone.turn(contents, Clock.now)
        phone.heard = phone.heard[-4:]


def put(place, content):
    contents[place] = content
    box._phone.turn(contents, Clock.now)
    Clock.now += 100


BEGIN = b"begin 1m1m1m1m1m/10/1m1m1m1m1m/10/1m1m1m1m1m/10/1m1m1m1m1m/10/10/D9 w"


def play():
    # A king takes what it can, shown on the board but for what it took.
    for place in range(50):
        contents[place] = p.EMPTY
    for row in (0, 2, 4, 6):
        for step in range(5):
            contents[row * 5 + step] = p.BLACK
    put(45, p.WHITE)
    phone.says = [b"feature moved", b"feature submove_state", BEGIN]
    box._attend_to_phone(Clock.now)
    assert phone.heard[-1].startswith("sync"), phone.heard
    phone.heard = []
    put(45, p.EMPTY)
    put(27, p.WHITE)
    settle(2000)
    for _ in range(2):  # refused as a whole, and in its first part
        assert phone.heard[-1] == "move a1e5", phone.heard
        phone.says = [b"nok"]
        box._attend_to_phone(Clock.now)
    put(30, p.EMPTY)
    put(20, p.EMPTY)
    settle(6000)
    phone.says = [b"end abort"]
    box._attend_to_phone(Clock.now)


lowest = None
for turn in range(400):
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
        play()
        gc.collect()
        free = gc.mem_free()
        lowest = free if lowest is None else min(lowest, free)
    Clock.now += 10
    box._tick(Clock.now)
assert pipe.sent > 200000
gc.collect()
print("used", gc.mem_alloc(), "free", gc.mem_free(), "lowest", lowest)
