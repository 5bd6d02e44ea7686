"""A board on a serial port: USB, a bound Bluetooth port, a pseudo-terminal."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import threading
from collections.abc import Callable, Sequence

import serial
from serial.tools import list_ports

from board_io.errors import LinkError, LinkFault, PortAbsentError, PortForbiddenError

BAUD = 115_200
WRITE_TIMEOUT_S = 1.0


def port_names() -> list[str]:
    """The serial ports that this system has now, in order of name."""
    return sorted(port.device for port in list_ports.comports())


class SerialLink:
    """One serial port, opened exclusively. `found_ports` lists the ports for the error message.

    `dtr`: how that line is set on opening, None where the system decides.
    """

    def __init__(
        self,
        port: str,
        *,
        baud: int = BAUD,
        dtr: bool | None = None,
        write_timeout_s: float = WRITE_TIMEOUT_S,
        found_ports: Callable[[], Sequence[str]] = port_names,
    ) -> None:
        self._name = port
        self._found_ports = found_ports
        self._reading = threading.Lock()
        self._closed = True
        # No port yet: constructing with one would open it here.
        self._port = serial.Serial(
            baudrate=baud, timeout=None, write_timeout=write_timeout_s, exclusive=True
        )
        self._port.port = port
        if dtr is not None:
            self._port.dtr = dtr

    @property
    def name(self) -> str:
        return self._name

    def open(self) -> None:
        try:
            self._port.open()
        except OSError as error:
            raise self._refusal(error) from error
        self._closed = False
        with contextlib.suppress(OSError):  # a pseudo-terminal has no queue to empty
            self._port.reset_input_buffer()

    def read(self, timeout_s: float) -> bytes:
        with self._reading:
            self._check_open()
            try:
                if self._port.timeout != timeout_s:  # setting it reconfigures the whole port
                    self._port.timeout = timeout_s
                first = self._port.read(1)
                return first + self._port.read(self._port.in_waiting) if first else b""
            except OSError as error:
                raise self._lost(error) from error

    def write(self, data: bytes) -> None:
        self._check_open()
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise LinkError(LinkFault.STALLED, f"{self._name} takes no bytes") from error
        except OSError as error:
            raise self._lost(error) from error

    def close(self) -> None:
        self._closed = True
        if self._port.is_open:
            with contextlib.suppress(OSError):
                self._port.cancel_read()
        with self._reading, contextlib.suppress(OSError):
            self._port.close()

    def _check_open(self) -> None:
        if self._closed:
            raise LinkError(LinkFault.CLOSED, f"{self._name} is closed")

    def _lost(self, error: Exception) -> LinkError:
        if self._closed:
            return LinkError(LinkFault.CLOSED, f"{self._name} is closed")
        return LinkError(LinkFault.UNPLUGGED, f"{self._name} is gone: {error}")

    def _refusal(self, error: OSError) -> LinkError:
        """Why the port would not open, with the remedy where there is one."""
        match _error_number(error):
            case errno.ENOENT | errno.ENODEV | errno.ENXIO:
                return PortAbsentError(self._name, self._found_ports())
            case errno.EACCES | errno.EPERM:
                return _forbidden(self._name)
            case errno.EBUSY | errno.EAGAIN:
                return LinkError(LinkFault.BUSY, f"{self._name} is used by another program")
        return LinkError(LinkFault.REFUSED, f"{self._name} cannot be opened: {error}")


def _error_number(error: OSError) -> int | None:
    """The errno; on Windows pyserial gives none and writes the cause into the message."""
    if error.errno is not None:
        return error.errno
    if "FileNotFoundError" in str(error):
        return errno.ENOENT
    # Windows answers "access denied" where another program has the port open.
    return errno.EBUSY if "PermissionError" in str(error) else None


def _forbidden(port: str) -> PortForbiddenError:
    group = _owning_group(port)
    return PortForbiddenError(port, group, f"sudo usermod -aG {group} $USER" if group else None)


def _owning_group(path: str) -> str | None:
    if sys.platform == "win32":
        return None
    import grp

    try:
        return grp.getgrgid(os.stat(path).st_gid).gr_name
    except (OSError, KeyError):
        return None
