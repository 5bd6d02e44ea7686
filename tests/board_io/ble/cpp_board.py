"""Boards that speak the Chess Peripheral Protocol on the virtual radio: the service that a phone
app, or our central, talks to."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from bumble.core import UUID, AdvertisingData
from bumble.device import Connection
from bumble.gatt import Characteristic, CharacteristicValue, Service

from board_io.cpp.app_items import AppItem, FromApp
from board_io.cpp.app_service import AppService
from firmware_protocol.cpp.names import SERVICE, TO_APP, TO_BOARD
from tests.board_io.ble.virtual_radio import VirtualRadio

ADDRESS = "F0:F1:F2:F3:F4:11"


class BumbleServer:
    """What bless is on a computer: see `GattServer`. Of a notification only what fits arrives; the
    whole can be read until the next one, so that one waits."""

    def __init__(self, ether: VirtualRadio, name: str = "Bord", address: str = ADDRESS) -> None:
        self.received: list[bytes] = []
        self.connection: Connection | None = None
        self._device = ether.device(name, address)
        self._name = name
        self._value = b""
        self._reads: asyncio.Queue[None] = asyncio.Queue()
        self._listens = False

    async def start(self, hear: Callable[[bytes], None]) -> None:
        kinds = Characteristic.Properties
        self._to_app: Any = Characteristic(
            TO_APP,
            kinds.READ | kinds.NOTIFY,
            Characteristic.READABLE,
            CharacteristicValue(read=self._read),
        )

        def write(_: Any, value: bytes) -> None:
            self.received.append(bytes(value))
            hear(bytes(value))

        to_board: Any = Characteristic(
            TO_BOARD, kinds.WRITE, Characteristic.WRITEABLE, CharacteristicValue(write=write)
        )
        self._to_app.on("subscription", self._subscribed)
        self._device.add_service(Service(SERVICE, [to_board, self._to_app]))
        self._device.on("connection", self._connected)
        await self._device.power_on()
        await self._device.start_advertising(
            advertising_data=bytes(AdvertisingData(self._fields)),
            auto_restart=True,
            advertising_interval_min=100.0,
            advertising_interval_max=100.0,
        )

    async def notify(self, message: bytes) -> None:
        self._value = message
        self._reads = asyncio.Queue()
        connection = self.connection
        if connection is None:
            return
        fits = message[: connection.att_mtu - 3]
        await self._device.notify_subscribers(self._to_app, fits)
        if len(fits) < len(message):
            for _ in range(len(message) // (connection.att_mtu - 1) + 1):
                await self._reads.get()

    async def has_listener(self) -> bool:
        return self._listens

    async def stop(self) -> None:
        await self._device.stop_advertising()
        await self.drop()
        await self._device.power_off()

    async def drop(self) -> None:
        """End the connection, as at the edge of the range."""
        if self.connection is not None:
            with contextlib.suppress(Exception):  # it may be gone by itself
                await self.connection.disconnect()

    @property
    def _fields(self) -> list[Any]:
        uuids = AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS
        return [
            (AdvertisingData.FLAGS, bytes((6,))),
            (uuids, bytes(UUID(SERVICE))),
            (AdvertisingData.COMPLETE_LOCAL_NAME, self._name.encode()),
        ]

    def _read(self, _: Any) -> bytes:
        self._reads.put_nowait(None)
        return self._value

    def _connected(self, connection: Connection) -> None:
        self.connection = connection
        connection.on("disconnection", lambda _: self._disconnected())

    def _disconnected(self) -> None:
        self.connection, self._listens = None, False
        for _ in range(100):  # nobody reads the rest
            self._reads.put_nowait(None)

    def _subscribed(self, _: Any, notifies: bool, __: bool) -> None:
        self._listens = notifies


class CppBoard:
    """A board that answers: `hears` gets each message with its end, in the radio's loop, and says
    what is answered, as lines."""

    def __init__(
        self,
        ether: VirtualRadio,
        hears: Callable[[bytes], bytes] = lambda _: b"",
        name: str = "Bord",
        address: str = ADDRESS,
    ) -> None:
        self._ether = ether
        self._hears = hears
        self._servers: list[BumbleServer] = []

        def serve() -> BumbleServer:
            self._servers.append(BumbleServer(ether, name, address))
            return self._servers[-1]

        self._service = AppService(serve, self._take, lambda: ether.radio)
        self._service.start()

    @property
    def received(self) -> list[bytes]:
        """Every message that was written."""
        return self._servers[-1].received

    def tell(self, lines: bytes) -> None:
        self._service.say(lines)

    def drop(self) -> None:
        """End the connection; it can be had anew."""
        self._ether.do(self._servers[-1].drop())

    def stop(self) -> None:
        self._service.stop()

    def _take(self, item: AppItem) -> None:
        if isinstance(item, FromApp):
            self.tell(self._hears(item.data))
