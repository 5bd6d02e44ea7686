# Frames: noise, cuts and lengths, in the firmware's own decoder.
import random

import wire

assert wire.crc16(b"123456789") == 0x29B1

random.seed(5)


def noise(count):
    return bytes([random.getrandbits(8) for _ in range(count)])


for size in range(wire.MAX_BODY + 1):
    body = noise(size) if size % 2 else bytes(size)
    made = bytes(wire.frame(size % 256, 255 - size % 256, body))
    assert 0 not in made[:-1]
    assert made[-1] == 0
    assert len(made) <= wire.MAX_ENCODED + 1
    assert wire.FrameDecoder().feed(made) == [(size % 256, 255 - size % 256, body)]

decoder = wire.FrameDecoder()
good = bytes(wire.frame(3, 9, b"\x00\x03\x0a\x0d"))
for turn in range(200):
    decoder.feed(noise(random.getrandbits(9)))
    decoder.feed(b"\0")
    found = []
    for at in range(len(good)):
        found += decoder.feed(good[at : at + 1])
    assert found == [(3, 9, b"\x00\x03\x0a\x0d")]
    assert decoder.feed(good + good) == found + found

decoder = wire.FrameDecoder()
for _ in range(100):
    decoder.feed(b"\x77" * 100)
assert (decoder.overruns, decoder.errors) == (1, 1)
assert decoder.feed(b"\0" + good) == [(3, 9, b"\x00\x03\x0a\x0d")]

for at in range(len(good) - 1):
    for bit in range(8):
        bad = bytearray(good)
        bad[at] ^= 1 << bit
        assert wire.FrameDecoder().feed(bytes(bad) + b"\0") == []
print("ok")
