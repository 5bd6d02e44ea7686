"""Boards of two families on one computer: whichever is there is spoken to in its own way."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest

from board_io.any_board import AnyBoard, Family
from board_io.dambord_session import DambordSession
from board_io.dgt.emulated_port import EmulatedPort
from board_io.dgt.emulator import EmulatedDgt
from board_io.dgt.finder import DgtFinder
from board_io.dgt.session import DgtSession
from board_io.discovery import BoardFinder, SerialPort
from board_io.driver import BoardDriver
from board_io.errors import LinkError, LinkFault
from board_io.events import LinkDown, LinkUp, Searching, SnapshotSeen
from board_io.simulated import SimulatedBoard
from firmware_protocol.codes import LedColor
from firmware_protocol.messages import Light
from rules.piece import BLACK_MAN, WHITE_MAN
from rules.snapshot import Reading, SensorKind

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals on Windows")
BRIDGE = (0x0403, 0x6001)
START = dict.fromkeys(range(1, 21), BLACK_MAN) | dict.fromkeys(range(31, 51), WHITE_MAN)


def any_board(ports: list[SerialPort]) -> AnyBoard:
    return AnyBoard(
        [
            Family(BoardFinder(ports=lambda: ports, answer_s=1.5), lambda _: DambordSession()),
            Family(DgtFinder(ports=lambda: ports), lambda _: DgtSession()),
        ]
    )


def test_a_board_of_another_make_is_followed_and_then_our_own(
    listen: Callable[[BoardDriver], Any], settle: Callable[[Callable[[], bool]], None]
) -> None:
    ports: list[SerialPort] = []
    board = any_board(ports)
    driver = BoardDriver(board, session=board)
    driver.set_leds([Light(7, LedColor.RED)])
    listener = listen(driver)
    assert listener.next(Searching, within_s=2.0).reason is LinkFault.ABSENT
    dgt = EmulatedDgt()
    dgt.set_position(START)
    with EmulatedPort(dgt) as port:
        ports.append(SerialPort(port.port, "USB serial", BRIDGE))
        up = listener.next(LinkUp)
        assert up.board.sensor is SensorKind.COLOR_KINGS
        port.change({31: None})
        assert listener.next(SnapshotSeen).snapshot[31] is Reading.EMPTY
    listener.next(LinkDown)
    ports.clear()
    with SimulatedBoard() as ours:
        ours.set_position(START)
        ports.append(SerialPort(ours.port, "Board in FS mode", BRIDGE))
        up = listener.next(LinkUp)
        assert up.board.sensor is SensorKind.COLOR
        assert driver.board == up.board
        settle(lambda: set(ours.lights) == {7})
        driver.stop()


def test_without_a_board_every_family_says_why() -> None:
    with pytest.raises(LinkError, match=r"USB serial port.*; no DGT board"):
        any_board([])()


def test_a_search_that_is_given_up_asks_nobody(terminal: Any) -> None:
    board = any_board([SerialPort(terminal.port, "USB serial", BRIDGE)])
    board.cancel()
    with pytest.raises(LinkError) as no:
        board()
    assert no.value.fault is LinkFault.CLOSED
