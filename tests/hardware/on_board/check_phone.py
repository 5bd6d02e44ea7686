# A phone at the whole board: what it says is heard, its round is lit over the host's pattern, a test
# over both, and when it is gone so is its round.
import os

import board
import port
import protocol as p


class Pipe:
    # Gives so many empty reads, then the end.
    reads = 0

    def read(self, wait_ms):
        self.reads -= 1
        return None if self.reads < 0 else b""

    def write(self, data):
        pass


class Phone:
    def __init__(self):
        self.says, self.said = [], []

    def read(self):
        says, self.says = self.says, []
        return says

    def say(self, text):
        self.said.append(text)


class Lamps:
    # Lights that tell what covers the host's pattern.
    dimmed, covered = False, None

    def cover(self, pattern):
        self.covered = pattern

    def render(self, ms):
        pass


class Radio:
    wire, phone = None, Phone()


with open("magnets", "w") as file:
    file.write("." * 50)
port.wireless = Radio
pipe = Pipe()
port.console = lambda wireless: pipe
box = board.Board()
phone, box.lights = Radio.phone, Lamps()
pipe.reads = 20
begin = b"begin 1m8/10/10/10/10/10/10/10/10/10 w"
phone.says = [None, (begin, False)]
box.run()
assert phone.said == ["unsync 10/10/10/10/10/10/10/10/10/10"], phone.said
assert box.lights.covered[0] == 3 and not any(box.lights.covered[1:])
box.test(p.TEST_SENSORS)
pipe.reads = 20
box.run()
assert not any(box.lights.covered)
box.test(p.TEST_STOP)
pipe.reads = 20
box.run()
assert box.lights.covered[0] == 3
phone.says = [None]
pipe.reads = 20
box.run()
assert box.lights.covered is None
os.remove("magnets")
print("ok")
