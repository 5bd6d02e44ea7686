"""One search over cable and radio: whichever way a board answers is taken, for ever."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable
from typing import Any

import pytest

from board_io.discovery import BoardFinder, FirstFound, SerialPort
from board_io.driver import BoardDriver
from board_io.errors import LinkError, LinkFault
from board_io.events import LinkDown, LinkUp, Searching
from board_io.simulated import SimulatedBoard
from firmware_protocol.codec import encode
from firmware_protocol.codes import PROTOCOL_MAJOR, PROTOCOL_MINOR
from firmware_protocol.messages import Hello
from tests.board_io.ble.virtual_radio import FirmwareBoard, VirtualBoard, VirtualRadio

HELLO = b"\0" + encode(Hello(PROTOCOL_MAJOR, PROTOCOL_MINOR), seq=1)
BRIDGE = (0x1A86, 0x7523)
Put = Callable[..., FirmwareBoard]
Find = Callable[..., Any]


def test_the_board_is_taken_by_radio_then_by_cable_and_strangers_hear_one_request(
    terminal: Any,
    stranger: VirtualBoard,
    firmware: Put,
    find: Find,
    listen: Callable[[BoardDriver], Any],
) -> None:
    ports = [SerialPort(terminal.port, "USB serial", BRIDGE)]
    serial = BoardFinder(ports=lambda: ports, answer_s=0.3)
    listener = listen(BoardDriver(FirstFound([serial, find(answer_s=0.3)])))
    first = listener.next(Searching, within_s=2.0)
    assert first.reason is LinkFault.UNANSWERED
    with SimulatedBoard() as one, SimulatedBoard() as two:
        wireless = firmware(one)
        by_radio = listener.next(LinkUp, within_s=5.0)
        wireless.vanish()
        listener.next(LinkDown, within_s=2.0)
        ports.append(SerialPort(two.port, "USB serial", BRIDGE))
        by_cable = listener.next(LinkUp, within_s=5.0)
        assert by_cable.board.boot_id != by_radio.board.boot_id
        listener.driver.stop()
    assert b"".join(stranger.received) == HELLO
    assert select.select([terminal.far], [], [], 0)[0]
    assert os.read(terminal.far, 4096) == HELLO


def test_all_that_is_in_the_way_is_told_and_the_worst_gives_the_fault(
    terminal: Any, ether: VirtualRadio, find: Find
) -> None:
    ether.fault = PermissionError(13, "Permission denied")
    nothing = BoardFinder(ports=list)
    with pytest.raises(LinkError, match=r"ports found: none; no permission for Blue.*run: ") as no:
        FirstFound([nothing, find()])()
    assert no.value.fault is LinkFault.FORBIDDEN
    ether.fault = FileNotFoundError(2, "no bus")
    with pytest.raises(LinkError) as no:
        FirstFound([nothing, find()])()
    assert no.value.fault is LinkFault.ABSENT


def test_a_search_on_a_port_that_says_nothing_ends_when_the_driver_stops(
    terminal: Any, find: Find
) -> None:
    ports = [SerialPort(terminal.port, "USB serial", BRIDGE)]
    driver = BoardDriver(FirstFound([BoardFinder(ports=lambda: ports, answer_s=30.0), find()]))
    driver.start()
    assert select.select([terminal.far], [], [], 10.0)[0]
    begun = time.monotonic()
    driver.stop()
    assert time.monotonic() - begun < 15.0
