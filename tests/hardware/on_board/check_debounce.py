# What settles and when: rows of (ms, contents, what has settled by then).
import debounce


def play(rows, wait_ms=25):
    box = debounce.Debouncer(bytearray(len(rows[0][1])), wait_ms)
    for now, contents, wanted in rows:
        found = [(place, content) for _, place, content in box.update(bytearray(contents), now)]
        assert found == wanted, (now, found, wanted)
    return box


# A piece put down counts after 25 ms, once.
play([(0, [2], []), (10, [2], []), (20, [2], []), (30, [2], [(0, 2)]), (40, [2], [])])

# Nine toggles at 4 ms, seen by a scan every millisecond: one change, 25 ms after the last.
box = debounce.Debouncer(bytearray(1), 25)
settled = []
for now in range(200):
    toggles = min(now // 4 + 1, 9)
    settled += [(now, content) for _, _, content in box.update(bytearray([toggles % 2]), now)]
assert settled == [(32 + 25, 1)], settled

# The same seen every 10 ms, whatever the phase.
for phase in range(10):
    box = debounce.Debouncer(bytearray(1), 25)
    settled = []
    for now in range(phase, 200, 10):
        toggles = min(now // 4 + 1, 9)
        settled += box.update(bytearray([toggles % 2]), now)
    assert len(settled) == 1, (phase, settled)

# A flicker of 20 ms is nothing.
play([(0, [0], []), (10, [3], []), (20, [3], []), (30, [0], []), (40, [0], []), (99, [0], [])])

# Another content starts the waiting anew.
play([(0, [2], []), (10, [3], []), (20, [3], []), (30, [3], []), (35, [3], [(0, 3)])])

# What began first is told first, whatever its square.
play([(0, [0, 0, 2], []), (10, [3, 0, 2], []), (40, [3, 0, 2], [(2, 2), (0, 3)])])

# The waiting time can be changed on the way.
box = play([(0, [1], []), (20, [1], [])])
box.wait_ms = 100
assert not box.update(bytearray([1]), 99)
assert box.update(bytearray([1]), 100)
assert box.settled == bytearray([1])

# When to look again: at the moment the first of them has waited long enough.
box = debounce.Debouncer(bytearray(2), 25)
assert box.ripe() is None
box.update(bytearray([1, 0]), 7)
box.update(bytearray([1, 1]), 11)
assert box.ripe() == 32
assert [change[1] for change in box.update(bytearray([1, 1]), 32)] == [0]
assert box.ripe() == 36
box.update(bytearray([1, 0]), 33)
assert box.ripe() is None
print("ok")
