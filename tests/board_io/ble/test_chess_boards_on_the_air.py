"""Chess boards over the virtual radio: found by their names alone, heard by all their pipes."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("bumble", reason="no virtual radio here: pip install bumble")

from bumble.core import AdvertisingData
from bumble.gatt import Characteristic, CharacteristicValue, Service

from board_io.chess_boards.emulators import EMULATED, EmulatedChessBoard
from board_io.chess_boards.families import FAMILIES
from board_io.chess_boards.finder import ON_RADIO, NamedFinder
from board_io.chess_boards.session import ChessBoardSession
from board_io.driver import BoardDriver
from board_io.errors import LinkError, LinkFault
from board_io.events import LinkDown, LinkUp
from board_io.link.ble_link import GattPipe
from firmware_protocol.codes import LedColor
from firmware_protocol.dgt.pieces import dark_indexes
from firmware_protocol.messages import Light
from tests.board_io.ble.virtual_radio import VirtualBoard, VirtualRadio

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the virtual radio is for POSIX")
DARK = dark_indexes(8)
START = {DARK[n]: "p" for n in range(12)} | {DARK[n]: "P" for n in range(20, 32)}
Listen = Callable[[BoardDriver], Any]
NAMES = {
    "chessnut": "Chessnut Air",
    "ichessone": "iChessOne",
    "pegasus": "DGT_PEGASUS_123",
    "squareoff": "Square Off Pro",
    "millennium": "MILLENNIUM CHESS",
}


class BoardOnTheAir(VirtualBoard):
    """An emulated chess board with the services of its family."""

    def __init__(self, ether: VirtualRadio, family: str, address: str) -> None:
        self.emulated: EmulatedChessBoard = EMULATED[family]()
        self.emulated.set_position(START)
        self._pipe: GattPipe = ON_RADIO[family].pipe
        super().__init__(ether, NAMES[family], address)

    async def _make(self, address: str) -> None:
        self._device = self._ether.device(self._name, address)
        kinds = Characteristic.Properties
        to_board: Any = Characteristic(
            self._pipe.to_board,
            kinds.WRITE | kinds.WRITE_WITHOUT_RESPONSE,
            Characteristic.WRITEABLE,
            CharacteristicValue(write=lambda _, value: self.hear(bytes(value))),
        )
        self._to_host = Characteristic(self._pipe.to_host, kinds.NOTIFY, 0, b"")
        self._device.add_service(Service(self._pipe.service, [to_board, self._to_host]))
        for service, part in self._pipe.also_to_host:  # where there is one, it says the positions
            self._to_host = Characteristic(part, kinds.NOTIFY, 0, b"")
            self._device.add_service(Service(service, [self._to_host]))
        self._device.on("connection", self._connected)
        self._connection = None
        await self._device.power_on()

    async def _advertise(self) -> None:
        fields: list[Any] = [
            (AdvertisingData.FLAGS, bytes((6,))),
            (AdvertisingData.COMPLETE_LOCAL_NAME, self._name.encode()),
        ]
        await self._device.start_advertising(
            advertising_data=bytes(AdvertisingData(fields)),
            auto_restart=True,
            advertising_interval_min=100.0,
            advertising_interval_max=100.0,
        )

    def hear(self, data: bytes) -> None:
        super().hear(data)
        self.emulated.receive(data)
        self._ether.radio.start(self.say(self.emulated.take_output()))

    def put(self, index: int, letter: str) -> None:
        self.emulated.put(index, letter)
        self._ether.do(self.say(self.emulated.take_output()))


def driver_of(family: str, ether: VirtualRadio, name: str = "") -> BoardDriver:
    finder = NamedFinder(family, name, lambda: ether.radio, scan_s=0.5)
    return BoardDriver(finder, session=ChessBoardSession(FAMILIES[family]()))


@pytest.mark.parametrize(
    ("family", "ether"),
    [*((family, 23) for family in NAMES), ("chessnut", 247)],
    indirect=["ether"],
)
def test_a_board_is_found_followed_lit_and_comes_back(
    family: str, ether: VirtualRadio, stranger: VirtualBoard, listen: Listen
) -> None:
    board = BoardOnTheAir(ether, family, "F0:F1:F2:F3:F4:01")
    driver = driver_of(family, ether)
    listener = listen(driver)
    up = listener.next(LinkUp)
    assert sum(reading.occupied for _, reading in up.snapshot) == 24
    board.put(DARK[21], ".")
    listener.until(lambda e: not getattr(e, "snapshot", up.snapshot)[22].occupied, 5.0)
    driver.set_leds([Light(18, LedColor.GREEN)])
    deadline = time.monotonic() + 20.0
    while board.emulated.lit != {DARK[17]}:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    board.drop()
    listener.next(LinkDown)
    assert not listener.next(LinkUp).snapshot[22].occupied
    assert stranger.received == []


def test_of_two_boards_of_a_family_one_must_be_named(ether: VirtualRadio) -> None:
    for last in ("01", "02"):
        BoardOnTheAir(ether, "pegasus", f"F0:F1:F2:F3:F4:{last}")
    with pytest.raises(LinkError, match="pegasus:ADDRESS") as refused:
        NamedFinder("pegasus", "", lambda: ether.radio, scan_s=0.5)()
    assert refused.value.fault is LinkFault.SEVERAL
    link = NamedFinder("pegasus", "F0:F1:F2:F3:F4:02", lambda: ether.radio, scan_s=0.5)()
    link.close()


def test_a_board_of_another_family_is_not_touched(ether: VirtualRadio) -> None:
    other = BoardOnTheAir(ether, "squareoff", "F0:F1:F2:F3:F4:01")
    with pytest.raises(LinkError) as refused:
        NamedFinder("pegasus", "", lambda: ether.radio, scan_s=0.4)()
    assert refused.value.fault is LinkFault.ABSENT
    assert not other.connected


def test_a_device_of_the_right_name_without_the_services_is_told(ether: VirtualRadio) -> None:
    VirtualBoard(ether, "Chessnut", "F0:F1:F2:F3:F4:01")
    with pytest.raises(LinkError) as refused:
        NamedFinder("chessnut", "", lambda: ether.radio, scan_s=0.5)()
    assert refused.value.fault is LinkFault.UNANSWERED


def test_a_search_that_is_given_up_ends_at_once(ether: VirtualRadio) -> None:
    finder = NamedFinder("pegasus", "", lambda: ether.radio, scan_s=30.0)
    finder.cancel()
    begun = time.monotonic()
    with pytest.raises(LinkError):
        finder()
    assert time.monotonic() - begun < 15.0
