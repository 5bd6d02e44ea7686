"""Writes protocol_vectors.json: every message once or more, as fields and as bytes on the wire.

The file is the lock, not this script: run it only to add a message, and look at the difference.
A vector that changes means that boards in people's houses no longer understand the program.
"""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

from firmware_protocol.codec import encode
from firmware_protocol.codes import (
    BoardKind,
    ButtonCode,
    CalibrationStep,
    Capability,
    Charge,
    Content,
    ErrorCode,
    LedBlink,
    LedColor,
    LedKind,
    NakReason,
    RestartMode,
    SensorCode,
    SettingKey,
    State,
)
from firmware_protocol.messages import (
    Ack,
    Battery,
    Button,
    Calibrate,
    Calibrated,
    Calibration,
    Change,
    ErrorReport,
    GetSnapshot,
    Heartbeat,
    Hello,
    HelloAnswer,
    Light,
    Message,
    Nak,
    Ping,
    Pong,
    ReadCalibration,
    ReadSetting,
    Restart,
    Setting,
    SnapshotReport,
    SquareLevels,
    WriteCalibration,
    WriteSetting,
    led_pattern,
)

START = (Content.BLACK,) * 20 + (Content.EMPTY,) * 10 + (Content.WHITE,) * 20
SWITCHES = tuple(Content.OCCUPIED if n % 3 else Content.EMPTY for n in range(50))
KINGS = (*START[:49], Content.WHITE_KING)
ALL_CONTENTS = tuple(Content)
ALL_LIGHTS = [Light(n + 1, LedColor(n % 7 + 1), LedBlink(n % 4)) for n in range(14)]

MESSAGES: list[tuple[int, Message]] = [
    (1, Hello(1, 0)),
    (
        1,
        HelloAnswer(
            1,
            0,
            0xDEADBEEF,
            BoardKind.DRAUGHTS_10X10,
            50,
            SensorCode.COLOR,
            LedKind.SQUARE_RGB,
            50,
            Capability.BUTTONS | Capability.CALIBRATION,
            (1, 2, 3),
            b"\x00\x11SERIAL",
        ),
    ),
    (
        0,
        HelloAnswer(
            1,
            255,
            0,
            BoardKind.DRAUGHTS_8X8,
            32,
            SensorCode.OCCUPANCY,
            LedKind.NONE,
            0,
            Capability(0),
            (0, 0, 0),
            b"",
        ),
    ),
    (2, GetSnapshot()),
    (2, SnapshotReport(0, 0, (Content.EMPTY,) * 50)),
    (255, SnapshotReport(65535, 0xFFFFFFFF, START)),
    (3, SnapshotReport(258, 70000, SWITCHES)),
    (4, SnapshotReport(259, 70001, KINGS)),
    (5, SnapshotReport(1, 2, ALL_CONTENTS)),
    (6, SnapshotReport(1, 2, (Content.BLACK,))),
    (7, SnapshotReport(1, 2, START[15:47])),
    (7, Ping()),
    (8, Ping(bytes(range(240)))),
    (8, Pong(bytes(range(240)))),
    (9, Pong(bytes(240))),
    (10, Ping(bytes.fromhex("00030a0d1113001a00"))),
    *[(20 + n, step) for n, step in enumerate(led_pattern(ALL_LIGHTS))],
    (23, led_pattern([])[0]),
    (30, ReadSetting(SettingKey.DEBOUNCE_MS)),
    (31, WriteSetting(SettingKey.LED_TIMEOUT_MS, 10000)),
    (32, Setting(SettingKey.BRIGHTNESS_PERCENT, 20)),
    (33, ReadCalibration(17, 34)),
    (34, Calibration(49, (SquareLevels(32768, 9000, 23768), SquareLevels(0, 1, 65535)))),
    (35, WriteCalibration(1, ((32768, 9000), (31000, 256)))),
    (36, Calibrate(CalibrationStep.EMPTY_BOARD)),
    (37, Restart(RestartMode.REPL)),
    (0, Change(1, 1000, 31, Content.EMPTY)),
    (1, Change(0, 0, 1, Content.WHITE)),
    (2, Change(65535, 0x01000000, 50, Content.UNKNOWN)),
    (3, Heartbeat(1, 1000, State.CALIBRATED | State.LIGHTS_DIMMED, 0x00C0FFEE)),
    (4, Button(5000, ButtonCode.WHITE_CLOCK, True)),
    (5, Button(5100, ButtonCode.CONFIRM, False)),
    (6, Battery(87, 3700, Charge.ON_BATTERY)),
    (7, Calibrated(CalibrationStep.PIECES, 10, 21)),
    (8, ErrorReport(ErrorCode.SENSOR_RANGE, 7, 65535)),
    (21, Ack(0x04)),
    (22, Nak(0x05, NakReason.UNKNOWN_TYPE)),
]


def plain(value: Any) -> Any:
    """A field as JSON has it: numbers, lists, and bytes in hexadecimal."""
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if dataclasses.is_dataclass(value):
        return [plain(getattr(value, field.name)) for field in dataclasses.fields(value)]
    return int(value)


def fields_of(message: Message) -> dict[str, Any]:
    """A message as the vectors have it."""
    return {f.name: plain(getattr(message, f.name)) for f in dataclasses.fields(message)}  # type: ignore[arg-type]


def vector(seq: int, message: Message) -> dict[str, Any]:
    kind = type(message).__name__
    return {
        "kind": kind,
        "seq": seq,
        "fields": fields_of(message),
        "hex": encode(message, seq).hex(),
    }


def main() -> None:
    rows = ",\n".join(json.dumps(vector(*row)) for row in MESSAGES)
    Path(__file__).with_name("protocol_vectors.json").write_text(f"[\n{rows}\n]\n")


if __name__ == "__main__":
    main()
