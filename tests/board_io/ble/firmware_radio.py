"""The real firmware with its own radio part: what it registers and advertises is on the air."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from bumble.device import Connection, Device
from bumble.gatt import Characteristic, CharacteristicValue, Service

from tests.board_io.ble.virtual_radio import VirtualRadio

Kinds = Characteristic.Properties
LONG_WRITE = 5  # bytes of a packet of a long write that are not of the value


class FirmwareRadio:
    """The other half of the radio that a simulated board is given: `SimulatedBoard(radio=...)`.

    A device comes on the air as the firmware asks for it, at the Bluetooth address `on_air`.
    `advertised`: each advertisement and the answer to a scan; `written`: what hosts wrote.
    """

    def __init__(self, ether: VirtualRadio, on_air: str = "F0:F1:F2:F3:F4:F5") -> None:
        self._ether = ether
        self.on_air = on_air
        self._device: Device | None = None
        self._services: list[tuple[str, list[Any]]] = []
        self._parts: dict[int, Any] = {}
        self._values: dict[int, bytes] = {}
        self._mtu = 23
        self._hosts: dict[int, Connection] = {}
        self.advertised: list[tuple[bytes, bytes]] = []
        self.written: list[bytes] = []
        ether.do(self._listen())

    @property
    def address(self) -> str:
        """Where the firmware finds it."""
        host, port = self._server.sockets[0].getsockname()
        return f"{host}:{port}"

    @property
    def hosts(self) -> int:
        """How many are connected."""
        return len(self._hosts)

    def drop(self) -> None:
        """End every connection, as at the edge of the range."""
        self._ether.do(self._drop())

    def stop(self) -> None:
        """Leave the air."""
        self._ether.do(self._stop())

    async def _listen(self) -> None:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)

    async def _drop(self) -> None:
        for connection in list(self._hosts.values()):
            with contextlib.suppress(Exception):  # it may be gone by itself
                await connection.disconnect()

    async def _stop(self) -> None:
        self._server.close()
        await self._drop()
        if self._device is not None:
            await self._device.power_off()

    # What the firmware says

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writer = writer
        while line := await reader.readline():
            word, *rest = line.decode().split()
            await getattr(self, f"_do_{word}")(*rest)
        writer.close()

    async def _do_reset(self) -> None:
        await self._drop()
        if self._device is not None and self._device.is_advertising:
            await self._device.stop_advertising()
        self._services = []

    async def _do_mtu(self, most: str) -> None:
        self._mtu = int(most)

    async def _do_service(self, uuid: str) -> None:
        self._services.append((uuid, []))

    async def _do_part(self, handle: str, uuid: str, flags: str) -> None:
        at = int(handle)
        self._values[at] = b""
        self._parts[at] = Characteristic(
            uuid,
            Kinds(int(flags)),
            Characteristic.READABLE | Characteristic.WRITEABLE,
            CharacteristicValue(
                read=lambda connection: self._read(connection, at),
                write=lambda connection, value: self._wrote(connection, at, bytes(value)),
            ),
        )
        self._services[-1][1].append(self._parts[at])

    async def _do_registered(self) -> None:
        if self._device is not None:
            return  # a board that started again has what it had
        device = self._device = self._ether.device("board", self.on_air)
        device.gatt_server.max_mtu = self._mtu
        for uuid, parts in self._services:
            device.add_service(Service(uuid, parts))
        device.on("connection", self._connected)
        await device.power_on()

    async def _do_advertise(self, interval_us: str, told: str, asked: str) -> None:
        assert self._device is not None
        self.advertised.append((_bytes(told), _bytes(asked)))
        every_ms = int(interval_us) / 1000
        await self._device.start_advertising(
            advertising_data=_bytes(told),
            scan_response_data=_bytes(asked),
            advertising_interval_min=every_ms,
            advertising_interval_max=every_ms,
        )
        # bumble's controller answers a scan by the advertisement; a scanner hears both in one.
        for at_once in self._ether.controller(self._device).advertising_sets.values():
            at_once.data[:] = _bytes(told) + _bytes(asked)

    async def _do_value(self, handle: str, value: str) -> None:
        self._values[int(handle)] = _bytes(value)

    async def _do_notify(self, host: str, handle: str, value: str) -> None:
        connection = self._hosts.get(int(host))
        if connection is None or self._device is None:
            return  # gone meanwhile: what was said is lost
        data = _bytes(value)
        assert len(data) <= connection.att_mtu - 3, "more than a notification can carry"
        with contextlib.suppress(Exception):
            await self._device.notify_subscriber(connection, self._parts[int(handle)], data)

    # What hosts do

    def _tell(self, *words: object) -> None:
        self._writer.write((" ".join(map(str, words)) + "\n").encode())

    def _connected(self, connection: Connection) -> None:
        host = connection.handle
        self._hosts[host] = connection
        connection.on("disconnection", lambda _: self._gone(host))
        connection.on(
            "connection_att_mtu_update", lambda: self._tell("agreed", host, connection.att_mtu)
        )
        self._tell("connected", host)

    def _gone(self, host: int) -> None:
        del self._hosts[host]
        self._tell("gone", host)

    def _read(self, connection: Connection, handle: int) -> bytes:
        self._tell("read", connection.handle, handle)
        return self._values[handle]

    def _wrote(self, connection: Connection, handle: int, value: bytes) -> None:
        """What does not fit one packet comes to the firmware packet by packet."""
        self.written.append(value)
        room = connection.att_mtu - 3
        pieces = [value]
        if len(value) > room:
            step = connection.att_mtu - LONG_WRITE
            pieces = [value[at : at + step] for at in range(0, len(value), step)]
        for piece in pieces:
            self._tell("written", connection.handle, handle, piece.hex())


def _bytes(text: str) -> bytes:
    return bytes.fromhex("" if text == "-" else text)
