"""The server of the page: in a thread of its own beside the live loop, until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.archive import Archive
from companion.errors import InputError
from companion.manner import PLAIN, Manner
from companion.room import Item
from companion.store import Store
from companion.web.access import Access, is_here
from companion.web.hub import Hub

if TYPE_CHECKING:
    import uvicorn

    from companion.camera.scene import CameraScene

LOOPBACK = "127.0.0.1"
PORT = 10100
"""Ten by ten."""
_STOP_S = 3.0


class PageServer:
    """Binds its address when it is made, so that what is wrong is known at once: raises InputError.

    `port` None: PORT, or any that is free where somebody has that one already. `spoken` tells the
    language beside the board, where that can change; `language` is the one at the start; `manner`:
    how the voice of a browser speaks.
    """

    def __init__(
        self,
        hub: Hub,
        post: Callable[[Item], None],
        *,
        language: str,
        archive: Archive | None = None,
        listen: str = LOOPBACK,
        port: int | None = None,
        access: Access | None = None,
        scene: CameraScene | None = None,
        manner: Manner = PLAIN,
        spoken: Callable[[], str] | None = None,
    ) -> None:
        self._hub, self._post, self._language = hub, post, language
        self._scene, self._spoken, self._manner = scene, spoken, manner
        self._archive = archive or Archive(Store(None))
        self.access = access or Access()
        self._socket = _bound(listen, port)
        self._listen = listen
        self._server: uvicorn.Server | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="page", daemon=True)

    @property
    def port(self) -> int:
        return int(self._socket.getsockname()[1])

    @property
    def is_open(self) -> bool:
        """Whether the local network can look."""
        return not is_here(self._listen)

    @property
    def address(self) -> str:
        """What to open in a browser on this computer."""
        local = _in_url(self._listen if not _is_any(self._listen) else LOOPBACK)
        return f"http://{local}:{self.port}/"

    @property
    def network_address(self) -> str | None:
        """What to open elsewhere in the local network; None where that is not possible."""
        if not self.is_open:
            return None
        host = own_address() if _is_any(self._listen) else self._listen
        return f"http://{_in_url(host)}:{self.port}/" if host else None

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Let viewers go and end. Stopping twice is no error."""
        self._stopped.set()
        self._hub.close()
        if self._server is not None:
            self._server.should_exit = True
        if self._thread.ident is not None:
            self._thread.join(_STOP_S)
        self._archive.close()
        self._socket.close()

    def _run(self) -> None:
        # These are loaded here, while the main thread looks for the board.
        import uvicorn

        from companion.web.app import application
        from companion.web.connection import Connection
        from companion.web.site import Site

        site = Site(
            self._hub,
            self.access,
            self._post,
            self._language,
            self._archive,
            scene=self._scene,
            manner=self._manner,
            spoken=self._spoken,
        )
        config = uvicorn.Config(
            application(site, is_open=self.is_open),
            http=Connection,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            backlog=128,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=1,
            h11_max_incomplete_event_size=16_384,
        )
        self._server = uvicorn.Server(config)
        if not self._stopped.is_set():
            with contextlib.suppress(OSError):
                asyncio.run(self._server.serve(sockets=[self._socket]))


def own_address() -> str | None:
    """The address of this computer in the local network, as far as it has one. Sends nothing."""
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))  # an address for documents: only the way there is asked
        return str(probe.getsockname()[0])
    return None


def _bound(listen: str, port: int | None) -> socket.socket:
    try:
        family = {4: socket.AF_INET, 6: socket.AF_INET6}[ipaddress.ip_address(listen).version]
    except ValueError:
        raise InputError(
            f"{listen!r} is no address to listen on; use 127.0.0.1, 0.0.0.0 or one of this computer"
        ) from None
    for wanted in (PORT, 0) if port is None else (port,):
        listener = socket.socket(family, socket.SOCK_STREAM)
        if sys.platform != "win32":  # there it would let two programs have one port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((listen, wanted))
            listener.listen(128)
        except OSError as error:
            listener.close()
            reason = error.strerror
        else:
            return listener
    raise InputError(f"the page cannot be had on {listen}, port {wanted}: {reason}; use --port")


def _is_any(listen: str) -> bool:
    return ipaddress.ip_address(listen).is_unspecified


def _in_url(host: str) -> str:
    return f"[{host}]" if ":" in host else host
