# The golden vectors, read and written by the firmware's own code. Arguments: the vectors' file.
import json
import sys

import protocol as p
import wire

BUILT = {
    "HelloAnswer": (p.HELLO_ANSWER, lambda f: p.hello_answer(
        f["major"], f["minor"], f["boot_id"], f["board"], f["squares"], f["sensor"], f["led_kind"],
        f["leds"], f["capabilities"], f["firmware"], unhex(f["serial"]))),
    "SnapshotReport": (
        p.SNAPSHOT, lambda f: p.snapshot(f["revision"], f["board_ms"], bytearray(f["contents"]))),
    "Pong": (p.PONG, lambda f: unhex(f["body"])),
    "Setting": (p.SETTING, lambda f: p.setting(f["key"], f["value"])),
    "Calibration": (p.CALIBRATION, lambda f: p.calibration(f["first"], f["squares"])),
    "Change": (
        p.CHANGE, lambda f: p.change(f["revision"], f["board_ms"], f["square"], f["content"])),
    "Heartbeat": (
        p.HEARTBEAT,
        lambda f: p.heartbeat(f["revision"], f["board_ms"], f["state"], f["boot_id"])),
    "Button": (p.BUTTON, lambda f: p.button(f["board_ms"], f["button"], f["pressed"])),
    "Battery": (p.BATTERY, lambda f: p.battery(f["percent"], f["millivolts"], f["charge"])),
    "Calibrated": (p.CALIBRATED, lambda f: p.calibrated(f["step"], f["failed"], f["square"])),
    "ErrorReport": (p.ERROR, lambda f: p.error(f["code"], f["square"], f["detail"])),
    "Ack": (p.ACK, lambda f: bytes((f["request"],))),
    "Nak": (p.NAK, lambda f: bytes((f["request"], f["reason"]))),
}  # fmt: skip

READ = {
    "Hello": (p.HELLO, lambda b: dict(zip(("major", "minor"), p.fields("<BB", b)))),
    "GetSnapshot": (p.GET_SNAPSHOT, lambda b: {}),
    "Ping": (p.PING, lambda b: {"body": b}),
    "SetLeds": (p.SET_LEDS, lambda b: dict(
        zip(("step", "lit"), p.fields("<BB", b)),
        lights=[[s, look & 15, look >> 4] for s, look in p.entries("<BB", b[2:])])),
    "ReadSetting": (p.READ_SETTING, lambda b: {"key": p.fields("<B", b)[0]}),
    "WriteSetting": (p.WRITE_SETTING, lambda b: dict(zip(("key", "value"), p.fields("<BH", b)))),
    "ReadCalibration": (
        p.READ_CALIBRATION, lambda b: dict(zip(("first", "count"), p.fields("<BB", b)))),
    "WriteCalibration": (p.WRITE_CALIBRATION, lambda b: {
        "first": b[0], "levels": [list(each) for each in p.entries("<HH", b[1:])]}),
    "Calibrate": (p.CALIBRATE, lambda b: {"step": p.fields("<B", b)[0]}),
    "SelfTest": (p.TEST, lambda b: {"step": p.fields("<B", b)[0]}),
    "Restart": (p.RESTART, lambda b: dict(zip(("mode", "guard"), p.fields("<BH", b)))),
}  # fmt: skip


def unhex(text):
    return bytes([int(text[at : at + 2], 16) for at in range(0, len(text), 2)])


def same(found, wanted):
    if isinstance(found, (bytes, bytearray)):
        return found == unhex(wanted)
    return found == wanted


with open(sys.argv[1]) as file:
    vectors = json.load(file)
decoder = wire.FrameDecoder()
for row in vectors:
    kind, fields, on_wire = row["kind"], row["fields"], unhex(row["hex"])
    ((number, seq, body),) = decoder.feed(on_wire)
    assert seq == row["seq"], row
    if kind in BUILT:
        wanted, build = BUILT[kind]
        made = wire.frame(wanted, seq, build(fields))
        assert bytes(made) == on_wire, (row, made)
    else:
        wanted, read = READ[kind]
        found = read(body)
        assert all([same(found[name], fields[name]) for name in fields]), (row, found)
        assert bytes(wire.frame(number, seq, body)) == on_wire, row
    assert number == wanted, row
assert decoder.errors == 0
print("ok", len(vectors))
