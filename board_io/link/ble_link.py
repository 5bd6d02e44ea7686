"""A board on Bluetooth Low Energy: a byte stream over two characteristics of one service."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from board_io.errors import LinkError, LinkFault
from board_io.link.radio import Nearby, Radio, outcome

if TYPE_CHECKING:
    from bleak import BleakClient
    from bleak.backends.characteristic import BleakGATTCharacteristic

CONNECT_TIMEOUT_S = 10.0
JOIN_TIMEOUT_S = 5.0  # for what it offers, and to listen to it
WRITE_TIMEOUT_S = 3.0  # weak radio sends again and again before it gives up
CLOSE_TIMEOUT_S = 2.0


@dataclass(frozen=True, slots=True)
class GattPipe:
    """The service that carries bytes, and its characteristics; UUIDs in lower case.

    `also_to_host`: (service, characteristic) of others that a device speaks by as well.
    """

    service: str
    to_board: str
    to_host: str
    also_to_host: tuple[tuple[str, str], ...] = ()

    @property
    def services(self) -> list[str]:
        return [self.service, *(service for service, _ in self.also_to_host)]


NORDIC_UART = GattPipe(
    "6e400001-b5a3-f393-e0a9-e50e24dcca9e",
    "6e400002-b5a3-f393-e0a9-e50e24dcca9e",
    "6e400003-b5a3-f393-e0a9-e50e24dcca9e",
)
"""Nordic Semiconductor, "Nordic UART Service (NUS)"; many devices that are no boards have it."""


class BleLink:
    """One connection to one device. Opening an open link is no error: a finder opens it first."""

    def __init__(self, radio: Radio, device: Nearby, pipe: GattPipe = NORDIC_UART) -> None:
        self.device = device
        self._radio = radio
        self._pipe = pipe
        self._client: BleakClient | None = None
        self._outlet: BleakGATTCharacteristic | None = None
        self._arrived = threading.Condition()
        self._data = bytearray()
        self._gone: LinkError | None = _closed(self.name)

    @property
    def name(self) -> str:
        return self.device.name or self.device.address

    def open(self) -> None:
        if self._gone is not None:
            outcome(self._radio.start(self.connect()))

    def read(self, timeout_s: float) -> bytes:
        with self._arrived:
            self._arrived.wait_for(lambda: self._data or self._gone, timeout_s)
            data, self._data = bytes(self._data), bytearray()
            if not data and self._gone is not None:
                raise self._gone
            return data

    def write(self, data: bytes) -> None:
        if self._gone is not None:
            raise self._gone
        try:
            outcome(self._radio.start(self._send(data)), WRITE_TIMEOUT_S, LinkFault.UNPLUGGED)
        except LinkError as error:
            raise self._gone or self._refusal(error) from error

    def close(self) -> None:
        self._end(_closed(self.name), for_good=True)
        client, self._client = self._client, None
        if client is not None:
            with contextlib.suppress(LinkError):
                outcome(self._radio.start(client.disconnect()), CLOSE_TIMEOUT_S)

    async def connect(self) -> None:
        """The same as `open`, within the radio's loop. Raises LinkError and what bleak raises."""
        from bleak import BleakClient

        client = BleakClient(
            self.device.device,
            disconnected_callback=lambda _: self._dropped(),
            services=self._pipe.services,
            timeout=CONNECT_TIMEOUT_S,
            backend=self._radio.backend.client,
        )
        with self._arrived:
            self._data.clear()
            self._gone = None
        try:
            async with asyncio.timeout(CONNECT_TIMEOUT_S + JOIN_TIMEOUT_S):
                await client.connect()
                await self._join(client)
        except BaseException:
            self._end(_closed(self.name), for_good=True)
            with contextlib.suppress(Exception):
                await client.disconnect()
            raise
        self._client = client

    async def _join(self, client: BleakClient) -> None:
        pipe = self._pipe
        outlet = self._part(client, pipe.service, pipe.to_board)
        ears = [(pipe.service, pipe.to_host), *pipe.also_to_host]
        inlets = [self._part(client, service, part) for service, part in ears]
        self._outlet = outlet
        for inlet in inlets:
            await self._listen(client, inlet)

    async def _listen(self, client: BleakClient, inlet: BleakGATTCharacteristic) -> None:
        await client.start_notify(inlet, lambda _, data: self._receive(data))

    def _part(self, client: BleakClient, service: str, part: str) -> BleakGATTCharacteristic:
        found = client.services.get_service(service)
        characteristic = found.get_characteristic(part) if found else None
        if characteristic is None:
            raise LinkError(LinkFault.UNANSWERED, f"{self.name} carries no bytes for a board")
        return characteristic

    async def _send(self, data: bytes) -> None:
        client, outlet = self._client, self._outlet
        if client is None or outlet is None:
            raise _closed(self.name)
        await self._write(client, outlet, data)

    async def _write(
        self, client: BleakClient, outlet: BleakGATTCharacteristic, data: bytes
    ) -> None:
        response = "write-without-response" not in outlet.properties
        # Asked anew each time: it may grow after connecting. The client's own MTU is a guess
        # with BlueZ.
        for piece in _pieces(data, outlet.max_write_without_response_size):
            await client.write_gatt_char(outlet, piece, response=response)

    def _refusal(self, error: LinkError) -> LinkError:
        if error.fault is LinkFault.ABSENT:  # it did not come to an end in time
            return LinkError(LinkFault.STALLED, f"{self.name} takes no bytes")
        return error

    def _receive(self, data: bytearray) -> None:
        with self._arrived:
            self._data += data
            self._arrived.notify_all()

    def _dropped(self) -> None:
        self._end(LinkError(LinkFault.UNPLUGGED, f"{self.name} is out of range or switched off"))

    def _end(self, why: LinkError, for_good: bool = False) -> None:
        with self._arrived:
            if self._gone is None or for_good:
                self._gone = why
            self._arrived.notify_all()


def _pieces(data: bytes, size: int) -> Iterator[bytes]:
    return (data[start : start + size] for start in range(0, len(data), size))


def _closed(name: str) -> LinkError:
    return LinkError(LinkFault.CLOSED, f"{name} is closed")
