from __future__ import annotations

from pathlib import Path

import pytest

from board_io.bluetooth_system import adapters, blocked, parse_version


@pytest.mark.parametrize(
    ("printed", "version"),
    [
        ("bluetoothctl: 5.66\n", (5, 66)),
        ("5.50", (5, 50)),
        ("bluetoothctl: 6.1\n", (6, 1)),
        ("", None),
        ("nonsense", None),
    ],
)
def test_the_version_is_read(printed: str, version: tuple[int, int] | None) -> None:
    assert parse_version(printed) == version


def test_adapters_are_listed_and_their_connections_are_not(tmp_path: Path) -> None:
    assert adapters(tmp_path) == []
    for name in ("hci1", "hci0", "hci0:64"):
        (tmp_path / "bluetooth" / name).mkdir(parents=True)
    assert adapters(tmp_path) == ["hci0", "hci1"]


def switch(system: Path, number: int, kind: str, hard: str, soft: str) -> None:
    folder = system / "rfkill" / f"rfkill{number}"
    folder.mkdir(parents=True)
    for name, text in (("type", kind), ("hard", hard), ("soft", soft)):
        (folder / name).write_text(text + "\n")


@pytest.mark.parametrize(
    ("switches", "why"),
    [
        ([], None),
        ([("wlan", "0", "1")], None),
        ([("bluetooth", "0", "0")], None),
        ([("bluetooth", "0", "1")], "soft"),
        ([("bluetooth", "1", "1")], "hard"),
        ([("bluetooth", "0", "1"), ("bluetooth", "0", "0")], None),
    ],
)
def test_a_block_is_told(switches: list[tuple[str, str, str]], why: str, tmp_path: Path) -> None:
    for number, (kind, hard, soft) in enumerate(switches):
        switch(tmp_path, number, kind, hard, soft)
    assert blocked(tmp_path) == why
