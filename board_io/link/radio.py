"""Bluetooth Low Energy of this computer, behind calls that wait.

bleak is asyncio, the links are not: bleak runs in an event loop in a thread of its own. Importing
this module does not load bleak; the first use does.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import functools
import sys
import threading
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from board_io.errors import LinkError, LinkFault, RadioError

if TYPE_CHECKING:
    from bleak.backends.adapter import BaseBleakAdapter
    from bleak.backends.client import BaseBleakClient
    from bleak.backends.device import BLEDevice
    from bleak.backends.scanner import AdvertisementData, BaseBleakScanner

STACK_TIMEOUT_S = 10.0  # a Bluetooth stack that takes longer for a small thing hangs

T = TypeVar("T")
Work = Coroutine[Any, Any, T]


@dataclass(frozen=True, slots=True)
class Nearby:
    """A device that was heard. `signal` is in dBm; `services` are lower-case UUIDs."""

    address: str
    name: str
    services: frozenset[str]
    signal: int
    device: BLEDevice = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class RadioBackend:
    """The parts of bleak that touch the radio; None: those of this platform."""

    scanner: type[BaseBleakScanner] | None = None
    client: type[BaseBleakClient] | None = None
    adapter: type[BaseBleakAdapter] | None = None


class Radio:
    """The radio of this computer. Coroutines run in its loop, one thread for all links."""

    def __init__(self, backend: RadioBackend | None = None) -> None:
        self.backend = backend or RadioBackend()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="radio", daemon=True)
        self._thread.start()

    def start(self, work: Work[T]) -> concurrent.futures.Future[T]:
        """Begin `work` in the loop; wait for it with `outcome`."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def close(self) -> None:
        """End the loop and its thread; whatever still runs is cancelled."""
        asyncio.run_coroutine_threadsafe(_cancel_all(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def scan(
        self, seconds: float, enough: Callable[[Nearby], bool] = lambda _: False
    ) -> list[Nearby]:
        """What is heard in so many seconds, or until one is `enough`; strongest signal first."""
        from bleak import BleakScanner

        heard: dict[str, Nearby] = {}
        done = asyncio.Event()

        def hear(device: BLEDevice, said: AdvertisementData) -> None:
            heard[device.address] = near = _nearby(device, said)
            if enough(near):
                done.set()

        scanner = BleakScanner(hear, backend=self.backend.scanner)
        async with asyncio.timeout(seconds + STACK_TIMEOUT_S), scanner:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(done.wait(), seconds)
        return sorted(heard.values(), key=lambda near: -near.signal)

    async def connected(self, service: str) -> list[Nearby]:
        """Devices with this service that the system holds a connection to: they are silent.

        A program that was killed leaves one behind. None where the system cannot tell.
        """
        from bleak import BleakAdapter

        try:
            adapter = await BleakAdapter.get(backend=self.backend.adapter)
            devices = await adapter.get_connected_devices([service])
        except NotImplementedError:
            return []
        services = frozenset({service})
        return [Nearby(d.address, d.name or "", services, 0, d) for d in devices]


@functools.cache
def computer_radio() -> Radio:
    """The one radio of this computer, for all links of this program."""
    return Radio()


def outcome(
    future: concurrent.futures.Future[T],
    timeout_s: float | None = None,
    otherwise: LinkFault = LinkFault.REFUSED,
) -> T:
    """What the work gave. Raises LinkError; `otherwise` where the error itself tells no better."""
    try:
        return future.result(timeout_s)
    except concurrent.futures.CancelledError:
        raise LinkError(LinkFault.CLOSED, "given up") from None
    except LinkError:
        raise
    except Exception as error:  # Bluetooth stacks raise what they like, and none may end a game
        future.cancel()
        raise link_error(error, otherwise) from error


def link_error(error: Exception, otherwise: LinkFault) -> LinkError:
    """What an error of a Bluetooth stack means, with the remedy where there is one."""
    from bleak.exc import (
        BleakBluetoothNotAvailableError,
        BleakDBusError,
        BleakDeviceNotFoundError,
    )

    match error:
        case BleakBluetoothNotAvailableError():
            return _unavailable(error)
        case BleakDBusError() if error.dbus_error in _BUS_FAULTS:
            return _radio_error(_BUS_FAULTS[error.dbus_error])
        case BleakDeviceNotFoundError():
            return LinkError(LinkFault.ABSENT, "the board is out of range or switched off")
        case TimeoutError():
            return LinkError(LinkFault.ABSENT, "the board does not answer by Bluetooth")
        case PermissionError():
            return _radio_error(LinkFault.FORBIDDEN)
        case FileNotFoundError() | ConnectionRefusedError():  # no system bus
            return _radio_error(LinkFault.NO_RADIO)
    return LinkError(otherwise, f"Bluetooth: {_one_line(error)}")


def _unavailable(error: Any) -> LinkError:
    from bleak.exc import BleakBluetoothNotAvailableReason as Reason

    match error.reason:
        case Reason.NO_BLUETOOTH | Reason.NO_BLE_CENTRAL_ROLE:
            return _radio_error(LinkFault.NO_RADIO)
        case Reason.DENIED_BY_USER | Reason.DENIED_BY_SYSTEM | Reason.DENIED_BY_UNKNOWN:
            return _radio_error(LinkFault.FORBIDDEN)
    return _radio_error(LinkFault.RADIO_OFF)


# BlueZ and the bus below it, https://git.kernel.org/pub/scm/bluetooth/bluez.git doc/org.bluez.*
_BUS_FAULTS = {
    "org.freedesktop.DBus.Error.AccessDenied": LinkFault.FORBIDDEN,
    "org.bluez.Error.NotPermitted": LinkFault.FORBIDDEN,
    "org.bluez.Error.NotReady": LinkFault.RADIO_OFF,
    "org.freedesktop.DBus.Error.ServiceUnknown": LinkFault.NO_RADIO,
    "org.freedesktop.DBus.Error.NameHasNoOwner": LinkFault.NO_RADIO,
}
_WHAT = {
    LinkFault.NO_RADIO: "no Bluetooth LE on this computer",
    LinkFault.RADIO_OFF: "Bluetooth is switched off or not ready",
    LinkFault.FORBIDDEN: "no permission for Bluetooth",
}
_REMEDIES = {
    "linux": {
        LinkFault.NO_RADIO: "plug in an adapter; run: sudo apt install bluez",
        LinkFault.RADIO_OFF: "run: rfkill unblock bluetooth && bluetoothctl power on",
        LinkFault.FORBIDDEN: "run: sudo usermod -aG bluetooth $USER and log in again",
    },
    "darwin": {
        LinkFault.NO_RADIO: "use a cable",
        LinkFault.RADIO_OFF: "switch Bluetooth on in the control centre",
        LinkFault.FORBIDDEN: "allow the terminal in Privacy & Security, Bluetooth",
    },
    "win32": {
        LinkFault.NO_RADIO: "plug in a Bluetooth LE adapter",
        LinkFault.RADIO_OFF: "switch Bluetooth on in the settings",
        LinkFault.FORBIDDEN: "allow apps to use Bluetooth in the privacy settings",
    },
}


def _radio_error(fault: LinkFault) -> RadioError:
    remedies = _REMEDIES.get(sys.platform, _REMEDIES["linux"])
    return RadioError(fault, _WHAT[fault], remedies[fault])


def _nearby(device: BLEDevice, said: AdvertisementData) -> Nearby:
    services = frozenset(uuid.lower() for uuid in said.service_uuids)
    name = said.local_name or device.name or ""
    return Nearby(device.address, name, services, said.rssi, device)


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


async def _cancel_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
