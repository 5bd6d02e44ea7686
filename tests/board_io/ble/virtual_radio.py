"""A radio that is a program: bleak on one end, our boards on the other, bumble between them.

`VirtualRadio` is the ether and this computer's adapter in it, with a backend for bleak made of a
bumble device. `VirtualBoard` is a device with the Nordic UART service; `FirmwareBoard` carries its
bytes to and from the real firmware.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

from bleak.backends.adapter import BaseBleakAdapter
from bleak.backends.characteristic import BleakGATTCharacteristic
from bleak.backends.client import BaseBleakClient
from bleak.backends.device import BLEDevice
from bleak.backends.scanner import AdvertisementData, BaseBleakScanner
from bleak.backends.service import BleakGATTService, BleakGATTServiceCollection
from bleak.exc import BleakDeviceNotFoundError, BleakError
from bleak.uuids import normalize_uuid_str
from bumble.controller import Controller
from bumble.core import UUID, AdvertisingData
from bumble.device import Connection, Device, DeviceConfiguration, Peer
from bumble.gatt import Characteristic, CharacteristicValue, Service
from bumble.hci import Address
from bumble.link import LocalLink
from bumble.transport.common import AsyncPipeSink

from board_io.link.ble_link import NORDIC_UART
from board_io.link.radio import Radio, RadioBackend
from board_io.simulated import SimulatedBoard

ADAPTER = "F6:F7:F8:F9:FA:FB"
_FLAGS = bytes([6])  # general discoverable, no classic Bluetooth
_KINDS = {
    Characteristic.Properties.READ: "read",
    Characteristic.Properties.WRITE: "write",
    Characteristic.Properties.WRITE_WITHOUT_RESPONSE: "write-without-response",
    Characteristic.Properties.NOTIFY: "notify",
}


class VirtualRadio:
    """The ether; `radio` is what the program under test gets. `fault` makes the adapter refuse."""

    def __init__(self, mtu: int = 247) -> None:
        self.mtu = mtu
        self.fault: Exception | None = None
        self.scans = 0
        self.connections: list[str] = []
        self._controllers: dict[Device, Controller] = {}
        self.radio = Radio(self.backend())
        self.do(self._start())

    def backend(self) -> RadioBackend:
        """What bleak is given to reach this ether."""
        return _backend(self)

    def do(self, work: Any) -> Any:
        """Run a coroutine in the radio's loop to its end."""
        return self.radio.start(work).result(20)

    def device(self, name: str, address: str) -> Device:
        """A new device in the ether, switched off. To be called in the radio's loop."""
        controller = Controller(name, link=self._link, public_address=f"{address}/P")
        device = Device.from_config_with_hci(
            DeviceConfiguration(name=name, address=Address(address)),
            controller,
            AsyncPipeSink(controller),
        )
        controller.set_packet_sink(device.host)
        self._controllers[device] = controller
        return device

    def controller(self, device: Device) -> Controller:
        """What is below a device of this ether."""
        return self._controllers[device]

    def check(self) -> None:
        if self.fault is not None:
            raise self.fault

    async def _start(self) -> None:
        self._link = LocalLink()
        self.central = self.device("computer", ADAPTER)
        await self.central.power_on()


class VirtualBoard:
    """A device that carries bytes by the Nordic UART service; says nothing of its own."""

    def __init__(self, ether: VirtualRadio, name: str, address: str) -> None:
        self.received: list[bytes] = []
        self._name = name
        self._ether = ether
        ether.do(self._make(address))
        self.appear()

    async def _make(self, address: str) -> None:
        self._device = self._ether.device(self._name, address)
        kinds = Characteristic.Properties
        self._to_host: Any = Characteristic(NORDIC_UART.to_host, kinds.NOTIFY, 0, b"")
        to_board: Any = Characteristic(
            NORDIC_UART.to_board,
            kinds.WRITE | kinds.WRITE_WITHOUT_RESPONSE,
            Characteristic.WRITEABLE,
            CharacteristicValue(write=lambda _, value: self.hear(bytes(value))),
        )
        self._device.add_service(Service(NORDIC_UART.service, [to_board, self._to_host]))
        self._device.on("connection", self._connected)
        self._connection: Connection | None = None
        await self._device.power_on()

    def hear(self, data: bytes) -> None:
        """One write of the central."""
        self.received.append(data)

    def appear(self) -> None:
        """Advertise, also after every connection."""
        self._ether.do(self._advertise())

    def vanish(self) -> None:
        """Switch off: no link and no advertisement any more."""

        async def work() -> None:
            await self._device.stop_advertising()
            await self._drop()

        self._ether.do(work())

    def drop(self) -> None:
        """End the connection, as at the edge of the range; advertise again."""
        self._ether.do(self._drop())

    @property
    def connected(self) -> bool:
        return self._connection is not None

    async def say(self, data: bytes) -> None:
        """Notify the central in pieces of its size."""
        if self._connection is not None:
            room = self._connection.att_mtu - 3
            for at in range(0, len(data), room):
                await self._device.notify_subscribers(self._to_host, data[at : at + room])

    def stop(self) -> None:
        """Nothing to give back."""

    async def _advertise(self) -> None:
        fields: list[Any] = [
            (AdvertisingData.FLAGS, _FLAGS),
            (
                AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS,
                bytes(UUID(NORDIC_UART.service)),
            ),
            (AdvertisingData.COMPLETE_LOCAL_NAME, self._name.encode()),
        ]
        data = bytes(AdvertisingData(fields))
        assert len(data) <= 31, "name of more than 8 letters"
        await self._device.start_advertising(
            advertising_data=data,
            auto_restart=True,
            advertising_interval_min=100.0,
            advertising_interval_max=100.0,
        )

    async def _drop(self) -> None:
        if self._connection is not None:
            with contextlib.suppress(Exception):  # it may be gone by itself
                await self._connection.disconnect()

    def _connected(self, connection: Connection) -> None:
        self._connection = connection
        connection.on("disconnection", lambda _: self._disconnected())

    def _disconnected(self) -> None:
        self._connection = None


class FirmwareBoard(VirtualBoard):
    """The real firmware, its pseudo-terminal carried over the radio; split anywhere if asked."""

    def __init__(
        self,
        ether: VirtualRadio,
        simulated: SimulatedBoard,
        name: str = "Dambord",
        address: str = "F0:F1:F2:F3:F4:F5",
        split: random.Random | None = None,
    ) -> None:
        self._port = os.open(simulated.port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._split = split
        super().__init__(ether, name, address)
        ether.do(self._bridge())

    def hear(self, data: bytes) -> None:
        super().hear(data)
        os.write(self._port, data)

    def stop(self) -> None:
        self._ether.do(self._unbridge())
        os.close(self._port)

    async def _bridge(self) -> None:
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        asyncio.get_running_loop().add_reader(self._port, self._readable)
        self._sender = asyncio.create_task(self._send())

    async def _unbridge(self) -> None:
        asyncio.get_running_loop().remove_reader(self._port)
        self._sender.cancel()

    def _readable(self) -> None:
        with contextlib.suppress(OSError):
            data = os.read(self._port, 4096)
            for piece in _split(data, self._split) if self._split else [data]:
                self._outbox.put_nowait(piece)

    async def _send(self) -> None:
        while True:
            data = await self._outbox.get()
            with contextlib.suppress(Exception):  # dropped meanwhile: what was said is lost
                await self.say(data)


def _split(data: bytes, rng: random.Random) -> Iterator[bytes]:
    while data:
        size = rng.randint(1, 9)
        yield data[:size]
        data = data[size:]


def _text(uuid: UUID) -> str:
    return normalize_uuid_str(uuid.to_hex_str("-").lower())


def _backend(ether: VirtualRadio) -> RadioBackend:
    """What bleak needs of a platform, on the adapter of this ether."""

    class Client(_Client):
        world = ether

    class Scanner(_Scanner):
        world = ether

    class Adapter(_Adapter):
        world = ether

    return RadioBackend(Scanner, Client, Adapter)


class _Client(BaseBleakClient):
    world: VirtualRadio
    _connection: Connection | None = None

    @property
    def name(self) -> str:
        return self.address

    @property
    def mtu_size(self) -> int:
        return 23  # as with BlueZ: nobody may rely on it

    @property
    def is_connected(self) -> bool:
        return self._connection is not None

    async def connect(self, pair: bool, **_: Any) -> None:
        self.world.check()
        connection = await self._reach()
        self._connection = connection
        connection.on("disconnection", lambda _: self._gone())
        self.world.connections.append(self.address)
        peer = Peer(connection)
        if self.world.mtu > 23:
            await peer.request_mtu(self.world.mtu)
        await peer.discover_all()
        self.services = BleakGATTServiceCollection()
        for service in peer.services:
            self._add(service)

    async def _reach(self) -> Connection:
        central = self.world.central
        for connection in central.connections.values():
            if connection.peer_address.to_string(False) == self.address:
                return connection  # left behind by another program
        try:
            return await central.connect(Address(self.address), timeout=self._timeout)
        except TimeoutError as error:
            raise BleakDeviceNotFoundError(self.address) from error

    def _add(self, service: Any) -> None:
        assert self.services is not None
        added = BleakGATTService(service, service.handle, _text(service.uuid))
        self.services.add_service(added)
        for each in service.characteristics:
            kinds: list[Any] = [name for kind, name in _KINDS.items() if each.properties & kind]
            self.services.add_characteristic(
                BleakGATTCharacteristic(
                    each, each.handle, _text(each.uuid), kinds, self._room, added
                )
            )

    def _room(self) -> int:
        return (self._connection.att_mtu if self._connection else 23) - 3

    def _gone(self) -> None:
        self._connection = None
        if self._disconnected_callback:
            self._disconnected_callback()

    async def disconnect(self) -> None:
        if self._connection is not None:
            await self._connection.disconnect()

    def _check(self) -> None:
        if self._connection is None:
            raise BleakError("not connected")

    async def pair(self, *_: Any, **__: Any) -> None:
        raise NotImplementedError

    async def unpair(self) -> None:
        raise NotImplementedError

    async def read_gatt_char(self, characteristic: Any, **_: Any) -> bytearray:
        self._check()
        return bytearray(await characteristic.obj.read_value())

    async def read_gatt_descriptor(self, descriptor: Any, **_: Any) -> bytearray:
        raise NotImplementedError

    async def write_gatt_descriptor(self, descriptor: Any, data: Any) -> None:
        raise NotImplementedError

    async def write_gatt_char(self, characteristic: Any, data: Any, response: bool) -> None:
        self._check()
        assert response or len(data) <= self._room(), "more than a write can carry"
        await characteristic.obj.write_value(bytes(data), with_response=response)

    async def start_notify(
        self, characteristic: Any, callback: Callable[[bytearray], None], **_: Any
    ) -> None:
        self._check()
        await characteristic.obj.subscribe(lambda value: callback(bytearray(value)))

    async def stop_notify(self, characteristic: Any) -> None:
        self._check()
        await characteristic.obj.unsubscribe()


class _Scanner(BaseBleakScanner):
    world: VirtualRadio

    def __init__(
        self,
        detection_callback: Any = None,
        service_uuids: list[str] | None = None,
        scanning_mode: str = "active",
        **_: Any,
    ) -> None:
        super().__init__(detection_callback, service_uuids)

    async def start(self) -> None:
        self.world.check()
        self.world.scans += 1
        self.seen_devices = {}
        self.world.central.on("advertisement", self._heard)
        await self.world.central.start_scanning()

    async def stop(self) -> None:
        self.world.central.remove_listener("advertisement", self._heard)
        await self.world.central.stop_scanning()

    def _heard(self, said: Any) -> None:
        address = said.address.to_string(False)
        lists = said.data.get_all(AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS)
        uuids = [uuid for each in lists for uuid in each]
        name = said.data.get(AdvertisingData.COMPLETE_LOCAL_NAME)
        data = AdvertisementData(name, {}, {}, [_text(u) for u in uuids], None, said.rssi, (said,))
        device = self.create_or_update_device(address, address, name, said, data)
        self.call_detection_callbacks(device, data)


class _Adapter(BaseBleakAdapter):
    world: VirtualRadio

    @classmethod
    async def get(cls, **_: Any) -> _Adapter:
        cls.world.check()
        return cls()

    async def get_connected_devices(self, service_uuids: frozenset[str]) -> list[BLEDevice]:
        assert service_uuids == {NORDIC_UART.service}
        addresses = [
            connection.peer_address.to_string(False)
            for connection in self.world.central.connections.values()
        ]
        return [BLEDevice(address, "Dambord", None) for address in addresses]
