"""PROTOCOL.md and the code say the same: types, codes, lengths."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import firmware_protocol
from firmware_protocol import codes
from firmware_protocol.codes import MessageType
from firmware_protocol.messages import MESSAGES

DOCUMENT = (Path(firmware_protocol.__file__).parent / "PROTOCOL.md").read_text()
TYPES = dict(re.findall(r"^\| ([0-9A-F]{2}) \| ([A-Z_]+) \|", DOCUMENT, re.MULTILINE))
BODIES = dict(re.findall(r"^\| ([0-9A-F]{2}) \| [A-Z_]+ \| ([^|]*)\|", DOCUMENT, re.MULTILINE))
LISTS = {
    "content": codes.Content,
    "board": codes.BoardKind,
    "sensor": codes.SensorCode,
    "LED kind": codes.LedKind,
    "button": codes.ButtonCode,
    "charge": codes.Charge,
    "setting": codes.SettingKey,
    "calibration step": codes.CalibrationStep,
    "test step": codes.SelfTestStep,
    "NAK reason": codes.NakReason,
    "error": codes.ErrorCode,
    "restart mode": codes.RestartMode,
}


def test_the_types_of_the_tables_are_those_of_the_code() -> None:
    assert {int(number, 16): name for number, name in TYPES.items()} == {
        kind.value: kind.name for kind in MessageType
    }


@pytest.mark.parametrize("name", LISTS)
def test_the_numbers_of_a_code_list_are_those_of_the_code(name: str) -> None:
    row = re.search(rf"^\| {name} \| (.*) \|$", DOCUMENT, re.MULTILINE)
    assert row is not None
    numbers = [int(number) for number in re.findall(r"(?:^|, )(\d+) ", row[1])]
    assert numbers == [code.value for code in LISTS[name]]


@pytest.mark.parametrize(
    ("name", "flags"), [("capabilities", codes.Capability), ("state", codes.State)]
)
def test_the_bits_of_a_flag_list_are_those_of_the_code(
    name: str, flags: type[codes.Capability] | type[codes.State]
) -> None:
    row = re.search(rf"^\| {name} \| (.*) \|$", DOCUMENT, re.MULTILINE)
    assert row is not None
    bits = [int(bit) for bit in re.findall(r"(?:^bit |, )(\d+) ", row[1])]
    assert [1 << bit for bit in bits] == [flag.value for flag in flags]


@pytest.mark.parametrize(
    ("title", "codes_of"), [("colour", codes.LedColor), ("blink", codes.LedBlink)]
)
def test_the_looks_are_those_of_the_code(
    title: str, codes_of: type[codes.LedColor] | type[codes.LedBlink]
) -> None:
    table = DOCUMENT.split(f"\n| {title} |")[1].split("\n\n")[0]
    named = re.findall(r"^\| (\d+) (\w+) \|", table, re.MULTILINE)
    assert [(int(n), name) for n, name in named] == [(c.value, c.name.lower()) for c in codes_of]


def test_fixed_fields_end_where_the_layout_ends() -> None:
    """The last offset that a table names before a list or text of open length."""
    for number, body in BODIES.items():
        size = MESSAGES[int(number, 16)].LAYOUT.size
        fixed = re.findall(r"(?:^|, )(\d+)(?:-(\d+))? (?!\.)", body)
        ends = [int(last or first) for first, last in fixed]
        if size and ends:
            assert max(end for end in ends if end < size) == size - 1
