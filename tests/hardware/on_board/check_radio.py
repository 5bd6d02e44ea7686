# The Bluetooth services on a stand-in for MicroPython's module: cut to size, bounded,
# apart from each other, shared with a cable.
import sys


class UUID:
    def __init__(self, text):
        self.text = text


class BLE:
    # One controller; what it was told stays readable, and `full` makes its queue refuse.
    def __init__(self):
        BLE.one = self
        self.settings, self.advertised, self.full = {}, [], False
        self.sent = []  # (host, handle, data)
        self.values, self.sizes = {}, {}

    def active(self, on):
        self.on = on

    def config(self, **settings):
        self.settings = settings

    def irq(self, handler):
        self.tell = handler

    def gatts_register_services(self, services):
        assert self.on, "registered before the radio was switched on"
        self.services = services
        return ((11, 22), (33, 44))

    def gatts_set_buffer(self, handle, size, append):
        self.sizes[handle] = (size, append)

    def gap_advertise(self, interval_us, adv_data, resp_data):
        assert len(adv_data) <= 31 and len(resp_data) <= 31
        self.advertised.append((interval_us, adv_data, resp_data))

    def gatts_read(self, handle):
        value = self.values.get(handle, b"")
        if self.sizes[handle][1]:
            self.values[handle] = b""
        return value

    def gatts_write(self, handle, data):
        assert len(data) <= self.sizes[handle][0]
        self.values[handle] = data

    def gatts_notify(self, host, handle, data):
        if self.full:
            raise OSError(12)
        self.sent.append((host, handle, data))

    # What a host does

    def write(self, host, handle, data):
        size, append = self.sizes[handle]
        self.values[handle] = ((self.values.get(handle, b"") if append else b"") + data)[:size]
        self.tell(3, (host, handle))

    def told(self, host, handle):
        # What it was notified of since this was asked last.
        told = [data for to, at, data in self.sent if (to, at) == (host, handle)]
        self.sent = [each for each in self.sent if each[:2] != (host, handle)]
        return told


class Module:
    pass


module = Module()
module.UUID, module.BLE = UUID, BLE
sys.modules["bluetooth"] = module

import radio  # noqa: E402

HOST, PHONE = 7, 8
TO_HOST, TO_BOARD, TO_APP, FROM_APP = 11, 22, 33, 44
SERIAL = b"\x00\x01\x02\x03\x04\x05\x1a\xb2"

assert radio.present()
both = radio.Radio(SERIAL, hosts=2)
pipe, phone = both.wire, both.phone
ble = BLE.one

# It tells one service in the advertisement, the other and its own name in the answer to a question.
interval_us, told, asked = ble.advertised[0]
assert interval_us == 100000
assert told[:3] == b"\x02\x01\x06" and told[3:5] == b"\x11\x07"
assert told[5:7] == b"\x9e\xca" and told[-4:] == b"\x01\x00\x40\x6e"
assert asked[:4] == b"\x11\x07\x33\x8d" and asked[14:18] == b"\x50\x10\x35\xf5"
assert asked[18:20] == b"\x0c\x09" and asked[20:] == b"Dambord1AB2"
(wire, wire_pipes), (text, text_pipes) = ble.services
assert (wire.text, text.text) == (radio.WIRE, radio.PHONE)
assert [flags for _, flags in wire_pipes] == [0x10, 0x0C]
assert [flags for _, flags in text_pipes] == [0x12, 0x0C]

# Nobody listens: what is said is lost, and nothing waits. Nor is a host told that never spoke.
pipe.write(b"lost")
phone.say("lost")
ble.tell(1, (HOST, 0, b""))
pipe.write(b"lost")
phone.say("lost")
assert pipe.read() == b"" and phone.read() == [] and ble.sent == []

# Cut at the size that was agreed, smallest first.
ble.write(HOST, TO_BOARD, b"!")
assert pipe.read() == b"!"
pipe.write(bytes(range(50)))
pieces = ble.told(HOST, TO_HOST)
assert [len(piece) for piece in pieces] == [20, 20, 10]
assert b"".join(pieces) == bytes(range(50))
ble.tell(21, (HOST, 247))
pipe.write(bytes(250))
assert [len(piece) for piece in ble.told(HOST, TO_HOST)] == [244, 6]

# What was written is read once, in order.
ble.write(HOST, TO_BOARD, b"ab")
ble.write(HOST, TO_BOARD, b"c")
assert pipe.read() == b"abc"
assert pipe.read() == b""

# A full queue: it waits, and is sent at the next look; too much is lost frame by frame.
ble.full = True
frames = [bytes([n]) * 100 for n in range(12)]
for frame in frames:
    pipe.write(frame)
assert ble.sent == []
ble.full = False
pipe.read()
assert b"".join(ble.told(HOST, TO_HOST)) == b"".join(frames[:10])

# With room for a second host it goes on advertising, and each hears what it asked for.
assert len(ble.advertised) == 2
ble.tell(1, (PHONE, 0, b""))
assert len(ble.advertised) == 2
ble.write(PHONE, FROM_APP, b"feature msg")
ble.write(PHONE, FROM_APP, b"begin")
assert phone.read() == [None, (b"feature msg", False), (b"begin", False)]
assert phone.read() == []
phone.say("ok")
pipe.write(b"beat")
assert ble.told(PHONE, TO_APP) == [b"ok"] and ble.told(HOST, TO_HOST) == [b"beat"]
assert ble.sent == []

# A message that does not fit a notification is cut, and the whole can be read.
long = "sync " + "1m" * 40
phone.say(long)
assert ble.told(PHONE, TO_APP) == [long[:20].encode()]
assert ble.values[TO_APP] == long.encode()
for looks in (radio.CUT_LOOKS, radio.READ_LOOKS):
    phone.say("ok")
    for _ in range(looks - 1):
        phone.read()
    assert ble.sent == [] and ble.values[TO_APP] == long.encode()
    phone.read()
    assert ble.told(PHONE, TO_APP) == [b"ok"]
    phone.say(long)
    assert len(ble.told(PHONE, TO_APP)) == 1
    ble.tell(4, (PHONE, TO_APP))
for _ in range(radio.READ_LOOKS):
    phone.read()
ble.tell(21, (PHONE, 247))
phone.say(long)
assert ble.told(PHONE, TO_APP) == [long.encode()]

# A piece that fills a packet may be a part of a long write.
ble.tell(21, (PHONE, 23))
for size in (17, 18, 19, 20):
    ble.write(PHONE, FROM_APP, bytes(size))
assert [full for _, full in phone.read()] == [False, True, False, True]

# Messages wait for the radio, one by one; of too many, on either way, the last are lost.
ble.full = True
for n in range(20):
    phone.say("msg %d" % n)
    ble.write(PHONE, FROM_APP, b"%d" % n)
ble.full = False
assert [data for data, _ in phone.read()] == [b"%d" % n for n in range(16)]
assert ble.told(PHONE, TO_APP) == [b"msg %d" % n for n in range(16)]

# One host may use both. Another app that speaks, and one that goes, are told.
ble.write(HOST, FROM_APP, b"get_state")
assert phone.read() == [None, (b"get_state", False)]
phone.say("state")
assert ble.told(HOST, TO_APP) == [b"state"] and ble.told(PHONE, TO_APP) == []
ble.tell(2, (PHONE, 0, b""))
assert phone.read() == []
ble.tell(2, (HOST, 0, b""))
assert phone.read() == [None]
phone.say("nobody")
assert ble.sent == [] and len(ble.advertised) == 4

# Gone: the next host gets nothing of what waited, at the smallest size.
ble.tell(1, (HOST, 0, b""))
ble.write(HOST, TO_BOARD, b"!")
ble.full = True
pipe.write(b"old")
ble.tell(2, (HOST, 0, b""))
ble.full = False
ble.tell(1, (PHONE, 0, b""))
ble.write(PHONE, TO_BOARD, b"!")
pipe.read()
pipe.write(bytes(21))
assert [len(piece) for piece in ble.told(PHONE, TO_HOST)] == [20, 1]
assert ble.sent == []

# The radio of the Pico W as it is built has room for one: no advertisement beside a connection.
radio.Radio(SERIAL)
ble = BLE.one
ble.tell(1, (HOST, 0, b""))
assert len(ble.advertised) == 1
ble.tell(2, (HOST, 0, b""))
assert len(ble.advertised) == 2


# Beside a cable: both hear all; where the speaker changes, an unfinished frame is closed.
class Cable:
    def __init__(self):
        self.said, self.came = [], []

    def read(self, wait_ms):
        return self.came.pop(0) if self.came else b""

    def write(self, data):
        self.said.append(data)


cable = Cable()
pipe = radio.Radio(SERIAL).wire
ble = BLE.one
ble.tell(1, (HOST, 0, b""))
ble.write(HOST, TO_BOARD, b"!")
assert pipe.read() == b"!"
both = radio.Joined(cable, pipe)
both.write(b"beat")
assert cable.said == [b"beat"] and ble.told(HOST, TO_HOST) == [b"beat"]
cable.came = [b"12", b"34", b"5", None]
assert both.read(1) == b"12"
ble.write(HOST, TO_BOARD, b"AB")
assert both.read(1) == b"\0AB"
assert both.read(1) == b"\x0034"
assert both.read(1) == b"5"
assert both.read(1) is None
print("ok")
