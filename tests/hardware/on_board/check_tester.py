# Test mode: which light at which moment, and what the sensors have shown.
import lights
import pins
import protocol as p
import tester

SQUARES = pins.SQUARES
EMPTY = bytearray(SQUARES)
FREE = bytearray(6)


def with_piece(square, content):
    contents = bytearray(SQUARES)
    contents[square - 1] = content
    return contents


# Each light alone, in the order of the squares, then all of them in three colours.
box = tester.Tester(p.TEST_LIGHTS, 1000)
for square in range(1, SQUARES + 1):
    pattern = box.step(1000 + square * tester.ONE_MS - 1, EMPTY, FREE)
    assert [n + 1 for n in range(SQUARES) if pattern[n]] == [square], square
after = 1000 + SQUARES * tester.ONE_MS
for turn, color in enumerate(tester.TOUR):
    assert box.step(after + turn * tester.ALL_MS, EMPTY, FREE) == bytes([color] * SQUARES)
assert box.step(after + 3 * tester.ALL_MS, EMPTY, FREE) == EMPTY

# A piece that is seen, and what is left of it; a button; an unreadable square.
box = tester.Tester(p.TEST_SENSORS, 0)
for content, look in (
    (p.WHITE, lights.WHITE),
    (p.BLACK, lights.BLUE),
    (p.OCCUPIED, lights.GREEN),
    (p.UNKNOWN, lights.RED | lights.FAST),
):
    assert box.step(10, with_piece(7, content), FREE)[6] == look
assert box.step(20, EMPTY, FREE)[6] == lights.GREEN | lights.FLASH
assert box.step(20, EMPTY, bytes((0, 1, 0, 0, 0, 0)))[1] == lights.PURPLE
assert box.step(20, with_piece(9, p.UNKNOWN), FREE)[8] == lights.RED | lights.FAST
assert box.step(20, EMPTY, FREE)[8] == 0, "unreadable is not seen"

# Every square once, and it is over after a while.
for square in range(1, SQUARES + 1):
    assert box.step(100, with_piece(square, p.WHITE), FREE) is not None
assert box.step(200, EMPTY, FREE) == bytes([lights.GREEN | lights.SLOW] * SQUARES)
assert box.step(199 + tester.DONE_MS, EMPTY, FREE) is not None
assert box.step(200 + tester.DONE_MS, EMPTY, FREE) is None

# It is over even where nothing happens, but not before everything was tried.
box = tester.Tester(p.TEST_SENSORS, 0)
assert box.step(3600000, EMPTY, FREE) == EMPTY
print("ok")
