"""The protocol on Bluetooth Low Energy: a write, or a notification, is a message.

A notification carries what fits the connection (Core Specification, Vol 3, Part G, 4.10.1); one
that is full may be the beginning of a longer message, which is read where it came from. Writes are
of any length and are acknowledged. On this link messages are lines.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from board_io.errors import LinkError
from board_io.link.ble_link import BleLink, GattPipe
from board_io.link.radio import Nearby, Radio
from firmware_protocol.cpp.decoder import END
from firmware_protocol.cpp.names import SERVICE, TO_APP, TO_BOARD

if TYPE_CHECKING:
    from bleak import BleakClient
    from bleak.backends.characteristic import BleakGATTCharacteristic

PIPE = GattPipe(SERVICE, TO_BOARD, TO_APP)
READ_TIMEOUT_S = 3.0


class CppLink(BleLink):
    """One connection to one board."""

    def __init__(self, radio: Radio, device: Nearby) -> None:
        super().__init__(radio, device, PIPE)
        self._stop_reading: Callable[[], object] = lambda: None

    async def _listen(self, client: BleakClient, inlet: BleakGATTCharacteristic) -> None:
        heard = asyncio.Queue[bytes]()
        reader = asyncio.create_task(self._read_on(client, inlet, heard))
        loop = asyncio.get_running_loop()
        self._stop_reading = lambda: loop.call_soon_threadsafe(reader.cancel)
        await client.start_notify(inlet, lambda _, data: heard.put_nowait(bytes(data)))

    async def _read_on(
        self,
        client: BleakClient,
        inlet: BleakGATTCharacteristic,
        heard: asyncio.Queue[bytes],
    ) -> None:
        """Hand on what was notified, in its order, each whole."""
        while True:
            message = await heard.get()
            if len(message) >= inlet.max_write_without_response_size and "read" in inlet.properties:
                message = await self._whole(client, inlet, message)
            self._receive(bytearray(message + END))

    async def _whole(
        self, client: BleakClient, inlet: BleakGATTCharacteristic, begun: bytes
    ) -> bytes:
        """The message that begins so; only that much where another has taken its place."""
        with contextlib.suppress(Exception):  # what a stack raises; a lost link is told elsewhere
            async with asyncio.timeout(READ_TIMEOUT_S):
                whole = bytes(await client.read_gatt_char(inlet))
            return whole if whole.startswith(begun) else begun
        return begun

    async def _write(
        self, client: BleakClient, outlet: BleakGATTCharacteristic, data: bytes
    ) -> None:
        acknowledged = "write" in outlet.properties
        for message in data.split(END):
            if message:
                await client.write_gatt_char(outlet, message, response=acknowledged)

    def _end(self, why: LinkError, for_good: bool = False) -> None:
        super()._end(why, for_good)
        with contextlib.suppress(RuntimeError):  # the radio is off for good
            self._stop_reading()
