"""A board that speaks the Chess Peripheral Protocol on the virtual radio: the GATT server that a
phone app, or our central, talks to."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bumble.core import UUID, AdvertisingData
from bumble.gatt import Characteristic, CharacteristicValue, Service

from firmware_protocol.cpp.decoder import END
from firmware_protocol.cpp.names import SERVICE, TO_APP, TO_BOARD
from tests.board_io.ble.virtual_radio import VirtualBoard, VirtualRadio


class CppBoard(VirtualBoard):
    """`hears` gets each message with its end and says what is answered, as lines. Of a notification
    only what fits arrives; the whole can be read until the next one."""

    def __init__(
        self,
        ether: VirtualRadio,
        hears: Callable[[bytes], bytes] = lambda _: b"",
        name: str = "Bord",
        address: str = "F0:F1:F2:F3:F4:11",
    ) -> None:
        self._hears = hears
        super().__init__(ether, name, address)

    async def _make(self, address: str) -> None:
        self._device = self._ether.device(self._name, address)
        kinds = Characteristic.Properties
        self._value = b""
        self._reads: asyncio.Queue[None] = asyncio.Queue()
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._to_host = Characteristic(
            TO_APP,
            kinds.READ | kinds.NOTIFY,
            Characteristic.READABLE,
            CharacteristicValue(read=self._read),
        )
        to_board: Any = Characteristic(
            TO_BOARD,
            kinds.WRITE,
            Characteristic.WRITEABLE,
            CharacteristicValue(write=lambda _, value: self.hear(bytes(value))),
        )
        self._device.add_service(Service(SERVICE, [to_board, self._to_host]))
        self._device.on("connection", self._connected)
        self._connection = None
        self._sender = asyncio.create_task(self._send())
        await self._device.power_on()

    def hear(self, data: bytes) -> None:
        super().hear(data)
        self.tell(self._hears(data + END))

    def tell(self, lines: bytes) -> None:
        """Notify each of these messages; in the radio's loop."""
        for message in lines.split(END):
            if message:
                self._outbox.put_nowait(message)

    def stop(self) -> None:
        async def work() -> None:
            self._sender.cancel()

        self._ether.do(work())

    async def _send(self) -> None:
        while True:
            self._value = await self._outbox.get()
            connection = self._connection
            if connection is None:
                continue
            self._reads = asyncio.Queue()
            fits = self._value[: connection.att_mtu - 3]
            await self._device.notify_subscribers(self._to_host, fits)
            if len(fits) < len(self._value):  # it would be gone with the next one
                for _ in range(len(self._value) // (connection.att_mtu - 1) + 1):
                    await self._reads.get()

    def _read(self, _: Any) -> bytes:
        self._reads.put_nowait(None)
        return self._value

    async def _advertise(self) -> None:
        uuids = AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS
        fields: list[Any] = [
            (AdvertisingData.FLAGS, bytes((6,))),
            (uuids, bytes(UUID(SERVICE))),
            (AdvertisingData.COMPLETE_LOCAL_NAME, self._name.encode()),
        ]
        await self._device.start_advertising(
            advertising_data=bytes(AdvertisingData(fields)),
            auto_restart=True,
            advertising_interval_min=100.0,
            advertising_interval_max=100.0,
        )
