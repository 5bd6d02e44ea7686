from __future__ import annotations

import os
import select
import sys
from collections.abc import Callable
from typing import Any

import pytest

from board_io.discovery import BoardFinder, SerialPort, is_board, serial_ports
from board_io.driver import BoardDriver
from board_io.errors import LinkError, LinkFault
from board_io.events import LinkUp
from board_io.link.serial_link import SerialLink
from board_io.simulated import SimulatedBoard
from firmware_protocol.codec import encode
from firmware_protocol.messages import Hello

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")

PICO = (0x2E8A, 0x0005)
BRIDGE = (0x1A86, 0x7523)  # a chip that is in boards and printers alike
HELLO = b"\0" + encode(Hello(1, 1), seq=1)
ANSWER_S = 0.5


def all_bytes(terminal: Any) -> bytes:
    """What was written to a stranger so far."""
    data = b""
    while select.select([terminal.far], [], [], 0)[0]:
        data += os.read(terminal.far, 4096)
    return data


def finder(*ports: SerialPort) -> BoardFinder:
    return BoardFinder(ports=lambda: ports, answer_s=ANSWER_S)


def test_of_two_alike_the_one_that_answers_is_the_board(terminal: Any) -> None:
    with SimulatedBoard() as board:
        stranger = SerialPort(terminal.port, "USB serial", BRIDGE)
        ours = SerialPort(board.port, "USB serial", BRIDGE)
        find = finder(stranger, ours)
        assert find().name == board.port
        assert all_bytes(terminal) == HELLO
        assert find().name == board.port
        assert all_bytes(terminal) == b"", "a stranger is asked once"


def test_a_stranger_is_asked_again_after_it_was_plugged_in_anew(terminal: Any) -> None:
    stranger = SerialPort(terminal.port, "USB serial", BRIDGE)
    ports = [stranger]
    find = BoardFinder(ports=lambda: ports, answer_s=0.05)
    for there in ([stranger], [stranger], [], [stranger]):
        ports[:] = there
        with pytest.raises(LinkError) as caught:
            find()
        assert caught.value.fault is LinkFault.ABSENT
    assert all_bytes(terminal) == HELLO * 2


def test_a_device_of_our_kind_is_asked_again_and_again(terminal: Any) -> None:
    find = BoardFinder(
        ports=lambda: [SerialPort(terminal.port, "Board in FS mode", PICO)], answer_s=0.05
    )
    for _ in range(3):
        with pytest.raises(LinkError):
            find()
    assert all_bytes(terminal) == HELLO * 3


def test_ports_that_are_no_usb_device_are_left_alone(terminal: Any) -> None:
    with pytest.raises(LinkError, match="ports found: none"):
        finder(SerialPort(terminal.port, "console", None))()
    assert all_bytes(terminal) == b""


def test_a_port_that_cannot_be_opened_is_what_is_told(terminal: Any) -> None:
    taken = SerialLink(terminal.port)
    taken.open()
    with pytest.raises(LinkError) as caught:
        finder(SerialPort(terminal.port, "board", PICO))()
    assert caught.value.fault is LinkFault.BUSY
    taken.close()


def test_a_device_that_talks_without_end_is_no_board(terminal: Any) -> None:
    os.write(terminal.far, b"T:21.3 /0.0\n" * 200)
    assert not is_board(SerialLink(terminal.port), timeout_s=0.2)


def test_the_driver_finds_the_board_by_itself(
    terminal: Any, listen: Callable[[BoardDriver], Any]
) -> None:
    with SimulatedBoard() as board:
        find = finder(
            SerialPort(terminal.port, "USB serial", BRIDGE),
            SerialPort(board.port, "USB serial", BRIDGE),
        )
        listen(BoardDriver(find)).next(LinkUp, within_s=5.0)


def test_the_ports_of_this_system_can_be_listed_likely_ones_first() -> None:
    ports = serial_ports()
    assert ports == sorted(ports, key=lambda port: not port.likely)
