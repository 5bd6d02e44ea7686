"""Which device is the board: by its answer, not by its service; by name where there are several."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from bleak.exc import (
    BleakBluetoothNotAvailableError,
    BleakBluetoothNotAvailableReason,
    BleakDBusError,
)

from board_io.driver import BoardDriver
from board_io.errors import LinkError, LinkFault, RadioError, SeveralBoardsError
from board_io.events import LinkUp, Searching
from board_io.simulated import SimulatedBoard
from firmware_protocol.codec import encode
from firmware_protocol.codes import PROTOCOL_MAJOR, PROTOCOL_MINOR
from firmware_protocol.messages import Hello
from tests.board_io.ble.virtual_radio import FirmwareBoard, VirtualBoard, VirtualRadio

HELLO = b"\0" + encode(Hello(PROTOCOL_MAJOR, PROTOCOL_MINOR), seq=1)
OURS, NEIGHBOURS = "F0:F1:F2:F3:F4:F5", "F0:F1:F2:F3:F4:F6"
Reason = BleakBluetoothNotAvailableReason
Put = Callable[..., FirmwareBoard]
Find = Callable[..., Any]


def fault_of(find: Callable[[], object]) -> LinkFault:
    with pytest.raises(LinkError) as caught:
        find()
    return caught.value.fault


def test_the_only_board_is_found_and_its_link_is_open(
    simulated: SimulatedBoard, firmware: Put, find: Find
) -> None:
    firmware(simulated)
    link = find()()
    assert link.name == "Dambord"
    link.open()
    link.write(HELLO)
    assert link.read(1.0)
    link.close()


def test_a_device_with_the_same_service_is_asked_once_and_never_taken(
    stranger: VirtualBoard, ether: VirtualRadio, find: Find
) -> None:
    search = find(answer_s=0.1)
    assert fault_of(search) is LinkFault.UNANSWERED
    assert not stranger.connected
    assert fault_of(search) is LinkFault.ABSENT
    assert b"".join(stranger.received) == HELLO
    assert len(ether.connections) == 1


def test_a_board_is_preferred_to_a_device_with_the_same_service(
    stranger: VirtualBoard, simulated: SimulatedBoard, firmware: Put, find: Find
) -> None:
    firmware(simulated)
    link = find()()
    assert link.name == "Dambord"
    assert stranger.received == []
    link.close()


def test_a_board_by_another_name_is_known_by_its_answer(
    stranger: VirtualBoard, simulated: SimulatedBoard, firmware: Put, find: Find
) -> None:
    firmware(simulated, name="Bord 7")
    link = find()()
    assert link.name == "Bord 7"
    link.close()


def test_a_device_that_is_only_called_dambord_is_no_board(
    ether: VirtualRadio, simulated: SimulatedBoard, firmware: Put, find: Find
) -> None:
    VirtualBoard(ether, "Dambord", NEIGHBOURS)
    firmware(simulated)
    link = find()()
    assert link.device.address == OURS
    link.close()


def test_of_two_boards_one_must_be_named(firmware: Put, find: Find) -> None:
    with SimulatedBoard() as one, SimulatedBoard() as two:
        boards = [firmware(one, "Dam A1"), firmware(two, "Dam B2", NEIGHBOURS)]
        search = find()
        with pytest.raises(SeveralBoardsError, match="Dam A1, Dam B2; name one: --board ble:NAME"):
            search()
        assert not any(board.connected for board in boards)
        before = [len(board.received) for board in boards]
        assert fault_of(search) is LinkFault.SEVERAL
        assert [len(board.received) for board in boards] == before, "known boards are left alone"
        for name, address in [
            ("dam b2", NEIGHBOURS), ("A1", OURS), (NEIGHBOURS.lower(), NEIGHBOURS),
        ]:  # fmt: skip
            link = find(name)()
            assert link.device.address == address
            link.close()
        boards[1].vanish()
        link = search()
        assert link.name == "Dam A1"
        link.close()


def test_boards_of_the_same_name_are_told_by_their_addresses(firmware: Put, find: Find) -> None:
    with SimulatedBoard() as one, SimulatedBoard() as two:
        firmware(one)
        firmware(two, address=NEIGHBOURS)
        with pytest.raises(SeveralBoardsError, match=f"{OURS}, {NEIGHBOURS}"):
            find()()


def test_a_name_that_nothing_has_is_told(
    simulated: SimulatedBoard, firmware: Put, find: Find
) -> None:
    board = firmware(simulated)
    with pytest.raises(LinkError, match="no board called zaal 3 in range"):
        find("Zaal 3")()
    assert board.received == []


def test_the_neighbours_board_is_not_taken_while_ours_is_away(firmware: Put, find: Find) -> None:
    with SimulatedBoard() as one, SimulatedBoard() as two:
        ours = firmware(one)
        search = find()
        search().close()
        theirs = firmware(two, address=NEIGHBOURS)
        ours.vanish()
        for _ in range(3):
            assert fault_of(search) is LinkFault.ABSENT
        assert theirs.received == []
        ours.appear()
        link = search()
        assert link.device.address == OURS
        link.close()


def test_a_board_that_is_gone_for_long_may_be_another_one(firmware: Put, find: Find) -> None:
    with SimulatedBoard() as one, SimulatedBoard() as two:
        ours = firmware(one)
        search = find(scan_s=0.15)
        search().close()
        ours.vanish()
        firmware(two, address=NEIGHBOURS)
        for _ in range(10):
            assert fault_of(search) is LinkFault.ABSENT
        link = search()
        assert link.device.address == NEIGHBOURS
        link.close()


def test_a_board_that_the_system_is_still_connected_to_is_found(
    simulated: SimulatedBoard, firmware: Put, ether: VirtualRadio, find: Find
) -> None:
    firmware(simulated)
    # What a program that was killed leaves behind: the board is connected and silent.
    ether.do(ether.central.connect(OURS))
    link = find()()
    assert link.device.address == OURS
    link.close()


UNAVAILABLE = [
    (BleakBluetoothNotAvailableError("", Reason.POWERED_OFF), LinkFault.RADIO_OFF),
    (BleakBluetoothNotAvailableError("", Reason.UNKNOWN), LinkFault.RADIO_OFF),
    (BleakBluetoothNotAvailableError("", Reason.NO_BLUETOOTH), LinkFault.NO_RADIO),
    (BleakBluetoothNotAvailableError("", Reason.NO_BLE_CENTRAL_ROLE), LinkFault.NO_RADIO),
    (BleakBluetoothNotAvailableError("", Reason.DENIED_BY_USER), LinkFault.FORBIDDEN),
    (BleakDBusError("org.bluez.Error.NotReady", ["Resource Not Ready"]), LinkFault.RADIO_OFF),
    (BleakDBusError("org.freedesktop.DBus.Error.AccessDenied", [""]), LinkFault.FORBIDDEN),
    (BleakDBusError("org.freedesktop.DBus.Error.ServiceUnknown", [""]), LinkFault.NO_RADIO),
    (FileNotFoundError(2, "No such file"), LinkFault.NO_RADIO),
    (PermissionError(13, "Permission denied"), LinkFault.FORBIDDEN),
]


@pytest.mark.parametrize(("error", "fault"), UNAVAILABLE, ids=lambda value: str(value))
def test_what_keeps_the_radio_from_working_is_told_with_the_remedy(
    error: Exception, fault: LinkFault, ether: VirtualRadio, find: Find
) -> None:
    ether.fault = error
    with pytest.raises(RadioError, match=";") as caught:
        find()()
    assert caught.value.fault is fault
    assert caught.value.remedy


def test_whatever_else_the_stack_raises_is_a_refusal(ether: VirtualRadio, find: Find) -> None:
    ether.fault = AssertionError("deep down")
    assert fault_of(find()) is LinkFault.REFUSED


def test_an_adapter_that_is_switched_on_later_is_waited_for(
    ether: VirtualRadio,
    simulated: SimulatedBoard,
    firmware: Put,
    find: Find,
    listen: Callable[[BoardDriver], Any],
) -> None:
    firmware(simulated)
    ether.fault = BleakBluetoothNotAvailableError("", Reason.POWERED_OFF)
    listener = listen(BoardDriver(find()))
    assert listener.next(Searching, within_s=10.0).reason is LinkFault.RADIO_OFF
    time.sleep(1.0)
    ether.fault = None
    listener.next(LinkUp, within_s=20.0)
    assert sum(isinstance(event, Searching) for event in listener.heard) == 1


def test_a_search_that_is_given_up_ends_at_once(ether: VirtualRadio, find: Find) -> None:
    search = find(scan_s=30.0)
    threading.Timer(0.2, search.cancel).start()
    begun = time.monotonic()
    assert fault_of(search) is LinkFault.CLOSED
    assert fault_of(search) is LinkFault.CLOSED
    assert time.monotonic() - begun < 15.0


def test_a_driver_that_searches_stops_at_once(ether: VirtualRadio, find: Find) -> None:
    driver = BoardDriver(find(scan_s=30.0))
    driver.start()
    time.sleep(0.2)
    begun = time.monotonic()
    driver.stop()
    assert time.monotonic() - begun < 15.0


def test_nothing_of_bluetooth_is_loaded_before_it_is_used() -> None:
    code = (
        "import sys, board_io.ble_finder, board_io.any_board, companion.boards\n"
        "board_io.ble_finder.BleFinder('x')\n"
        "print('bleak' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=30)
    assert done.stdout == "False\n", done.stderr
