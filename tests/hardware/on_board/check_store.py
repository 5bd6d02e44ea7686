# Settings survive, and nothing in the file can do harm.
import os

import pins
import protocol as p
import store


def write(text, name=store.FILE):
    with open(name, "w") as file:
        file.write(text)


def gone(name):
    try:
        os.remove(name)
    except OSError:
        pass


gone(store.FILE)
gone(store.NEW)
fresh = store.Settings()
assert fresh.get(p.DEBOUNCE_MS) == 25
assert not fresh.calibrated
assert not fresh.fault

fresh.set(p.DEBOUNCE_MS, 40)
assert store.Settings().get(p.DEBOUNCE_MS) == 25, "not kept before save()"
fresh.empty[7], fresh.span[7], fresh.calibrated = 30000, 5000, True
assert fresh.save()
again = store.Settings()
assert again.get(p.DEBOUNCE_MS) == 40
assert again.calibrated
assert (again.empty[7], again.span[7]) == (30000, 5000)

for key, value in ((p.DEBOUNCE_MS, 4), (p.BRIGHTNESS_PERCENT, 101), (p.SENSOR, 3)):
    before = again.get(key)
    try:
        again.set(key, value)
        raise SystemExit("taken: %d" % value)
    except p.Refused as refused:
        assert refused.reason == p.BAD_VALUE
    assert again.get(key) == before

for text in (
    "",
    "{",
    "[]",
    "7",
    '{"debounce_ms": "x", "sensor": 9, "empty": [1]}',
    "\x00\xff" * 50,
):
    write(text)
    harmed = store.Settings()
    assert harmed.get(p.DEBOUNCE_MS) == 25, text
    assert harmed.get(p.SENSOR) == pins.SENSOR
    assert not harmed.calibrated

# Power lost between removing the old file and renaming the new one.
gone(store.FILE)
write('{"debounce_ms": 50}', store.NEW)
assert store.Settings().get(p.DEBOUNCE_MS) == 50

# Power lost while the new one was written: the old one counts.
write('{"debounce_ms": 60}')
write('{"debo', store.NEW)
kept = store.Settings()
assert kept.get(p.DEBOUNCE_MS) == 60
assert not kept.fault
gone(store.FILE)
gone(store.NEW)
print("ok")
