"""A board on the network, or a simulated one where there are no pseudo-terminals."""

from __future__ import annotations

import contextlib
import select
import socket

from board_io.errors import LinkError, LinkFault

CONNECT_TIMEOUT_S = 3.0
WRITE_TIMEOUT_S = 1.0
READ_SIZE = 4096


class TcpLink:
    """One TCP connection; the board is the server."""

    def __init__(self, host: str, port: int) -> None:
        self._address = (host, port)
        self._socket: socket.socket | None = None

    @property
    def name(self) -> str:
        return f"{self._address[0]}:{self._address[1]}"

    def open(self) -> None:
        try:
            connection = socket.create_connection(self._address, timeout=CONNECT_TIMEOUT_S)
        except OSError as error:
            fault = LinkFault.ABSENT if _nobody_there(error) else LinkFault.REFUSED
            raise LinkError(fault, f"no board at {self.name}: {error}") from error
        connection.settimeout(WRITE_TIMEOUT_S)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._socket = connection

    def read(self, timeout_s: float) -> bytes:
        connection = self._connection()
        try:
            # The socket's own timeout belongs to the writer, so waiting is done outside it.
            if not select.select([connection], [], [], timeout_s)[0]:
                return b""
            data = connection.recv(READ_SIZE)
        except (OSError, ValueError) as error:  # ValueError: closed meanwhile, no descriptor left
            raise self._lost(error) from error
        if not data:
            raise self._lost(ConnectionError("closed by the other end"))
        return data

    def write(self, data: bytes) -> None:
        try:
            self._connection().sendall(data)
        except TimeoutError as error:
            raise LinkError(LinkFault.STALLED, f"{self.name} takes no bytes") from error
        except OSError as error:
            raise self._lost(error) from error

    def close(self) -> None:
        connection, self._socket = self._socket, None
        if connection is None:
            return
        with contextlib.suppress(OSError):
            connection.shutdown(socket.SHUT_RDWR)  # wakes a reader that waits in select
        connection.close()

    def _connection(self) -> socket.socket:
        if self._socket is None:
            raise LinkError(LinkFault.CLOSED, f"{self.name} is closed")
        return self._socket

    def _lost(self, error: Exception) -> LinkError:
        if self._socket is None:
            return LinkError(LinkFault.CLOSED, f"{self.name} is closed")
        return LinkError(LinkFault.UNPLUGGED, f"{self.name} is gone: {error}")


def _nobody_there(error: OSError) -> bool:
    return isinstance(error, (ConnectionRefusedError, TimeoutError, socket.gaierror))
