"""Boards that are human interface devices on USB: how they are found, read and written.

There is no such node on a machine of tests: a pseudo-terminal stands in for it, and files that are
written like those of the kernel tell of it.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from board_io.chess_boards.finder import find_node
from board_io.errors import LinkError, LinkFault
from board_io.link.hid_link import HidLink, nodes_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="hidraw is of Linux")
VENDOR = 0x2D80
BOARD = ("0003:00002D80:00008100", "0600ff0901a101")
MOUSE = ("0003:0000046D:0000C077", "05010902a101")
OTHER_PAGE = ("0003:00002D80:00008100", "05010906a101")
OTHER_PRODUCT = ("0003:00002D80:00009100", "0600ff0901a101")
BY_BLUETOOTH = ("0005:00002D80:00008100", "0600ff0901a101")


def tell(system: Path, number: int, device: tuple[str, str]) -> None:
    folder = system / f"hidraw{number}" / "device"
    folder.mkdir(parents=True)
    ids, descriptor = device
    (folder / "uevent").write_text(f"DRIVER=hid-generic\nHID_ID={ids}\nHID_NAME=x\n")
    (folder / "report_descriptor").write_bytes(bytes.fromhex(descriptor))


@pytest.mark.parametrize(
    ("devices", "found"),
    [
        ([], []),
        ([MOUSE], []),
        ([MOUSE, BOARD], ["/dev/hidraw1"]),
        ([BOARD, BOARD], ["/dev/hidraw0", "/dev/hidraw1"]),
        ([OTHER_PAGE, OTHER_PRODUCT, BY_BLUETOOTH], []),
    ],
)
def test_a_board_is_known_by_vendor_product_and_usage_page(
    tmp_path: Path, devices: list[tuple[str, str]], found: list[str]
) -> None:
    for number, device in enumerate(devices):
        tell(tmp_path, number, device)
    assert list(nodes_of(VENDOR, range(0x8000, 0x8700), 0xFF00, tmp_path)) == found


def test_what_the_kernel_tells_of_may_be_gone_or_make_no_sense(tmp_path: Path) -> None:
    (tmp_path / "hidraw0").mkdir()
    tell(tmp_path, 1, ("nonsense", ""))
    assert list(nodes_of(VENDOR, range(0x8000, 0x8700), 0xFF00, tmp_path)) == []


@pytest.mark.parametrize(
    ("nodes", "fault", "words"),
    [
        ([], LinkFault.ABSENT, "plug it in"),
        (["/dev/hidraw1", "/dev/hidraw4"], LinkFault.SEVERAL, "--board chessnut:/dev/hidraw1"),
    ],
)
def test_none_or_several_boards_are_told_with_what_to_do(
    nodes: list[str], fault: LinkFault, words: str
) -> None:
    with pytest.raises(LinkError, match=words) as raised:
        find_node("chessnut", lambda vendor, products, page: nodes)
    assert raised.value.fault is fault


def test_the_only_board_is_the_one(terminal: Any) -> None:
    assert find_node("chessnut", lambda *_: [terminal.port]).name == terminal.port


def test_bytes_go_both_ways_with_a_rest_between_those_that_are_sent(terminal: Any) -> None:
    link = HidLink(terminal.port, VENDOR, gap_s=0.05)
    link.open()
    began = time.monotonic()
    link.write(b"\x21\x01\x00")
    assert os.read(terminal.far, 64) == b"\x21\x01\x00"
    link.write(b"\x29\x01\x00")
    assert time.monotonic() - began >= 0.05
    assert os.read(terminal.far, 64) == b"\x29\x01\x00"
    os.write(terminal.far, b"\x2a\x02\x50\x00")
    assert link.read(5.0) == b"\x2a\x02\x50\x00"
    assert link.read(0.0) == b""
    link.close()
    link.close()


def test_closing_ends_a_read(terminal: Any) -> None:
    link = HidLink(terminal.port, VENDOR)
    link.open()
    threading.Timer(0.05, link.close).start()
    with pytest.raises(LinkError) as raised:
        link.read(60.0)
    assert raised.value.fault is LinkFault.CLOSED


def test_a_board_that_is_pulled_out_is_told(terminal: Any) -> None:
    link = HidLink(terminal.port, VENDOR)
    link.open()
    terminal.unplug()
    with pytest.raises(LinkError) as raised:
        link.read(5.0)
    assert raised.value.fault is LinkFault.UNPLUGGED
    link.close()


def test_a_node_that_is_not_there_is_told() -> None:
    with pytest.raises(LinkError, match="plug the board in") as raised:
        HidLink("/dev/hidraw999", VENDOR).open()
    assert raised.value.fault is LinkFault.ABSENT


def test_a_node_without_permission_tells_the_rule_that_gives_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(path: str, flags: int) -> int:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(LinkError, match="2d80") as raised:
        HidLink("/dev/hidraw0", VENDOR).open()
    assert raised.value.fault is LinkFault.FORBIDDEN
