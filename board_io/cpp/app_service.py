"""The service by which a phone app finds a board of ours; the messages of both, in order.

The other end of `ble_link`: what the app writes is a message, and so is what it is notified of. All
runs in the loop of a `Radio`; what is heard is posted from there.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Protocol

from board_io.cpp.app_items import AppItem, AppJoined, AppLeft, AppTrouble, FromApp
from board_io.errors import LinkError, LinkFault
from board_io.link.radio import Radio, link_error
from firmware_protocol.cpp.decoder import END

POLL_S = 1.0  # not every system says by itself that an app has come or gone
RETRY_S = 5.0
STOP_TIMEOUT_S = 3.0


class GattServer(Protocol):
    """A system's way to be a Bluetooth device with one service, one characteristic to write to and
    one to be notified by. Its methods raise what they like."""

    async def start(self, hear: Callable[[bytes], None]) -> None:
        """Be found; `hear` gets what is written, in the loop."""

    async def notify(self, message: bytes) -> None:
        """Tell those who listen; returns when the next one may be told."""

    async def has_listener(self) -> bool:
        """Whether anybody listens."""

    async def stop(self) -> None:
        """Be found no more."""


class AppService:
    """Offers the board from `start` to `stop`, again and again where that fails. `make_server` is
    called in the loop."""

    def __init__(
        self,
        make_server: Callable[[], GattServer],
        post: Callable[[AppItem], None],
        radio: Callable[[], Radio],
    ) -> None:
        self._make_server = make_server
        self._post = post
        self._make_radio = radio
        self._radio: Radio | None = None
        self._outbox: asyncio.Queue[bytes] = asyncio.Queue()
        self._is_joined = False
        self._trouble: AppTrouble | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Offer the board; returns at once."""
        self._radio = self._make_radio()
        self._radio.start(self._begin()).result()

    def say(self, lines: bytes) -> None:
        """Tell the app these messages, each with its end; nothing where none listens."""
        messages = [message for message in lines.split(END) if message]
        if self._radio is not None and messages:
            self._radio.start(self._put(messages))

    def stop(self) -> None:
        """Be found no more. Stopping twice, or before `start`, is no error."""
        radio, self._radio = self._radio, None
        if radio is not None:
            with contextlib.suppress(Exception):
                radio.start(self._end()).result(STOP_TIMEOUT_S)

    async def _begin(self) -> None:
        self._task = asyncio.create_task(self._offer())

    async def _end(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _put(self, messages: list[bytes]) -> None:
        for message in messages:
            self._outbox.put_nowait(message)

    async def _offer(self) -> None:
        while True:
            try:
                await self._serve(self._make_server())
            except Exception as error:  # Bluetooth stacks raise what they like
                self._tell_trouble(error)
            self._note_listener(False)
            await asyncio.sleep(RETRY_S)

    async def _serve(self, server: GattServer) -> None:
        try:
            await server.start(self._hear)
            self._trouble = None
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self._watch(server))
                tasks.create_task(self._send(server))
        finally:
            with contextlib.suppress(Exception):
                await server.stop()

    async def _watch(self, server: GattServer) -> None:
        while True:
            self._note_listener(await server.has_listener())
            await asyncio.sleep(POLL_S)

    async def _send(self, server: GattServer) -> None:
        while True:
            await server.notify(await self._outbox.get())

    def _hear(self, message: bytes) -> None:
        self._note_listener(True)
        self._post(FromApp(message + END))

    def _note_listener(self, listens: bool) -> None:
        if listens == self._is_joined:
            return
        self._is_joined = listens
        while not listens and not self._outbox.empty():  # it was for whoever has gone
            self._outbox.get_nowait()
        self._post(AppJoined() if listens else AppLeft())

    def _tell_trouble(self, error: Exception) -> None:
        if isinstance(error, ExceptionGroup):
            error = error.exceptions[0]
        known = error if isinstance(error, LinkError) else link_error(error, LinkFault.REFUSED)
        trouble = AppTrouble(known.fault, known.detail)
        if trouble != self._trouble:
            self._trouble = trouble
            self._post(trouble)
