"""Being a Bluetooth device by means of the library bless, on Linux and macOS.

It is optional, as few need it. On Windows it does not go together with bleak.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import sys
from collections.abc import Callable
from typing import Any

from board_io.errors import BridgeError
from firmware_protocol.cpp.names import SERVICE, TO_APP, TO_BOARD

PAUSE_S = 0.03
"""Between two notifications: systems make one of two that follow at once."""


def require_bless() -> None:
    """Raises BridgeError, with the remedy, where the board cannot be offered from this computer."""
    if sys.platform == "win32":
        raise BridgeError("a board cannot be offered to an app from Windows; use Linux or macOS")
    if importlib.util.find_spec("bless") is None:
        raise BridgeError(
            'the library bless is missing; install dambord with it (".[bridge]"), '
            "or run: pip install bless"
        )


class BlessServer:
    """A `GattServer`; `name` is what people choose in the app."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._server: Any = None

    async def start(self, hear: Callable[[bytes], None]) -> None:
        bless: Any = importlib.import_module("bless")
        properties = bless.GATTCharacteristicProperties
        permissions = bless.GATTAttributePermissions
        loop = asyncio.get_running_loop()
        self._server = server = bless.BlessServer(name=self._name, loop=loop)
        server.read_request_func = lambda characteristic: characteristic.value
        # Not every system calls this in the loop.
        server.write_request_func = lambda _, value: loop.call_soon_threadsafe(hear, bytes(value))
        told = properties.read | properties.notify
        await server.add_new_service(SERVICE)
        await server.add_new_characteristic(
            SERVICE, TO_BOARD, properties.write, None, permissions.writeable
        )
        await server.add_new_characteristic(
            SERVICE, TO_APP, told, bytearray(), permissions.readable
        )
        await server.start()

    async def notify(self, message: bytes) -> None:
        self._server.get_characteristic(TO_APP).value = bytearray(message)
        self._server.update_value(SERVICE, TO_APP)
        await asyncio.sleep(PAUSE_S)

    async def has_listener(self) -> bool:
        return bool(await self._server.is_connected())

    async def stop(self) -> None:
        if self._server is not None:
            await self._server.stop()
