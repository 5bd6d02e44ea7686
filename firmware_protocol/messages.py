"""The messages of our own board: from frame bodies to classes. PROTOCOL.md draws every one."""

from __future__ import annotations

from dataclasses import dataclass

from firmware_protocol.errors import BodyError
from firmware_protocol.layout import Message
from firmware_protocol.reports import (
    Ack,
    Battery,
    Button,
    Calibrated,
    Calibration,
    Change,
    ErrorReport,
    Heartbeat,
    HelloAnswer,
    Nak,
    Pong,
    Setting,
    SnapshotReport,
    SquareLevels,
)
from firmware_protocol.requests import (
    LIGHTS_PER_FRAME,
    RESTART_GUARD,
    Calibrate,
    GetSnapshot,
    Hello,
    LedStep,
    Light,
    Ping,
    ReadCalibration,
    ReadSetting,
    Restart,
    SelfTest,
    SetLeds,
    WriteCalibration,
    WriteSetting,
    led_pattern,
)

__all__ = [
    "LIGHTS_PER_FRAME",
    "MESSAGES",
    "RESTART_GUARD",
    "Ack",
    "Battery",
    "Button",
    "Calibrate",
    "Calibrated",
    "Calibration",
    "Change",
    "ErrorReport",
    "GetSnapshot",
    "Heartbeat",
    "Hello",
    "HelloAnswer",
    "LedStep",
    "Light",
    "Message",
    "Nak",
    "Ping",
    "Pong",
    "ReadCalibration",
    "ReadSetting",
    "Restart",
    "SelfTest",
    "SetLeds",
    "Setting",
    "SnapshotReport",
    "SquareLevels",
    "Unknown",
    "WriteCalibration",
    "WriteSetting",
    "led_pattern",
    "unpack",
]

_CLASSES: tuple[type[Message], ...] = (
    Calibrate,
    GetSnapshot,
    Hello,
    Ping,
    ReadCalibration,
    ReadSetting,
    Restart,
    SelfTest,
    SetLeds,
    WriteCalibration,
    WriteSetting,
    Ack,
    Battery,
    Button,
    Calibrated,
    Calibration,
    Change,
    ErrorReport,
    Heartbeat,
    HelloAnswer,
    Nak,
    Pong,
    Setting,
    SnapshotReport,
)
MESSAGES: dict[int, type[Message]] = {cls.TYPE: cls for cls in _CLASSES}


@dataclass(frozen=True, slots=True)
class Unknown:
    """A whole frame of a type that this version does not know: to be ignored, not an error."""

    kind: int
    body: bytes


def unpack(kind: int, body: bytes) -> Message | Unknown:
    """The message of a frame. Raises BodyError where the body does not fit the type."""
    cls = MESSAGES.get(kind)
    if cls is None:
        return Unknown(kind, body)
    message = cls.unpack(body)
    if isinstance(message, Restart) and message.guard != RESTART_GUARD:
        raise BodyError("Restart: the guard is wrong")
    return message
