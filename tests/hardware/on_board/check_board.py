# The main loop: the watchdog is fed, a fault in the program is told and does not end it, the
# battery is read between scans, test mode needs no host.
import os

import machine
import port
import protocol as p
import wire


class Pipe:
    # Gives so many empty reads, then the end; keeps what is written.
    def __init__(self):
        self.reads = 0
        self.sent = bytearray()

    def read(self, wait_ms):
        self.reads -= 1
        return None if self.reads < 0 else b""

    def write(self, data):
        self.sent += data

    def told(self, kind):
        frames = wire.FrameDecoder().feed(bytes(self.sent))
        return [body for number, _, body in frames if number == kind]


class Dog:
    fed = 0

    def __init__(self, timeout):
        assert 2000 < timeout <= 8388, "what the chip can count"

    def feed(self):
        Dog.fed += 1


class Clock:
    now = 0

    def ms(self):
        Clock.now += 10
        return Clock.now


pipe = Pipe()
port.Console = lambda: pipe
port.Clock = Clock
machine.WDT = Dog
import board

box = board.Board()
pipe.reads = 50
assert box.run() is None, "the link is gone"
assert Dog.fed == 50
assert len(pipe.told(p.HEARTBEAT)) >= 1
assert not pipe.told(p.ERROR)


# A fault in one part: told once in ten seconds, and the rest goes on.
def broken():
    raise OSError(28)


whole, box.scanner.scan = box.scanner.scan, broken
before = Dog.fed
pipe.reads = 300
box.run()
assert Dog.fed == before + 300
errors = pipe.told(p.ERROR)
assert errors == [p.error(p.ERROR_PROGRAM, 0, 28)], errors
box.scanner.scan = whole

# The battery's channel between two scans disturbs neither.
with open("magnets", "w") as file:
    file.write("b" * 20 + "." * 10 + "w" * 20)
with open("battery", "w") as file:
    file.write("3700")
for _ in range(3):
    box.scanner.scan()
    assert list(box.scanner.contents) == [p.BLACK] * 20 + [p.EMPTY] * 10 + [p.WHITE] * 20
    millivolts = box.scanner.battery() * 9900 // 65535
    assert 3690 <= millivolts <= 3700
os.remove("battery")
os.remove("magnets")

# Take back, held while the board gets its power: it tries itself, without a host and for as long
# as that takes. The lights of a host that fell silent stay out of it.
with open("buttons", "w") as file:
    file.write(".1....")
box = board.Board()
pipe.reads = 3000
box.run()
assert box._state() & p.IS_TESTING
box.test(p.TEST_STOP)
assert not box._state() & p.IS_TESTING
os.remove("buttons")
print("ok")
