# The Bluetooth pipe on a stand-in for MicroPython's module: cut to size, bounded, shared with a cable.
import sys


class UUID:
    def __init__(self, text):
        self.text = text


class BLE:
    # One controller; what it was told stays readable, and `full` makes its queue refuse.
    def __init__(self):
        BLE.one = self
        self.settings, self.advertised, self.sent, self.full = {}, [], [], False
        self.value = b""

    def active(self, on):
        self.on = on

    def config(self, **settings):
        self.settings = settings

    def irq(self, handler):
        self.tell = handler

    def gatts_register_services(self, services):
        assert self.on, "registered before the radio was switched on"
        self.services = services
        return ((11, 22),)

    def gatts_set_buffer(self, handle, size, append):
        assert handle == 22 and append
        self.size = size

    def gap_advertise(self, interval_us, adv_data, resp_data):
        assert len(adv_data) <= 31 and len(resp_data) <= 31
        self.advertised.append((interval_us, adv_data, resp_data))

    def gatts_read(self, handle):
        assert handle == 22
        value, self.value = self.value, b""
        return value

    def gatts_notify(self, host, handle, data):
        assert (host, handle) == (7, 11)
        if self.full:
            raise OSError(12)
        self.sent.append(data)

    # What a host does

    def write(self, data):
        self.value = (self.value + data)[: self.size]
        self.tell(3, (7, 22))


class Module:
    pass


module = Module()
module.UUID, module.BLE = UUID, BLE
sys.modules["bluetooth"] = module

import radio  # noqa: E402

assert radio.present()
pipe = radio.Radio(b"\x00\x01\x02\x03\x04\x05\x1a\xb2")
ble = BLE.one

# It tells the service in the advertisement and its own name in the answer to a question.
interval_us, told, asked = ble.advertised[0]
assert interval_us == 100000
assert told[:3] == b"\x02\x01\x06" and told[3:5] == b"\x11\x07"
assert told[5:7] == b"\x9e\xca" and told[-4:] == b"\x01\x00\x40\x6e"
assert asked[2:] == b"Dambord 1AB2" and asked[0] == len(asked) - 1
((service, pipes),) = ble.services
assert service.text == radio.SERVICE
assert [flags for _, flags in pipes] == [0x10, 0x0C]

# Nobody listens: what is said is lost, and nothing waits.
pipe.write(b"lost")
assert pipe.read() == b"" and ble.sent == []

# Cut at the size that was agreed, smallest first.
ble.tell(1, (7, 0, b""))
pipe.write(bytes(range(50)))
assert [len(piece) for piece in ble.sent] == [20, 20, 10]
assert b"".join(ble.sent) == bytes(range(50))
ble.tell(21, (7, 247))
pipe.write(bytes(250))
assert [len(piece) for piece in ble.sent[3:]] == [244, 6]

# What was written is read once, in order.
ble.write(b"ab")
ble.write(b"c")
assert pipe.read() == b"abc"
assert pipe.read() == b""

# A full queue: it waits, and is sent at the next look; too much is lost frame by frame.
ble.sent, ble.full = [], True
frames = [bytes([n]) * 100 for n in range(12)]
for frame in frames:
    pipe.write(frame)
assert ble.sent == []
ble.full = False
pipe.read()
assert b"".join(ble.sent) == b"".join(frames[:10])

# Gone: it advertises anew, and the next host gets nothing of what waited, at the smallest size.
ble.full = True
pipe.write(b"old")
ble.tell(2, (7, 0, b""))
assert len(ble.advertised) == 2
ble.full, ble.sent = False, []
ble.tell(1, (7, 0, b""))
pipe.write(bytes(21))
assert [len(piece) for piece in ble.sent] == [20, 1]


# Beside a cable: both hear all; where the speaker changes, an unfinished frame is closed.
class Cable:
    def __init__(self):
        self.said, self.came = [], []

    def read(self, wait_ms):
        return self.came.pop(0) if self.came else b""

    def write(self, data):
        self.said.append(data)


cable = Cable()
both = radio.Joined(cable, pipe)
ble.sent = []
both.write(b"beat")
assert cable.said == [b"beat"] and ble.sent == [b"beat"]
cable.came = [b"12", b"34", b"5", None]
assert both.read(1) == b"12"
ble.write(b"AB")
assert both.read(1) == b"\0AB"
assert both.read(1) == b"\x0034"
assert both.read(1) == b"5"
assert both.read(1) is None
print("ok")
